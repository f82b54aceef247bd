"""Where bots think: in processes of their own, from what their seat may know and nothing else."""

import asyncio
import hmac
import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from filon import bots, games
from filon.bots import Peephole
from filon.core.record import Record
from filon.core.rng import Rng
from filon.table.match.guess import guess


@dataclass(frozen=True)
class Question:
    """What a bot is asked: its seat's record, its seat, its level and its seed."""

    record: Record
    seat: int
    level: str
    seed: str


def bot_seed(secret: bytes, match_id: str, n: int, seat: int) -> str:
    """A seed that has nothing to do with the dice."""
    return hmac.new(secret, f"bot|{match_id}|{n}|{seat}".encode(), "sha256").hexdigest()


def think(question: Question) -> str:
    """The notation of the bot's step; the same question has the same answer."""
    rng = Rng(question.seed)
    spec = question.record.setup.spec
    state = guess(question.record, question.seat, rng)
    step = bots.named(question.level).choose(Peephole(spec, state, question.seat), rng)
    return spec.layout.text(step)


class Brain(ABC):
    """Answers questions without stopping the event loop."""

    @abstractmethod
    async def think(self, question: Question) -> str:
        """The bot's step."""

    def warm(self) -> None:  # noqa: B027 - most need nothing
        """Be quick with the first answer."""

    def close(self) -> None:  # noqa: B027
        """Stop thinking."""


class ThreadBrain(Brain):
    """Thinks in a thread: for tests and for a machine without processes to spare."""

    async def think(self, question: Question) -> str:
        return await asyncio.to_thread(think, question)


class PoolBrain(Brain):
    """Thinks in a pool of processes; a pool that broke is made anew."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or max(2, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.processes, multiprocessing.get_context("spawn"), _begin
            )
        return self._pool

    def warm(self) -> None:
        self._open().submit(games.slugs)

    async def think(self, question: Question) -> str:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self._open()
            try:
                return await loop.run_in_executor(pool, think, question)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
        return await asyncio.to_thread(think, question)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin() -> None:
    """A worker ends with its server, however that ended, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()
