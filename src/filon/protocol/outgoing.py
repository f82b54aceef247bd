"""Messages that go out: tables, views, refusals, and the API's answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from filon.match import chat
from filon.match.clocks import ClockKind
from filon.match.outlook import Can, Guide, Waiting
from filon.protocol.checks import Field
from filon.protocol.forks import Fork
from filon.protocol.incoming import Pace

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
class Time:
    """What a table has agreed about time."""

    clock: ClockKind
    stand_in: str  # the level that plays for a silent seat; empty: the usual one
    paused: bool
    pausing: list[int]  # seats that want a pause
    ending: list[int]  # seats that want the match to end
    ended: Literal["", "resigned", "agreed"]  # the match ended before its time, and how
    hinting: list[int]  # seats that let everyone ask for advice


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
    listed: bool  # in the lobby while it waits
    delay: int  # how many steps spectators are behind
    host: int | None  # the seat of whoever invites
    watching: int  # how many look on, at this process of the server
    watchers: list[str]  # the names of those who gave one; a dozen at most
    phase: Literal["waiting", "playing", "over", "closed"]
    match: int  # 1, and one more for each rematch
    seats: list[SeatInfo]
    code: str | None  # said aloud; only while waiting, only to those who sit here
    commitment: str  # SHA-256 of the match's seed
    next_commitment: str | None  # when over: of the seed a rematch would use
    warnings: list[str]  # message keys
    guided: bool
    you: You
    time: Time
    budget: int = 100  # percent of its level's simulations a bot has: less on a busy server
    talk: chat.Talk = "all"  # what people may say here
    # Why seats may ask for advice (POST hint): alone with bots, or all agreed; empty: they may not.
    hints: Literal["", "alone", "agreed"] = ""
    fork: Fork | None = None  # the game that the present match goes on from
    challenge: str = ""  # the day whose challenge the present match is
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
class SeatClock:
    """One person's clock, in milliseconds."""

    seat: int
    turn: int  # left of the turn's own time
    bank: int  # left for the whole match, used once the turn's own time is
    late: int  # beyond both: when it reaches the warning's length a bot plays
    rest: int | None  # it runs in so long; null: it stands


@dataclass(frozen=True, kw_only=True)
class Clocks:
    """The clocks at this moment; sent whenever they change otherwise than by running."""

    match: int
    v: int
    warning: int  # milliseconds between the end of a seat's time and a bot that plays for it
    seats: list[SeatClock]
    type: Literal["clocks"] = "clocks"


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
class Why:
    """Why a step may be good: the game's text `SLUG.why.KEY`, and what it names."""

    key: str
    facts: View


@dataclass(frozen=True, kw_only=True)
class Promised:
    """A step and the part of the victory it promises, in thousandths; null: not known."""

    step: str
    share: int | None


@dataclass(frozen=True, kw_only=True)
class HintedStep(Promised):
    """One of the best steps, why, and what the same seat could do right after it."""

    why: Why | None
    then: list[Promised]


@dataclass(frozen=True, kw_only=True)
class Hinted:
    """The answer to `hint`: the best steps first, three at most."""

    match: int
    v: int
    seat: int
    best: list[HintedStep]
    type: Literal["hinted"] = "hinted"


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


@dataclass(frozen=True, kw_only=True)
class Word:
    """One thing said at a table; the page writes it as plain text, whatever it is."""

    n: int  # counts from 1 at each table
    at: int  # milliseconds since 1970
    match: int  # said when this match was at `v`
    v: int
    seat: int
    name: str  # of the seat at that moment
    kind: chat.WordKind
    text: str  # of an emote: its name


@dataclass(frozen=True, kw_only=True)
class Talk:
    """What was said since this socket last heard; `live` is false for what it missed."""

    words: list[Word]
    live: bool
    type: Literal["talk"] = "talk"


FromServer = Annotated[
    TableInfo | ViewMessage | Ready | Due | Clocks | Looked | Done | Refused | Gone | Pact | Talk,
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
class Found:
    """POST /api/join: go to /t/{table}#{token}."""

    table: str
    token: str  # empty: all seats are taken, one may only look on


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
    short: str | None  # the same by the code, to be typed
    seats: list[SeatLink]  # your own; host: also seats whose link nobody has used yet
    address: str
    loopback: bool  # only this machine can open the address
    command: str  # what opens it to the room


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
class Progress:
    """How far a game has come, in its own measure."""

    done: int
    of: int


@dataclass(frozen=True, kw_only=True)
class MyTable:
    """One line of GET /api/mine."""

    id: str
    game: str
    phase: str
    seats: list[SeatInfo]
    yours: list[int]
    your_turn: bool
    awaited: list[int]  # the seats it waits for
    left: int | None  # milliseconds they have; null: no clock
    steps: int  # taken so far
    progress: Progress | None  # null: not begun, or the game cannot say
    clock: ClockKind
    changed: int  # milliseconds since 1970


@dataclass(frozen=True, kw_only=True)
class Story:
    """GET /api/tables/{id}/story: every event of the match so far, for one seat's log."""

    match: int
    v: int
    events: list[View]


@dataclass(frozen=True, kw_only=True)
class Replay:
    """A game as it looked after some of its steps; each frame's `n` says after how many."""

    game: str
    edition: str
    players: int
    options: dict[str, bool | int | str]
    names: list[str]  # per seat, as its record has them; empty: the page words it
    n: int  # steps of the whole game, or so far
    over: bool
    every: bool  # may be seen through every seat's eyes, and with all open
    frames: list[ViewMessage]
    story: list[View] | None  # with the first frames: every event that these eyes may read
    veiled: int | None  # of a game that is over: after how many steps something was hidden
    fork: Fork | None  # the game it goes on from


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
