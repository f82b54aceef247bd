"""Messages about tables: make, find, arrange and show them, invitations."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from filon.match import chat
from filon.match.clocks import ClockKind
from filon.match.pace import PaceName
from filon.match.settings import ShownSettings, TimeSettings
from filon.protocol.fields import Closed, Delay, Entropy, Field, Name, Options, Seat, Text, Title


@dataclass(frozen=True, kw_only=True)
class Fork:
    """Where a forked game comes from."""

    table: str | None  # of this server, if it is known; null: from a record
    match: int | None
    step: int  # how many of its steps were kept
    fair: bool  # hidden things were dealt anew


@dataclass(frozen=True, kw_only=True)
class SeatWish(Closed):
    """A seat of a new table: `mine` on this device, a `bot` of a level, or `open`."""

    kind: Literal["mine", "bot", "open"]
    name: Name = ""
    level: Text = ""


@dataclass(frozen=True, kw_only=True)
class SettingsChange(Closed):
    """Settings of a table (`match.settings.TableSettings`) as a host wants them.

    What is left out stays; of a new table it is the usual: no lobby, no delay, a relaxed clock
    where a seat is open.
    """

    pace: PaceName | None = None
    spectators: bool | None = None
    talk: chat.Talk | None = None  # what people may say: all, emotes, or off
    clock: ClockKind | None = None  # not while a match is played
    stand_in: Text | None = None  # the level that plays for a silent seat; empty: the usual one
    listed: bool | None = None  # in the lobby while it waits
    delay: Delay | None = None  # how many steps spectators are behind; not while a match is played
    title: Title | None = None  # the table's own name


@dataclass(frozen=True, kw_only=True)
class NewTable(SettingsChange):
    """POST /api/tables."""

    game: Text
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=15)]
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class NewGuided(Closed):
    """POST /api/guided: the guided first game of a game."""

    game: Text
    name: Name = ""


@dataclass(frozen=True, kw_only=True)
class FindCode(Closed):
    """POST /api/join: the table behind a code said aloud; `full`: one may be full, too."""

    code: Text
    full: bool = False


@dataclass(frozen=True, kw_only=True)
class Join(Closed):
    """POST /api/tables/{id}/join: exchange a link's token for the seat's cookie."""

    token: Annotated[str, Field(max_length=300)]
    name: Name = ""
    entropy: Entropy = ""
    take: bool = False  # ask for the seat although a device holds it; ask again until answered
    seat: Seat | None = None  # the open one that is liked best, where the link gives any


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
class SetOptions(SettingsChange):
    """Host: the game's options while waiting, and settings; what is left out stays."""

    options: Options | None = None
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
    """Host: a new link for a seat, told to all; the old link and its device are out."""

    seat: Seat
    type: Literal["renew"] = "renew"


@dataclass(frozen=True, kw_only=True)
class Dismiss(Closed):
    """Host: show a person out, told to all in play; `block`: their device may not come back."""

    seat: Seat
    block: bool = False
    type: Literal["dismiss"] = "dismiss"


@dataclass(frozen=True, kw_only=True)
class AnswerClaim(Closed):
    """The seat itself: whether the device that asks for it with its link may have it."""

    seat: Seat
    allow: bool
    type: Literal["answer"] = "answer"


@dataclass(frozen=True, kw_only=True)
class Rematch(Closed):
    """Host or any seat, when over: a new match at the same table."""

    entropy: Entropy = ""
    type: Literal["rematch"] = "rematch"


@dataclass(frozen=True, kw_only=True)
class Pause(Closed):
    """Any seat, in play: it wants a pause, which begins when all here do; off: ends one."""

    on: bool
    type: Literal["pause"] = "pause"


@dataclass(frozen=True, kw_only=True)
class EndMatch(Closed):
    """Any seat, in play: it wants the match to end without a winner; it does when all do."""

    on: bool
    type: Literal["end"] = "end"


@dataclass(frozen=True, kw_only=True)
class OpenHints(Closed):
    """Any seat, in play: everyone here may ask for advice, if all agree; off: no longer."""

    on: bool
    type: Literal["hints"] = "hints"


@dataclass(frozen=True, kw_only=True)
class HandOver(Closed):
    """Host: the person of this seat is the host from now on."""

    seat: Seat
    type: Literal["hand_over"] = "hand_over"


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
    | Dismiss
    | AnswerClaim
    | Rematch
    | Pause
    | EndMatch
    | OpenHints
    | HandOver
    | CloseTable
)
AnyOrder = Annotated[Order, Field(discriminator="type")]


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
class Time(TimeSettings):
    """What a table has agreed about time."""

    paused: bool
    pausing: list[int]  # seats that want a pause
    ending: list[int]  # seats that want the match to end
    ended: Literal["", "resigned", "agreed"]  # the match ended before its time, and how
    hinting: list[int]  # seats that let everyone ask for advice


@dataclass(frozen=True, kw_only=True)
class TableInfo(ShownSettings):
    """All about a table except the game on it; sent whenever it changes."""

    id: str
    rev: int  # grows with every change
    game: str
    edition: str
    options: dict[str, bool | int | str]
    host: int | None  # the host's seat
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
    # Why seats may ask for advice (POST hint): alone with bots, or all agreed; empty: they may not.
    hints: Literal["", "alone", "agreed"] = ""
    fork: Fork | None = None  # the game that the present match goes on from
    challenge: str = ""  # the day whose challenge the present match is
    type: Literal["table"] = "table"


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
    seats: list[SeatLink]  # your own; host: also seats with an unused link
    address: str
    loopback: bool  # only this machine can open the address
    command: str  # what opens it to the room


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
