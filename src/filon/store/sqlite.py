"""The store in one SQLite file (WAL), through the standard library."""
# ruff: noqa: S608 - only our own names of tables and columns are put into statements

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from filon.match.entry import Entry
from filon.match.sealed import Hold, opened
from filon.store.contract import Conflict, ServerStore, Unavailable
from filon.store.history import SqlHistory
from filon.store.people import SqlPeople
from filon.store.schema import ENTRIES, HELD
from filon.store.sql import ADD_ENTRY, SqlTables, entry_values
from filon.store.statements import (
    KEYS,
    Statement,
    columns,
    fields_of,
    insert,
    select,
    upsert,
    values_of,
)
from filon.store.writer import Writer

LAST = 'SELECT COALESCE(MAX(v), 0) FROM entries WHERE "match" = '
MATCH_AT, V_AT = (KEYS["entries"].index(name) for name in ("match_id", "v"))
_PARTS = [f"json_extract(value, '$[{at}]')" for at in range(len(KEYS["entries"]))]
APPEND_ENTRIES = (
    f"INSERT INTO entries ({columns(ENTRIES)}) SELECT {', '.join(_PARTS)} FROM json_each(?) "
    f"WHERE ({LAST}{_PARTS[MATCH_AT]}) = {_PARTS[V_AT]} - 1"
)
# A lease that ends much later than any can was given before the clock stepped back. Much: whoever
# asked a moment earlier and was served a moment later must not take it for that.
UPSERT_LEASE = """
INSERT INTO leases ("match", "owner", "until") VALUES (:match, :owner, :now + :length)
ON CONFLICT ("match") DO UPDATE SET "owner" = :owner, "until" = :now + :length
WHERE "owner" = :owner OR "until" < :now OR "until" > :now + 2 * :length
"""


class SqliteStore(SqlTables, SqlHistory, SqlPeople, ServerStore):
    """One file, one writing thread, one reading thread."""

    def __init__(self, path: Path, patience: float = 10) -> None:
        self.path = path
        self.patience = patience  # seconds to wait for another process that writes
        self.writer = Writer(self._connect, _append_many)
        self._reader: sqlite3.Connection | None = None
        self._reading = ThreadPoolExecutor(1, "filon-reader")

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=self.patience)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # confirmed means on the disk
        return connection

    async def open(self) -> None:
        self.writer.start()
        # One process serves a file: whoever thought here before has ended.
        with contextlib.suppress(Unavailable):
            await self._do(Statement("DELETE FROM leases"))

    async def close(self) -> None:
        await self.writer.stop()
        if self._reader is not None:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._reading, self._reader.close)
        self._reading.shutdown()

    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        def run() -> list[tuple[Any, ...]]:
            try:
                if self._reader is None:
                    self._reader = sqlite3.connect(
                        f"{self.path.absolute().as_uri()}?mode=rw",
                        uri=True,
                        isolation_level=None,
                        timeout=self.patience,
                    )
                return self._reader.execute(query, values).fetchall()
            except sqlite3.Error as broken:
                self._reader = None
                raise Unavailable(str(broken)) from broken

        return await asyncio.get_running_loop().run_in_executor(self._reading, run)

    async def _do(self, *statements: Statement) -> list[int]:
        def run(connection: sqlite3.Connection) -> list[int]:
            counts = []
            for statement in statements:
                counts.append(connection.execute(statement.query, statement.values).rowcount)
                if statement.needed and not counts[-1]:
                    raise Conflict("changed by another writer")
            return counts

        return await self.writer.ask(run)

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        if len(entries) == 1:
            line = entry_values(match_id, entries[0])
            await self.writer.ask(partial(_append_one, line=line), line)
        else:
            await self.writer.ask(partial(_append, match_id=match_id, entries=entries))

    async def hold(self, hold: Hold, seats: Sequence[int], v: int, at: int) -> list[Entry]:
        def job(connection: sqlite3.Connection) -> list[Entry]:
            if _last(connection, hold.match_id) != v:
                raise Conflict(f"match {hold.match_id} has gone on")
            connection.execute(upsert(HELD), values_of(HELD, vars(hold)))
            query = select(HELD, 'WHERE t."match" = ? AND t.phase = ?')
            rows = connection.execute(query, (hold.match_id, hold.n)).fetchall()
            holds = [Hold(**fields_of(HELD, row)) for row in rows]
            entries = opened({choice.seat: choice for choice in holds}, seats, v, at)
            if entries:
                _append(connection, hold.match_id, entries)
                connection.execute('DELETE FROM held WHERE "match" = ?', (hold.match_id,))
            return entries

        return await self.writer.ask(job)

    async def lease(self, match_ids: Sequence[str], owner: str, seconds: float) -> set[str]:
        def job(connection: sqlite3.Connection) -> set[str]:
            now, length = time.time_ns() // 1_000_000, int(1000 * seconds)
            terms = {"owner": owner, "now": now, "length": length}
            return {
                match_id
                for match_id in match_ids
                if connection.execute(UPSERT_LEASE, terms | {"match": match_id}).rowcount == 1
            }

        return await self.writer.ask(job)


def _last(connection: sqlite3.Connection, match_id: str) -> int:
    return int(connection.execute(f"{LAST}?", (match_id,)).fetchone()[0])


def _append_one(connection: sqlite3.Connection, line: tuple[Any, ...]) -> None:
    """As `_append`, in one statement."""
    before = (line[MATCH_AT], line[V_AT] - 1)
    if connection.execute(ADD_ENTRY, (*line, *before)).rowcount != 1:
        raise Conflict("match {} is not at {}".format(*before))


def _append_many(connection: sqlite3.Connection, lines: list[tuple[Any, ...]]) -> bool:
    """Entries of several matches in one statement; whether every one was the next of its own."""
    return connection.execute(APPEND_ENTRIES, (json.dumps(lines),)).rowcount == len(lines)


def _append(connection: sqlite3.Connection, match_id: str, entries: Sequence[Entry]) -> None:
    if entries and _last(connection, match_id) != entries[0].v - 1:
        raise Conflict(f"match {match_id} is not at {entries[0].v - 1}")
    lines = [entry_values(match_id, entry) for entry in entries]
    connection.executemany(insert(ENTRIES), lines)
