"""A fork as somebody wishes it: from a match that is over, or from a record."""

import asyncio

from filon import bots
from filon.app.caller import Caller
from filon.app.replays import STEPS, open_now
from filon.app.serialize import may_follow
from filon.core.errors import Refusal
from filon.core.fork import forked
from filon.core.record import Record, game_of, read
from filon.core.rng import Rng
from filon.games import load
from filon.match import forking, seating
from filon.protocol.forks import NewFork
from filon.tables.clocked import DEFAULT_LEVEL
from filon.tables.manager import Hall
from filon.tables.table import Table


async def begun(hall: Hall, caller: Caller, wish: NewFork, pace: str) -> Table:
    """A new table that goes on from there; Refusal `fork_running` for a game that still runs."""
    record, levels = await _parent(hall, caller, wish)
    if wish.level:
        bots.named(wish.level)
    if wish.seat >= record.setup.players:
        raise Refusal("no_seat", seat=wish.seat)
    seat = wish.seat if wish.deal == "fair" else None
    # Dealt from chance of its own: whoever knows the seed of a redeal knows the redeal.
    begins = await asyncio.to_thread(forked, record, wish.step, seat, Rng(seating.fresh()))
    if wish.company == "bots":
        levels = [level or wish.level or DEFAULT_LEVEL for level in levels]
    players = record.setup.players
    seats = forking.seats(players, wish.seat, wish.name, caller.device, wish.company, levels)
    return await hall.fork(begins, pace, seats)


async def _parent(hall: Hall, caller: Caller, wish: NewFork) -> tuple[Record, list[str]]:
    """The parent's whole record, and per seat the bot that played it."""
    if not wish.table:
        record = read(wish.record, load(game_of(wish.record)))
        if len(record.steps) > STEPS:
            raise Refusal("too_big")
        return record, [""] * record.setup.players
    table = await hall.table(wish.table)
    may_follow(table, caller, None)
    found, _ = await hall.match(table, wish.match, None)
    if not open_now(table, found):
        raise Refusal("fork_running")  # whoever plays must not try things out in it
    record = found.header.record(found.position.paper.full())
    return record, [who.level if who.kind == "bot" else "" for who in table.row.seats]
