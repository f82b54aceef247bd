"""Messages that go out: tables, views, refusals, and the API's answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from filon.server.incoming import Pace
from filon.table.match.outlook import Can, Guide, Waiting

View: TypeAlias = dict[str, Any]
Seen: TypeAlias = Mapping[str, Any]

# ---- what the server tells ---------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SeatInfo:
    """A seat as everyone at the table sees it."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str  # as typed; empty: the page words it from seat and level
    level: str | None  # the bot that plays, also while it stands in for a person
    here: bool  # a person's device is connected
    stand_in: bool  # a bot plays for the person
    resigned: bool
    ranked: bool  # takes turns and is ranked; false for a seat outside the order


@dataclass(frozen=True, kw_only=True)
class You:
    """What the asking device may do here."""

    host: bool
    seats: list[int]  # the seats whose cookies this device holds
    follows: int | None = None  # the seat this socket follows; null: as a spectator
    asked: list[int] = field(default_factory=list)  # of your seats: another device asks for them


@dataclass(frozen=True, kw_only=True)
class TableInfo:
    """All about a table except the game on it; sent whenever it changes."""

    id: str
    rev: int  # grows with every change
    game: str
    edition: str
    options: dict[str, bool | int | str]
    pace: Pace
    spectators: bool
    phase: Literal["waiting", "playing", "over", "closed"]
    match: int  # 1, and one more for each rematch
    seats: list[SeatInfo]
    code: str | None  # said aloud; only while waiting, only to those who sit here
    commitment: str  # SHA-256 of the match's seed
    next_commitment: str | None  # when over: of the seed a rematch would use
    warnings: list[str]  # message keys
    guided: bool
    you: You
    budget: int = 100  # percent of its level's simulations a bot has: less on a busy server
    type: Literal["table"] = "table"


@dataclass(frozen=True, kw_only=True)
class ViewMessage:
    """The truth for one seat at version v; the events since `since` only animate."""

    match: int
    v: int
    n: int  # steps of the game so far
    seat: int | None  # null: a spectator
    since: int  # events tell of the entries after this version
    events: list[View]
    view: Seen
    legal: list[str]
    waiting: Waiting
    can: Can
    held: str | None = None  # the seat's own sealed choice while others think
    guide: Guide | None = None
    id: int | None = None  # the act this answers, on the socket that asked
    type: Literal["view"] = "view"


@dataclass(frozen=True, kw_only=True)
class Ready:
    """Sealed choices: who has chosen; the version does not move."""

    match: int
    v: int
    ready: list[int]
    type: Literal["ready"] = "ready"


@dataclass(frozen=True, kw_only=True)
class Due:
    """At chance: when it is drawn anyway has changed; the version does not move."""

    match: int
    v: int
    due: int | None  # milliseconds from now; null: never
    type: Literal["due"] = "due"


@dataclass(frozen=True, kw_only=True)
class Looked:
    """The answer to `look`."""

    match: int
    v: int
    seat: int
    steps: list[str]
    events: list[View]
    view: Seen
    legal: list[str]
    waiting: Waiting
    id: int | None = None
    type: Literal["looked"] = "looked"


@dataclass(frozen=True, kw_only=True)
class Done:
    """The act was taken; its view comes as a message of its own."""

    id: int | None = None
    v: int | None = None
    type: Literal["done"] = "done"


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Nothing changed: a code, its sentence in the asker's language, and what explains it."""

    code: str
    sentence: str
    facts: View = field(default_factory=dict)
    clause: str = ""  # of an illegal step
    because: View = field(default_factory=dict)
    now: ViewMessage | None = None  # stale: the present view
    id: int | None = None
    type: Literal["refused"] = "refused"


@dataclass(frozen=True, kw_only=True)
class Gone:
    """This socket no longer follows; the server closes it after this word."""

    why: Literal["taken", "removed", "closed", "renewed", "no_spectators"]
    type: Literal["gone"] = "gone"


