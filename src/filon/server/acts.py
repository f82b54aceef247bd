"""The one function behind both doors: acts that come over the socket or by POST."""

from filon.core.errors import Refusal
from filon.server.auth import Caller
from filon.server.limits import Limits
from filon.server.refusals import told
from filon.server.telling import looked, view_message
from filon.server.wire import (
    Action,
    Finish,
    Look,
    Looked,
    Refused,
    Resign,
    Take,
    Throw,
    Undo,
    Withdraw,
)
from filon.table.table import Table


async def act(table: Table, caller: Caller, message: Action, limits: Limits) -> Looked | None:
    """Do what a seat asks; a look has an answer, everything else changes the table."""
    caller.must_hold(table.row, message.seat)
    limits.spend("look" if isinstance(message, Look) else "act", f"{table.row.id} {message.seat}")
    seat, v, match = message.seat, message.v, message.match
    if isinstance(message, Look):
        return looked(table, seat, v, match, message.steps, message.id)
    if isinstance(message, Take):
        await table.take(seat, v, match, message.steps)
    elif isinstance(message, Throw):
        await table.throw(seat, v, match)
    elif isinstance(message, Undo):
        await table.undo(seat, v, match)
    elif isinstance(message, Withdraw):
        await table.withdraw(seat, v, match)
    elif isinstance(message, Finish):
        await table.finish(seat, v, match)
    elif isinstance(message, Resign):
        await table.resign(seat, v, match)
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
    return told(refusal, caller.lang, slug, now, id)
