"""Messages about reviews: what is asked and told of a game that is being understood."""

from dataclasses import dataclass
from typing import Annotated, Literal

from filon.protocol.checks import Field
from filon.protocol.incoming import RECORD, Closed, Whole
from filon.review.form import Review

Depth = Annotated[int, Whole, Field(strict=True, ge=1, le=4)]


@dataclass(frozen=True, kw_only=True)
class AskReview(Closed):
    """POST /api/review: the review of a game that somebody brings as a record."""

    record: Annotated[str, Field(max_length=RECORD)]
    depth: Depth = 1


@dataclass(frozen=True, kw_only=True)
class ReviewJob:
    """How far a review is; `review` once it is done."""

    job: str  # by which a review of a brought record is asked for again; empty: a table's own
    state: Literal["none", "queued", "running", "done", "failed"]  # none: nobody asked for it yet
    progress: int  # percent
    before: int  # how many reviews stand in line before it
    review: Review | None
