"""What goes over the wire: every message as a frozen dataclass, and their JSON schema."""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter

from filon.table.outlook import Can, Guide, Waiting

View: TypeAlias = dict[str, Any]
Text = Annotated[str, Field(max_length=80)]
Name = Annotated[str, Field(max_length=24)]
Seat = Annotated[int, Field(strict=True, ge=0, le=14)]
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Entropy = Annotated[str, Field(max_length=64, pattern="^[0-9a-f]*$")]
Pace = Literal["calm", "brisk", "instant"]
Value = bool | int | Text
Options = Annotated[dict[Text, Value], Field(max_length=20)]
Steps = Annotated[list[Text], Field(min_length=1, max_length=12)]


class Closed:
    """Messages that come in: a field nobody knows is refused, not skipped."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


# ---- acting at a running table: over the socket, or POST /api/tables/{id}/{type} ---------------


@dataclass(frozen=True, kw_only=True)
class Act(Closed):
    """What every act says: who acts, on which version of which match; `id` comes back."""

    seat: Seat
    v: Count
    match: Annotated[int, Field(strict=True, ge=1)] | None = None
    id: Annotated[int, Field(strict=True, ge=0)] | None = None


@dataclass(frozen=True, kw_only=True)
class Take(Act):
    """One choice: one or several steps of one seat in notation, all or nothing."""

    steps: Steps
    type: Literal["steps"] = "steps"


@dataclass(frozen=True, kw_only=True)
class Look(Act):
    """The seat's view and legal steps after steps it has not sent; nothing is stored."""

    steps: Steps
    type: Literal["look"] = "look"


@dataclass(frozen=True, kw_only=True)
class Throw(Act):
    """Draw the dice or the card that waits, now."""

    type: Literal["throw"] = "throw"


@dataclass(frozen=True, kw_only=True)
class Undo(Act):
    """Take the seat's last choice back."""

    type: Literal["undo"] = "undo"


@dataclass(frozen=True, kw_only=True)
class Withdraw(Act):
    """Take a sealed choice back while others still think."""

    type: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True, kw_only=True)
class Finish(Act):
    """Let the table play out a game whose result is settled."""

    type: Literal["finish"] = "finish"


@dataclass(frozen=True, kw_only=True)
class Resign(Act):
    """Give up: a bot plays the seat to the end."""

    type: Literal["resign"] = "resign"


@dataclass(frozen=True, kw_only=True)
class Sit(Closed):
    """Socket only: follow as another seat that this device holds (null: as a spectator)."""

    seat: Seat | None
    id: Annotated[int, Field(strict=True, ge=0)] | None = None
    type: Literal["sit"] = "sit"


@dataclass(frozen=True, kw_only=True)
class Ping(Closed):
    """Socket only: answered by `done`, so that a sleeping line is noticed."""

    id: Annotated[int, Field(strict=True, ge=0)] | None = None
    type: Literal["ping"] = "ping"


Action: TypeAlias = Take | Look | Throw | Undo | Withdraw | Finish | Resign
FromPage = Annotated[Action | Sit | Ping, Field(discriminator="type")]


# ---- making and arranging a table: POST bodies -------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SeatWish(Closed):
    """A seat of a new table: `mine` on this device, a `bot` of a level, or `open`."""

    kind: Literal["mine", "bot", "open"]
    name: Name = ""
    level: Text = ""


@dataclass(frozen=True, kw_only=True)
class NewTable(Closed):
    """POST /api/tables."""

    game: Text
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=15)]
    options: Options = field(default_factory=dict)
    pace: Pace | None = None
    spectators: bool = True


@dataclass(frozen=True, kw_only=True)
class NewGuided(Closed):
    """POST /api/guided: the guided first game of a game."""

    game: Text
    name: Name = ""


@dataclass(frozen=True, kw_only=True)
class FindCode(Closed):
    """POST /api/join: the table behind a code said aloud."""

    code: Text


@dataclass(frozen=True, kw_only=True)
class Join(Closed):
    """POST /api/tables/{id}/join: exchange a link's token for the seat's cookie."""

    token: Annotated[str, Field(max_length=300)]
    name: Name = ""
    entropy: Entropy = ""
    take: bool = False  # take the seat over from the device that holds it


@dataclass(frozen=True, kw_only=True)
class Rename(Closed):
    """POST /api/tables/{id}/name."""

    seat: Seat
    name: Name


