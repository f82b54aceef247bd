"""Tables, matches and entries as both databases keep them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from filon.table.match.entry import Entry
from filon.table.match.header import Header
from filon.table.match.seating import Row, Seat
from filon.table.store.contract import Hold

TABLE_COLUMNS = (
    "id",
    "rev",
    "game",
    "options",
    "pace",
    "spectators",
    "phase",
    "match",
    "code",
    "host",
    "seats",
    "script",
    "nonce",
    "changed",
)
MATCH_COLUMNS = (
    "id",
    "seed",
    "game",
    "edition",
    "players",
    "options",
    "starters",
    "entropy",
    "script",
)
ENTRY_COLUMNS = ("match", "v", "kind", "seat", "by", "notation", "at")


def table_values(row: Row) -> tuple[Any, ...]:
    """A table's columns in order; an empty code is null, so that codes can be unique."""
    return (
        row.id,
        row.rev,
        row.game,
        json.dumps(row.options),
        row.pace,
        int(row.spectators),
        row.phase,
        row.match,
        row.code or None,
        row.host,
        json.dumps([asdict(seat) for seat in row.seats]),
        row.script,
        row.nonce,
        row.changed,
    )


def row_of(values: Sequence[Any]) -> Row:
    """A table from its columns."""
    told = dict(zip(TABLE_COLUMNS, values, strict=True))
    told["options"] = json.loads(told["options"])
    told["spectators"] = bool(told["spectators"])
    told["code"] = told["code"] or ""
    told["seats"] = tuple(Seat(**seat) for seat in json.loads(told["seats"]))
    return Row(**told)


def match_values(header: Header) -> tuple[Any, ...]:
    """A match's columns in order."""
    starters = None if header.starters is None else json.dumps(header.starters)
    return (
        header.match,
        header.seed.hex(),
        header.game,
        header.edition,
        header.players,
        json.dumps(header.options),
        starters,
        json.dumps(header.entropy),
        header.script,
    )


def header_of(values: Sequence[Any]) -> Header:
    """A match from its columns."""
    told: Mapping[str, Any] = dict(zip(MATCH_COLUMNS, values, strict=True))
    starters = None if told["starters"] is None else tuple(json.loads(told["starters"]))
    return Header(
        told["id"],
        bytes.fromhex(told["seed"]),
        told["game"],
        told["edition"],
        told["players"],
        json.loads(told["options"]),
        starters,
        tuple(json.loads(told["entropy"])),
        told["script"],
    )


def entry_values(match: str, entry: Entry) -> tuple[Any, ...]:
    """An entry's columns in order."""
    return (match, entry.v, entry.kind, entry.seat, entry.by, entry.notation, entry.at)


def entry_of(values: Sequence[Any]) -> Entry:
    """An entry from its columns after the match."""
    v, kind, seat, by, notation, at = values
    return Entry(v, cast(Any, kind), seat, by, notation, at)


def devices(row: Row) -> set[str]:
    """The devices that sit at a table."""
    return {seat.device for seat in row.seats if seat.device}


def opened(kept: dict[int, Hold], seats: Sequence[int], v: int, at: int) -> list[Entry]:
    """The sealed choices as the entries after v, in asking order."""
    return [
        Entry(v + 1 + more, "step", seat, kept[seat].by, kept[seat].notation, at)
        for more, seat in enumerate(seats)
    ]
