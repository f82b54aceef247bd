"""The one function behind both doors: acts that come over the socket or by POST."""

import time
from typing import assert_never

from filon.core.errors import Refusal
from filon.server.auth import Caller
from filon.server.reception import Reception
from filon.server.refusals import worded
from filon.server.telling import looked, view_message
from filon.server.wire import (
    Action,
    Finish,
    Hurry,
    Look,
    Looked,
    Read,
    Refused,
    Resign,
    Shown,
    Take,
    Throw,
    Undo,
    Withdraw,
)
from filon.table.table import Table

PASSING = (Look, Shown, Hurry, Read)  # nothing is stored


async def act(reception: Reception, table: Table, caller: Caller, message: Action) -> Looked | None:
    """Do what a seat asks; a look has an answer, everything else changes the table."""
    begun = time.perf_counter()
    caller.must_hold(table.row, message.seat)
    rate = "look" if isinstance(message, Look) else "act"
    reception.limits.spend(rate, f"{table.row.id} {message.seat}")
    result = await _done(table, message)
    if isinstance(message, PASSING):
        reception.metrics.looks.labels(message.type).inc()
        return result
    reception.metrics.acts.labels(message.type).inc()
    reception.metrics.seconds.observe(time.perf_counter() - begun)
    return result


async def _done(table: Table, message: Action) -> Looked | None:
    seat, v, match_number = message.seat, message.v, message.match
    match message:
        case Look():
            return looked(table, seat, v, match_number, message.steps, message.id)
        case Take():
            await table.take(seat, v, match_number, message.steps)
        case Throw():
            await table.throw(seat, v, match_number)
        case Read():
            await table.read(seat, v, match_number)
        case Undo():
            await table.undo(seat, v, match_number)
        case Withdraw():
            await table.withdraw(seat, v, match_number)
        case Finish():
            await table.finish(seat, match_number)
        case Resign():
            await table.resign(seat, match_number)
        case Shown():
            if match_number in (None, table.row.match_number):
                table.shown(seat, v)
        case Hurry():
            table.hurry(seat)
        case _:
            assert_never(message)
    return None


def refused(
    table: Table | None,
    caller: Caller,
    refusal: Refusal,
    seat: int | None = None,
    id: int | None = None,
) -> Refused:
    """The refusal in the asker's words; a stale one brings the present view."""
    now = None
    if (
        refusal.code == "stale"
        and table is not None
        and table.match is not None
        and seat is not None
        and seat in caller.seats(table.row)
    ):
        now = view_message(table, seat)
    slug = table.row.game if table is not None else ""
    return worded(refusal, caller.lang, slug, now, id)