@dataclass(frozen=True, kw_only=True)
class Leave(Closed):
    """POST /api/tables/{id}/leave: give the seat's cookie back; the link still works."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class SetOptions(Closed):
    """Host, while waiting: other options, pace or spectators; what is left out stays."""

    options: Options | None = None
    pace: Pace | None = None
    spectators: bool | None = None
    type: Literal["options"] = "options"


@dataclass(frozen=True, kw_only=True)
class AddSeat(Closed):
    """Host, while waiting: one more seat, the last in order."""

    kind: Literal["mine", "bot", "open"]
    name: Name = ""
    level: Text = ""
    type: Literal["add"] = "add"


@dataclass(frozen=True, kw_only=True)
class SetSeat(Closed):
    """Host, while waiting: who is to sit there; a person who sat there is told and leaves."""

    seat: Seat
    kind: Literal["mine", "bot", "open"]
    name: Name = ""
    level: Text = ""
    type: Literal["seat"] = "seat"


@dataclass(frozen=True, kw_only=True)
class RemoveSeat(Closed):
    """Host, while waiting: one seat fewer; later seats move up."""

    seat: Seat
    type: Literal["remove"] = "remove"


@dataclass(frozen=True, kw_only=True)
class SwapSeats(Closed):
    """Host, while waiting: two seats change places."""

    a: Seat
    b: Seat
    type: Literal["swap"] = "swap"


@dataclass(frozen=True, kw_only=True)
class Start(Closed):
    """Host: begin, when no seat is open; entropy for the seats of this device."""

    entropy: Entropy = ""
    type: Literal["start"] = "start"


@dataclass(frozen=True, kw_only=True)
class Replace(Closed):
    """Host, in play: a bot plays for a person."""

    seat: Seat
    level: Text = ""
    type: Literal["replace"] = "replace"


@dataclass(frozen=True, kw_only=True)
class GiveBack(Closed):
    """Host or the seat itself, in play: the person plays again."""

    seat: Seat
    type: Literal["give_back"] = "give_back"


@dataclass(frozen=True, kw_only=True)
class Renew(Closed):
    """Host: a new link for a seat; the old link and the device that holds it are out."""

    seat: Seat
    type: Literal["renew"] = "renew"


@dataclass(frozen=True, kw_only=True)
class Rematch(Closed):
    """Host or any seat, when over: a new match at the same table."""

    entropy: Entropy = ""
    type: Literal["rematch"] = "rematch"


@dataclass(frozen=True, kw_only=True)
class CloseTable(Closed):
    """Host: close the table for good; the seed is shown."""

    type: Literal["close"] = "close"


Order: TypeAlias = (
    SetOptions
    | AddSeat
    | SetSeat
    | RemoveSeat
    | SwapSeats
    | Start
    | Replace
    | GiveBack
    | Renew
    | Rematch
    | CloseTable
)
AnyOrder = Annotated[Order, Field(discriminator="type")]


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
    view: View
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
class Looked:
    """The answer to `look`."""

    match: int
    v: int
    seat: int
    steps: list[str]
    events: list[View]
    view: View
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

    why: Literal["taken", "removed", "closed", "renewed"]
    type: Literal["gone"] = "gone"


FromServer = Annotated[
    TableInfo | ViewMessage | Ready | Looked | Done | Refused | Gone, Field(discriminator="type")
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
    guided: bool = False
    options: list[OptionInfo] = field(default_factory=list)
    events: dict[str, list[str]] = field(default_factory=dict)


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
    seats: list[SeatLink]  # host: every person's or open seat; others: their own
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
    entropy: list[str]
    draws: list[Draw]


@dataclass(frozen=True, kw_only=True)
class Health:
    """GET /api/health."""

    ok: bool
    version: str
    tables: int


TOLD = (Shelf, Found, Joined, Invitation, MyTable, Story, Proof, Health)
ASKED = (NewTable, NewGuided, FindCode, Join, Rename, Leave)

from_page: TypeAdapter[Action | Sit | Ping] = TypeAdapter(FromPage)
any_order: TypeAdapter[Order] = TypeAdapter(AnyOrder)


def schema() -> dict[str, Any]:
    """One JSON schema that names every message, for the page's types."""
    asked: list[tuple[str, Any]] = [("FromPage", FromPage), ("Order", AnyOrder)]
    asked += [(kind.__name__, kind) for kind in ASKED]
    told: list[tuple[str, Any]] = [("FromServer", FromServer)]
    told += [(kind.__name__, kind) for kind in TOLD]
    found = _named(asked, "validation") | _named(told, "serialization")
    roots = sorted(title for title, _ in asked + told)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "additionalProperties": False,
        "required": roots,
        "properties": {title: {"$ref": f"#/$defs/{title}"} for title in roots},
        "$defs": dict(sorted(found.items())),
    }


def _named(kinds: list[tuple[str, Any]], mode: Literal["validation", "serialization"]) -> View:
    found: View = {}
    for title, kind in kinds:
        part = TypeAdapter(kind).json_schema(mode=mode, ref_template="#/$defs/{model}")
        for name, one in [*part.pop("$defs", {}).items(), (title, part)]:
            fields = one.get("properties", {})
            for value in fields.values():
                value.pop("title", None)
            if mode == "serialization" and fields:
                one["required"] = list(fields)  # what is told is told in full
            elif "type" in fields:
                one["required"] = sorted({"type", *one.get("required", [])})
            found[name] = one | {"title": name}
    return found
