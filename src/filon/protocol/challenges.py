"""Messages of the challenge of the day and of puzzles."""

from dataclasses import dataclass
from typing import Annotated, Literal

from filon.protocol.fields import RECORD, Closed, Field, Name, Steps, View
from filon.protocol.play import ViewMessage

Shares = dict[str, int]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", max_length=10)]


@dataclass(frozen=True, kw_only=True)
class TakeChallenge(Closed):
    """POST /api/challenge: a run of today's; the first one counts."""

    name: Name = ""


@dataclass(frozen=True, kw_only=True)
class BringChallenge(Closed):
    """POST /api/challenge/runs: a run that was played without this server, as its record."""

    day: Day
    record: Annotated[str, Field(max_length=RECORD)]
    name: Name = ""


@dataclass(frozen=True, kw_only=True)
class ChallengeRun:
    """A person's first run of a day."""

    state: Literal["begun", "done", "void"]  # void: draws or bots were not the day's
    rank: int | None  # among those on this server; null: it does not count, or not yet
    name: str
    place: int | None  # at the table
    score: str
    you: bool
    table: str | None  # where it was played; others' only once one's own run is done
    match: int | None


@dataclass(frozen=True, kw_only=True)
class ChallengeDay:
    """A day of the week."""

    day: str
    game: str
    state: Literal["done", "begun", "missed", "today"]  # for the caller


@dataclass(frozen=True, kw_only=True)
class DayChallenge:
    """The challenge of a day, and how it went so far on this server."""

    day: str
    game: str
    players: int
    seat: int
    week: list[ChallengeDay]
    mine: ChallengeRun | None
    runs: list[ChallengeRun]  # that are ranked, the best first; twenty at most
    count: int  # how many are ranked


@dataclass(frozen=True, kw_only=True)
class SolvePuzzle(Closed):
    """POST /api/puzzles/{game}/{number}: the step to take, or several sent as one."""

    steps: Steps


@dataclass(frozen=True, kw_only=True)
class PuzzleTask:
    """A position in which one step is clearly the best."""

    game: str
    number: int  # from 1
    count: int
    players: int
    seat: int
    options: dict[str, bool | int | str]
    view: ViewMessage  # through the seat's eyes, with its legal steps
    story: list[View]


@dataclass(frozen=True, kw_only=True)
class PuzzleAnswer:
    """What the answer was worth; shares are thousandths of the victory, of steps weighed."""

    right: bool
    played: str
    best: str
    liked: str  # what is quickly seen, and worse
    shares: Shares
