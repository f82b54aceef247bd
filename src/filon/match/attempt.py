"""A person's run of a day's challenge: the first one counts."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal


@dataclass(frozen=True)
class Attempt:
    """One person on one day; `void`: draws or bots were not the day's, so it is not ranked."""

    day: str
    person: str  # or the device, if its person is unknown
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
    done = sorted((run for run in attempts if run.state == "done"), key=lambda run: run.order)
    order: list[tuple[int, Attempt]] = []
    for at, run in enumerate(done, start=1):
        same = bool(order) and order[-1][1].order[:2] == run.order[:2]
        order.append((order[-1][0] if same else at, run))
    return order
