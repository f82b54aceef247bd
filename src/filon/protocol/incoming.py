"""Messages that come in: acts, orders and wishes; a field nobody knows is refused."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal, TypeAlias

from filon.match.chat import LENGTH, Emote, Talk
from filon.match.clocks import ClockKind
from filon.match.seating import NAME_LENGTH
from filon.protocol.checks import BeforeValidator, ConfigDict, Field


def whole(given: object) -> object:
    """A number without a fraction is whole, however it is written: JSON knows no other."""
    return int(given) if isinstance(given, float) and given.is_integer() else given


Whole = BeforeValidator(whole)
Text = Annotated[str, Field(max_length=80)]
Name = Annotated[str, Field(max_length=NAME_LENGTH)]
Seat = Annotated[int, Whole, Field(strict=True, ge=0, le=14)]
Count = Annotated[int, Whole, Field(strict=True, ge=0, le=1_000_000)]
Entropy = Annotated[str, Field(max_length=64, pattern="^([0-9a-f]{2})*$")]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$", max_length=64)]
Delay = Annotated[int, Whole, Field(strict=True, ge=0, le=60)]
Pace = Literal["calm", "brisk", "instant"]
Eyes = Annotated[str, Field(pattern=r"^(all|none|\d{1,2})$", max_length=4)]  # none: a spectator's
RECORD = 256 * 1024  # signs of a game that is brought to be seen again
Value = bool | int | Text
Options = Annotated[dict[Text, Value], Field(max_length=20)]
Steps = Annotated[list[Text], Field(min_length=1, max_length=12)]


class Closed:
    """A message whose fields are all known; anything more is refused, not skipped."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


# ---- acting at a running table: over the socket, or POST /api/tables/{id}/acts or /{type} ------


@dataclass(frozen=True, kw_only=True)
class Act(Closed):
    """What every act says: who acts, on which version of which match; `id` comes back."""

    seat: Seat
    v: Count
    match: Annotated[int, Whole, Field(strict=True, ge=1)] | None = None
    id: Annotated[int, Whole, Field(strict=True, ge=0)] | None = None


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
class Read(Act):
    """Guided game: the text that stands was read; what it told of may happen."""

    type: Literal["read"] = "read"


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
    """Give up: a bot plays the seat to the end; of two seats the other has won."""

    type: Literal["resign"] = "resign"


@dataclass(frozen=True, kw_only=True)
class Shown(Act):
    """The page has shown all up to `v`: from now on its seat may be waited for."""

    type: Literal["shown"] = "shown"


@dataclass(frozen=True, kw_only=True)
class Hurry(Act):
    """No undo, no pauses until this seat is asked again; whatever version it saw."""

    type: Literal["hurry"] = "hurry"


@dataclass(frozen=True, kw_only=True)
class AskHint(Act):
    """POST /api/tables/{id}/hint: the best steps of a seat that is to choose; nothing changes."""

    type: Literal["hint"] = "hint"


@dataclass(frozen=True, kw_only=True)
class Sit(Closed):
    """Socket only: follow as another seat that this device holds (null: as a spectator)."""

    seat: Seat | None
    id: Annotated[int, Whole, Field(strict=True, ge=0)] | None = None
    type: Literal["sit"] = "sit"


@dataclass(frozen=True, kw_only=True)
class Ping(Closed):
    """Socket only: answered by `done`, so that a sleeping line is noticed."""

    id: Annotated[int, Whole, Field(strict=True, ge=0)] | None = None
    type: Literal["ping"] = "ping"


@dataclass(frozen=True, kw_only=True)
class Call(Closed):
    """Socket only: the name under which this spectator is shown; empty: none."""

    name: Name
    id: Annotated[int, Whole, Field(strict=True, ge=0)] | None = None
    type: Literal["call"] = "call"


@dataclass(frozen=True, kw_only=True)
class Commit(Closed):
    """Socket only: this device's promise for one of its seats, in the round that asks for it."""

    seat: Seat
    round: Text
    promise: Hash
    id: Annotated[int, Field(strict=True, ge=0)] | None = None
    type: Literal["commit"] = "commit"


@dataclass(frozen=True, kw_only=True)
class Open(Closed):
    """Socket only: the number behind the promise; only once the list holds that promise."""

    seat: Seat
    round: Text
    opening: Hash
    id: Annotated[int, Field(strict=True, ge=0)] | None = None
    type: Literal["open"] = "open"


@dataclass(frozen=True, kw_only=True)
class Say(Closed):
    """A line of plain text or an emote, one of them; also POST /api/tables/{id}/talk."""

    seat: Seat
    text: Annotated[str, Field(max_length=LENGTH)] = ""
    emote: Emote | None = None
    id: Annotated[int, Whole, Field(strict=True, ge=0)] | None = None
    type: Literal["say"] = "say"


Action: TypeAlias = Take | Look | Throw | Read | Undo | Withdraw | Finish | Resign | Shown | Hurry
FromPage = Annotated[Action | Sit | Ping | Call | Commit | Open | Say, Field(discriminator="type")]


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
    clock: ClockKind | None = None  # left out: relaxed where a seat is open, else none
    stand_in: Text = ""  # the level that plays for a silent seat; empty: the usual one
    listed: bool = False  # in the lobby while it waits
    delay: Delay = 0  # how many steps spectators are behind


@dataclass(frozen=True, kw_only=True)
class AskReplay(Closed):
    """POST /api/replay: frames of a game that somebody brings as a record; nothing is kept."""

    record: Annotated[str, Field(max_length=RECORD)]
    eyes: Eyes = "all"
    first: Count = 0
    last: Count = 0


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
class Launch(Closed):
    """POST /api/room/key: the key in the address that the start opened."""

    key: Text


@dataclass(frozen=True, kw_only=True)
class Anyone(Closed):
    """POST /api/lobby/anyone: play with whoever comes; `game` empty: any."""

    game: Text = ""
    name: Name = ""


@dataclass(frozen=True, kw_only=True)
class SetRoom(Closed):
    """POST /api/room: open the server to the others in the room, or close it again."""

    open: bool


@dataclass(frozen=True, kw_only=True)
class SetOptions(Closed):
    """Host: options while waiting, the spectators' delay and the clock while nothing is played,
    the rest at any time; what is left out stays."""

    options: Options | None = None
    pace: Pace | None = None
    spectators: bool | None = None
    talk: Talk | None = None  # what people may say: all, emotes, or off
    clock: ClockKind | None = None  # not while a match is played
    stand_in: Text | None = None
    listed: bool | None = None
    delay: Delay | None = None
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
