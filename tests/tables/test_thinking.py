"""The queue and workers of bots: order, budgets, and what happens on failures."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from filon.core import cycles
from filon.store.bus import MemoryBus
from filon.store.sqlite import SqliteStore
from filon.tables.manager import TableManager
from filon.thinking import brain, pool
from filon.thinking.bot_worker import NICE, WorkerGone
from filon.thinking.brain import Begun, NoAnswer, Question, unheard
from filon.thinking.pool import PoolBrain
from filon.thinking.queue import AGAIN, LAST, LEAST, PEOPLE_FIRST, Pending, QuestionQueue
from support import failing_bots
from support.databases import sqlite_file
from support.failing_bots import question
from support.serving import SECRET, begun, my_turn, until
from support.thread_brain import ThreadBrain

Waking = Callable[[PoolBrain], Awaitable[None]]


def asked(table: str, waited: bool = True) -> Pending:
    return Pending(question(table, waited), unheard, asyncio.Future())


def served(line: QuestionQueue) -> list[str]:
    """Whom the line serves, one after the other, until it is empty."""
    order = []
    while (taken := line.take()) is not None:
        order.append(taken[0].question.table)
        line.done(taken[0])
    return order


# ---- the line ----------------------------------------------------------------------------------


def test_tables_are_served_in_turn_whatever_they_ask() -> None:
    async def story() -> None:
        line = QuestionQueue(2)
        for table in ("a", "a", "a", "b", "c", "c"):
            line.join(asked(table))
        assert served(line) == ["a", "b", "c", "a", "c", "a"]

    asyncio.run(story())


def test_tables_with_people_go_first_and_tables_of_bots_still_get_a_turn() -> None:
    async def story() -> None:
        line = QuestionQueue(2)
        for at in range(3):
            line.join(asked(f"bots {at}", waited=False))
        for at in range(2 * PEOPLE_FIRST):
            line.join(asked(f"people {at}"))
        order = [table.split()[0] for table in served(line)]
        turn = ["people"] * PEOPLE_FIRST + ["bots"]
        assert order == [*turn, *turn, "bots"]

    asyncio.run(story())


def test_a_table_has_one_worker_at_a_time() -> None:
    async def story() -> None:
        line = QuestionQueue(2)
        for _ in range(2):
            line.join(asked("a"))
        first = line.take()
        assert first is not None
        assert line.take() is None
        line.done(first[0])
        assert line.take() is not None

    asyncio.run(story())


@pytest.mark.parametrize(
    ("tables", "pace"), [(1, 1), (4, 1), (5, 2), (20, 8), (50, 16), (200, 64), (9000, LEAST)]
)
def test_a_longer_queue_means_a_smaller_budget(tables: int, pace: int) -> None:
    async def story() -> None:
        line = QuestionQueue(2)
        for at in range(tables):
            line.join(asked(f"bots {at}", waited=False))
        assert line.divisor(waited=False) == pace
        assert line.divisor(waited=True) == 1  # bots alone take nothing from people

    asyncio.run(story())


# ---- workers of straw: they answer in a thread, when the test lets them -------------------------


class Straw:
    """A worker without a process; it hangs as long as its gate is shut."""

    made: "list[Straw]" = []
    gate = threading.Event()
    heard: list[Question] = []
    absent = 0  # how many cannot be had at first

    def __init__(self, answering: Callable[[Question], str], patience: float) -> None:
        if Straw.absent > 0:
            Straw.absent -= 1
            raise OSError("no more processes")
        Straw.made.append(self)
        self.alive = True
        self._answering = answering
        self._over = threading.Event()

    def ready(self) -> None:
        pass

    def ask(self, question: Question) -> str:
        Straw.heard.append(question)
        while not Straw.gate.wait(0.005):
            if self._over.is_set():
                raise WorkerGone
        return self._answering(question)

    def kill(self) -> None:
        self.alive = False
        self._over.set()


@pytest.fixture
def straw(monkeypatch: pytest.MonkeyPatch) -> type[Straw]:
    monkeypatch.setattr(pool, "BotWorker", Straw)
    monkeypatch.setattr(pool, "RETRY", 0.01)
    Straw.made, Straw.heard, Straw.gate, Straw.absent = [], [], threading.Event(), 0
    return Straw


def test_the_time_limit_begins_with_the_thinking_not_in_the_queue(straw: type[Straw]) -> None:
    async def story() -> None:
        crowd = PoolBrain(1, 2.0, failing_bots.highest)
        line = [asyncio.ensure_future(crowd.think(question(f"{at}"))) for at in range(20)]
        await until(lambda: crowd.failures["hung"] == 1)  # the first; nineteen waited as long
        straw.gate.set()
        assert len(set(await asyncio.gather(*line))) == 1
        assert crowd.failures.total() == 1
        again = [one for one in straw.heard if one.table == "0"]
        assert [one.seed for one in again] == ["s", "s|1"]
        assert again[1].divisor >= AGAIN  # and it has less to think about
        assert sorted(straw.heard, key=lambda one: int(one.table))[2:] != []
        assert all(one.seed == "s" for one in straw.heard if one.table != "0")
        assert sum(crowd.thoughts.values()) == 20
        crowd.close()

    asyncio.run(story())


def test_twenty_tables_wait_and_every_bot_plays_what_it_thought(
    straw: type[Straw], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No bot plays the lowest legal step after a long queue, and this process does not think."""
    sqlite_file(tmp_path / "filon.sqlite3")

    async def story() -> None:
        crowd = PoolBrain(2, 60, failing_bots.highest)
        manager = TableManager(SqliteStore(tmp_path / "filon.sqlite3"), MemoryBus(), crowd, SECRET)
        await manager.open()
        tables = [await begun(manager, "nuggets", ["prospector"] * 2) for _ in range(20)]
        await until(lambda: crowd.waiting == 18)
        straw.gate.set()
        await until(lambda: all(table.running().n >= 3 for table in tables))
        assert min(table.pacing.budget for table in tables) < 100
        for table in tables:
            match = table.running()
            for entry in match.entries:
                if entry.by == "bot:prospector":
                    told = [one for one in straw.heard if one.table == table.row.id]
                    assert entry.notation in {failing_bots.highest(one) for one in told}
        await manager.close()

    asyncio.run(story())


