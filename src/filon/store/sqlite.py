"""The store in one SQLite file (WAL), through the standard library."""
# ruff: noqa: S608 - nothing but our own column names is put into statements

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Table

from filon.match.clocks import Mark
from filon.match.entry import Entry
from filon.match.header import Header
from filon.match.sealed import Hold, opened
from filon.match.seating import Row
from filon.store.contract import PHASES, Conflict, Unavailable
from filon.store.people import CompanyStore, Job
from filon.store.rows import (
    UNPLAYED,
    columns,
    devices,
    entry_of,
    entry_values,
    header_of,
    hold_of,
    hold_values,
    mark_of,
    mark_values,
    match_values,
    removals,
    row_of,
    table_values,
)
from filon.store.schema import ENTRIES, HELD, MATCHES, TABLES, TIMES
from filon.store.writer import Writer

T = TypeVar("T")


def _insert(table: Table, verb: str = "INSERT") -> str:
    names = columns(table)
    return f"{verb} INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


TABLE_SELECT = ", ".join(columns(TABLES, "t."))
MATCH_SELECT = ", ".join(columns(MATCHES))
ENTRY_SELECT = ", ".join(columns(ENTRIES))
HELD_SELECT = ", ".join(columns(HELD))
INSERT_TABLE = _insert(TABLES)
UPDATE_TABLE = "UPDATE tables SET {} WHERE id = ? AND rev = ?".format(
    ", ".join(f"{column} = ?" for column in columns(TABLES)[1:])
)
UPSERT_MATCH = _insert(MATCHES, "INSERT OR REPLACE")
INSERT_ENTRY = _insert(ENTRIES)
MATCH_AT, V_AT = (columns(ENTRIES).index(name) for name in ('"match"', '"v"'))
APPEND_ENTRY = (
    INSERT_ENTRY.replace(" VALUES (", " SELECT ").rstrip(")")
    + ' WHERE (SELECT COALESCE(MAX(v), 0) FROM entries WHERE "match" = ?) = ?'
)
APPEND_ENTRIES = (
    INSERT_ENTRY.partition(" VALUES ")[0]
    + " SELECT "
    + ", ".join(f"json_extract(value, '$[{at}]')" for at in range(len(columns(ENTRIES))))
    + ' FROM json_each(?) WHERE (SELECT COALESCE(MAX(v), 0) FROM entries WHERE "match" = '
    + f"json_extract(value, '$[{MATCH_AT}]')) = json_extract(value, '$[{V_AT}]') - 1"
)
INSERT_TIME = _insert(TIMES, "INSERT OR IGNORE")
TIMES_SELECT = ", ".join(columns(TIMES))
UPSERT_HELD = _insert(HELD, "INSERT OR REPLACE")
# A lease that ends much later than any can was given before the clock stepped back. Much: whoever
# asked a moment earlier and was served a moment later must not take it for that.
UPSERT_LEASE = """
INSERT INTO leases ("match", "owner", "until") VALUES (:match, :owner, :now + :length)
ON CONFLICT ("match") DO UPDATE SET "owner" = :owner, "until" = :now + :length
WHERE "owner" = :owner OR "until" < :now OR "until" > :now + 2 * :length
"""


