"""Messages about forks: a game that goes on from a moment of another."""

from dataclasses import dataclass
from typing import Annotated, Literal

from filon.protocol.checks import Field
from filon.protocol.incoming import RECORD, Closed, Count, Name, Seat, Text, Whole


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


@dataclass(frozen=True, kw_only=True)
class Fork:
    """Where a forked game comes from."""

    table: str | None  # of this server, if it is known; null: from a record
    match: int | None
    step: int  # how many of its steps were kept
    fair: bool  # hidden things were dealt anew
