"""Messages about people: profile, devices, history, leaderboard, push subscriptions."""

from dataclasses import dataclass
from typing import Annotated, Literal

from filon.match.chat import MessageKind
from filon.protocol.fields import Closed, Field, KnownName, Name, Passphrase, Secret, Text
from filon.protocol.tables import MyTable


@dataclass(frozen=True, kw_only=True)
class Move(Closed):
    """POST /api/profile/move: a link that brings this person to another device."""

    told: Text = ""  # what this device calls itself


@dataclass(frozen=True, kw_only=True)
class Arrive(Closed):
    """POST /api/profile/arrive: the secret of that link, on the other device."""

    secret: Secret
    told: Text = ""


@dataclass(frozen=True, kw_only=True)
class Enter(Closed):
    """POST /api/profile/enter: the same by a name's passphrase."""

    name: KnownName
    passphrase: Passphrase
    told: Text = ""


@dataclass(frozen=True, kw_only=True)
class Own(Closed):
    """POST /api/profile/name: the name is this person's; an empty passphrase lets it go."""

    name: Name = ""
    passphrase: Passphrase = ""
    told: Text = ""


@dataclass(frozen=True, kw_only=True)
class Revoke(Closed):
    """POST /api/profile/revoke: this device is no longer the person's."""

    device: Text


@dataclass(frozen=True, kw_only=True)
class DropPast(Closed):
    """POST /api/profile/past: this finished match leaves the person's history."""

    table: Text
    match: Annotated[int, Field(ge=1, le=1_000_000)]


@dataclass(frozen=True, kw_only=True)
class Subscribe(Closed):
    """POST /api/push: what the browser's PushSubscription says."""

    endpoint: Annotated[str, Field(max_length=1024)]
    p256dh: Annotated[str, Field(max_length=120)]
    auth: Annotated[str, Field(max_length=60)]


@dataclass(frozen=True, kw_only=True)
class DeviceInfo:
    """A device of a person, by a handle that opens nothing."""

    device: str
    told: str
    since: int  # milliseconds since 1970; 0: not known
    here: bool


@dataclass(frozen=True, kw_only=True)
class Profile:
    """GET /api/profile: what the server knows of the caller, besides what they played."""

    name: str  # theirs alone on this server; empty: they have none
    devices: list[DeviceInfo]
    ladder: bool  # the server keeps one


@dataclass(frozen=True, kw_only=True)
class MoveLink:
    """Open it on the other device, once, until then."""

    link: str
    until: int


@dataclass(frozen=True, kw_only=True)
class Arrived:
    """The person is at this device, with so many seats."""

    seats: int
    profile: Profile


@dataclass(frozen=True, kw_only=True)
class PastSeat:
    """A seat of a finished match."""

    seat: int
    kind: Literal["person", "bot"]
    name: str  # empty: none was given, or the person is forgotten
    level: str | None
    rank: int | None  # null: not ranked
    score: str
    resigned: bool
    mine: bool


@dataclass(frozen=True, kw_only=True)
class PastGame:
    """A finished match; its table may be gone."""

    table: str
    match: int
    game: str
    ended: int
    won: bool
    seats: list[PastSeat]
    fork: bool = False  # begun in the middle of another game: it counts for nothing


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How many games, and how often won and lost; the rest were ties or second places."""

    games: int
    won: int
    lost: int


@dataclass(frozen=True, kw_only=True)
class Opponent:
    """An opponent: how often the person finished above them, and below."""

    kind: Literal["person", "bot"]
    name: str
    level: str | None
    games: int
    won: int
    lost: int


@dataclass(frozen=True, kw_only=True)
class History:
    """GET /api/profile/history."""

    past: list[PastGame]  # the newest first, at most 200
    by_game: dict[str, Tally]
    opponents: list[Opponent]
    streak: int  # won in a row up to now
    best: int  # the longest row
    favourite: str  # a game; empty: nothing was played


@dataclass(frozen=True, kw_only=True)
class SaidWord:
    """Something this person said."""

    table: str
    at: int
    seat: int
    kind: MessageKind
    text: str


@dataclass(frozen=True, kw_only=True)
class PushInfo:
    """GET /api/push: the server's key for push services; empty: it sends none."""

    key: str


@dataclass(frozen=True, kw_only=True)
class ReachInfo:
    """Where a device of this person's is called when its turn has come."""

    device: str
    endpoint: str
    since: int


@dataclass(frozen=True, kw_only=True)
class DayRun:
    """A run of a day's challenge, as it is kept."""

    day: str
    name: str
    state: Literal["begun", "done", "void"]
    place: int | None
    score: str
    at: int  # when it ended; 0: it has not


@dataclass(frozen=True, kw_only=True)
class Export:
    """GET /api/profile/export: everything the server keeps of this person."""

    profile: Profile
    tables: list[MyTable]
    history: History  # whole, also beyond what the page is told
    words: list[SaidWord]
    reaches: list[ReachInfo]
    days: list[DayRun]


@dataclass(frozen=True, kw_only=True)
class Rung:
    """One person on the ladder: a rating, and where it lies with 95 %."""

    name: str
    mean: int
    low: int
    high: int
    games: int
    you: bool


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """GET /api/ladder: the best first."""

    game: str  # empty: all games together
    rungs: list[Rung]
