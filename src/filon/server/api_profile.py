"""The API of people: their devices, their name, what they have played, and forgetting it all."""

from fastapi import APIRouter
from starlette.responses import Response

from filon.app.caller import Caller
from filon.app.history import told_history
from filon.core.errors import Refusal
from filon.server import profile
from filon.server.answers import AskedGame, answer, answers
from filon.server.auth import DEVICE_COOKIE
from filon.server.reception import Visit, Visiting
from filon.server.remembering import exported, ladder_of
from filon.server.wire import (
    Arrive,
    Arrived,
    DeviceInfo,
    Done,
    DropPast,
    Enter,
    Export,
    History,
    Ladder,
    Move,
    MoveLink,
    Own,
    Profile,
    Revoke,
)
from filon.tables.history import history

api = APIRouter(prefix="/api")


async def shown(visit: Visit, caller: Caller) -> Profile:
    """What the server keeps of whoever asks."""
    store = visit.hall.services.store
    person = await profile.whose(visit, caller)
    owner = await store.person(person)
    return Profile(
        name=owner.name if owner else "",
        devices=[
            DeviceInfo(
                device=profile.handle(one.device),
                told=one.told,
                since=one.since,
                here=one.device == caller.device,
            )
            for one in await profile.own_devices(visit, person, caller)
        ],
        ladder=visit.reception.settings.ladder,
    )


def known(visit: Visit, caller: Caller, response: Response) -> Response:
    """The same answer, by which the device is known when it asks again."""
    visit.keys.give_device(response, caller.device, visit.secure)
    return response


@api.get("/profile", responses=answers(Profile))
async def read_profile(visit: Visiting) -> Response:
    """The devices of this person, and the name that is theirs here."""
    caller = visit.asks("read")
    return known(visit, caller, answer(await shown(visit, caller)))


@api.get("/profile/history", responses=answers(History))
async def read_history(visit: Visiting) -> Response:
    """What this person has played, and what it adds up to."""
    visit.pays("dear", 5)
    caller = visit.asks("read")
    return answer(await remembered(visit, await profile.whose(visit, caller)))


@api.post("/profile/past", responses=answers(History))
async def drop(visit: Visiting, wish: DropPast) -> Response:
    """A finished match leaves this person's history; others keep theirs, without the name."""
    visit.pays("dear", 5)
    caller = visit.asks("order")
    person = await profile.whose(visit, caller)
    devices = [one.device for one in await profile.own_devices(visit, person, caller)]
    await visit.hall.forget_match(wish.table, wish.match, person, devices)
    return answer(await remembered(visit, person))


async def remembered(visit: Visit, person: str) -> History:
    """What somebody has played."""
    return told_history(history(person, await visit.hall.services.store.results(person)))


@api.get("/profile/export", responses=answers(Export))
async def export(visit: Visiting) -> Response:
    """Everything the server keeps of this person, to take along."""
    visit.pays("dear", 20)
    caller = visit.asks("read")
    response = answer(await exported(visit, caller, await shown(visit, caller)))
    response.headers["content-disposition"] = 'attachment; filename="filon-profile.json"'
    return response


@api.post("/profile/move", responses=answers(MoveLink))
async def move(visit: Visiting, wish: Move) -> Response:
    """A link that brings this person to another device: good once, for ten minutes."""
    caller = visit.asks("move")
    secret, until = await profile.offer(visit, caller, wish.told)
    base = visit.reception.base(visit.request)
    return known(visit, caller, answer(MoveLink(link=f"{base}/me#{secret}", until=until)))


@api.post("/profile/arrive", responses=answers(Arrived))
async def arrive(visit: Visiting, wish: Arrive) -> Response:
    """This device is the person's whose link it is, and their seats come here."""
    caller = visit.asks("move")
    person = await profile.arrive(visit, caller, wish.secret, wish.told)
    return await settled(visit, caller, person)


@api.post("/profile/enter", responses=answers(Arrived))
async def enter(visit: Visiting, wish: Enter) -> Response:
    """The same by the passphrase of a name."""
    caller = visit.asks("pass")
    person = await profile.enter(visit, caller, wish.name, wish.passphrase, wish.told)
    return await settled(visit, caller, person)


@api.post("/profile/seats", responses=answers(Arrived))
async def seats(visit: Visiting) -> Response:
    """The seats of this person's other devices come here."""
    caller = visit.asks("move")
    return await settled(visit, caller, await profile.whose(visit, caller))


async def settled(visit: Visit, caller: Caller, person: str) -> Response:
    """The person at this device, with their seats."""
    carrying = Response()
    devices = [one.device for one in await visit.hall.services.store.devices(person)]
    count = await profile.bring(visit, caller, devices, carrying)
    response = answer(Arrived(seats=count, profile=await shown(visit, caller)))
    response.raw_headers += [one for one in carrying.raw_headers if one[0] == b"set-cookie"]
    return known(visit, caller, response)


@api.post("/profile/revoke", responses=answers(Profile))
async def revoke(visit: Visiting, wish: Revoke) -> Response:
    """A lost device is a stranger from now on; its seats come here."""
    caller = visit.asks("move")
    carrying = Response()
    await profile.revoke(visit, caller, wish.device, carrying)
    response = answer(await shown(visit, caller))
    response.raw_headers += [one for one in carrying.raw_headers if one[0] == b"set-cookie"]
    return response


@api.post("/profile/name", responses=answers(Profile))
async def own(visit: Visiting, wish: Own) -> Response:
    """A name is this person's on this server; without a passphrase it is anybody's again."""
    caller = visit.asks("pass")
    if wish.passphrase:
        await profile.own(visit, caller, wish.name, wish.passphrase, wish.told)
    else:
        await visit.hall.services.store.free_name(await profile.whose(visit, caller))
    return known(visit, caller, answer(await shown(visit, caller)))


@api.post("/profile/forget", responses=answers(Done))
async def forget(visit: Visiting) -> Response:
    """Nothing is kept of this person any more: seats, words, devices, name, results."""
    caller = visit.asks("move")
    store = visit.hall.services.store
    person = await profile.whose(visit, caller)
    devices = {one.device for one in await profile.own_devices(visit, person, caller)}
    for device in sorted(devices):
        for row in await store.by_device(device):
            table = await visit.hall.table(row.id)
            await table.forget(frozenset(devices))
    await store.forget_person(person, sorted(devices))
    response = answer(Done())
    response.delete_cookie(DEVICE_COOKIE, path="/api")
    return response


@api.get("/ladder", responses=answers(Ladder))
async def ladder(visit: Visiting, game: AskedGame = "") -> Response:
    """The club's ladder; Refusal `no_ladder` where there is none."""
    visit.pays("dear", 20)
    caller = visit.asks("read")
    if not visit.reception.settings.ladder:
        raise Refusal("no_ladder")
    return answer(await ladder_of(visit, await profile.whose(visit, caller), game))
