"""One line of a match's journal; the journal only grows."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "step", "undo", "resign", "takeover", "return", "pause", "resume", "end",
    "link", "moved", "restored",
]  # fmt: skip
CHANCE_SEAT = -1  # the seat of an entry that no player made

PERSON = "person"
CLOCK = "clock"
FINISH = "finish"
PARENT = "parent"  # of a fork: the step was taken in the game it comes from


def bot(name: str) -> str:
    """How an entry names a bot that acted."""
    return f"bot:{name}"


@dataclass(frozen=True)
class Entry:
    """What happened as number v of a match; `v` counts entries from 1 and only grows."""

    v: int
    kind: Kind
    seat: int
    by: str  # person, bot:NAME, clock, finish or parent
    notation: str  # of a step; the level of a takeover or resignation; why it ended; else empty
    at: int  # milliseconds since 1970
    choice: int  # the v of the first entry of the choice it belongs to; undo takes back one choice
