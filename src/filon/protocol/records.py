"""Messages about what stays of a match: story, replay, fork, review; its proof: core/proof.py."""

from dataclasses import dataclass
from typing import Annotated, Literal

from filon.protocol.fields import (
    RECORD,
    Closed,
    Count,
    Eyes,
    Field,
    Name,
    Seat,
    Text,
    View,
    Whole,
    Written,
)
from filon.protocol.play import ViewMessage
from filon.protocol.tables import Fork
from filon.review.form import Review


@dataclass(frozen=True, kw_only=True)
class AskReplay(Closed):
    """POST /api/replay: frames of a record in the request; nothing is stored."""

    record: Annotated[str, Field(max_length=RECORD)]
    eyes: Eyes = "all"
    first: Count = 0
    last: Count = 0


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
class NewFork(Closed):
    """POST /api/forks: play on from a moment of a game that is over, or of a record."""

    step: Count
    seat: Seat  # the asker's own
    table: Text = ""  # where that game was played; empty: `record` is given
    match: Annotated[int, Whole, Field(strict=True, ge=1)] | None = None  # left out: the last one
    record: Annotated[str, Field(max_length=RECORD)] = ""
    company: Literal["bots", "friends"] = "bots"
    deal: Literal["open", "fair"] = "open"  # fair: hidden things anew, around what the seat knew
    level: Text = ""  # of bots where people sat; empty: the usual one
    name: Name = ""


Depth = Annotated[int, Whole, Field(strict=True, ge=1, le=4)]


@dataclass(frozen=True, kw_only=True)
class AskReview(Closed):
    """POST /api/review: the review of a record in the request."""

    record: Annotated[str, Field(max_length=RECORD)]
    depth: Depth = 1


@dataclass(frozen=True, kw_only=True)
class ReviewJob:
    """How far a review is; `review` once it is done."""

    job: str  # by which a review of a brought record is asked for again; empty: a table's own
    state: Literal["none", "queued", "running", "done", "failed"]  # none: not asked for yet
    progress: int  # percent
    before: int  # how many reviews stand in line before it
    review: Written[Review] | None
