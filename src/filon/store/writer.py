"""Group commit: one thread writes to SQLite, and all writes of a tick share a commit."""

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
Work = Callable[[sqlite3.Connection], Any]
Line = tuple[Any, ...]  # the columns of one row
# Adds all these rows; False, or an error, if one of them could not be added.
Many = Callable[[sqlite3.Connection, list[Line]], bool]


@dataclass
class Request:
    """A job, and the future of its answer."""

    job: Work
    answer: "asyncio.Future[Any]"
    line: Line | None = None  # one statement, which adds this row
    result: Any = None
    error: BaseException | None = None


class Writer:
    """Runs jobs in order in a thread; a job that fails is rolled back alone."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], many: Many) -> None:
        self._connect = connect
        self._many = many
        self._batches: queue.SimpleQueue[list[Request] | None] = queue.SimpleQueue()
        self._tick: list[Request] = []
        self._thread = threading.Thread(target=self._work, name="filon-writer", daemon=True)
        self.commits = 0
        self.jobs = 0

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    async def stop(self) -> None:
        """Finish all requests, then end the thread."""
        self._flush()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    async def ask(self, job: Callable[[sqlite3.Connection], T], line: Line | None = None) -> T:
        """The job's answer after the commit; `line`: the row that it adds in one statement."""
        loop = asyncio.get_running_loop()
        request = Request(job, loop.create_future(), line)
        if not self._tick:
            loop.call_soon(self._flush)
        self._tick.append(request)
        answer: T = await request.answer
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
                while not stop:  # batches that came meanwhile share the commit
                    more = self._batches.get_nowait()
                    stop = more is None
                    batch += more or []
            if batch:
                try:
                    connection = connection or self._connect()
                    self._commit(connection, batch)
                except sqlite3.Error as broken:  # it cannot be opened now
                    for request in batch:
                        request.error = Unavailable(str(broken))
                with contextlib.suppress(RuntimeError):  # the loop has ended
                    batch[0].answer.get_loop().call_soon_threadsafe(_answer, batch)
            if stop:
                if connection is not None:
                    connection.close()
                return

    def _commit(self, connection: sqlite3.Connection, batch: list[Request]) -> None:
        try:
            connection.execute("BEGIN IMMEDIATE")
            for request in self._left(connection, batch):
                self._run(connection, request)
            connection.execute("COMMIT")
            self.commits += 1
            self.jobs += len(batch)
        except sqlite3.Error as broken:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            for request in batch:
                request.error = Unavailable(str(broken))

    def _left(self, connection: sqlite3.Connection, batch: list[Request]) -> list[Request]:
        """Add all rows in one statement, and return the other jobs; all, if a row was refused.

        Each statement releases the interpreter's lock, and a busy event loop gives it back after
        up to five milliseconds. With one statement a row, a hundred rows took half a second.
        """
        lines = [request.line for request in batch if request.line is not None]
        if len(lines) < 2:
            return batch
        with contextlib.suppress(sqlite3.IntegrityError):
            if self._many(connection, lines):
                return [request for request in batch if request.line is None]
        connection.execute("ROLLBACK")  # one by one, so that only late rows are refused
        connection.execute("BEGIN IMMEDIATE")
        return batch

    def _run(self, connection: sqlite3.Connection, request: Request) -> None:
        if request.line is not None:  # one statement is undone by itself
            try:
                request.result = request.job(connection)
            except (sqlite3.IntegrityError, Conflict) as taken:
                request.error = Conflict(str(taken))
            return
        connection.execute("SAVEPOINT job")
        try:
            request.result = request.job(connection)
        except sqlite3.IntegrityError as taken:
            connection.execute("ROLLBACK TO job")
            request.error = Conflict(str(taken))
        except sqlite3.Error:
            raise
        except Exception as refused:  # raised again where the job was asked for
            connection.execute("ROLLBACK TO job")
            request.error = refused
        connection.execute("RELEASE job")


def _answer(batch: list[Request]) -> None:
    for request in batch:
        if request.answer.cancelled():
            continue
        if request.error is not None:
            request.answer.set_exception(request.error)
        else:
            request.answer.set_result(request.result)