class SqliteStore(CompanyStore):
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
            await self.writer.ask(lambda connection: connection.execute("DELETE FROM leases"))

    async def close(self) -> None:
        await self.writer.stop()
        if self._reader is not None:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._reading, self._reader.close)
        self._reading.shutdown()

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            try:
                if self._reader is None:
                    self._reader = sqlite3.connect(
                        f"{self.path.absolute().as_uri()}?mode=rw",
                        uri=True,
                        isolation_level=None,
                        timeout=self.patience,
                    )
                return job(self._reader)
            except sqlite3.Error as broken:
                self._reader = None
                raise Unavailable(str(broken)) from broken

        return await asyncio.get_running_loop().run_in_executor(self._reading, run)

    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return await self._read(lambda connection: connection.execute(query, values).fetchall())

    async def _do(self, *jobs: Job) -> list[int]:
        return await self.writer.ask(
            lambda connection: [connection.execute(*job).rowcount for job in jobs]
        )

    async def create(self, row: Row, header: Header) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute(INSERT_TABLE, table_values(row))
            connection.execute(UPSERT_MATCH, match_values(header, row.game))
            _sit(connection, row)

        await self.writer.ask(job)

    async def save(self, row: Row, header: Header | None = None) -> None:
        def job(connection: sqlite3.Connection) -> None:
            done = connection.execute(UPDATE_TABLE, (*table_values(row)[1:], row.id, row.rev - 1))
            if done.rowcount != 1:
                raise Conflict(f"table {row.id} is not at {row.rev - 1}")
            if header is not None:
                connection.execute(UPSERT_MATCH, match_values(header, row.game))
            _sit(connection, row)

        await self.writer.ask(job)

    async def row(self, table_id: str) -> Row | None:
        found = await self._read(
            lambda connection: connection.execute(
                f"SELECT {TABLE_SELECT} FROM tables t WHERE id = ?", (table_id,)
            ).fetchone()
        )
        return None if found is None else row_of(found)

    async def header(self, match_id: str) -> Header | None:
        found = await self._read(
            lambda connection: connection.execute(
                f"SELECT {MATCH_SELECT} FROM matches WHERE id = ?", (match_id,)
            ).fetchone()
        )
        return None if found is None else header_of(found)

    async def entries(self, match_id: str, since: int) -> list[Entry]:
        found: list[Any] = await self._read(
            lambda connection: connection.execute(
                f'SELECT {ENTRY_SELECT} FROM entries WHERE "match" = ? AND v > ? ORDER BY v',
                (match_id, since),
            ).fetchall()
        )
        return [entry_of(values) for values in found]

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
            connection.execute(UPSERT_HELD, hold_values(hold))
            kept = {one.seat: one for one in _holds(connection, hold.match_id) if one.n == hold.n}
            entries = opened(kept, seats, v, at)
            if not entries:
                return []
            _append(connection, hold.match_id, entries)
            connection.execute('DELETE FROM held WHERE "match" = ?', (hold.match_id,))
            return entries

        return await self.writer.ask(job)

    async def withdraw(self, match_id: str, n: int, seat: int) -> bool:
        return await self.writer.ask(
            lambda connection: (
                connection.execute(
                    'DELETE FROM held WHERE "match" = ? AND phase = ? AND seat = ?',
                    (match_id, n, seat),
                ).rowcount
                == 1
            )
        )

    async def holds(self, match_id: str) -> list[Hold]:
        return await self._read(lambda connection: _holds(connection, match_id))

    async def by_code(self, code: str) -> str | None:
        found = await self._read(
            lambda connection: connection.execute(
                "SELECT id FROM tables WHERE code = ? AND phase = 'waiting'", (code,)
            ).fetchone()
        )
        return None if found is None else str(found[0])

    async def by_device(self, device: str) -> list[Row]:
        found: list[Any] = await self._read(
            lambda connection: connection.execute(
                f"SELECT {TABLE_SELECT} FROM tables t JOIN sitting s ON s.table_id = t.id "
                "WHERE s.device = ? ORDER BY t.changed DESC LIMIT 50",
                (device,),
            ).fetchall()
        )
        return [row_of(values) for values in found]

    async def listed(self) -> list[Row]:
        found: list[Any] = await self._read(
            lambda connection: connection.execute(
                f"SELECT {TABLE_SELECT} FROM tables t WHERE t.phase = 'waiting' AND t.listed = 1 "
                "ORDER BY t.changed DESC LIMIT 50"
            ).fetchall()
        )
        return [row_of(values) for values in found]

    async def playing(self) -> list[str]:
        found: list[Any] = await self._read(
            lambda connection: connection.execute(
                "SELECT id FROM tables WHERE phase = 'playing' ORDER BY changed DESC LIMIT 10000"
            ).fetchall()
        )
        return [str(values[0]) for values in found]

    async def mark(self, name: str) -> str:
        found = await self._read(
            lambda connection: connection.execute(
                "SELECT told FROM marks WHERE name = ?", (name,)
            ).fetchone()
        )
        return "" if found is None else str(found[0])

    async def set_mark(self, name: str, told: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            if told:
                connection.execute("INSERT OR REPLACE INTO marks VALUES (?, ?)", (name, told))
            else:
                connection.execute("DELETE FROM marks WHERE name = ?", (name,))

        await self.writer.ask(job)

    async def note_times(self, marks: Sequence[Mark]) -> None:
        values = [mark_values(mark) for mark in marks]
        await self.writer.ask(lambda connection: connection.executemany(INSERT_TIME, values))

    async def times(self, match_id: str) -> list[Mark]:
        found: list[Any] = await self._read(
            lambda connection: connection.execute(
                f'SELECT {TIMES_SELECT} FROM times WHERE "match" IN (?, \'\') ORDER BY "at"',
                (match_id,),
            ).fetchall()
        )
        return [mark_of(values) for values in found]

    async def lease(self, match_ids: Sequence[str], owner: str, seconds: float) -> set[str]:
        def job(connection: sqlite3.Connection) -> set[str]:
            now, length = time.time_ns() // 1_000_000, int(1000 * seconds)
            told = {"owner": owner, "now": now, "length": length}
            return {
                one
                for one in match_ids
                if connection.execute(UPSERT_LEASE, told | {"match": one}).rowcount == 1
            }

        return await self.writer.ask(job)

    async def release(self, owner: str) -> None:
        await self.writer.ask(
            lambda connection: connection.execute("DELETE FROM leases WHERE owner = ?", (owner,))
        )

    async def quiet(self, before: int, phases: Sequence[str] = PHASES) -> list[Row]:
        found: list[Any] = await self._read(
            lambda connection: connection.execute(
                f"SELECT {TABLE_SELECT} FROM tables t WHERE t.changed < ? "
                f"AND t.phase IN ({', '.join('?' * len(phases))}) AND {UNPLAYED} >= ?) "
                "ORDER BY t.changed",
                (before, *phases, before),
            ).fetchall()
        )
        return [row_of(values) for values in found]

    async def remove(self, table_id: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            for statement, name in removals("?"):
                connection.execute(statement, (name.format(table_id),))

        await self.writer.ask(job)


def _sit(connection: sqlite3.Connection, row: Row) -> None:
    connection.execute("DELETE FROM sitting WHERE table_id = ?", (row.id,))
    connection.executemany(
        "INSERT INTO sitting (device, table_id) VALUES (?, ?)",
        [(device, row.id) for device in sorted(devices(row))],
    )


def _last(connection: sqlite3.Connection, match_id: str) -> int:
    found = connection.execute(
        'SELECT max(v) FROM entries WHERE "match" = ?', (match_id,)
    ).fetchone()
    return int(found[0] or 0)


def _append_one(connection: sqlite3.Connection, line: tuple[Any, ...]) -> None:
    """As `_append`, in one statement."""
    before = (line[MATCH_AT], line[V_AT] - 1)
    if connection.execute(APPEND_ENTRY, (*line, *before)).rowcount != 1:
        raise Conflict("match {} is not at {}".format(*before))


def _append_many(connection: sqlite3.Connection, lines: list[tuple[Any, ...]]) -> bool:
    """Entries of several matches in one statement; whether every one was the next of its own."""
    return connection.execute(APPEND_ENTRIES, (json.dumps(lines),)).rowcount == len(lines)


def _append(connection: sqlite3.Connection, match_id: str, entries: Sequence[Entry]) -> None:
    if entries and _last(connection, match_id) != entries[0].v - 1:
        raise Conflict(f"match {match_id} is not at {entries[0].v - 1}")
    connection.executemany(INSERT_ENTRY, [entry_values(match_id, entry) for entry in entries])


def _holds(connection: sqlite3.Connection, match_id: str) -> list[Hold]:
    found = connection.execute(
        f'SELECT {HELD_SELECT} FROM held WHERE "match" = ? ORDER BY seat', (match_id,)
    ).fetchall()
    return [hold_of(values) for values in found]
