"""Replays: frames of a record, as views that boards can show."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal

from filon.app.caller import Caller
from filon.app.context import Context
from filon.app.matches import MatchNumber
from filon.app.serialize import fork_of, may_follow
from filon.core import frames
from filon.core.errors import Refusal
from filon.core.events import OPEN, SPECTATOR
from filon.core.fork import origin, veiled_from
from filon.core.frames import Frame
from filon.core.game import OVER
from filon.core.record import Record, final, game_of, read
from filon.games import load
from filon.match.match import Match
from filon.match.outlook import Can, Waiting
from filon.protocol.fields import Field
from filon.protocol.play import ViewMessage
from filon.protocol.records import AskReplay, Replay
from filon.tables.table import Table

Eyes = Annotated[str, Field(pattern=r"^(all|none|\d{1,2})$")]
Step = Annotated[int, Field(ge=0, le=1_000_000)]
MOST = 64  # frames in one answer
STEPS = 20_000  # no game of people is as long: a record of more is not played


def of_match(
    table: Table, caller: Caller, match: Match, number: int, eyes: str, first: int, last: int
) -> Callable[[], Replay]:
    """A function that makes the frames of a match: of a running one as the caller's own seat sees
    it, of one that ended as any seat. Refusal `running`."""
    seat = seat_of(eyes, match.setup.players)
    over = open_now(table, match)
    if not over and seat == OPEN:
        raise Refusal("running")
    may_follow(table, caller, seat if not over and seat < SPECTATOR else None)
    record = match.header.record(match.position.paper.full())
    if match.forgetful() and not over:
        seat = SPECTATOR  # even one's own earlier hands would tell what one has laid since
    names = [who.name for who in table.row.seats]
    return partial(_replay, record, seat, first, last, over, names, number)


def open_now(table: Table, match: Match) -> bool:
    """Whether all of a match may be seen: it has ended, or its table was closed for good."""
    return match.over or table.row.phase == "closed"


def of_record(wish: AskReplay) -> Callable[[], Replay]:
    """A function that makes the frames of a record in the request; Refusal `too_big`."""
    record = read(wish.record, load(game_of(wish.record)))
    seat = seat_of(wish.eyes, record.setup.players)
    names = [record.notes.get(f"seat {seat}", "") for seat in range(record.setup.players)]
    if len(record.steps) > STEPS:
        raise Refusal("too_big")

    def make() -> Replay:
        over = final(record).actor() == OVER
        return _replay(record, seat, wish.first, wish.last, over, names, 1)

    return make


def seat_of(eyes: str, players: int) -> int:
    """The seat (or OPEN, SPECTATOR) whose view is meant; Refusal `no_seat`."""
    if eyes in ("all", "none"):
        return OPEN if eyes == "all" else SPECTATOR
    if int(eyes) >= players:
        raise Refusal("no_seat", seat=int(eyes))
    return int(eyes)


def _replay(
    record: Record,
    eyes: int,
    first: int,
    last: int,
    over: bool,
    names: list[str],
    match_number: int,
) -> Replay:
    setup = record.setup
    last = min(last, first + MOST - 1)
    shown = frames.frames(record, eyes, first, last)
    return Replay(
        game=setup.game,
        edition=setup.edition,
        players=setup.players,
        options=dict(setup.options),
        names=names,
        n=len(record.steps),
        over=over,
        every=over,
        frames=[_message(frame, eyes, match_number) for frame in shown],
        story=frames.story(record, eyes) if first == 0 else None,
        veiled=veiled_from(record) if over else None,
        fork=fork_of(origin(record.notes)),
    )


def _message(frame: Frame, eyes: int, match_number: int) -> ViewMessage:
    """A frame as a view message in which nothing can be done."""
    kind: Literal["seat", "sealed", "chance", "over"] = "sealed" if frame.sealed else "seat"
    if frame.actor < 0:
        kind = "over" if frame.actor == OVER else "chance"
    nothing = Can(act=False, throw=False, undo=False, finish=False, withdraw=False, resign=False)
    return ViewMessage(
        match=match_number,
        v=frame.n,
        n=frame.n,
        seat=eyes if eyes < SPECTATOR else None,
        since=max(0, frame.n - 1),
        events=frame.events,
        view=frame.view,
        legal=[],
        waiting=Waiting(kind=kind, seats=frame.awaited, ready=[], due=None),
        can=nothing,
    )


async def replay_table(
    context: Context,
    table: Table,
    eyes: Eyes = "none",
    match: MatchNumber = None,
    first: Step = 0,
    last: Step = 0,
) -> Replay:
    """Frames of a match: a running one through the caller's own eyes, later through any seat's."""
    seat = int(eyes) if eyes.isdigit() else None
    past, number = await context.app.manager.match(table, match, seat)
    return await asyncio.to_thread(of_match(table, context.caller, past, number, eyes, first, last))


async def replay_record(context: Context, wish: AskReplay) -> Replay:
    """Frames of a game that its owner brings; nothing of it is stored."""
    context.spend("dear", cost=10 + len(wish.record) / 2000)
    return await asyncio.to_thread(of_record(wish))
