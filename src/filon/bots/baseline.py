"""Bots without search, to measure others against: any step, and the step the hints prefer."""

from filon.bots.bot import Bot, Peephole
from filon.core.rng import Rng

SAMPLES = 8  # guesses at hidden things that are averaged; one is enough where nothing is hidden


class Random(Bot):
    """Draws among the legal steps, all equally likely."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """Any legal step."""
        steps = hole.legal()
        return steps[rng.below(len(steps))]


class Greedy(Bot):
    """Takes the step with the largest hint, ties by lot; without hints any step."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """A step with the largest weight, averaged over guesses at what is hidden."""
        steps = hole.legal()
        hints = hole.spec.minds.hints
        if hints is None or len(steps) == 1:
            return steps[rng.below(len(steps))]
        liked = [0] * len(steps)
        for _ in range(SAMPLES if hole.spec.hidden else 1):
            for at, weight in enumerate(hints.weights(hole.sample(rng), steps)):
                liked[at] += weight
        best = max(liked)
        equals = [step for step, weight in zip(steps, liked, strict=True) if weight == best]
        return equals[rng.below(len(equals))]
