"""Bots without search, to measure others against: any step, and the step the hints prefer."""

from filon.bots.bot import Bot, Peephole
from filon.core.hints import Hints
from filon.core.rng import Rng

SAMPLES = 8  # redealt positions whose weights are summed; one is enough where nothing is hidden


class Random(Bot):
    """Draws among the legal steps, all equally likely."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """Any legal step."""
        steps = hole.legal()
        return steps[rng.below(len(steps))]


class Greedy(Bot):
    """Takes the step with the largest hint, ties by lot; without hints any step."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """A step with the largest weight, summed over redealt positions."""
        steps = hole.legal()
        hints = hole.spec.minds.hints
        if hints is None or len(steps) == 1:
            return steps[rng.below(len(steps))]
        weights = summed_weights(hole, hints, steps, "", rng)
        best = max(weights)
        equals = [step for step, weight in zip(steps, weights, strict=True) if weight == best]
        return equals[rng.below(len(equals))]


def summed_weights(
    hole: Peephole, hints: Hints, steps: list[int], style: str, rng: Rng
) -> list[int]:
    """The hints' weight of each step, summed over positions that the seat takes for possible.

    `style` names a level that has weights of its own; empty: those of the game.
    """
    total = [0] * len(steps)
    for _ in range(SAMPLES if hole.spec.hidden else 1):
        state = hole.sample(rng)
        weights = hints.styled(state, steps, style) if style else hints.weights(state, steps)
        for at in range(len(steps)):
            total[at] += weights[at]
    return total
