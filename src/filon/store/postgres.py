"""The store in PostgreSQL, through asyncpg, for several processes or machines."""
# ruff: noqa: S608 - nothing but our own column names is put into statements

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Text

from filon.match.entry import Entry
from filon.match.sealed import Hold, opened
from filon.store.batching import Batcher
from filon.store.contract import Conflict, ServerStore, Unavailable
from filon.store.history import SqlHistory
from filon.store.people import SqlPeople
from filon.store.schema import ENTRIES, HELD
from filon.store.sql import SqlTables, entry_of, entry_values
from filon.store.statements import KEYS, Statement, columns, fields_of, select, upsert, values_of

MATCH_AT = KEYS["entries"].index("match_id")
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


@cache
def _numbered(query: str) -> str:
    """The same with its placeholders as PostgreSQL wants them: $1, $2, ..."""
    first, *rest = query.split("?")
    return first + "".join(f"${at}{part}" for at, part in enumerate(rest, start=1))


# One statement, one way to the database and back: the entries, if the match is where they begin.
_GIVEN = (
    "INSERT INTO entries ({names}) SELECT {values} FROM unnest({arrays}) AS given({names})".format(
        names=columns(ENTRIES),
        values=columns(ENTRIES, "given."),
        arrays=", ".join(
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
SELECT {columns(ENTRIES, "e.")} FROM unnest($1::text[], $2::bigint[]) AS wanted(match_id, since)
JOIN entries e ON e."match" = wanted.match_id AND e.v > wanted.since ORDER BY e."match", e.v
"""
# By the database's clock, the only one that all processes share.
# A lease that ends much later than any can was given before the clock stepped back (see sqlite).
UPSERT_LEASE = """
WITH clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
INSERT INTO leases ("match", "owner", "until")
SELECT match_id, $2, now + $3 FROM clock, unnest($1::text[]) AS match_id
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


class PostgresStore(SqlTables, SqlHistory, SqlPeople, ServerStore):
    """A pool of connections; the keys of the tables are the locks."""

    row_lock = " FOR UPDATE"

    def __init__(self, url: str, connections: int = 10) -> None:
        self.url = url
        self.connections = connections
        self._pool: Any = None
        self._adding = Batcher(self._add)
        self._since = Batcher(self._news)

    async def open(self) -> None:
        self._pool = await asyncpg.create_pool(
            self.url, min_size=1, max_size=self.connections, command_timeout=10, reset=_no_reset
        )

    async def close(self) -> None:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._pool.close(), 5)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Any]:
        with _faults():
            async with self._pool.acquire(timeout=10) as connection, connection.transaction():
                yield connection

    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with _faults():
            return [tuple(row) for row in await self._pool.fetch(_numbered(query), *values)]

    async def _do(self, *statements: Statement) -> list[int]:
        counts = []
        async with self._writing() as connection:
            for statement in statements:
                status = await connection.execute(_numbered(statement.query), *statement.values)
                counts.append(int(status.rpartition(" ")[2]))
                if statement.needed and not counts[-1]:
                    raise Conflict("changed by another writer")
        return counts

    async def entries(self, match_id: str, since: int) -> list[Entry]:
        return await self._since((match_id, since))

    async def _news(self, requests: list[tuple[str, int]]) -> list[list[Entry]]:
        """The entries of each match after its version."""
        sinces: dict[str, int] = {}
        for match_id, since in requests:
            sinces[match_id] = min(since, sinces.get(match_id, since))
        news: dict[str, list[Entry]] = {match_id: [] for match_id in sinces}
        for values in await self._ask(SELECT_SINCE, list(sinces), list(sinces.values())):
            news[str(values[MATCH_AT])].append(entry_of(values))
        return [
            [entry for entry in news[match_id] if entry.v > since] for match_id, since in requests
        ]

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        if len(entries) == 1:
            await self._adding((match_id, entries[0]))
        else:
            with _faults():
                await _append(self._pool, match_id, entries)

    async def _add(self, requests: list[tuple[str, Entry]]) -> list[Conflict | None]:
        """Add one entry of each match; one that is not the next of its own is refused alone."""
        # In one order everywhere: two processes that want the same places never wait in a circle.
        places = {(match_id, entry.v): at for at, (match_id, entry) in enumerate(requests)}
        order = sorted(places.items())
        values = zip(*(entry_values(*requests[at]) for _, at in order), strict=True)
        added = {tuple(row) for row in await self._ask(INSERT_SINGLE, *map(list, values))}
        done = {at for place, at in order if place in added}
        return [
            None if at in done else Conflict(f"match {match_id} is not at {entry.v - 1}")
            for at, (match_id, entry) in enumerate(requests)
        ]

    async def hold(self, hold: Hold, seats: Sequence[int], v: int, at: int) -> list[Entry]:
        async with self._writing() as connection:
            # Seats that choose at the same time must see each other's choice: one after the other.
            await connection.execute(
                "SELECT 1 FROM matches WHERE id = $1 FOR UPDATE", hold.match_id
            )
            last = await connection.fetchval(
                'SELECT max(v) FROM entries WHERE "match" = $1', hold.match_id
            )
            if (last or 0) != v:
                raise Conflict(f"match {hold.match_id} has gone on")
            await connection.execute(_numbered(upsert(HELD)), *values_of(HELD, vars(hold)))
            query = _numbered(select(HELD, 'WHERE t."match" = ? AND t.phase = ?'))
            rows = await connection.fetch(query, hold.match_id, hold.n)
            holds = [Hold(**fields_of(HELD, tuple(row))) for row in rows]
            entries = opened({choice.seat: choice for choice in holds}, seats, v, at)
            if entries:
                await _append(connection, hold.match_id, entries)
                await connection.execute('DELETE FROM held WHERE "match" = $1', hold.match_id)
            return entries

    async def lease(self, match_ids: Sequence[str], owner: str, seconds: float) -> set[str]:
        async with self._writing() as connection:
            leased = await connection.fetch(
                UPSERT_LEASE, sorted(match_ids), owner, int(1000 * seconds)
            )
        return {str(values[0]) for values in leased}

    async def release(self, owner: str) -> None:
        await super().release(owner)
        await self._do(Statement(FORGET_LEASES))  # of processes that died


@contextlib.contextmanager
def _faults() -> Iterator[None]:
    """Conflict for a key that is taken, Unavailable for a database that is away."""
    try:
        yield
    except asyncpg.UniqueViolationError as taken:
        raise Conflict(str(taken)) from None
    except AWAY as away:
        raise Unavailable(type(away).__name__) from away


async def _append(connection: Any, match_id: str, entries: Sequence[Entry]) -> None:
    """The entries, all or none, in or outside of a transaction."""
    values = zip(*(entry_values(match_id, entry) for entry in entries), strict=True)
    done = await connection.execute(INSERT_ENTRIES, *map(list, values))
    if done != f"INSERT 0 {len(entries)}":
        raise Conflict(f"match {match_id} is not at {entries[0].v - 1}")


async def _no_reset(_connection: Any) -> None:
    """No-op: no setting of a session is ever changed."""
