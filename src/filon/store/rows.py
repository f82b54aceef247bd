"""Tables, matches, entries and held choices as both databases keep them: columns as in schema."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Table

from filon.match.chat import Word
from filon.match.clocks import Mark
from filon.match.entry import Entry
from filon.match.header import Header
from filon.match.sealed import Hold
from filon.match.seating import Row
from filon.store.encoding import header_fields, header_from, row_fields, row_from
from filon.store.schema import ENTRIES, HELD, MATCHES, METADATA, TABLES, TIMES, WORDS

# No entry of a table's present match has a time; to be closed with the time and a bracket.
UNPLAYED = (
    'NOT EXISTS (SELECT 1 FROM entries e WHERE e."match" = '
    't.id || \'-\' || CAST(t."match" AS TEXT) AND e."at"'
)


# Asking SQLAlchemy for them costs as much as writing the entry.
KEYS = {
    table.name: tuple(column.key for column in table.columns) for table in METADATA.tables.values()
}


def columns(table: Table, prefix: str = "") -> list[str]:
    """The names of a table's columns, quoted, in order."""
    return [f'{prefix}"{column.name}"' for column in table.columns]


def in_order(table: Table, fields: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values of a table's columns."""
    return tuple(fields[key] for key in KEYS[table.name])


def by_field(table: Table, values: Sequence[Any]) -> dict[str, Any]:
    """The values of a table's columns, by the fields they keep."""
    return dict(zip(KEYS[table.name], values, strict=True))


def table_values(row: Row) -> tuple[Any, ...]:
    """A table's columns in order; an empty code is null, so that codes can be unique."""
    return in_order(TABLES, row_fields(row))


def row_of(values: Sequence[Any]) -> Row:
    """A table from its columns."""
    return row_from(by_field(TABLES, values))


def match_values(header: Header, game: str) -> tuple[Any, ...]:
    """A match's columns in order; one that has not begun has no players."""
    return in_order(MATCHES, header_fields(header, game))


def header_of(values: Sequence[Any]) -> Header:
    """A match from its columns."""
    return header_from(by_field(MATCHES, values))


def entry_values(match_id: str, entry: Entry) -> tuple[Any, ...]:
    """An entry's columns in order."""
    return in_order(ENTRIES, vars(entry) | {"match_id": match_id})


def entry_of(values: Sequence[Any]) -> Entry:
    """An entry from its columns."""
    kept = by_field(ENTRIES, values)
    del kept["match_id"]
    return Entry(**kept)


def hold_values(hold: Hold) -> tuple[Any, ...]:
    """A held choice's columns in order."""
    return in_order(HELD, vars(hold))


def hold_of(values: Sequence[Any]) -> Hold:
    """A held choice from its columns."""
    return Hold(**by_field(HELD, values))


def word_values(table_id: str, n: int, word: Word) -> tuple[Any, ...]:
    """A word's columns in order, under this number."""
    return in_order(WORDS, vars(word) | {"table_id": table_id, "n": n})


def word_of(values: Sequence[Any]) -> Word:
    """A word from its columns."""
    kept = by_field(WORDS, values)
    del kept["table_id"]
    return Word(**kept)


def mark_values(mark: Mark) -> tuple[Any, ...]:
    """A mark's columns in order."""
    return in_order(TIMES, vars(mark))


def mark_of(values: Sequence[Any]) -> Mark:
    """A mark from its columns."""
    return Mark(**by_field(TIMES, values))


def devices(row: Row) -> set[str]:
    """The devices that sit at a table."""
    return {seat.device for seat in row.seats if seat.device}


def removals(mark: str) -> list[tuple[str, str]]:
    """What takes a table away with all that belongs to it: statements, and the name for each."""
    found = []
    for table in METADATA.sorted_tables:
        for column in table.columns:
            if column.key in ("match_id", "table_id"):
                many = column.key == "match_id"
                test = f'"{column.name}" LIKE {mark}' if many else f'"{column.name}" = {mark}'
                name = "{}-%" if many else "{}"
                found.append((f"DELETE FROM {table.name} WHERE {test}", name))  # noqa: S608
    found.append((f"DELETE FROM marks WHERE name = {mark}", "host {}"))  # noqa: S608
    return [*found, (f"DELETE FROM tables WHERE id = {mark}", "{}")]  # noqa: S608
