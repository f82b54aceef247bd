"""The one thread that writes to SQLite: all that one tick of the event loop asks, one commit."""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from filon.store.contract import Conflict, Unavailable

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]
Line = tuple[Any, ...]  # the columns of one row
# Adds all these rows; False, or an error, if not every one of them could be.
Many = Callable[[sqlite3.Connection, list[Line]], bool]


@dataclass
class Asked:
    """A job and where its answer goes."""

    job: Job
    answer: "asyncio.Future[Any]"
    line: Line | None = None  # one statement, which adds this row
    result: Any = None
    error: BaseException | None = None


class Writer:
    """Runs jobs in order in a thread; a job that fails undoes only its own work."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], many: Many) -> None:
        self._connect = connect
        self._many = many
        self._batches: queue.SimpleQueue[list[Asked] | None] = queue.SimpleQueue()
        self._tick: list[Asked] = []
        self._thread = threading.Thread(target=self._work, name="filon-writer", daemon=True)
        self.commits = 0
        self.jobs = 0

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    async def stop(self) -> None:
        """Finish what was asked, then end the thread."""
        self._flush()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    async def ask(self, job: Callable[[sqlite3.Connection], T], line: Line | None = None) -> T:
        """The job's answer once it is safely stored; `line`: it is one statement, for this row."""
        loop = asyncio.get_running_loop()
        asked = Asked(job, loop.create_future(), line)
        if not self._tick:
            loop.call_soon(self._flush)
        self._tick.append(asked)
        answer: T = await asked.answer
        return answer

    def _flush(self) -> None:
        if self._tick:
            self._batches.put(self._tick)
            self._tick = []

    def _work(self) -> None:
        connection: sqlite3.Connection | None = None
        while True:
            batch = self._batches.get()
            stop = batch is None
            batch = batch or []
            with contextlib.suppress(queue.Empty):
                while not stop:  # what waited meanwhile goes into the same commit
                    more = self._batches.get_nowait()
                    stop = more is None
                    batch += more or []
            if batch:
                try:
                    connection = connection or self._connect()
                    self._commit(connection, batch)
                except sqlite3.Error as broken:  # it cannot be opened now
                    for asked in batch:
                        asked.error = Unavailable(str(broken))
                with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits
                    batch[0].answer.get_loop().call_soon_threadsafe(_answer, batch)
            if stop:
                if connection is not None:
                    connection.close()
                return

    def _commit(self, connection: sqlite3.Connection, batch: list[Asked]) -> None:
        try:
            connection.execute("BEGIN IMMEDIATE")
            for asked in self._left(connection, batch):
                self._run(connection, asked)
            connection.execute("COMMIT")
            self.commits += 1
            self.jobs += len(batch)
        except sqlite3.Error as broken:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            for asked in batch:
                asked.error = Unavailable(str(broken))

    def _left(self, connection: sqlite3.Connection, batch: list[Asked]) -> list[Asked]:
        """Add all rows in one statement; what is left to do, everything if one row was refused.

        Around every statement the thread lets go of Python and may wait five milliseconds to have
        it back from a busy event loop: with a statement a row a hundred rows took half a second.
        """
        lines = [asked.line for asked in batch if asked.line is not None]
        if len(lines) < 2:
            return batch
        with contextlib.suppress(sqlite3.IntegrityError):
            if self._many(connection, lines):
                return [asked for asked in batch if asked.line is None]
        connection.execute("ROLLBACK")  # one by one, so that only who is late is refused
        connection.execute("BEGIN IMMEDIATE")
        return batch

    def _run(self, connection: sqlite3.Connection, asked: Asked) -> None:
        if asked.line is not None:  # what fails undoes itself
            try:
                asked.result = asked.job(connection)
            except (sqlite3.IntegrityError, Conflict) as taken:
                asked.error = Conflict(str(taken))
            return
        connection.execute("SAVEPOINT job")
        try:
            asked.result = asked.job(connection)
        except sqlite3.IntegrityError as taken:
            connection.execute("ROLLBACK TO job")
            asked.error = Conflict(str(taken))
        except sqlite3.Error:
            raise
        except Exception as refused:  # handed to whoever asked
            connection.execute("ROLLBACK TO job")
            asked.error = refused
        connection.execute("RELEASE job")


def _answer(batch: list[Asked]) -> None:
    for asked in batch:
        if asked.answer.cancelled():
            continue
        if asked.error is not None:
            asked.answer.set_exception(asked.error)
        else:
            asked.answer.set_result(asked.result)
