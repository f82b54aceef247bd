"""Executors play batches of bouts: in this process, in several, or on a Ray cluster."""

import multiprocessing
import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from filon.core import cycles
from filon.core.errors import Refusal
from filon.extras import MissingExtra
from filon.lab.bout import BotCache, Bout, Outcome, play_bout

Batch = tuple[Bout, ...]
Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 2  # items that wait for each process: a long list is not handed over at once


_bots = BotCache()  # of this process: bots live as long as it plays


def play_batch(batch: Batch) -> list[Outcome]:
    """The outcomes of a batch, in its order; our own bots make them depend on nothing else."""
    return [play_bout(bout, _bots) for bout in batch]


class Executor(ABC):
    """Does work item by item; results may come in any order, each with its item's number."""

    @abstractmethod
    def each(
        self, work: Callable[[Item], Result], items: Sequence[tuple[int, Item]]
    ) -> Iterator[tuple[int, Result]]:
        """Apply the work to every item; yields its number and its result."""

    @contextmanager
    def stay(self) -> Iterator[None]:
        """Keep processes or the cluster of `each` for the next `each` inside the block."""
        yield

    def run(self, batches: Sequence[tuple[int, Batch]]) -> Iterator[tuple[int, list[Outcome]]]:
        """Play every batch once."""
        try:
            yield from self.each(play_batch, batches)
        finally:
            _bots.close()


class Here(Executor):
    """One after the other in this process."""

    def each(
        self, work: Callable[[Item], Result], items: Sequence[tuple[int, Item]]
    ) -> Iterator[tuple[int, Result]]:
        for number, item in items:
            yield number, work(item)


class Processes(Executor):
    """In several processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._staying = False
        self._pool: ProcessPoolExecutor | None = None  # while staying

    @contextmanager
    def stay(self) -> Iterator[None]:
        self._staying = True
        try:
            yield
        finally:
            self._staying = False
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool = None

    def each(
        self, work: Callable[[Item], Result], items: Sequence[tuple[int, Item]]
    ) -> Iterator[tuple[int, Result]]:
        spawn = multiprocessing.get_context("spawn")
        pool = self._pool or ProcessPoolExecutor(self.count, spawn, cycles.seldom)
        self._pool = pool if self._staying else None
        left, pending = iter(items), dict[Future[Result], int]()

        def feed(most: int) -> None:
            for number, item in islice(left, most):
                with _deaf():
                    pending[pool.submit(work, item)] = number

        try:
            with _ended_like_ctrl_c():
                feed(AHEAD * self.count)
                while pending:
                    ended, _ = wait(pending, return_when=FIRST_COMPLETED)
                    feed(len(ended))
                    for done in ended:
                        yield pending.pop(done), done.result()
        except BaseException:  # Ctrl-C too: running games are not waited for
            processes = pool._processes  # noqa: SLF001 - a pool has no other way to be ended
            for process in list((processes or {}).values()):
                process.kill()
            self._pool = None
            raise
        finally:
            if self._pool is None:
                pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes begun inside never hear Ctrl-C: it is for the one that asked, who hears it after.

    Held back and not ignored: one that was pressed meanwhile would be lost.
    """
    if sys.platform == "win32":  # a console's processes hear it there
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C: otherwise the worker processes would play on."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the first thread hears signals
        return

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class RayCluster(Executor):
    """On a Ray cluster: the one that is running or named by RAY_ADDRESS, else a local one."""

    def __init__(self, count: int = 0) -> None:
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise MissingExtra("filon.lab on a cluster", "ray") from None
        self.count = count

    @contextmanager
    def stay(self) -> Iterator[None]:
        ray = self.ray
        own = not ray.is_initialized()
        if own:
            named = os.environ.get("RAY_ADDRESS")
            more = {} if named else {"num_cpus": self.count or None, "include_dashboard": False}
            ray.init(address=named, log_to_driver=False, logging_level="error", **more)
        try:
            yield
        finally:
            if own:
                ray.shutdown()

    def each(
        self, work: Callable[[Item], Result], items: Sequence[tuple[int, Item]]
    ) -> Iterator[tuple[int, Result]]:
        ray = self.ray
        with self.stay():
            remote = ray.remote(work)
            numbers = {remote.remote(item): number for number, item in items}
            waiting = list(numbers)
            while waiting:
                ready, waiting = ray.wait(waiting, num_returns=1)
                for done in ready:
                    yield numbers[done], ray.get(done)


def executor(on: str, processes: int, apart: bool = False) -> Executor:
    """By the name a person gives, `local` or `ray`; `apart` is never in this very process."""
    if on == "ray":
        return RayCluster(processes)
    if on != "local":
        raise Refusal("executor", given=on[:40], valid="local, ray")
    return Processes(processes) if processes > 1 or apart else Here()
