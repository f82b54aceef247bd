"""Somebody's run of a day's challenge: the first one counts."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal


@dataclass(frozen=True)
class Attempt:
    """One person on one day; `void`: draws or bots were not the day's, so it is not ranked."""

    day: str
    person: str  # or the device, where nobody is known
    name: str
    of: str  # the match, TABLE-NUMBER; empty: played without this server
    state: Literal["begun", "done", "void"] = "begun"
    place: int = 0  # at the table, 1 is best
    score: str = ""  # an exact fraction
    at: int = 0  # when it ended, in milliseconds since 1970

    @property
    def order(self) -> tuple[int, Fraction, int]:
        """The lower the better: place, score, and of equals who came first."""
        return self.place, -Fraction(self.score or 0), self.at


def ranked(attempts: list[Attempt]) -> list[tuple[int, Attempt]]:
    """Those that count, the best first, each with its rank; equal results share one."""
    done = sorted((one for one in attempts if one.state == "done"), key=lambda one: one.order)
    found: list[tuple[int, Attempt]] = []
    for at, one in enumerate(done, start=1):
        same = bool(found) and found[-1][1].order[:2] == one.order[:2]
        found.append((found[-1][0] if same else at, one))
    return found
