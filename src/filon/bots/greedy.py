"""The bot that takes what its game's hints like best right now."""

from filon.bots.bot import Bot, Peephole
from filon.core.rng import Rng

SAMPLES = 8  # guesses at hidden things that are averaged; one is enough where nothing is hidden


class Greedy(Bot):
    """The best step by the hints, equals drawn by lot; without hints any step."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """A step no other is liked better than."""
        steps = hole.legal()
        hints = hole.spec.hints
        if hints is None or len(steps) == 1:
            return steps[rng.below(len(steps))]
        liked = [0] * len(steps)
        for _ in range(SAMPLES if hole.spec.hidden else 1):
            for at, weight in enumerate(hints.weights(hole.sample(rng), steps)):
                liked[at] += weight
        best = max(liked)
        equals = [step for step, weight in zip(steps, liked, strict=True) if weight == best]
        return equals[rng.below(len(equals))]
