"""The API of seats: invite, sit down, stand up, take a name."""

from dataclasses import replace
from functools import partial

from fastapi import APIRouter
from starlette.responses import Response

from filon.app.acts import refused
from filon.app.caller import Caller
from filon.app.refusals import status
from filon.app.serialize import table_info
from filon.core.errors import Refusal
from filon.match import seating
from filon.server.answers import TableId, answer, answers
from filon.server.profile import bears
from filon.server.reception import Visit, Visiting
from filon.server.settings import LOOPBACK
from filon.server.wire import Invitation, Join, Joined, Leave, Rename, SeatLink, TableInfo
from filon.tables.table import Table

api = APIRouter(prefix="/api/tables/{id}")


@api.get("/invitation", responses=answers(Invitation))
async def invitation(visit: Visiting, id: TableId) -> Response:
    """What the invitation sheet shows."""
    table, caller = await visit.reach(id)
    return answer(invite(visit, table, caller))


def invite(visit: Visit, table: Table, caller: Caller) -> Invitation:
    """Links and code for one asker: their own; for the host also those nobody has used yet."""
    row, request, keys = table.row, visit.request, visit.keys
    base = visit.reception.base(request)
    seats = caller.seats(row)
    unused = [seat for seat, who in enumerate(row.seats) if who.kind == "open" or who.offered]
    shown = sorted({*seats, *unused}) if caller.is_host(row) else seats
    at_table = bool(seats) or caller.is_host(row)
    room = at_table and row.phase == "waiting" and seating.open_seat(row) is not None
    host_name = request.url.hostname or ""
    shut = visit.reception.settings.loopback and not visit.reception.room.url
    lone = shut and host_name in LOOPBACK
    return Invitation(
        code=(row.code or None) if at_table else None,
        link=f"{base}/t/{row.id}#{keys.open_token(row)}" if room else None,
        short=f"{base}/j/{row.code}" if room and row.code else None,
        seats=[
            SeatLink(seat=seat, link=f"{base}/t/{row.id}#{keys.seat_token(row, seat)}")
            for seat in shown
        ],
        address=base,
        loopback=lone,
        command="make play HOST=0.0.0.0" if lone else "",
    )


@api.post("/join", responses=answers(Joined))
async def join(visit: Visiting, id: TableId, wish: Join) -> Response:
    """Exchange a link's token for the seat's cookie."""
    table, caller = await visit.reach(id)
    visit.reception.limits.spend("join", caller.address)
    wanted = visit.keys.seat_of(table.row, wish.token)
    mine = caller.seats(table.row)
    if mine and (wanted is None or wanted in mine):  # the same link, followed once more
        seat = mine[0] if wanted is None else wanted
        return answer(Joined(seat=seat, table=table_info(table, caller)))
    await bears(visit, caller, wish.name)
    person = seating.new_seat("mine", wish.name, "", caller.device)
    person = replace(person, entropy=wish.entropy)
    try:
        row = await table.sit(wanted, person, wish.take, wish.seat)
    except Refusal as no:
        # The answer is for the device that asked: it is known by its cookie when it asks again.
        visit.reception.metrics.refusals.labels(no.code).inc()
        refusal = answer(refused(table, caller, no), status(no.code))
        visit.keys.give_device(refusal, caller.device, visit.secure)
        return refusal
    seat = [who.session for who in row.seats].index(person.session)
    now = caller.with_session(person.session)
    response = answer(Joined(seat=seat, table=table_info(table, now)))
    visit.keys.give_seat(response, row, seat, visit.secure)
    visit.keys.give_device(response, caller.device, visit.secure)
    return response


@api.post("/leave", responses=answers(TableInfo))
async def leave(visit: Visiting, id: TableId, wish: Leave) -> Response:
    """Give a seat's cookie back."""
    table, caller = await visit.reach(id)
    session = caller.must_hold(table.row, wish.seat)
    await table.change(partial(seating.leave, seat=wish.seat))
    response = answer(table_info(table, caller))
    visit.keys.take_seat(response, table.row, session)
    return response


@api.post("/name", responses=answers(TableInfo))
async def rename(visit: Visiting, id: TableId, wish: Rename) -> Response:
    """Another name for one's own seat."""
    table, caller = await visit.reach(id)
    caller.must_hold(table.row, wish.seat)
    await bears(visit, caller, wish.name)
    await table.change(partial(seating.rename, seat=wish.seat, name=wish.name))
    return answer(table_info(table, caller))
