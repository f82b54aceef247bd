"""The API of tables: make, find, show, arrange."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body
from starlette.responses import Response

from filon.app.caller import Caller
from filon.app.commands import obey
from filon.app.serialize import my_table, table_info
from filon.core.errors import Refusal
from filon.match import seating
from filon.match.timing import Timing
from filon.server.answers import TYPED, TableId, answer, answers
from filon.server.limits import MISS
from filon.server.profile import bears
from filon.server.reception import Visit, Visiting, address
from filon.server.wire import (
    AddSeat,
    FindCode,
    Found,
    MyTable,
    NewGuided,
    NewTable,
    Order,
    Rematch,
    SetSeat,
    Start,
    TableInfo,
)
from filon.tables.table import Table

api = APIRouter(prefix="/api")


def made(visit: Visit, table: Table, caller: Caller) -> Response:
    """A new table for whoever made it, with the cookies of its seats and of the host."""
    row = table.row
    seats = [seat for seat, who in enumerate(row.seats) if who.session]
    sessions = frozenset(row.seats[seat].session for seat in seats)
    owner = replace(caller, sessions=sessions, host_key=row.host)
    response = answer(table_info(table, owner), 201)
    for seat in seats:
        visit.keys.give_seat(response, row, seat, visit.secure)
    visit.keys.give_host(response, row, visit.secure)
    visit.keys.give_device(response, caller.device, visit.secure)
    return response


@api.post("/tables", status_code=201, responses=answers(TableInfo, 201))
async def make_table(visit: Visiting, wish: NewTable) -> Response:
    """A new table that waits for its start."""
    caller = visit.asks("create")
    seats = [
        seating.new_seat(seat.kind, seat.name, seat.level, caller.device) for seat in wish.seats
    ]
    await bears(visit, caller, *(seat.name for seat in wish.seats if seat.kind == "mine"))
    pace = wish.pace or visit.reception.settings.pace
    clock = wish.clock or ("relaxed" if any(seat.kind == "open" for seat in seats) else "none")
    timing = Timing().chosen(clock, wish.stand_in)
    table = await visit.hall.create(
        wish.game, wish.options, pace, seats, wish.spectators, timing, wish.listed, wish.delay
    )
    return made(visit, table, caller)


@api.post("/guided", status_code=201, responses=answers(TableInfo, 201))
async def make_guided(visit: Visiting, wish: NewGuided) -> Response:
    """A game's guided first game, begun."""
    caller = visit.asks("create")
    pace = visit.reception.settings.pace
    table = await visit.hall.guided(wish.game, pace, wish.name, caller.device)
    return made(visit, table, caller)


@api.post("/join", responses=answers(Found))
async def find(visit: Visiting, wish: FindCode) -> Response:
    """The waiting table behind a code, with a token for an open seat."""
    visit.pays("code")
    try:
        table = await visit.hall.by_code(wish.code)
    except Refusal:
        visit.reception.limits.charge("code", address(visit.request), MISS)
        raise
    room = seating.open_seat(table.row) is not None
    if not room and not wish.full:
        raise Refusal("full")
    token = visit.keys.open_token(table.row) if room else ""
    return answer(Found(table=table.row.id, token=token))


@api.get("/mine", responses=answers(list[MyTable]))
async def mine(visit: Visiting) -> Response:
    """The tables this device sits at."""
    caller = visit.asks("read")
    tables = await visit.hall.of_device(caller.device)
    return answer([my_table(table, caller.device) for table in tables])


@api.get("/tables/{id}", responses=answers(TableInfo))
async def show(visit: Visiting, id: TableId) -> Response:
    """The table, and what this device may do there."""
    table, caller = await visit.reach(id)
    return answer(table_info(table, caller))


@api.post("/tables/{id}/orders", responses=answers(TableInfo), openapi_extra=TYPED)
async def order(
    visit: Visiting, id: TableId, wish: Annotated[Order, Body(discriminator="type")]
) -> Response:
    """What the host (or, for some, a seat) wants done with the table."""
    table, caller = await visit.reach(id)
    visit.reception.limits.spend("order", f"{id} {caller.address}")
    if isinstance(wish, AddSeat | SetSeat) and wish.kind == "mine":
        await bears(visit, caller, wish.name)
    begins = isinstance(wish, Start | Rematch)
    if begins:
        visit.reception.bot_tables.may_begin(caller.address, table)
    session = await obey(table, caller, wish)
    if begins:
        visit.reception.bot_tables.begun(caller.address, table)
    response = answer(table_info(table, caller.with_session(session)))
    new = table.row.seat_of(session)
    if new is not None:
        visit.keys.give_seat(response, table.row, new, visit.secure)
    return response
