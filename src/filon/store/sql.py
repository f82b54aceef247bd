"""Tables and matches in a database; what SQLite and PostgreSQL do alike is said once, here."""
# ruff: noqa: S608 - only our own names of tables and columns are put into statements

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from filon.match.chat import NEWEST, ChatMessage
from filon.match.clocks import Mark
from filon.match.entry import Entry
from filon.match.header import Header
from filon.match.sealed import Hold
from filon.match.seating import Row
from filon.store.contract import PHASES, Change, Conflict, LeaseStore, TableStore
from filon.store.encoding import header_fields, header_from, row_fields, row_from
from filon.store.schema import ENTRIES, HELD, MATCHES, META, METADATA, TABLES, TIMES, WORDS
from filon.store.statements import (
    Statement,
    columns,
    fields_of,
    insert,
    insert_new,
    placeholders,
    select,
    upsert,
    values_of,
)

TRIES = 20  # at a chat's next number, while others write there
PLACES = placeholders(len(TABLES.columns))
UPDATE_TABLE = f"UPDATE tables SET ({columns(TABLES)}) = ({PLACES}) WHERE id = ? AND rev = ?"
# An entry, if it is the next one of its match: its columns, its match, and the version before it.
ADD_ENTRY = f"""
INSERT INTO entries ({columns(ENTRIES)}) SELECT {placeholders(len(ENTRIES.columns))}
WHERE (SELECT COALESCE(MAX(v), 0) FROM entries WHERE "match" = ?) = ?
"""
# No entry of a table's present match is as new.
UNPLAYED = """
NOT EXISTS (
    SELECT 1 FROM entries e
    WHERE e."match" = t.id || '-' || CAST(t."match" AS TEXT) AND e."at" >= ?
)
"""


def _removals() -> list[tuple[str, str]]:
    """What deletes a table with all that belongs to it: statements, and the name for each."""
    removals = []
    for table in METADATA.sorted_tables:
        for column in table.columns:
            if column.key == "match_id":
                removals.append((f'DELETE FROM {table.name} WHERE "{column.name}" LIKE ?', "{}-%"))
            if column.key == "table_id":
                removals.append((f'DELETE FROM {table.name} WHERE "{column.name}" = ?', "{}"))
    removals.append(("DELETE FROM marks WHERE name = ?", "host {}"))
    return [*removals, ("DELETE FROM tables WHERE id = ?", "{}")]


REMOVALS = _removals()


