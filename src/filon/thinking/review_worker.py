"""A worker process that reviews one game: niced below bots, and ended when its server ends."""

import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

from filon.core.record import Record
from filon.log import place
from filon.review.review import review
from filon.thinking.bot_worker import BotFault, WorkerGone, settle

LAST = 9  # on top of a worker's own: bots that think go before
Hear = Callable[[int], None]  # percent
Work = Callable[[Connection, Record, int], None]


class ReviewWorker:
    """One process for one review; a thread waits for it while another may kill it."""

    def __init__(self, record: Record, depth: int, work: Work | None = None) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, there = spawn.Pipe(duplex=False)
        self._process = spawn.Process(
            target=work or make, args=(there, record, depth), daemon=True, name="filon-review"
        )
        try:
            self._process.start()
        finally:
            there.close()  # else the end of the process would go unnoticed

    def result(self, hear: Hear) -> str:
        """Wait for the review as JSON; Gone if the process ends, Fault if it fails."""
        try:
            while True:
                said = self._line.recv()
                if isinstance(said, int):
                    hear(said)
                elif isinstance(said, str):
                    return said
                else:
                    raise BotFault(said)
        except (EOFError, OSError):
            raise WorkerGone from None

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join(1)


def make(line: Connection, record: Record, depth: int) -> None:
    """Main function of the process."""
    settle()
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(LAST)
    last = -1

    def tell(done: int, total: int) -> None:
        nonlocal last
        percent = 100 * done // max(1, total)
        if percent != last:
            last = percent
            line.send(percent)

    with suppress(EOFError, OSError):
        try:
            line.send(review(record, depth, tell).text())
        except Exception as fault:
            line.send(place(fault))