def test_without_workers_the_table_waits_and_the_server_does_not_think(
    straw: type[Straw], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brain, "think", lambda question: pytest.fail("in the server's process"))
    straw.absent = 3
    straw.gate.set()

    async def story() -> None:
        crowd = PoolBrain(1, 60, failing_bots.highest)
        assert await crowd.think(question())
        crowd.close()

    asyncio.run(story())
    assert "".join(capfd.readouterr()).count("no worker for bots") == 3
    assert len(straw.made) == 1


def test_a_worker_that_died_idle_costs_no_question_its_budget(straw: type[Straw]) -> None:
    async def story() -> None:
        crowd = PoolBrain(1, 60, failing_bots.highest)
        straw.gate.set()
        await crowd.think(question())
        straw.made[0].alive = False
        await crowd.think(question())
        assert len(straw.made) == 2
        assert crowd.failures.total() == 0
        assert [one.divisor for one in straw.heard] == [1, 1]
        crowd.close()

    asyncio.run(story())


def test_an_abandoned_question_is_not_thought_about(straw: type[Straw]) -> None:
    async def story() -> None:
        crowd = PoolBrain(1, 60, failing_bots.highest)
        line = [asyncio.ensure_future(crowd.think(question(f"{at}"))) for at in range(3)]
        await until(lambda: len(straw.heard) == 1)
        line[1].cancel()
        await until(lambda: crowd.waiting == 1)
        straw.gate.set()
        await asyncio.gather(line[0], line[2])
        assert [one.table for one in straw.heard] == ["0", "2"]
        crowd.close()

    asyncio.run(story())


