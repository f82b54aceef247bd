"""Messages of a running match: acts and chat of a seat, views, clocks, refusals."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from filon.core.fair import Frozen
from filon.match import chat
from filon.match.chat import LENGTH, Emote
from filon.match.outlook import Can, Guide, Waiting
from filon.protocol.fields import (
    Closed,
    Count,
    Field,
    Hash,
    Name,
    Seat,
    Seen,
    Steps,
    Text,
    View,
    Whole,
)
from filon.protocol.tables import TableInfo


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
class Pact:
    """Dice agreed on: promise your number; once the list is there and holds it, open it."""

    match: int
    round: str  # of this try; empty: the match has begun
    frozen: Frozen
    restarts: int  # starts cancelled so far because a device did not open
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
    kind: chat.MessageKind
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
