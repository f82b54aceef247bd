"""Head to head: how each bot fared against each other one, seat by seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from filon.lab.bout import Outcome
from filon.lab.figures import Estimate, estimate


@dataclass(frozen=True)
class Versus:
    """One bot against another: a meeting is a seat of the one and a seat of the other in a game."""

    bot: str
    other: str
    meetings: int
    ahead: int
    level: int
    share: Estimate  # of meetings, a tie counting half


def versus(bots: Sequence[str], sets: Sequence[Sequence[Outcome]]) -> list[Versus]:
    """Every bot against every other, in the order of the bots; unranked seats meet nobody."""
    return [_pair(bot, other, sets) for bot in bots for other in bots if bot != other]


def _pair(bot: str, other: str, sets: Sequence[Sequence[Outcome]]) -> Versus:
    counts, shares = [0, 0, 0], []
    for games in sets:
        here = [0, 0, 0]
        for one in games:
            seats = list(zip(one.bots, one.ranks, strict=True))
            for mine in (rank for name, rank in seats if name == bot and rank):
                for theirs in (rank for name, rank in seats if name == other and rank):
                    here[(mine > theirs) - (mine < theirs) + 1] += 1
        if met := sum(here):
            shares.append((here[0] + here[1] / 2) / met)
        counts = [had + now for had, now in zip(counts, here, strict=True)]
    return Versus(bot, other, sum(counts), counts[0], counts[1], estimate(shares))
