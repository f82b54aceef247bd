"""Tables, matches, entries and held choices as both databases keep them: columns as in schema."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Table

from filon import games
from filon.core.proof import Part
from filon.core.setup import Setup
from filon.table.match.entry import Entry
from filon.table.match.header import Header, Pact
from filon.table.match.sealed import Hold
from filon.table.match.seating import Row, Seat
from filon.table.store.schema import ENTRIES, HELD, MATCHES, METADATA, TABLES

# No entry of a table's present match has a time; to be closed with the time and a bracket.
UNPLAYED = (
    'NOT EXISTS (SELECT 1 FROM entries e WHERE e."match" = '
    't.id || \'-\' || CAST(t."match" AS TEXT) AND e."at"'
)


def columns(table: Table, prefix: str = "") -> list[str]:
    """The names of a table's columns, quoted, in order."""
    return [f'{prefix}"{column.name}"' for column in table.columns]


def _in_order(table: Table, fields: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(fields[column.key] for column in table.columns)


def _by_field(table: Table, values: Sequence[Any]) -> dict[str, Any]:
    return dict(zip((column.key for column in table.columns), values, strict=True))


def table_values(row: Row) -> tuple[Any, ...]:
    """A table's columns in order; an empty code is null, so that codes can be unique."""
    kept = {
        "options": json.dumps(row.options),
        "spectators": int(row.spectators),
        "code": row.code or None,
        "seats": json.dumps([asdict(seat) for seat in row.seats]),
    }
    return _in_order(TABLES, vars(row) | kept)


def row_of(values: Sequence[Any]) -> Row:
    """A table from its columns."""
    kept = _by_field(TABLES, values)
    kept["options"] = json.loads(kept["options"])
    kept["spectators"] = bool(kept["spectators"])
    kept["code"] = kept["code"] or ""
    kept["seats"] = tuple(Seat(**seat) for seat in json.loads(kept["seats"]))
    return Row(**kept)


def match_values(header: Header, game: str) -> tuple[Any, ...]:
    """A match's columns in order; one that has not begun has no players."""
    setup = header.setup
    starters = None if setup is None else setup.starters
    kept = {
        "seed": header.seed.hex(),
        "game": game,
        "edition": setup.edition if setup else "",
        "players": setup.players if setup else 0,
        "options": json.dumps(setup.options if setup else {}),
        "starters": None if starters is None else json.dumps(starters),
        "entropy": json.dumps(header.entropy),
        "fair": fair_text(header),
    }
    return _in_order(MATCHES, vars(header) | kept)


def header_of(values: Sequence[Any]) -> Header:
    """A match from its columns."""
    kept = _by_field(MATCHES, values)
    setup = None
    if kept["players"]:
        starters = None if kept["starters"] is None else tuple(json.loads(kept["starters"]))
        spec, options = games.load(kept["game"]), json.loads(kept["options"])
        setup = Setup(spec, kept["players"], options, kept["edition"], starters)
    return Header(
        kept["match_id"],
        bytes.fromhex(kept["seed"]),
        setup,
        tuple(json.loads(kept["entropy"])),
        kept["script"],
        *_fair_of(kept["fair"]),
    )


def fair_text(header: Header) -> str:
    """What was promised for a match, and before it came from a back-up; empty: nothing."""
    if header.pact is None and not header.earlier:
        return ""
    parts = [
        asdict(part) | {"seed": part.seed.hex(), "entropy": [one.hex() for one in part.entropy]}
        for part in header.earlier
    ]
    pact = None if header.pact is None else asdict(header.pact)
    return json.dumps({"pact": pact, "earlier": parts})


def _fair_of(text: str) -> tuple[Pact | None, tuple[Part, ...]]:
    if not text:
        return None, ()
    told = json.loads(text)
    pact = None
    if told["pact"] is not None:
        lists = {name: tuple(told["pact"][name]) for name in ("seats", "promises")}
        pact = Pact(**told["pact"] | lists)
    return pact, tuple(_part_of(part) for part in told["earlier"])


def _part_of(told: dict[str, Any]) -> Part:
    entropy = tuple(bytes.fromhex(one) for one in told["entropy"])
    lists = {name: tuple(told[name]) for name in ("seats", "listed")}
    return Part(**told | lists | {"seed": bytes.fromhex(told["seed"]), "entropy": entropy})


def entry_values(match_id: str, entry: Entry) -> tuple[Any, ...]:
    """An entry's columns in order."""
    return _in_order(ENTRIES, vars(entry) | {"match_id": match_id})


def entry_of(values: Sequence[Any]) -> Entry:
    """An entry from its columns."""
    kept = _by_field(ENTRIES, values)
    del kept["match_id"]
    return Entry(**kept)


def hold_values(hold: Hold) -> tuple[Any, ...]:
    """A held choice's columns in order."""
    return _in_order(HELD, vars(hold))


def hold_of(values: Sequence[Any]) -> Hold:
    """A held choice from its columns."""
    return Hold(**_by_field(HELD, values))


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