def test_a_step_taken_back_is_not_thought_about_any_more(tmp_path: Path) -> None:
    class Slow(ThreadBrain):
        asked = dropped = 0
        slow = False

        async def think(self, question: Question, begun: Begun = unheard) -> str:
            self.asked += 1
            if not self.slow:
                return await super().think(question, begun)
            try:
                return await asyncio.Future[str]()
            except asyncio.CancelledError:
                self.dropped += 1
                raise

    async def story() -> None:
        sqlite_file(tmp_path / "filon.sqlite3")
        slow = Slow()
        manager = TableManager(SqliteStore(tmp_path / "filon.sqlite3"), MemoryBus(), slow, SECRET)
        await manager.open()
        table = await begun(manager, "nuggets", ["me", "greedy"])
        await my_turn(table)
        outlook, asked, slow.slow = table.views.outlook(0), slow.asked, True
        walls = [step for step in outlook.legal if step.startswith("wall")]
        turn = [walls[0], walls[-1]]
        await table.play.take(0, outlook.v, None, turn)
        await until(lambda: slow.asked == asked + 1)
        slow.slow = False
        await table.play.undo(0, table.running().v, None)
        await until(lambda: slow.dropped == 1)
        await table.play.take(0, table.running().v, None, turn)
        await until(lambda: slow.asked >= asked + 2)  # a turn may be several questions
        await manager.close()

    asyncio.run(story())


# ---- real processes ----------------------------------------------------------------------------


def gone(pid: int) -> bool:
    """Whether a process has ended, buried or not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_worker_that_hangs_or_dies_is_replaced_and_the_answer_comes() -> None:
    """Asked again with less; a bot that is broken for good leaves its step to the hints."""

    async def story() -> None:
        crowd = PoolBrain(2, 60, failing_bots.odd)
        plain, same = await asyncio.gather(crowd.think(question("a")), crowd.think(question("b")))
        assert plain == same == brain.think(question())  # one question, one answer
        first = {worker.pid for worker in crowd.hired}
        now = os.getpriority(os.PRIO_PROCESS, 0)
        lower = min(19, now + NICE)  # from a worker's first moment on: one of them may just begin
        await until(lambda: all(os.getpriority(os.PRIO_PROCESS, pid) == lower for pid in first))
        crowd.patience = 8  # enough for the hints on any machine
        trouble = [question(wish, seed=wish, level="greedy") for wish in ("hang", "die")]
        budgets: list[int] = []
        for one, answer in zip(
            trouble,
            await asyncio.gather(*(crowd.think(one, budgets.append) for one in trouble)),
            strict=True,
        ):
            assert answer == brain.think(replace(one, seed=f"{one.seed}|1"))
        assert sorted(budgets) == [1, 1, AGAIN, AGAIN]
        assert crowd.failures == {"hung": 1, "died": 1}
        await until(lambda: all(map(gone, first)))
        crowd.close()

    asyncio.run(story())


def test_a_worker_collects_garbage_seldom() -> None:
    """A search tree is many small objects without a cycle: looking for one took a sixth of it."""

    async def story() -> None:
        crowd = PoolBrain(1, 60, failing_bots.patience)
        assert await crowd.think(question()) == str(cycles.NEW)
        crowd.close()

    asyncio.run(story())


def test_a_permanently_broken_bot_is_reported(
    straw: type[Straw], capfd: pytest.CaptureFixture[str]
) -> None:
    straw.gate.set()

    async def story() -> None:
        crowd = PoolBrain(1, 60, failing_bots.odd)
        assert await crowd.think(question(seed="once"))
        assert [one.level for one in straw.heard] == ["panner"] * 2
        straw.heard.clear()
        with pytest.raises(NoAnswer):
            await crowd.think(question(seed="fault"))
        assert [one.level for one in straw.heard] == ["panner", "panner", LAST]
        assert crowd.failures == {"fault": 4}
        crowd.close()

    asyncio.run(story())
    assert "tile" not in "".join(capfd.readouterr())


SERVER = """
import asyncio

async def main():  # its worker imports this file too: only what it needs
    from support import failing_bots
    from support.failing_bots import question
    from filon.thinking.pool import PoolBrain
    crowd = PoolBrain(1, 600, failing_bots.odd)
    asking = asyncio.ensure_future(crowd.think(question(seed="hang")))
    while crowd.waiting or not crowd.hired:
        await asyncio.sleep(0.01)
    print(*(worker.pid for worker in crowd.hired), flush=True)
    await asking

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.long
def test_workers_end_with_a_server_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "served.py"
    script.write_text(SERVER)
    here = str(Path(__file__).parents[1])
    server = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": here},
    )
    assert server.stdout is not None
    pids = [int(pid) for pid in server.stdout.readline().split()]
    server.send_signal(signal.SIGKILL)
    server.wait()
    server.stdout.close()
    assert pids
    asyncio.run(until(lambda: all(map(gone, pids))))
