"""What one seat sees and may do at one version: view, legal steps, whom the game waits for."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from filon.core.spec import Seen


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """Whom or what the game waits for."""

    kind: Literal["seat", "sealed", "chance", "over"]
    seats: list[int]  # who decides; at chance who may throw
    ready: list[int]  # sealed: those who have chosen
    due: int | None  # chance: milliseconds until it is drawn anyway
    hand: int | None = None  # chance: whose hand throws, a bot's too; None: no seat's


@dataclass(frozen=True, kw_only=True)
class Can:
    """What the following seat may ask for now."""

    act: bool
    throw: bool
    undo: bool
    finish: bool
    withdraw: bool
    resign: bool


@dataclass(frozen=True, kw_only=True)
class Guide:
    """A guided game's word for this moment and the step it asks for."""

    say: str | None  # message key
    expected: list[str]  # the one choice it accepts from the person now
    step: int  # how far the record has come
    of: int
    path: list[str]  # every text of the lesson in its order
    at: int  # which of them was said last
    fresh: int  # how many of them belong to this very moment, `at` being the last
    reading: bool  # nothing goes on by itself until the reader does (`read`)


@cache
def can(act: bool, throw: bool, undo: bool, finish: bool, withdraw: bool, resign: bool) -> Can:
    """One of the few there are; made once."""
    return Can(act=act, throw=throw, undo=undo, finish=finish, withdraw=withdraw, resign=resign)


@dataclass  # not frozen: two are made for every step, and told at once
class Outlook:
    """Everything a seat (None: a spectator) may know about one version."""

    seat: int | None
    v: int
    n: int
    view: Seen
    legal: list[str]
    waiting: Waiting
    can: Can
    held: str | None
    guide: Guide | None
