"""What a table does by itself: draw chance that no hand throws, let bots think, throw and act."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial

from filon import bots
from filon.challenge.day import day_of, seed_of
from filon.core.errors import Refusal
from filon.core.record import Record
from filon.log import get_logger, place
from filon.match.match import Match
from filon.store.contract import Unavailable
from filon.tables.leases import LEASE, Leases
from filon.tables.notifications import Notifications
from filon.tables.services import Services
from filon.tables.table import Table
from filon.thinking.brain import Question, bot_seed, unheard

log = get_logger()
Todo = tuple[float, Callable[[], Awaitable[None]]]  # seconds to wait, and what to do then
RETRY = 2.0  # seconds to wait for a database that went away


class Driver:
    """One task per table in play; it sleeps while the table waits for a person."""

    def __init__(self, table: Table, services: Services, leases: Leases) -> None:
        self.table = table
        self.services = services
        self.leases = leases
        self.notifications = Notifications(table, services)
        table.presence.wake = self.wake
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._failed = (0, 0)  # a version, and how often no bot answered for it

    def wake(self) -> None:
        """Look again at what there is to do."""
        self._woken.set()
        if self._task is None and self._todo() is not None:
            self._task = asyncio.get_running_loop().create_task(self._drive())

    async def stop(self) -> None:
        """Do nothing more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    @property
    def idle(self) -> bool:
        """Whether the table waits for a person."""
        return self._todo() is None

    async def _drive(self) -> None:
        try:
            while True:
                self._woken.clear()
                todo = self._todo()
                if todo is None:
                    self.table.pacing.calm_down()
                    return
                delay, act = todo
                if delay > 0 and await self.services.clock.until(self._woken, delay):
                    continue
                await self._attempt(act)
        finally:
            self._task = None

    async def _attempt(self, act: Callable[[], Awaitable[None]]) -> None:
        try:
            await act()
        except Refusal as refused:
            if refused.code != "stale":
                log.error("driver", table=self.table.row.id, code=refused.code)
                await asyncio.sleep(RETRY)
        except (Unavailable, OSError) as away:
            log.warning("store away", table=self.table.row.id, why=type(away).__name__)
            await asyncio.sleep(RETRY)
        except Exception as fault:
            log.error("driver", table=self.table.row.id, **place(fault))
            await asyncio.sleep(RETRY)

    def _todo(self) -> Todo | None:
        """Seconds to wait and what to do then; None while a person is to choose."""
        table = self.table
        match = table.match
        if match is None or table.row.phase != "playing":
            return None
        if match.over:  # the database went away before the result was stored
            return RETRY, table.refresh
        if table.clocks.absences():
            return 0.0, table.clocks.keep_presence
        if table.pacing.reading() or match.paused:
            return None
        actors = match.state.actors()
        for seat in actors:
            if table.seats.level(seat) and seat not in table.held:
                return 0.0, partial(self._bot, match, seat)
        if actors:
            return self._silence(match)
        if match.asks_throw():
            return self._missing(match)
        delay = table.pacing.throw_delay()
        draw = None if delay is None else (delay, partial(table.play.draw, match.v))
        silence = self._silence(match)
        return silence if draw is None or (silence and silence[0] < draw[0]) else draw

    def _silence(self, match: Match) -> Todo | None:
        """Notify an absent person, and play for a silent one, once their time is up."""
        end, missing = self.table.clocks.silence(), self._missing(match)
        if end is None or (missing is not None and missing[0] <= end[0]):
            return missing
        return end[0], partial(self.table.clocks.time_up, match.v, end[1])

    def _missing(self, match: Match) -> Todo | None:
        """Notify a person who is waited for and is not here."""
        missed = self.notifications.next(match.v)
        return (
            None
            if missed is None
            else (missed[0], partial(self.notifications.notify, match.v, missed[1]))
        )

    async def _bot(self, match: Match, seat: int) -> None:
        table = self.table
        v, level = match.v, table.seats.level(seat)
        match_id = match.header.match_id
        if not await self.leases.take(match_id):
            # Another process thinks; it tells when it has, or its lease runs out.
            await self.services.clock.until(self._woken, LEASE / 2)
            return
        if table.match is not match or match.v != v:
            return  # it went on while the lease was taken
        with self.leases.renewed(match_id):
            text = match.scripted(seat) or await self._thought(match, seat, level)
            while table.match is match and match.v == v:
                self._woken.clear()
                rest = table.pacing.rest(table.pacing.pace.bot_step)
                if rest <= 0 or not await self.services.clock.until(self._woken, rest):
                    break
            if text:
                await table.play.bot_takes(match, v, seat, level, text)

    async def _thought(self, match: Match, seat: int, level: str) -> str:
        """The bot's step; empty if the match went on without it."""
        table, v = self.table, match.v
        brain = self.services.brain
        begun = self._begun if bots.searches(level, match.setup.spec) else unheard
        asking = asyncio.ensure_future(brain.think(self._question(match, seat, level), begun))
        try:
            while not asking.done():
                self._woken.clear()
                woken = asyncio.ensure_future(self._woken.wait())
                await asyncio.wait((asking, woken), return_when=asyncio.FIRST_COMPLETED)
                woken.cancel()
                if (table.match, match.v, table.row.phase) != (match, v, "playing"):
                    return ""  # taken back, or closed: the answer is not needed
            return await asking
        except Exception as fault:
            times = self._failed[1] + 1 if self._failed[0] == v else 1
            self._failed = (v, times)
            log.error("bot gave no answer", table=table.row.id, level=level, **place(fault))
            await asyncio.sleep(RETRY)
            return ""
        finally:
            asking.cancel()

    def _question(self, match: Match, seat: int, level: str) -> Question:
        table = self.table
        seed = bot_seed(self.services.secret, match.header.match_id, match.n, seat)
        day = day_of(match.header.origin)
        if day and level == bots.DAILY:
            seed = seed_of(day, match.n, seat)  # the same for everyone
        elif self._failed[0] == match.v:
            seed += f"|{self._failed[1]}"  # a failed question is not asked to the letter again
        people = any(not table.seats.level(other) for other in range(len(table.row.seats)))
        record = Record(match.setup, match.bot_record(seat))
        return Question(record, seat, level, seed, table=table.row.id, waited=people)

    def _begun(self, pace: int) -> None:
        self.table.pacing.thinks(max(1, 100 // pace))
