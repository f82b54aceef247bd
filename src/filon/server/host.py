"""Orders: what the host, and for some the seats, may have done with a table."""

from filon.core.errors import Refusal
from filon.server.auth import Caller
from filon.server.wire import (
    AddSeat,
    CloseTable,
    GiveBack,
    Order,
    Rematch,
    RemoveSeat,
    Renew,
    Replace,
    SetOptions,
    SetSeat,
    Start,
    SwapSeats,
)
from filon.table import orders
from filon.table.match import seating
from filon.table.table import Table


async def obey(table: Table, caller: Caller, order: Order) -> int | None:
    """Do it, or refuse; the number of a seat that is newly the caller's."""
    mine = caller.seats(table.row)
    if isinstance(order, Rematch):
        if not mine:
            caller.must_host(table.row)
        await orders.rematch(table, mine, order.entropy)
        return None
    if isinstance(order, GiveBack):
        if order.seat not in mine:
            caller.must_host(table.row)
        await table.give_back(order.seat)
        return None
    caller.must_host(table.row)
    if table.row.script and not isinstance(order, CloseTable | SetOptions):
        raise Refusal("guided_fixed")
    if isinstance(order, SetOptions):
        await orders.set_options(table, order.options, order.pace, order.spectators)
    elif isinstance(order, AddSeat):
        seat = seating.new_seat(order.kind, order.name, order.level, caller.device)
        await orders.add_seat(table, seat)
        return len(table.row.seats) - 1 if order.kind == "mine" else None
    elif isinstance(order, SetSeat):
        seat = seating.new_seat(order.kind, order.name, order.level, caller.device)
        await orders.put_seat(table, order.seat, seat)
        return order.seat if order.kind == "mine" else None
    elif isinstance(order, RemoveSeat):
        await orders.remove_seat(table, order.seat)
    elif isinstance(order, SwapSeats):
        await orders.swap_seats(table, order.a, order.b)
    elif isinstance(order, Start):
        await orders.start(table, mine, order.entropy)
    elif isinstance(order, Replace):
        await orders.replace_person(table, order.seat, order.level)
    elif isinstance(order, Renew):
        await orders.renew(table, order.seat)
    elif isinstance(order, CloseTable):
        await orders.close(table)
    return None
