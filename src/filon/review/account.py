"""The account of every seat: the sources of its result, in whole numbers that add up exactly.

Every step moves the chances from V(x) to V(x after it). That difference is divided into parts, so
that whatever is rounded or misjudged in one part is made up for in another, never lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from filon.review.chances import Shares, minus, tenths
from filon.review.form import Figure, ReviewRow, Tenths

PARTS = ("luck", "own", "others", "hidden", "estimate")


@dataclass
class Weighed:
    """The parts of a step's difference; each is a vector over the seats that sums to 0."""

    actor: int  # a seat; -1: chance
    luck: Shares
    choice: Shares
    hidden: Shares
    estimate: Shares
    stand_in: bool = False
    spread: Sequence[float] = ()  # per seat: variance of luck or choice by sampling, squared parts


def drawn(before: Shares, after: Shares, mean: Shares, spread: Sequence[float]) -> Weighed:
    """A draw: luck is what fell beyond the mean, estimate the mean beyond what was expected."""
    none = [0] * len(before)
    return Weighed(-1, minus(after, mean), none, none, minus(mean, before), spread=spread)


def chosen(
    actor: int,
    before: Shares,
    after: Shares,
    known: Shares,
    played: Shares,
    best: Shares,
    stand_in: bool,
    spread: Sequence[float],
) -> Weighed:
    """A choice, by what its seat could know: chances before it, after it, and after the best."""
    none = [0] * len(before)
    return Weighed(
        actor,
        none,
        minus(played, best),
        minus(minus(after, before), minus(played, known)),
        minus(best, known),
        stand_in,
        spread,
    )


@dataclass
class Ledger:
    """Sums over a game's steps, for every seat."""

    start: Shares  # what the seats begin with: the even chance, or a fork's first position
    ranked: Sequence[int]
    steps: list[Weighed] = field(default_factory=list)
    opening: Shares = field(default_factory=list)  # what the estimate already is before any step

    def open(self, first: Shares) -> None:
        """The chances of the first position, which the even chance does not know."""
        self.opening = minus(first, self.start)

    def part(self, name: str, seat: int) -> int:
        """The seat's sum of one of the PARTS."""
        total = self.opening[seat] if name == "estimate" else 0
        return total + sum(_share(step, name, seat) for step in self.steps)

    def error(self, name: str, seat: int) -> int:
        """Half of the 95 % interval of a part.

        Every step adds, in squares, by how much the worth of the position that it led to was
        corrected by looking one step further: sampling and misjudgement alike show there.
        """
        if name == "estimate":
            return round(sqrt(sum(self.error(part, seat) ** 2 for part in PARTS[:-1])))
        doubt = 0.0
        for at, step in enumerate(self.steps):
            if not _belongs(step, name, seat):
                continue
            if at + 1 < len(self.steps):
                doubt += self.steps[at + 1].estimate[seat] ** 2
            elif step.spread:
                doubt += step.spread[seat]
        return round(1.96 * sqrt(doubt))

    def row(self, seat: int, rank: int, result: int) -> ReviewRow:
        """The seat's account; it adds up, and so do its tenths."""
        figures = {
            name: Figure(value=self.part(name, seat), error=self.error(name, seat))
            for name in PARTS
        }
        shown = {name: tenths(figures[name].value) for name in PARTS[:-1]}
        first, last = tenths(self.start[seat]), tenths(result)
        return ReviewRow(
            seat=seat,
            rank=rank,
            start=self.start[seat],
            result=result,
            tenths=Tenths(
                start=first,
                result=last,
                estimate=last - first - sum(shown.values()),
                **shown,
            ),
            **figures,
        )


def _share(step: Weighed, name: str, seat: int) -> int:
    if name in ("own", "others"):
        own = step.actor == seat and not step.stand_in
        return step.choice[seat] if own == (name == "own") else 0
    parts = {"luck": step.luck, "hidden": step.hidden, "estimate": step.estimate}
    return parts[name][seat]


def _belongs(step: Weighed, name: str, seat: int) -> bool:
    """Whether the step had any say in that part."""
    if name == "luck":
        return step.actor < 0
    if name == "hidden":
        return step.actor >= 0 and step.hidden[seat] != 0
    own = step.actor == seat and not step.stand_in
    return step.actor >= 0 and own == (name == "own") and step.choice[seat] != 0
