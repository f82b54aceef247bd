"""The bot of the day's challenge: as many simulations on every machine, whatever else it does."""

from filon.bots.bot import Bot, Peephole
from filon.bots.thinking import Thinker
from filon.core.hints import Plan
from filon.core.rng import Rng

SHARE = 12  # thousandths of the game's budget: a slow browser answers within three seconds
LEAST = 8  # simulations


class Trail(Bot):
    """Thinks a little before every step; never more, never less."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """The step its few simulations like best."""
        steps = hole.legal()
        if len(steps) == 1:
            return steps[0]
        hints = hole.spec.hints
        plan = hints.plan(hole.sample(rng)) if hints is not None else Plan()
        plan.expectimax_draws = 0
        simulations = max(LEAST, plan.budget * SHARE // 1000)
        return Thinker(simulations=simulations, plan=plan).choose(hole, rng)
