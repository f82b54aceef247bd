"""The one function behind both doors: acts that come over the socket or by POST."""

import time

from filon.app.acts import done
from filon.app.caller import Caller
from filon.protocol.incoming import Action, Hurry, Look, Read, Shown
from filon.protocol.outgoing import Looked
from filon.server.reception import Reception
from filon.tables.table import Table

PASSING = (Look, Shown, Hurry, Read)  # nothing is stored


async def act(reception: Reception, table: Table, caller: Caller, message: Action) -> Looked | None:
    """Do what a seat asks; a look has an answer, everything else changes the table."""
    begun = time.perf_counter()
    caller.must_hold(table.row, message.seat)
    rate = "look" if isinstance(message, Look) else "act"
    reception.limits.spend(rate, f"{table.row.id} {message.seat}")
    result = await done(table, message)
    if isinstance(message, PASSING):
        reception.metrics.count(reception.metrics.looks, message.type)
        return result
    reception.metrics.count(reception.metrics.acts, message.type)
    reception.metrics.seconds.observe(time.perf_counter() - begun)
    return result
