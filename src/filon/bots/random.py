"""The bot that plays any legal step."""

from filon.bots.bot import Bot, Peephole
from filon.core.rng import Rng


class Random(Bot):
    """All legal steps are equally likely."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """Any legal step."""
        steps = hole.legal()
        return steps[rng.below(len(steps))]
