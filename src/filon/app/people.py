"""People without accounts: their devices, reserved names, moving to another device, deletion."""

import hashlib
import secrets

from filon.app.caller import Caller
from filon.app.context import Context
from filon.app.history import as_history
from filon.app.serialize import my_table
from filon.core.errors import Refusal
from filon.match import seating
from filon.match.person import DeviceRow, Person, name_key
from filon.match.seating import NAME_LENGTH, Row, clean_name, fresh
from filon.protocol.people import (
    Arrive,
    Arrived,
    DayRun,
    DeviceInfo,
    Enter,
    Export,
    Move,
    MoveLink,
    Own,
    Profile,
    ReachInfo,
    Revoke,
    SaidWord,
)
from filon.protocol.play import Done
from filon.store.contract import Conflict, PeopleStore, TableStore
from filon.tables.edit import write_unread
from filon.tables.history import history

MOVE = 10 * 60 * 1000  # milliseconds a link to another device is good for
TRIES = 5  # to write a table that others write, too
SHORTEST = 8  # signs of a passphrase


def digest(secret: str) -> str:
    """The hash under which a link's secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def handle(device: str) -> str:
    """A device's name in lists; its id is a capability and leaves the server only in its cookie."""
    return digest(device)[:12]


async def own_devices(store: PeopleStore, person: str, caller: Caller) -> list[DeviceRow]:
    """The devices of a person, with the caller's even if it is not stored."""
    devices = await store.devices(person)
    if all(row.device != caller.device for row in devices):
        devices.append(DeviceRow(caller.device, person, "", 0, 0))
    return devices


async def check_names(store: PeopleStore, caller: Caller, *names: str) -> None:
    """Refusal `name_taken` for a name that belongs to another person here."""
    for name in names:
        key = name_key(name)
        owner = await store.person(key=key) if key else None
        if owner is not None and owner.id != await store.owner(caller.device):
            raise Refusal("name_taken", given=clean_name(name))


# ---- requests ----------------------------------------------------------------------------------


async def show_profile(context: Context) -> Profile:
    """This person's devices and reserved name."""
    context.grants.device = True  # the device is known when it asks again
    store, caller = context.app.people, context.caller
    person = await context.person()
    owner = await store.person(person)
    return Profile(
        name=owner.name if owner else "",
        devices=[
            DeviceInfo(
                device=handle(row.device),
                told=row.told,
                since=row.since,
                here=row.device == caller.device,
            )
            for row in await own_devices(store, person, caller)
        ],
        ladder=context.app.leaderboard,
    )


async def export(context: Context) -> Export:
    """Everything the server stores of this person."""
    profile = await show_profile(context)
    people, store = context.app.people, context.app.store
    context.grants.device = False
    context.filename = "filon-profile.json"
    person, devices = await context.person(), await context.devices()
    tables = [
        my_table(table, device)
        for device in devices
        for table in await context.app.manager.of_device(device)
    ]
    subscriptions = [await people.subscription(device) for device in devices]
    return Export(
        profile=profile,
        tables=tables,
        history=as_history(history(person, await store.results(person)), whole=True),
        words=[
            SaidWord(table=table, at=word.at, seat=word.seat, kind=word.kind, text=word.text)
            for table, word in await people.words_of(devices)
        ],
        reaches=[
            ReachInfo(device=handle(row.device), endpoint=row.endpoint, since=row.since)
            for row in subscriptions
            if row is not None
        ],
        days=[
            DayRun(
                day=run.day,
                name=run.name,
                state=run.state,
                place=run.place or None,
                score=run.score,
                at=run.at,
            )
            for run in await store.own_attempts(person)
        ],
    )


async def move(context: Context, wish: Move) -> MoveLink:
    """A link that brings this person to another device: good once, for ten minutes."""
    store, until = context.app.people, context.app.now() + MOVE
    person = await context.person()
    await _link(context, person, wish.told)
    secret = secrets.token_urlsafe(16)
    await store.offer_transfer(digest(secret), person, until)
    context.grants.device = True
    return MoveLink(link=f"{context.base}/me#{secret}", until=until)


async def arrive(context: Context, wish: Arrive) -> Arrived:
    """Link this device to the person of the link, and bring their seats here; Refusal `move`."""
    person = await context.app.people.take_transfer(digest(wish.secret), context.app.now())
    if not person:
        raise Refusal("move")  # used, past or unknown
    await _link(context, person, wish.told)
    return await _settle(context, person)


