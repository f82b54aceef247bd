"""The four levels, the same in every game: from a friendly opponent to the best we have."""

from filon.bots.bot import Bot, Peephole
from filon.bots.thinking import Thinker
from filon.core.hints import Plan
from filon.core.rng import Rng


class Level(Bot):
    """Thinks for a share of the game's budget; counted in simulations, so alike everywhere."""

    def __init__(self, share: int, slips: int, pace: int) -> None:
        self.share = share  # thousandths of the plan's budget; 0: no search at all
        self.slips = slips  # percent of choices that are any legal step
        self.pace = pace  # the budget is divided by it: 1 at a table, more in an arena

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """The level's step."""
        steps = hole.legal()
        if len(steps) == 1:
            return steps[0]
        if self.slips and rng.below(100) < self.slips:
            return steps[rng.below(len(steps))]
        hints = hole.spec.hints
        if self.share == 0:
            if hints is None:
                return steps[rng.below(len(steps))]
            return steps[rng.weighted(hints.weights(hole.sample(rng), steps))]
        plan = hints.plan(hole.sample(rng)) if hints is not None else Plan()
        if self.share < 1000:
            plan.luck = 0  # only the best level weighs every throw
        simulations = max(1, plan.budget * self.share // (1000 * self.pace))
        return Thinker(simulations=simulations, plan=plan).choose(hole, rng)


class Tenderfoot(Level):
    """New to the camp: follows its nose, and now and then no nose at all."""

    def __init__(self, pace: int = 1) -> None:
        super().__init__(0, 20, pace)


class Panner(Level):
    """Looks a little way ahead."""

    def __init__(self, pace: int = 1) -> None:
        super().__init__(40, 0, pace)


class Prospector(Level):
    """Thinks before every step."""

    def __init__(self, pace: int = 1) -> None:
        super().__init__(200, 0, pace)


class Sourdough(Level):
    """Has seen many winters: the whole budget, about a second of one core at most."""

    def __init__(self, pace: int = 1) -> None:
        super().__init__(1000, 0, pace)
