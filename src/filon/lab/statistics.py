"""Means with 95 % intervals, over sets of games that share dice; and bots head to head."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from filon.lab.bout import Outcome

# Two-sided 95 % quantiles of Student's t by degrees of freedom; beyond the table the next lower.
T95 = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31, 9: 2.26, 10: 2.23,
       12: 2.18, 15: 2.13, 20: 2.09, 25: 2.06, 30: 2.04, 40: 2.02, 60: 2.00, 120: 1.98}  # fmt: skip


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float
    sets: int

    def contains(self, value: float) -> bool:
        """Whether the interval does not rule the value out."""
        return self.low <= value <= self.high


def estimate(values: Sequence[float], least: float = 0.0, most: float = 1.0) -> Estimate:
    """The mean of independent values; of a single value the interval is all that is possible."""
    count = len(values)
    if count == 0:
        return Estimate(float("nan"), least, most, 0)
    mean = sum(values) / count
    if count == 1:
        return Estimate(mean, least, most, 1)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    wide = t95(count - 1) * spread
    if spread == 0.0:  # all equal: the rule of three
        wide = (most - least) * min(1.0, 3.0 / count)
    return Estimate(mean, max(least, mean - wide), min(most, mean + wide), count)


def t95(freedom: int) -> float:
    """Student's quantile, rounded up between the rows of the table."""
    return T95[max(known for known in T95 if known <= freedom)] if freedom < 240 else 1.97


def credits(ranks: Sequence[int]) -> list[float]:
    """Each seat's part of the victory; tied winners share it."""
    winners = sum(rank == 1 for rank in ranks)
    return [1 / winners if rank == 1 else 0.0 for rank in ranks]


@dataclass(frozen=True)
class Versus:
    """One bot against another; a meeting is a pair of their seats in one game."""

    bot: str
    other: str
    meetings: int
    ahead: int
    level: int
    share: Estimate  # of meetings, a tie counting half


def versus(bots: Sequence[str], sets: Sequence[Sequence[Outcome]]) -> list[Versus]:
    """Every bot against every other, in the order of the bots; unranked seats are left out."""
    return [_pair(bot, other, sets) for bot in bots for other in bots if bot != other]


def _pair(bot: str, other: str, sets: Sequence[Sequence[Outcome]]) -> Versus:
    counts, shares = [0, 0, 0], []
    for games in sets:
        here = [0, 0, 0]
        for game in games:
            seats = list(zip(game.bots, game.ranks, strict=True))
            for mine in (rank for name, rank in seats if name == bot and rank):
                for theirs in (rank for name, rank in seats if name == other and rank):
                    here[(mine > theirs) - (mine < theirs) + 1] += 1
        if met := sum(here):
            shares.append((here[0] + here[1] / 2) / met)
        counts = [had + now for had, now in zip(counts, here, strict=True)]
    return Versus(bot, other, sum(counts), counts[0], counts[1], estimate(shares))
