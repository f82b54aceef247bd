"""What a table needs kept: one contract, fulfilled by SQLite and by PostgreSQL."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from filon.table.entry import Entry
from filon.table.header import Header
from filon.table.seating import Row, Seat


class Conflict(Exception):
    """Somebody else wrote first; read again and decide anew. Nothing was written."""


class Unavailable(Exception):
    """The database cannot be reached now; nothing is known to have been written."""


@dataclass(frozen=True)
class Hold:
    """A sealed choice that waits for the others: `phase` is the number of the first sealed step."""

    match: str
    phase: int
    seat: int
    notation: str
    by: str


class Store(ABC):
    """Keeps tables, matches, journals and sealed choices; what it confirmed survives a crash."""

    @abstractmethod
    async def open(self) -> None:
        """Be ready; the schema is there already (see migrate)."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was asked and let go."""

    @abstractmethod
    async def create(self, row: Row, header: Header) -> None:
        """A new table with its first match; Conflict if id or code is in use."""

    @abstractmethod
    async def save(self, row: Row, header: Header | None = None) -> None:
        """The table's next revision, with a match begun or prepared; Conflict unless it follows."""

    @abstractmethod
    async def row(self, table: str) -> Row | None:
        """A table."""

    @abstractmethod
    async def header(self, match: str) -> Header | None:
        """What was agreed for a match."""

    @abstractmethod
    async def entries(self, match: str, since: int) -> list[Entry]:
        """The journal after version `since`, in order."""

    @abstractmethod
    async def append(self, match: str, entries: Sequence[Entry]) -> None:
        """All these entries or none; Conflict if their first v is not the next one."""

    @abstractmethod
    async def hold(self, hold: Hold, seats: Sequence[int], v: int, at: int) -> list[Entry]:
        """Keep a sealed choice, replacing the seat's earlier one; when all `seats` (in asking
        order) have chosen, write them as entries after `v` instead and return these. Conflict
        if the match is not at `v`."""

    @abstractmethod
    async def withdraw(self, match: str, phase: int, seat: int) -> bool:
        """Forget a sealed choice; False if there was none (or the phase is complete)."""

    @abstractmethod
    async def holds(self, match: str) -> list[Hold]:
        """The sealed choices that wait."""

    @abstractmethod
    async def by_code(self, code: str) -> str | None:
        """The waiting table a code names."""

    @abstractmethod
    async def by_device(self, device: str) -> list[Row]:
        """The tables a device sits at, the last changed first; at most 50."""

    @abstractmethod
    async def playing(self) -> list[str]:
        """The tables whose match runs, the last changed first; at most 10,000."""


# ---- rows as both databases keep them ----------------------------------------------------------

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
