"""Pauses of a table before bots and chance act; the players' clocks are in clocks.py."""

from dataclasses import dataclass
from typing import Literal

PaceName = Literal["calm", "brisk", "instant"]


@dataclass(frozen=True)
class Pace:
    """Seconds; a person's own throw has no place here, it waits for the person (ADR 15)."""

    draw: float  # before a draw of no seat: who begins, cards dealt
    bot_throw: float
    bot_step: float
    undo: float  # bots leave a person's choice alone so long, while it can be taken back
    run: float  # once the others have been busy so long, they wait no more: people do


PACES: dict[str, Pace] = {
    "calm": Pace(draw=0.5, bot_throw=0.4, bot_step=0.4, undo=3.0, run=1.0),
    "brisk": Pace(draw=0.2, bot_throw=0.15, bot_step=0.15, undo=3.0, run=0.5),
    "instant": Pace(draw=0.0, bot_throw=0.0, bot_step=0.0, undo=0.0, run=0.0),
}
DEFAULT: PaceName = "calm"


@dataclass(frozen=True)
class Bounds:
    """Seconds a person may keep other people waiting."""

    throw: float = (
        30.0  # for their own throw, after the person's page said that it has shown what came before
    )
    quiet: float = 10.0  # a page that says nothing counts as having shown it
    absent: float = 120.0  # a claim to an absent holder's seat waits so long


BOUNDS = Bounds()
