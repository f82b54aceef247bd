"""Forks: play on from a moment of a match that is over, or of a record."""

import asyncio

from filon import bots
from filon.app.context import Context
from filon.app.replays import STEPS, open_now
from filon.app.serialize import may_follow
from filon.core.errors import Refusal
from filon.core.fork import forked
from filon.core.record import Record, game_of, read
from filon.core.rng import Rng
from filon.games import load
from filon.match import beginning, seating
from filon.protocol.records import NewFork
from filon.protocol.tables import TableInfo
from filon.tables.seats import DEFAULT_LEVEL
from filon.tables.table import Table


async def make_fork(context: Context, wish: NewFork) -> TableInfo:
    """Make a table that goes on from a moment of a game that is over, or of a record."""
    context.spend("dear", cost=10 + len(wish.record) / 2000)
    await context.check_names(wish.name)
    return context.made(await _begun(context, wish))


async def _begun(context: Context, wish: NewFork) -> Table:
    """A new table that goes on from there; Refusal `fork_running` for a game that still runs."""
    record, levels = await _parent(context, wish)
    if wish.level:
        bots.named(wish.level)
    if wish.seat >= record.setup.players:
        raise Refusal("no_seat", seat=wish.seat)
    seat = wish.seat if wish.deal == "fair" else None
    # A random seed of its own: a known seed would reveal the redeal.
    begins = await asyncio.to_thread(forked, record, wish.step, seat, Rng(seating.fresh()))
    if wish.company == "bots":
        levels = [level or wish.level or DEFAULT_LEVEL for level in levels]
    players, device = record.setup.players, context.caller.device
    seats = beginning.fork_seats(players, wish.seat, wish.name, device, wish.company, levels)
    return await context.app.manager.fork(begins, context.app.pace, seats)


async def _parent(context: Context, wish: NewFork) -> tuple[Record, list[str]]:
    """The parent's whole record, and per seat the bot that played it."""
    if not wish.table:
        record = read(wish.record, load(game_of(wish.record)))
        if len(record.steps) > STEPS:
            raise Refusal("too_big")
        return record, [""] * record.setup.players
    table = await context.reach(wish.table)
    may_follow(table, context.caller, None)
    match, _ = await context.app.manager.match(table, wish.match, None)
    if not open_now(table, match):
        raise Refusal("fork_running")  # a player must not try things out in it
    record = match.header.record(match.position.paper.full())
    return record, [who.level if who.kind == "bot" else "" for who in table.row.seats]