class Sql(ABC):
    """A database that runs statements."""

    @abstractmethod
    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query."""

    @abstractmethod
    async def _do(self, *statements: Statement) -> list[int]:
        """Run all these statements or none, and return how many rows each changed; Conflict."""


class SqlTables(Sql, TableStore, LeaseStore):
    """Tables, matches and their journals; each database adds to journals in its own way."""

    row_lock = ""  # at the end of a query: others wait with their changes of its rows

    async def create(self, row: Row, header: Header) -> None:
        await self._do(Statement(insert(TABLES), _table(row)), _match(header, row), *_sitting(row))

    async def write(self, change: Change) -> None:
        if change.row is None and not change.withdrawn and not change.marks:
            await self.append(change.match_id, change.entries)
            return
        match_id, delete = change.match_id, 'DELETE FROM held WHERE "match" = ? AND seat = ?'
        statements = [_next_entry(match_id, entry) for entry in change.entries]
        statements += [Statement(delete, (match_id, seat)) for seat in change.withdrawn]
        statements += [] if change.row is None else _revision(change.row, change.header)
        statements += [
            Statement(insert_new(TIMES), values_of(TIMES, vars(mark))) for mark in change.marks
        ]
        await self._do(*statements)

    async def row(self, table_id: str) -> Row | None:
        rows = await self._rows("WHERE t.id = ?", table_id)
        return rows[0] if rows else None

    async def header(self, match_id: str) -> Header | None:
        rows = await self._ask(select(MATCHES, "WHERE t.id = ?"), match_id)
        return header_from(fields_of(MATCHES, rows[0])) if rows else None

    async def entries(self, match_id: str, since: int) -> list[Entry]:
        query = select(ENTRIES, 'WHERE t."match" = ? AND t.v > ? ORDER BY t.v')
        return [entry_of(values) for values in await self._ask(query, match_id, since)]

    async def withdraw(self, match_id: str, n: int, seat: int) -> bool:
        alone = f"SELECT 1 FROM matches WHERE id = ?{self.row_lock}"  # no seat opens meanwhile
        delete = 'DELETE FROM held WHERE "match" = ? AND phase = ? AND seat = ?'
        done = await self._do(Statement(alone, (match_id,)), Statement(delete, (match_id, n, seat)))
        return done[1] == 1

    async def holds(self, match_id: str) -> list[Hold]:
        query = select(HELD, 'WHERE t."match" = ? ORDER BY t.seat')
        return [Hold(**fields_of(HELD, values)) for values in await self._ask(query, match_id)]

    async def by_code(self, code: str) -> str | None:
        query = "SELECT id FROM tables WHERE code = ? AND phase = 'waiting'"
        rows = await self._ask(query, code)
        return str(rows[0][0]) if rows else None

    async def by_device(self, device: str) -> list[Row]:
        return await self._rows(
            "JOIN sitting s ON s.table_id = t.id WHERE s.device = ? "
            "ORDER BY t.changed DESC LIMIT 50",
            device,
        )

    async def listed(self) -> list[Row]:
        return await self._rows(
            "WHERE t.phase = 'waiting' AND t.listed = 1 ORDER BY t.changed DESC LIMIT 50"
        )

    async def playing(self) -> list[str]:
        query = "SELECT id FROM tables WHERE phase = 'playing' ORDER BY changed DESC LIMIT 10000"
        return [str(values[0]) for values in await self._ask(query)]

    async def idle(self, before: int, phases: Sequence[str] = PHASES) -> list[Row]:
        return await self._rows(
            f"WHERE t.changed < ? AND t.phase IN ({placeholders(len(phases))}) AND {UNPLAYED} "
            "ORDER BY t.changed",
            *(before, *phases, before),
        )

    async def _rows(self, rest: str, *values: Any) -> list[Row]:
        rows = await self._ask(select(TABLES, rest), *values)
        return [row_from(fields_of(TABLES, values)) for values in rows]

    async def remove(self, table_id: str) -> None:
        await self._do(*(Statement(query, (name.format(table_id),)) for query, name in REMOVALS))

    async def marks(self, match_id: str) -> list[Mark]:
        query = select(TIMES, 'WHERE t."match" IN (?, \'\') ORDER BY t."at"')
        return [Mark(**fields_of(TIMES, values)) for values in await self._ask(query, match_id)]

    async def add_word(self, table_id: str, word: ChatMessage) -> int:
        old = "DELETE FROM words WHERE table_id = ? AND n <= ?"
        for _ in range(TRIES):
            last = await self._ask("SELECT max(n) FROM words WHERE table_id = ?", table_id)
            n = int(last[0][0] or 0) + 1
            values = values_of(WORDS, vars(word) | {"table_id": table_id, "n": n})
            try:
                await self._do(
                    Statement(insert(WORDS), values), Statement(old, (table_id, n - NEWEST))
                )
            except Conflict:
                continue  # another message has this number
            return n
        raise Conflict(f"too many speak at {table_id}")

    async def words(self, table_id: str, since: int) -> list[ChatMessage]:
        query = select(WORDS, "WHERE t.table_id = ? AND t.n > ? ORDER BY t.n")
        return [word_of(values) for values in await self._ask(query, table_id, since)]

    async def meta(self, name: str) -> str:
        rows = await self._ask("SELECT told FROM marks WHERE name = ?", name)
        return str(rows[0][0]) if rows else ""

    async def set_meta(self, name: str, value: str) -> None:
        delete = Statement("DELETE FROM marks WHERE name = ?", (name,))
        await self._do(Statement(upsert(META), (name, value)) if value else delete)

    async def release(self, owner: str) -> None:
        await self._do(Statement("DELETE FROM leases WHERE owner = ?", (owner,)))


def entry_values(match_id: str, entry: Entry) -> tuple[Any, ...]:
    """An entry's columns, in order."""
    return values_of(ENTRIES, vars(entry) | {"match_id": match_id})


def entry_of(values: Sequence[Any]) -> Entry:
    """An entry from its columns."""
    fields = fields_of(ENTRIES, values)
    del fields["match_id"]
    return Entry(**fields)


def word_of(values: Sequence[Any]) -> ChatMessage:
    """A chat message from its columns."""
    fields = fields_of(WORDS, values)
    del fields["table_id"]
    return ChatMessage(**fields)


def _next_entry(match_id: str, entry: Entry) -> Statement:
    values = (*entry_values(match_id, entry), match_id, entry.v - 1)
    return Statement(ADD_ENTRY, values, needed=True)


def _table(row: Row) -> tuple[Any, ...]:
    return values_of(TABLES, row_fields(row))


def _match(header: Header, row: Row) -> Statement:
    return Statement(upsert(MATCHES), values_of(MATCHES, header_fields(header, row.game)))


def _revision(row: Row, header: Header | None) -> list[Statement]:
    """A table's next revision, with a match."""
    update = Statement(UPDATE_TABLE, (*_table(row), row.id, row.rev - 1), needed=True)
    match = [] if header is None else [_match(header, row)]
    return [update, *match, *_sitting(row)]


def _sitting(row: Row) -> list[Statement]:
    """The devices at a table, for `by_device`."""
    devices = sorted({seat.device for seat in row.seats if seat.device})
    place = "INSERT INTO sitting (device, table_id) VALUES (?, ?)"
    return [
        Statement("DELETE FROM sitting WHERE table_id = ?", (row.id,)),
        *(Statement(place, (device, row.id)) for device in devices),
    ]
