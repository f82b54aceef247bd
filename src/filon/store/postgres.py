"""The store in PostgreSQL, through asyncpg, for several processes or machines."""
# ruff: noqa: S608 - nothing but our own column names is put into statements

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Table, Text

from filon.match.clocks import Mark
from filon.match.entry import Entry
from filon.match.header import Header
from filon.match.sealed import Hold, opened
from filon.match.seating import Row
from filon.store.batching import Together
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
from filon.store.schema import ENTRIES, HELD, MARKS, MATCHES, TABLES, TIMES

AWAY = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncio.TimeoutError,
)


def _insert(table: Table, more: str = "") -> str:
    names = columns(table)
    marks = ", ".join(f"${at + 1}" for at in range(len(names)))
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks}){more}"


def _upsert(table: Table) -> str:
    key = [f'"{column.name}"' for column in table.primary_key]
    rest = [f"{name} = excluded.{name}" for name in columns(table) if name not in key]
    return _insert(table, f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {', '.join(rest)}")


def _numbered(query: str) -> str:
    """The same with its marks as PostgreSQL wants them: $1, $2, ..."""
    first, *rest = query.split("?")
    return first + "".join(f"${at}{part}" for at, part in enumerate(rest, start=1))


TABLE_SELECT = ", ".join(columns(TABLES, "t."))
MATCH_SELECT = ", ".join(columns(MATCHES))
ENTRY_SELECT = ", ".join(columns(ENTRIES))
HELD_SELECT = ", ".join(columns(HELD))
INSERT_TABLE = _insert(TABLES)
_SET = ", ".join(f"{column} = ${at}" for at, column in enumerate(columns(TABLES), start=1))
UPDATE_TABLE = f"UPDATE tables SET {_SET} WHERE id = $1 AND rev = $2 - 1"
UPSERT_MATCH = _upsert(MATCHES)
INSERT_TIME = _insert(TIMES, " ON CONFLICT DO NOTHING")
TIMES_SELECT = ", ".join(columns(TIMES))
# One statement, one way to the database and back: the entries, if the match is where they begin.
_NAMES = ", ".join(columns(ENTRIES))
_GIVEN = (
    "INSERT INTO entries ({names}) SELECT {values} FROM unnest({marks}) AS given({names})".format(
        names=_NAMES,
        values=", ".join(f"given.{name}" for name in columns(ENTRIES)),
        marks=", ".join(
            f"${at}::{'text' if isinstance(column.type, Text) else 'bigint'}[]"
            for at, column in enumerate(ENTRIES.columns, start=1)
        ),
    )
)
INSERT_ENTRIES = f"""
{_GIVEN} WHERE (SELECT coalesce(max(v), 0) FROM entries WHERE "match" = $1[1]) = $2[1] - 1
"""
# Of several matches one entry each; whoever was second is left out, and the others are not.
INSERT_SINGLE = f"""
{_GIVEN}
WHERE (SELECT coalesce(max(e.v), 0) FROM entries e WHERE e."match" = given."match") = given.v - 1
ON CONFLICT DO NOTHING RETURNING "match", v
"""
SELECT_SINCE = f"""
SELECT {_NAMES} FROM (
    SELECT e.* FROM unnest($1::text[], $2::bigint[]) AS asked(of, since)
    JOIN entries e ON e."match" = asked.of AND e.v > asked.since
) AS found ORDER BY "match", v
"""
UPSERT_HELD = _upsert(HELD)
SET_MARK = _upsert(MARKS)
# By the database's clock, the only one that all processes share.
# A lease that ends much later than any can was given before the clock stepped back (see sqlite).
UPSERT_LEASE = """
WITH told AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
INSERT INTO leases ("match", "owner", "until")
SELECT one, $2, now + $3 FROM told, unnest($1::text[]) AS one
ON CONFLICT ("match") DO UPDATE SET "owner" = excluded."owner", "until" = excluded."until"
WHERE leases."owner" = excluded."owner" OR leases."until" < excluded."until" - $3
    OR leases."until" > excluded."until" + $3
RETURNING "match"
"""
FORGET_LEASES = """
DELETE FROM leases WHERE "match" IN (
    SELECT "match" FROM leases WHERE "until" < extract(epoch FROM clock_timestamp()) * 1000 - 60000
    FOR UPDATE SKIP LOCKED
)
"""


class PostgresStore(CompanyStore):
    """A pool of connections; the keys of the tables are the locks."""

    def __init__(self, url: str, connections: int = 10) -> None:
        self.url = url
        self.connections = connections
        self._pool: Any = None
        self._adding = Together(self._add)
        self._since = Together(self._news)

    async def open(self) -> None:
        self._pool = await asyncpg.create_pool(
            self.url, min_size=1, max_size=self.connections, command_timeout=10, reset=_as_it_is
        )

    async def close(self) -> None:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._pool.close(), 5)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Any]:
        try:
            async with self._pool.acquire(timeout=10) as connection, connection.transaction():
                yield connection
        except asyncpg.UniqueViolationError as taken:
            raise Conflict(str(taken)) from None
        except AWAY as away:
            raise Unavailable(type(away).__name__) from away

    async def _read(self, query: str, *values: Any) -> list[Any]:
        try:
            return list(await self._pool.fetch(query, *values))
        except AWAY as away:
            raise Unavailable(type(away).__name__) from away

    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return [tuple(found) for found in await self._read(_numbered(query), *values)]

    async def _do(self, *jobs: Job) -> list[int]:
        async with self._writing() as connection:
            done = [await connection.execute(_numbered(query), *values) for query, values in jobs]
            return [int(one.rpartition(" ")[2]) for one in done]

    async def create(self, row: Row, header: Header) -> None:
        async with self._writing() as connection:
            await connection.execute(INSERT_TABLE, *table_values(row))
            await connection.execute(UPSERT_MATCH, *match_values(header, row.game))
            await _sit(connection, row)

    async def save(self, row: Row, header: Header | None = None) -> None:
        async with self._writing() as connection:
            done = await connection.execute(UPDATE_TABLE, *table_values(row))
            if done != "UPDATE 1":
                raise Conflict(f"table {row.id} is not at {row.rev - 1}")
            if header is not None:
                await connection.execute(UPSERT_MATCH, *match_values(header, row.game))
            await _sit(connection, row)

    async def row(self, table_id: str) -> Row | None:
        found = await self._read(f"SELECT {TABLE_SELECT} FROM tables t WHERE id = $1", table_id)
        return row_of(tuple(found[0])) if found else None

    async def header(self, match_id: str) -> Header | None:
        found = await self._read(f"SELECT {MATCH_SELECT} FROM matches WHERE id = $1", match_id)
        return header_of(tuple(found[0])) if found else None

    async def entries(self, match_id: str, since: int) -> list[Entry]:
        return await self._since((match_id, since))

    async def _news(self, asked: list[tuple[str, int]]) -> list[list[Entry]]:
        """The entries of each match after its version."""
        sinces: dict[str, int] = {}
        for match_id, since in asked:
            sinces[match_id] = min(since, sinces.get(match_id, since))
        found: dict[str, list[Entry]] = {match_id: [] for match_id in sinces}
        for values in await self._read(SELECT_SINCE, list(sinces), list(sinces.values())):
            found[str(values["match"])].append(entry_of(tuple(values)))
        return [
            [entry for entry in found[match_id] if entry.v > since] for match_id, since in asked
        ]

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        if len(entries) == 1:
            await self._adding((match_id, entries[0]))
            return
        try:
            await _append(self._pool, match_id, entries)
        except asyncpg.UniqueViolationError as taken:
            raise Conflict(str(taken)) from None
        except AWAY as away:
            raise Unavailable(type(away).__name__) from away

    async def _add(self, asked: list[tuple[str, Entry]]) -> list[Conflict | None]:
        """One entry of each match; who is not the next of its own hears of it alone."""
        # In one order everywhere: two processes that want the same places never wait in a circle.
        order = sorted({(match_id, one.v): at for at, (match_id, one) in enumerate(asked)}.items())
        values = zip(*(entry_values(*asked[at]) for _, at in order), strict=True)
        found = await self._read(INSERT_SINGLE, *map(list, values))
        taken = {(str(one["match"]), int(one["v"])) for one in found}
        kept = {at for place, at in order if place in taken}
        return [
            None if at in kept else Conflict(f"match {match_id} is not at {one.v - 1}")
            for at, (match_id, one) in enumerate(asked)
        ]

    async def hold(self, hold: Hold, seats: Sequence[int], v: int, at: int) -> list[Entry]:
        async with self._writing() as connection:
            # Seats that choose at the same time must see each other's choice: one after the other.
            await connection.execute(
                "SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", hold.match_id
            )
            if await _last(connection, hold.match_id) != v:
                raise Conflict(f"match {hold.match_id} has gone on")
            await connection.execute(UPSERT_HELD, *hold_values(hold))
            found = await connection.fetch(
                f'SELECT {HELD_SELECT} FROM held WHERE "match" = $1 AND phase = $2',
                hold.match_id,
                hold.n,
            )
            kept = {one.seat: one for one in map(hold_of, map(tuple, found))}
            entries = opened(kept, seats, v, at)
            if not entries:
                return []
            await _append(connection, hold.match_id, entries)
            await connection.execute('DELETE FROM held WHERE "match" = $1', hold.match_id)
            return entries

    async def withdraw(self, match_id: str, n: int, seat: int) -> bool:
        async with self._writing() as connection:
            await connection.execute("SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", match_id)
            done = await connection.execute(
                'DELETE FROM held WHERE "match" = $1 AND phase = $2 AND seat = $3',
                match_id,
                n,
                seat,
            )
            return bool(done == "DELETE 1")

    async def holds(self, match_id: str) -> list[Hold]:
        found = await self._read(
            f'SELECT {HELD_SELECT} FROM held WHERE "match" = $1 ORDER BY seat', match_id
        )
        return [hold_of(tuple(values)) for values in found]

    async def by_code(self, code: str) -> str | None:
        found = await self._read(
            "SELECT id FROM tables WHERE code = $1 AND phase = 'waiting'", code
        )
        return str(found[0][0]) if found else None

    async def by_device(self, device: str) -> list[Row]:
        found = await self._read(
            f"SELECT {TABLE_SELECT} FROM tables t JOIN sitting s ON s.table_id = t.id "
            "WHERE s.device = $1 ORDER BY t.changed DESC LIMIT 50",
            device,
        )
        return [row_of(tuple(values)) for values in found]

    async def listed(self) -> list[Row]:
        found = await self._read(
            f"SELECT {TABLE_SELECT} FROM tables t WHERE t.phase = 'waiting' AND t.listed = 1 "
            "ORDER BY t.changed DESC LIMIT 50"
        )
        return [row_of(tuple(values)) for values in found]

    async def playing(self) -> list[str]:
        found = await self._read(
            "SELECT id FROM tables WHERE phase = 'playing' ORDER BY changed DESC LIMIT 10000"
        )
        return [str(values[0]) for values in found]

    async def mark(self, name: str) -> str:
        found = await self._read("SELECT told FROM marks WHERE name = $1", name)
        return str(found[0][0]) if found else ""

    async def set_mark(self, name: str, told: str) -> None:
        async with self._writing() as connection:
            if told:
                await connection.execute(SET_MARK, name, told)
            else:
                await connection.execute("DELETE FROM marks WHERE name = $1", name)

    async def note_times(self, marks: Sequence[Mark]) -> None:
        async with self._writing() as connection:
            await connection.executemany(INSERT_TIME, [mark_values(mark) for mark in marks])

    async def times(self, match_id: str) -> list[Mark]:
        found = await self._read(
            f'SELECT {TIMES_SELECT} FROM times WHERE "match" IN ($1, \'\') ORDER BY "at"', match_id
        )
        return [mark_of(tuple(values)) for values in found]

    async def lease(self, match_ids: Sequence[str], owner: str, seconds: float) -> set[str]:
        async with self._writing() as connection:
            found = await connection.fetch(
                UPSERT_LEASE, sorted(match_ids), owner, int(1000 * seconds)
            )
        return {str(values[0]) for values in found}

    async def release(self, owner: str) -> None:
        async with self._writing() as connection:
            await connection.execute("DELETE FROM leases WHERE owner = $1", owner)
            await connection.execute(FORGET_LEASES)  # of processes that died

    async def quiet(self, before: int, phases: Sequence[str] = PHASES) -> list[Row]:
        found = await self._read(
            f"SELECT {TABLE_SELECT} FROM tables t WHERE t.changed < $1 "
            f"AND t.phase = ANY($2::text[]) AND {UNPLAYED} >= $1) ORDER BY t.changed",
            before,
            list(phases),
        )
        return [row_of(tuple(values)) for values in found]

    async def remove(self, table_id: str) -> None:
        async with self._writing() as connection:
            for statement, name in removals("$1"):
                await connection.execute(statement, name.format(table_id))


async def _sit(connection: Any, row: Row) -> None:
    await connection.execute("DELETE FROM sitting WHERE table_id = $1", row.id)
    await connection.executemany(
        "INSERT INTO sitting (device, table_id) VALUES ($1, $2)",
        [(device, row.id) for device in sorted(devices(row))],
    )


async def _last(connection: Any, match_id: str) -> int:
    found = await connection.fetchval('SELECT max(v) FROM entries WHERE "match" = $1', match_id)
    return int(found or 0)


async def _append(connection: Any, match_id: str, entries: Sequence[Entry]) -> None:
    """The entries, all or none, in or outside of a transaction."""
    values = zip(*(entry_values(match_id, entry) for entry in entries), strict=True)
    done = await connection.execute(INSERT_ENTRIES, *map(list, values))
    if done != f"INSERT 0 {len(entries)}":
        raise Conflict(f"match {match_id} is not at {entries[0].v - 1}")


async def _as_it_is(_connection: Any) -> None:
    """Nothing to clear up behind anybody: no setting of a session is ever changed."""
