"""Messages about what a server offers: games and levels, the lobby, the room, its health."""

from dataclasses import dataclass, field
from typing import Literal

from filon.match.clocks import ClockKind
from filon.protocol.fields import Closed, Name, Text
from filon.protocol.tables import SeatInfo


@dataclass(frozen=True, kw_only=True)
class Launch(Closed):
    """POST /api/room/key: the key in the address that the start opened."""

    key: Text


@dataclass(frozen=True, kw_only=True)
class Anyone(Closed):
    """POST /api/lobby/anyone: find any opponent; `game` empty: in any game."""

    game: Text = ""
    name: Name = ""


@dataclass(frozen=True, kw_only=True)
class SetRoom(Closed):
    """POST /api/room: open the server to the others in the room, or close it again."""

    open: bool


@dataclass(frozen=True, kw_only=True)
class OptionValue:
    """One value of an option in the asker's language."""

    value: bool | int | str
    name: str


@dataclass(frozen=True, kw_only=True)
class OptionInfo:
    """One option of a game as the set-up sheet shows it."""

    key: str
    clause: str
    name: str
    help: str
    default: bool | int | str
    values: list[OptionValue]


@dataclass(frozen=True, kw_only=True)
class GameInfo:
    """One game on the shelf; those not built yet have a title and nothing to choose."""

    slug: str
    built: bool
    title: str
    subtitle: str = ""
    line: str = ""
    edition: str = ""
    prefix: str = ""
    seats: list[int] = field(default_factory=list)
    minutes: int = 0
    hidden: bool = False
    throws: bool = False  # a seat's own hand throws or draws
    guided: bool = False
    options: list[OptionInfo] = field(default_factory=list)
    events: dict[str, list[str]] = field(default_factory=dict)
    seat_slots: list[str] = field(default_factory=list)  # events' and steps' numbers that are seats
    verbs: dict[str, list[str]] = field(default_factory=dict)  # what the parts of a notation name
    levels: list["Level"] = field(default_factory=list)  # who may play for the computer here
    puzzles: int = 0  # how many came with it
    board: str = ""  # where a game of another package has its board, if it brings one


@dataclass(frozen=True, kw_only=True)
class Level:
    """A bot's level in the asker's language."""

    level: str
    name: str
    help: str
    guest: bool = False  # a bot of the house's own, outside the scale
    grade: int = 0  # its place among the game's levels, from 1; 0: outside the scale


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """GET /api/games."""

    games: list[GameInfo]
    levels: list[Level]
    paces: list[str]
    slower: bool = False  # rules that are not compiled: the levels think less, and are weaker


@dataclass(frozen=True, kw_only=True)
class OpenTable:
    """A table that waits and lets anyone sit down: go to /t/{id}#{token}."""

    id: str
    game: str
    host: int | None
    seats: list[SeatInfo]
    clock: ClockKind
    token: str
    changed: int  # milliseconds since 1970
    title: str  # the table's own name; empty: the game's


@dataclass(frozen=True, kw_only=True)
class Lobby:
    """GET /api/lobby."""

    on: bool  # the server has one
    tables: list[OpenTable]


@dataclass(frozen=True, kw_only=True)
class RoomInfo:
    """GET /api/room: whether others can reach this server."""

    state: Literal["public", "open", "closed", "alone"]  # alone: no address but this machine's
    may: bool  # this device may open it to the room, and close it again
    address: str  # for the others; before it is open only where it would be


@dataclass(frozen=True, kw_only=True)
class Health:
    """GET /api/health."""

    ok: bool
    version: str
    tables: int
