"""Make, find and show tables, and do what the host orders."""

from filon.app.context import Context
from filon.app.orders import given, obey
from filon.app.serialize import my_table, table_info
from filon.core.errors import Refusal
from filon.match import seating
from filon.match.settings import TableSettings
from filon.protocol.tables import (
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

MISS = 5  # what a code costs more that names no table: guessing ends soon, a class does not


async def make_table(context: Context, wish: NewTable) -> TableInfo:
    """Make a table that waits for its start."""
    device = context.caller.device
    seats = [seating.new_seat(seat.kind, seat.name, seat.level, device) for seat in wish.seats]
    await context.check_names(*(seat.name for seat in wish.seats if seat.kind == "mine"))
    clock = "relaxed" if any(seat.kind == "open" for seat in seats) else "none"
    usual = TableSettings().changed(pace=context.app.pace, clock=clock)
    settings = usual.changed(**given(wish))
    table = await context.app.manager.create(wish.game, wish.options, seats, settings)
    return context.made(table)


async def make_guided(context: Context, wish: NewGuided) -> TableInfo:
    """Begin a game's guided first game."""
    app = context.app
    return context.made(
        await app.manager.guided(wish.game, app.pace, wish.name, context.caller.device)
    )


async def find_code(context: Context, wish: FindCode) -> Found:
    """Find the waiting table behind a code, with a token for an open seat."""
    try:
        table = await context.app.manager.by_code(wish.code)
    except Refusal:
        context.charge("code", MISS)
        raise
    room = seating.open_seat(table.row) is not None
    if not room and not wish.full:
        raise Refusal("full")
    return Found(table=table.row.id, token=context.tokens.open_token(table.row) if room else "")


async def my_tables(context: Context) -> list[MyTable]:
    """List the tables at which this device sits."""
    device = context.caller.device
    return [my_table(table, device) for table in await context.app.manager.of_device(device)]


async def show_table(context: Context, table: Table) -> TableInfo:
    """Show the table, and what this device may do there."""
    return table_info(table, context.caller)


async def order(context: Context, table: Table, wish: Order) -> TableInfo:
    """Do what the host (or, for some orders, a seat) wants done with the table."""
    context.spend("order", f"{table.row.id} {context.caller.address}")
    if isinstance(wish, AddSeat | SetSeat) and wish.kind == "mine":
        await context.check_names(wish.name)
    begins = isinstance(wish, Start | Rematch)
    if begins:
        context.check_bots(table)
    session = await obey(table, context.caller, wish)
    if begins:
        context.count_bots(table)
    return context.gains(table, session)
