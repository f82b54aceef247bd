"""SQL made from the schema, the same for both databases: `?` marks a value."""
# ruff: noqa: S608 - only our own names of tables and columns are put into statements

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Table

from filon.store.schema import METADATA

# Asking SQLAlchemy for them costs as much as writing an entry.
KEYS = {
    table.name: tuple(column.key for column in table.columns) for table in METADATA.tables.values()
}


class Statement(NamedTuple):
    """One statement and its values."""

    query: str
    values: tuple[Any, ...] = ()
    needed: bool = False  # Conflict unless it changes a row


def placeholders(count: int) -> str:
    """So many values."""
    return ", ".join("?" * count)


@cache
def columns(table: Table, prefix: str = "") -> str:
    """The names of a table's columns, quoted, in order."""
    return ", ".join(f'{prefix}"{column.name}"' for column in table.columns)


def select(table: Table, rest: str) -> str:
    """A query of whole rows; `rest` may call the table `t`."""
    return f"SELECT {columns(table, 't.')} FROM {table.name} t {rest}"


@cache
def insert(table: Table, more: str = "") -> str:
    """A statement that adds a row."""
    values = placeholders(len(table.columns))
    return f"INSERT INTO {table.name} ({columns(table)}) VALUES ({values}){more}"


@cache
def insert_new(table: Table) -> str:
    """A statement that adds a row unless there is one of the same key."""
    return insert(table, " ON CONFLICT DO NOTHING")


@cache
def upsert(table: Table) -> str:
    """A statement that adds a row or replaces the one of the same key."""
    key = ", ".join(f'"{column.name}"' for column in table.primary_key)
    others = [f'"{column.name}"' for column in table.columns if not column.primary_key]
    changes = ", ".join(f"{name} = excluded.{name}" for name in others)
    return insert(table, f" ON CONFLICT ({key}) DO UPDATE SET {changes}")


def values_of(table: Table, fields: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values of a table's columns, in order."""
    return tuple(fields[key] for key in KEYS[table.name])


def fields_of(table: Table, values: Sequence[Any]) -> dict[str, Any]:
    """The values of a table's columns, by the fields they store."""
    return dict(zip(KEYS[table.name], values, strict=True))
