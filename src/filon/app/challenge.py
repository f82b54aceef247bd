"""The challenge of the day: begin a run, check the runs that ended, rank them."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Literal

from filon.app.context import Context
from filon.challenge.day import Challenge, challenge, week
from filon.challenge.run import ChallengeResult, checked
from filon.core.errors import Refusal
from filon.core.record import read
from filon.match.attempt import Attempt, ranked
from filon.match.entry import Entry
from filon.protocol.challenges import (
    BringChallenge,
    ChallengeDay,
    ChallengeRun,
    DayChallenge,
    TakeChallenge,
)
from filon.protocol.fields import Field
from filon.protocol.tables import TableInfo
from filon.store.contract import HistoryStore
from filon.tables.manager import TableManager
from filon.tables.table import Table

Day = Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]
SHOWN = 20  # runs in a ranking
AT_ONCE = 3  # runs checked for one question
Check = Callable[[Challenge, list[str]], ChallengeResult]
HELP = ("takeover", "resign")  # entries after which a bot plays for the person


class Judge:
    """Begins, checks and ranks runs; checks one at a time, since each replays its bots."""

    def __init__(self, manager: TableManager, check: Check = checked) -> None:
        self.manager = manager
        self.history: HistoryStore = manager.store
        self._outcome = check
        self._lock = asyncio.Lock()

    def today(self) -> str:
        """The day it is now, everywhere at the same moment."""
        now = self.manager.services.clock.now()
        return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()

    async def begin(self, person: str, name: str, device: str, pace: str) -> Table:
        """Begin a run of today's challenge; only a person's first one of a day counts."""
        task = challenge(self.today())
        table = await self.manager.challenge(task, pace, name, device)
        started = Attempt(task.day, person, name, table.header.match_id)
        await self.history.begin_attempt(started)
        return table

    async def bring(self, person: str, wish: BringChallenge) -> None:
        """Enter a run that was played elsewhere; Refusal if it does not replay."""
        task = challenge(wish.day)
        if wish.day not in week(self.today()):
            raise Refusal("no_day", given=wish.day)
        record = read(wish.record, task.setup.spec)
        task = challenge(wish.day, record.setup.edition)
        if record.setup != task.setup:
            raise Refusal("challenge_step", n=0, text=record.setup.game)
        async with self._lock:
            outcome = await asyncio.to_thread(self._outcome, task, record.steps)
        run = Attempt(task.day, person, wish.name, "")
        if (await self.history.begin_attempt(run)).of == "":
            now, score = self.manager.services.clock.now(), str(outcome.score)
            ended = replace(run, state="done", place=outcome.place, score=score, at=now)
            await self.history.end_attempt(ended)

    async def show(self, person: str, day: str = "") -> DayChallenge:
        """The challenge of a day (empty: today's) as this person sees it."""
        today = self.today()
        task = challenge(day or today)
        await self._settle(task)
        runs = await self.history.attempts(task.day)
        order = ranked(runs)
        ranks = {run.person: rank for rank, run in order}
        own = next((run for run in runs if run.person == person), None)
        done = own is not None and own.state != "begun"
        days = [await self._day(day, person, today) for day in week(today)]
        return DayChallenge(
            day=task.day,
            game=task.setup.game,
            players=task.setup.players,
            seat=task.seat,
            week=days,
            mine=None if own is None else _run(own, ranks.get(person), True, True),
            runs=[_run(run, rank, run.person == person, done) for rank, run in order[:SHOWN]],
            count=len(order),
        )

    async def _day(self, day: str, person: str, today: str) -> ChallengeDay:
        state: Literal["done", "begun", "missed", "today"]
        state = "today" if day == today else "missed"
        for run in await self.history.attempts(day):
            if run.person == person:
                state = "begun" if run.state == "begun" else "done"
        return ChallengeDay(day=day, game=challenge(day).setup.game, state=state)

    async def _settle(self, task: Challenge) -> None:
        """Check runs that have ended since, by computing draws and bots anew."""
        open_runs = [run for run in await self.history.attempts(task.day) if run.state == "begun"]
        if not open_runs or self._lock.locked():
            return
        async with self._lock:
            for run in open_runs[-AT_ONCE:] if len(open_runs) > AT_ONCE else open_runs:
                with contextlib.suppress(Refusal):  # its table is gone: it stays unfinished
                    await self._check(task, run)

    async def _check(self, task: Challenge, run: Attempt) -> None:
        table_id, _, number = run.of.rpartition("-")
        table = await self.manager.table(table_id)
        match, _ = await self.manager.match(table, int(number), None)
        if not match.over:
            return
        ended = replace(run, state="void", at=match.entries[-1].at if match.entries else 0)
        if not any(_helped(entry) for entry in match.entries):
            with contextlib.suppress(Refusal):
                task, steps = challenge(task.day, match.setup.edition), match.position.paper.full()
                outcome = await asyncio.to_thread(self._outcome, task, steps)
                score = str(outcome.score)
                ended = replace(ended, state="done", place=outcome.place, score=score)
        await self.history.end_attempt(ended)


def _helped(entry: Entry) -> bool:
    return entry.kind in HELP


def _run(run: Attempt, rank: int | None, you: bool, shown: bool) -> ChallengeRun:
    table, _, number = run.of.rpartition("-")
    return ChallengeRun(
        state=run.state,
        rank=rank,
        name=run.name,
        place=run.place or None,
        score=run.score,
        you=you,
        table=table if shown and table else None,
        match=int(number) if shown and table else None,
    )


# ---- requests ----------------------------------------------------------------------------------


async def show_challenge(context: Context, day: Day = "") -> DayChallenge:
    """The challenge of a day, today's if none is named, and this person's result."""
    return await context.app.judge.show(await context.person(), day)


async def take_challenge(context: Context, wish: TakeChallenge) -> TableInfo:
    """Begin a run of today's; a person's first one counts."""
    await context.check_names(wish.name)
    app, person = context.app, await context.person()
    return context.made(await app.judge.begin(person, wish.name, context.caller.device, app.pace))


async def bring_run(context: Context, wish: BringChallenge) -> DayChallenge:
    """Rank a run that was played without this server, once it is computed anew."""
    await context.check_names(wish.name)
    person = await context.person()
    await context.app.judge.bring(person, wish)
    context.grants.device = True
    return await context.app.judge.show(person, wish.day)
