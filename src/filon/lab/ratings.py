"""Ratings by openskill, with intervals from sets drawn again."""

from collections.abc import Sequence
from dataclasses import dataclass

from filon.core.rng import Rng
from filon.lab.bout import Outcome

RESAMPLES = 40
BASE, SPAN = 1500.0, 40.0  # openskill's 25 and its sigma of 25/3, in the numbers players know


@dataclass(frozen=True)
class Rating:
    """A rating and the range in which 95 % of ratings from resampled sets fall."""

    mean: float
    low: float
    high: float


def ratings(bots: Sequence[str], outcomes: list[Outcome]) -> dict[str, Rating]:
    """Per bot; the same outcomes in the same order give the same ratings."""
    sets: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        sets.setdefault(outcome.seed, []).append(outcome)
    groups = list(sets.values())
    rng = Rng("ratings")
    first = rate(bots, groups)
    drawn = []
    for _ in range(RESAMPLES):
        drawn.append(rate(bots, [groups[rng.below(len(groups))] for _ in groups]))
    rated = {}
    for bot in bots:
        sample = sorted(sample[bot] for sample in drawn)
        cut = max(0, round(0.025 * len(sample)))
        rated[bot] = Rating(first[bot], sample[cut], sample[-1 - cut])
    return rated


def rate(bots: Sequence[str], groups: list[list[Outcome]]) -> dict[str, float]:
    """One pass over the games; tied ranks stay tied, unranked seats and mirror games stay out."""
    from openskill.models import ThurstoneMostellerFull  # ties end where they should with it

    model = ThurstoneMostellerFull()
    skill = {bot: model.rating(name=bot) for bot in bots}
    for games in groups:
        for game in games:
            # A bot in several seats enters once, with its best seat: it cannot beat itself.
            best: dict[str, int] = {}
            for name, rank in zip(game.bots, game.ranks, strict=True):
                if rank and (name not in best or rank < best[name]):
                    best[name] = rank
            if len(best) < 2:
                continue
            names = list(best)
            after = model.rate([[skill[name]] for name in names],
                               ranks=[float(best[name]) for name in names])  # fmt: skip
            for name, team in zip(names, after, strict=True):
                skill[name] = team[0]
    return {bot: BASE + SPAN * (skill[bot].mu - 25.0) for bot in bots}
