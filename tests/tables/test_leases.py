"""With several processes exactly one thinks a turn, and another goes on when that one dies."""

import asyncio
from pathlib import Path

import pytest

from filon.match import seating
from filon.store.sqlite import SqliteStore
from filon.tables import driver, leases
from filon.tables.leases import Leases
from filon.tables.manager import TableManager
from filon.tables.time_source import Clock
from filon.thinking.brain import Begun, Question, unheard
from support.databases import sqlite_file
from support.processes import Making
from support.serving import SECRET, HandClock, begun, until
from support.thread_brain import ThreadBrain

pytest_plugins = "support.processes"  # the fixture `making`


class Noting(ThreadBrain):
    """Remembers what it was asked; stops for good when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, int]] = []
        self.stuck = False

    async def think(self, question: Question, begun: Begun = unheard) -> str:
        self.asked.append((len(question.record.steps), question.seat))
        if self.stuck:
            await asyncio.Event().wait()
        return await super().think(question, begun)


def test_a_lease_has_one_owner_until_it_expires(making: Making) -> None:
    async def story() -> None:
        store, _ = making()
        await store.open()
        assert await store.lease(["x-1", "y-1"], "ada", 600) == {"x-1", "y-1"}
        assert await store.lease(["x-1", "z-1"], "lou", 600) == {"z-1"}
        # A request made earlier that arrives second: its lease would end before the present one.
        assert await store.lease(["x-1"], "lou", 590) == set()
        assert await store.lease(["x-1"], "ada", 0) == {"x-1"}
        await asyncio.sleep(0.01)  # the lease was given for no time at all: it has ended
        assert await store.lease(["x-1", "y-1"], "lou", 600) == {"x-1"}
        await store.release("ada")
        assert await store.lease(["x-1", "y-1", "z-1"], "lou", 600) == {"x-1", "y-1", "z-1"}
        await store.release("lou")
        await store.close()

    asyncio.run(story())


def test_of_two_processes_one_thinks_each_turn(making: Making) -> None:
    async def story() -> None:
        brains = [Noting(), Noting()]
        managers = [TableManager(*making(), brain, SECRET) for brain in brains]
        for manager in managers:
            await manager.open()
        here = await begun(managers[0], "claim_it", ["random", "greedy"])
        there = await managers[1].table(here.row.id)
        there.presence.watch(lambda: None)
        await until(lambda: min(here.running().n, there.running().n) >= 30)
        asked = brains[0].asked + brains[1].asked
        assert len(asked) == len(set(asked)) > 10
        await here.seats.change(seating.close)
        for manager in managers:
            await manager.close()

    asyncio.run(story())


def test_another_process_goes_on_when_one_dies(
    making: Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time passes by hand: no lease runs out because the machine is busy."""
    length = 600.0
    for module in (leases, driver):
        monkeypatch.setattr(module, "LEASE", length)

    async def story() -> None:
        clock, brains = HandClock(), [Noting(), Noting()]
        managers = [TableManager(*making(), brain, SECRET, clock) for brain in brains]
        for manager, brain in zip(managers, brains, strict=True):
            await manager.open()
            brain.stuck = True
        table = await begun(managers[0], "claim_it", ["random", "greedy"])
        await until(lambda: len(brains[0].asked + brains[1].asked) == 1)
        # On a busy machine the second may come first: it looks for matches without a lease.
        first, second = (0, 1) if brains[0].asked else (1, 0)
        brains[second].stuck = False
        there = await managers[second].table(table.row.id)
        match_id, held = table.header.match_id, managers[first].leases
        end = held._until[match_id]
        await clock.passes(length / 3)
        await until(lambda: held._until[match_id] > end)  # it is renewed while the bot thinks
        assert not await Leases(managers[second].store, clock).take(match_id)
        for task in list(managers[first]._tasks):  # this process dies: it renews nothing any more
            task.cancel()
        assert await held._store.lease([match_id], held.owner, 0) == {match_id}  # and time passes
        async with asyncio.timeout(120):
            while there.running().n < 8:
                await clock.passes(length / 2)
        assert brains[second].asked[0] == brains[first].asked[0]
        await there.seats.change(seating.close)
        for manager in managers:
            await manager.close()

    asyncio.run(story())


def test_a_valid_lease_is_not_requested_again(tmp_path: Path) -> None:
    async def story() -> None:
        sqlite_file(tmp_path / "filon.sqlite3")
        store = SqliteStore(tmp_path / "filon.sqlite3")
        await store.open()
        mine = Leases(store, Clock())
        assert await mine.take("x-1")
        jobs = store.writer.jobs
        assert await mine.take("x-1")
        assert store.writer.jobs == jobs
        assert not await Leases(store, Clock()).take("x-1")
        await mine.release()
        assert await Leases(store, Clock()).take("x-1")
        await store.close()

    asyncio.run(story())