async def enter(context: Context, wish: Enter) -> Arrived:
    """The same by name and passphrase; Refusal `wrong_passphrase` whichever is wrong."""
    from filon.app import passphrases  # no page without a server has argon2

    key = name_key(wish.name)
    context.spend("pass", f"name {key}")
    owner = await context.app.people.person(key=key) if key else None
    right = await passphrases.matches(owner.secret if owner else None, wish.passphrase)
    if owner is None or not right:
        raise Refusal("wrong_passphrase")
    await _link(context, owner.id, wish.told)
    return await _settle(context, owner.id)


async def bring_seats(context: Context) -> Arrived:
    """Bring the seats of this person's other devices here."""
    return await _settle(context, await context.person())


async def revoke(context: Context, wish: Revoke) -> Profile:
    """Unlink a lost device and bring its seats here; Refusal `no_device`."""
    store = context.app.people
    for row in await store.devices(await context.person()):
        if handle(row.device) == wish.device and row.device != context.caller.device:
            await _carry(context, [row.device])
            await store.remove_subscription(row.device)
            await store.save_device(DeviceRow(row.device, fresh(), row.told, row.since, row.seen))
            profile = await show_profile(context)
            context.grants.device = False
            return profile
    raise Refusal("no_device")


async def own_name(context: Context, wish: Own) -> Profile:
    """Reserve a name for this person; without a passphrase, release it."""
    if wish.passphrase:
        await _own(context, wish)
    else:
        await context.app.people.free_name(await context.person())
    return await show_profile(context)


async def forget(context: Context) -> Done:
    """Delete everything stored of this person: seats, chat, devices, name, results."""
    app, person = context.app, await context.person()
    devices = set(await context.devices())
    for device in sorted(devices):
        for row in await app.store.by_device(device):
            try:
                table = await app.manager.table(row.id)
            except Refusal:  # its game or edition is not known any more: only the names are left
                await _forget_row(app.store, row, frozenset(devices))
            else:
                await table.seats.forget(frozenset(devices))
    await app.people.forget_person(person, sorted(devices))
    context.grants.forget = True
    return Done()


async def _forget_row(store: TableStore, row: Row | None, devices: frozenset[str]) -> None:
    """Delete these devices' names from a stored table; Refusal `busy_table`."""
    for _ in range(TRIES):
        if row is None:
            return
        try:
            await write_unread(store, seating.forget(row, devices))
        except Conflict:  # another process was first
            row = await store.row(row.id)
        else:
            return
    raise Refusal("busy_table")


async def _own(context: Context, wish: Own) -> None:
    from filon.app import passphrases

    name, person = clean_name(wish.name), await context.person()
    key = name_key(name)
    if not key:
        raise Refusal("name", most=NAME_LENGTH)
    if len(wish.passphrase) < SHORTEST:
        raise Refusal("passphrase", least=SHORTEST)
    await context.check_names(name)
    secret = await passphrases.hashed(wish.passphrase)
    await _link(context, person, wish.told)
    try:
        await context.app.people.save_person(Person(person, name, key, secret, context.app.now()))
    except Conflict:
        raise Refusal("name_taken", given=name) from None


async def _link(context: Context, person: str, title: str) -> None:
    """Link the caller's device to a person; what it played before counts as theirs."""
    store, device, now = context.app.people, context.caller.device, context.app.now()
    before = await context.person()
    if before == device and before != person:
        await store.merge(before, person)
    stored = {row.device: row for row in await store.devices(person)}.get(device)
    since = now if stored is None else stored.since
    await store.save_device(DeviceRow(device, person, _one_line(title), since, now))


async def _settle(context: Context, person: str) -> Arrived:
    """Bring the person's seats to this device."""
    devices = [row.device for row in await context.app.people.devices(person)]
    count = await _carry(context, devices)
    return Arrived(seats=count, profile=await show_profile(context))


async def _carry(context: Context, devices: list[str]) -> int:
    """Bring the seats these devices hold to the caller's; how many."""
    app, here, carried = context.app, context.caller.device, 0
    for device in devices:
        if device == here:
            continue
        for row in await app.store.by_device(device):
            if row.phase == "closed":
                continue
            try:
                table = await app.manager.table(row.id)
            except Refusal:  # its game or edition is not known any more
                continue
            for seat, who in enumerate(table.row.seats):
                if who.device == device:
                    context.grants.seats.append((await table.seats.carry(seat, device, here), seat))
                    carried += 1
    return carried


def _one_line(title: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in title).split())[:60]
