"""Where batches of bouts are played: in this process, in several, or on a Ray cluster."""

import multiprocessing
import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from typing import Any

from filon.core.errors import Refusal
from filon.lab.bout import Bout, Outcome, fight

Batch = tuple[Bout, ...]


def play_batch(batch: Batch) -> list[Outcome]:
    """The outcomes of a batch, in its order; depends on nothing but the batch."""
    return [fight(bout) for bout in batch]


class Executor(ABC):
    """Plays batches; they may come back in any order, each with its number."""

    @abstractmethod
    def run(self, batches: Sequence[tuple[int, Batch]]) -> Iterator[tuple[int, list[Outcome]]]:
        """Every batch once."""


class Here(Executor):
    """One after the other in this process."""

    def run(self, batches: Sequence[tuple[int, Batch]]) -> Iterator[tuple[int, list[Outcome]]]:
        for number, batch in batches:
            yield number, play_batch(batch)


class Processes(Executor):
    """In several processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, batches: Sequence[tuple[int, Batch]]) -> Iterator[tuple[int, list[Outcome]]]:
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self.count, spawn) as pool:
            asked = {pool.submit(play_batch, batch): number for number, batch in batches}
            try:
                for done in as_completed(asked):
                    yield asked[done], done.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


class RayCluster(Executor):
    """On a Ray cluster: the one that is running or named by RAY_ADDRESS, else a local one."""

    def __init__(self, count: int = 0) -> None:
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise Refusal("extra", given="ray", valid="pip install 'filon[ray]'") from None
        self.count = count

    def run(self, batches: Sequence[tuple[int, Batch]]) -> Iterator[tuple[int, list[Outcome]]]:
        ray = self.ray
        own = not ray.is_initialized()
        if own:
            named = os.environ.get("RAY_ADDRESS")
            more = {} if named else {"num_cpus": self.count or None, "include_dashboard": False}
            ray.init(address=named, log_to_driver=False, logging_level="error", **more)
        try:
            remote = ray.remote(play_batch)
            numbers = {remote.remote(batch): number for number, batch in batches}
            waiting = list(numbers)
            while waiting:
                ready, waiting = ray.wait(waiting, num_returns=1)
                for one in ready:
                    yield numbers[one], ray.get(one)
        finally:
            if own:
                ray.shutdown()


def executor(on: str, processes: int) -> Executor:
    """By the name a person gives: `local` or `ray`."""
    if on == "ray":
        return RayCluster(processes)
    if on != "local":
        raise Refusal("executor", given=on[:40], valid="local, ray")
    return Processes(processes) if processes > 1 else Here()
