"""Orders: what the host, and for some the seats, may have done with a table."""

from dataclasses import fields
from functools import partial
from typing import Any, assert_never

from filon import bots
from filon.app.caller import Caller
from filon.core.errors import Refusal
from filon.match import seating
from filon.match.seating import Row, Seat
from filon.protocol.tables import (
    AddSeat,
    AnswerClaim,
    CloseTable,
    Dismiss,
    EndMatch,
    GiveBack,
    HandOver,
    OpenHints,
    Order,
    Pause,
    Rematch,
    RemoveSeat,
    Renew,
    Replace,
    SetOptions,
    SetSeat,
    SettingsChange,
    Start,
    SwapSeats,
)
from filon.tables.table import Table

# A seat may ask for these, not the host alone; the ones below a guided game allows, too.
FOR_SEATS = (Rematch, GiveBack, Pause, EndMatch, OpenHints)
ALWAYS = (Rematch, GiveBack, Pause, EndMatch, AnswerClaim, CloseTable, SetOptions)


def may_order(row: Row, caller: Caller, order: Order) -> None:
    """Refusal unless this caller may order this at this table."""
    mine = caller.seats(row)
    asks = order.seat in mine if isinstance(order, GiveBack) else bool(mine)
    if isinstance(order, AnswerClaim):
        caller.must_hold(row, order.seat)
    elif isinstance(order, Pause | EndMatch | OpenHints) and not mine:
        raise Refusal("not_your_seat", seat=0)
    elif not (isinstance(order, FOR_SEATS) and asks):
        caller.must_host(row)
    if not isinstance(order, ALWAYS):
        seating.not_guided(row)


async def obey(table: Table, caller: Caller, order: Order) -> str:
    """Do it, or refuse; the session of a seat that is newly the caller's, else empty."""
    may_order(table.row, caller, order)
    mine = caller.seats(table.row)
    match order:
        case SetOptions():
            await table.seats.change(partial(arranged, order=order))
        case AddSeat():
            who = wished(order, caller)
            await table.seats.change(partial(seating.add, who=who))
            return who.session
        case SetSeat():
            who = wished(order, caller)
            await table.seats.change(partial(seating.put, seat=order.seat, who=who))
            return who.session
        case RemoveSeat():
            await table.seats.change(partial(seating.remove, seat=order.seat))
        case SwapSeats():
            await table.seats.change(partial(seating.swap, a=order.a, b=order.b))
        case Start():
            await table.starting.start(mine, order.entropy)
        case Replace():
            stand_in(table.row, caller, order)
            await table.seats.replace(order.seat, order.level)
        case GiveBack():
            await table.seats.give_back(order.seat)
        case Renew():
            await table.seats.renew(order.seat)
        case Dismiss():
            if order.seat in mine:
                raise Refusal("already")
            await table.seats.dismiss(order.seat, order.block)
        case AnswerClaim():
            await table.seats.answer(order.seat, order.allow)
        case Rematch():
            await table.starting.rematch(mine, order.entropy)
        case Pause():
            await table.clocks.pause(mine, order.on)
        case EndMatch():
            await table.clocks.end(mine, order.on)
        case OpenHints():
            await table.clocks.open_hints(mine, order.on)
        case HandOver():
            await table.seats.change(partial(seating.hand_over, seat=order.seat))
        case CloseTable():
            await table.seats.change(seating.close)
        case _:
            assert_never(order)
    return ""


def arranged(row: Row, order: SetOptions) -> Row:
    """The table with the options and settings that an order gives."""
    if order.options is not None:
        row = seating.set_options(row, order.options)
    return seating.set_settings(row, **given(order))


def given(wish: SettingsChange) -> dict[str, Any]:
    """The settings that a message gives, by name."""
    values = {field.name: getattr(wish, field.name) for field in fields(SettingsChange)}
    return {name: value for name, value in values.items() if value is not None}


def stand_in(row: Row, caller: Caller, order: Replace) -> None:
    """Refusal `bot` for a level that is not on the shelf, at a seat that is not the caller's."""
    if order.level and order.seat not in caller.seats(row) and order.level not in bots.on_shelf():
        raise Refusal("bot", given=order.level[:40], valid=", ".join(bots.on_shelf()))


def wished(order: AddSeat | SetSeat, caller: Caller) -> Seat:
    """The seat an order describes; `mine` is held by the caller's device."""
    return seating.new_seat(order.kind, order.name, order.level, caller.device)