@dataclass(frozen=True, kw_only=True)
class Frozen:
    """What a start freezes; its canonical JSON is what every promise names (docs/fair.md)."""

    match: str  # TABLE-NUMBER
    game: str
    edition: str
    options: dict[str, bool | int | str]
    seats: list[str]  # "person", or "bot" and its level
    starters: list[int] | None
    since: int


@dataclass(frozen=True, kw_only=True)
class Pact:
    """Dice agreed on: promise your number; once the list is there and holds it, open it."""

    match: int
    round: str  # of this try; empty: the match has begun
    frozen: Frozen
    restarts: int  # starts cancelled so far because somebody did not open
    late: list[int]  # the seats that did not open the last time
    listed: list[str]  # each seat's promise or "none", then the server's; empty: promise now
    type: Literal["pact"] = "pact"


FromServer = Annotated[
    TableInfo | ViewMessage | Ready | Due | Looked | Done | Refused | Gone | Pact,
    Field(discriminator="type"),
]


# ---- answers of the API ------------------------------------------------------------------------


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


@dataclass(frozen=True, kw_only=True)
class Level:
    """A bot's level in the asker's language."""

    level: str
    name: str
    help: str


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """GET /api/games."""

    games: list[GameInfo]
    levels: list[Level]
    paces: list[str]


@dataclass(frozen=True, kw_only=True)
class Found:
    """POST /api/join: go to /t/{table}#{token}."""

    table: str
    token: str


@dataclass(frozen=True, kw_only=True)
class Joined:
    """The seat is yours; its cookie is set."""

    seat: int
    table: TableInfo


@dataclass(frozen=True, kw_only=True)
class SeatLink:
    """The link that gives one seat."""

    seat: int
    link: str


@dataclass(frozen=True, kw_only=True)
class Invitation:
    """GET /api/tables/{id}/invitation: what the sheet shows, with an address others can reach."""

    code: str | None
    link: str | None  # gives any open seat; null when none is open or to a mere guest
    seats: list[SeatLink]  # your own; host: also seats whose link nobody has used yet
    address: str
    loopback: bool  # only this machine can open the address
    command: str  # what opens it to the room


@dataclass(frozen=True, kw_only=True)
class MyTable:
    """One line of GET /api/mine."""

    id: str
    game: str
    phase: str
    seats: list[SeatInfo]
    yours: list[int]
    your_turn: bool
    changed: int  # milliseconds since 1970


@dataclass(frozen=True, kw_only=True)
class Story:
    """GET /api/tables/{id}/story: every event of the match so far, for one seat's log."""

    match: int
    v: int
    events: list[View]


@dataclass(frozen=True, kw_only=True)
class Draw:
    """One chance step of a proof: what could come, how likely, and what came."""

    n: int
    legal: list[str]
    weights: list[int]
    step: str


@dataclass(frozen=True, kw_only=True)
class Part:
    """Seed, list and openings of the draws before a match came from a back-up."""

    scheme: str
    commitment: str
    seed: str
    entropy: list[str]
    seats: list[str]
    since: int
    restarts: int
    listed: list[str]


@dataclass(frozen=True, kw_only=True)
class Proof:
    """GET /api/tables/{id}/proof: enough to check every draw of a match that ended."""

    scheme: str
    match: str
    game: str
    edition: str
    players: int
    options: dict[str, bool | int | str]
    starters: list[int] | None
    commitment: str
    seed: str
    entropy: list[str]  # per seat what its device opened, or gave without a promise
    draws: list[Draw]
    seats: list[str]  # as the start froze them; empty in filon-fair-1, as is the list
    listed: list[str]  # each seat's promise or "none", then the server's
    restarts: int  # starts cancelled because somebody did not open
    since: int  # the first step these count for; the steps before: see `earlier`
    earlier: list[Part]  # of a match that came from a back-up: what its first draws follow from


@dataclass(frozen=True, kw_only=True)
class Health:
    """GET /api/health."""

    ok: bool
    version: str
    tables: int
