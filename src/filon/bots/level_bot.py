"""A bot of a level: it searches with its share of the budget, and errs as people do."""

from filon.bots.baseline import summed_weights
from filon.bots.bot import Bot, Peephole
from filon.bots.expectimax import Expectimax
from filon.bots.ismcts import Search
from filon.bots.search_bot import EXACT, SearchBot, search_for
from filon.bots.weights import best_hints
from filon.core.hints import Hints, Plan
from filon.core.rng import Rng

HURRIED = 16  # with less than such a part of its budget a level weighs one draw only
SERIOUS = 8  # a step tried less than this part of the favourite's tries is no candidate


class LevelBot(Bot):
    """Thinks for a share of the game's budget; counted in simulations, so alike everywhere."""

    def __init__(
        self, name: str, divisor: int = 1, times: int = 1, hints: Hints | None = None
    ) -> None:
        self.name = name  # a game without a level of that name has its nearest
        self.divisor = divisor  # the budget is divided by it: 1 at a table, more in an arena
        self.times = times  # and multiplied by this, to see what more thinking would bring
        self.hints = hints  # of the best level, in place of those that come with the game

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """The level's step."""
        steps = hole.legal()
        if len(steps) == 1:
            return steps[0]
        level = hole.spec.minds.level(self.name)
        hints = hole.spec.minds.hints
        seen = noticed(steps, level.blind, rng)
        if level.share == 0:
            if hints is None:
                return seen[rng.below(len(seen))]
            return misjudged(liking(hole, hints, steps, level.name, rng), seen, level.blur, rng)
        if level.learned:
            hints = self.hints or best_hints(hole.spec, hole.sample(rng))
        plan = hints.plan(hole.sample(rng)) if hints is not None else Plan()
        if not level.expectimax:
            plan.expectimax_draws = 0
        elif self.divisor > HURRIED * self.times:
            plan.reexamine_margin = 0  # a second draw costs some forty times the first
        simulations = max(1, plan.budget * level.share * self.times // (1000 * self.divisor))
        if not level.errs:
            return SearchBot(simulations=simulations, plan=plan, hints=hints).choose(hole, rng)
        search = search_for(hole, rng, plan, hints)
        return misjudged(worths(search, steps, simulations), seen, level.blur, rng)


def noticed(steps: list[int], blind: int, rng: Rng) -> list[int]:
    """The steps that are not overlooked, at least one."""
    if blind == 0:
        return steps
    seen = [step for step in steps if rng.below(100) >= blind]
    return seen or [steps[rng.below(len(steps))]]


def liking(hole: Peephole, hints: Hints, steps: list[int], name: str, rng: Rng) -> dict[int, float]:
    """How the hints like each step; the best has 1."""
    weights = summed_weights(hole, hints, steps, name, rng)
    most = max(weights)
    return {steps[at]: weights[at] / most for at in range(len(steps))}


def worths(search: Search, steps: list[int], simulations: int) -> dict[int, float]:
    """Per seriously searched step its expected part of the victory."""
    if search.expectimax_draws and not search.hidden and search.hints is not None:
        expected = Expectimax(search.hints, search.players, search.seat, EXACT * simulations)
        each = expected.each(search.base, search.seat, search.expectimax_draws)
        if each:
            return {steps[at]: each[at] for at in range(len(each))}
    search.grow(simulations)
    rows = search.verdict()
    most = 0
    for _, visits, _ in rows:
        most = max(most, visits)
    return {step: mean for step, visits, mean in rows if visits * SERIOUS >= most}


def misjudged(worth: dict[int, float], seen: list[int], blur: int, rng: Rng) -> int:
    """The step that looks best with so much noise; ties are drawn by lot."""
    best: list[int] = []
    top = 0.0
    for step in seen:
        if step not in worth:
            continue
        looks = worth[step] + error(blur, rng)
        if not best or looks > top:
            top = looks
            best = [step]
        elif looks == top:
            best.append(step)
    if not best:  # all that was seen is what the search did not care for
        return seen[rng.below(len(seen))]
    return best[rng.below(len(best))]


def error(blur: int, rng: Rng) -> float:
    """A mistake in either direction: three draws make a bell, `blur` thousandths wide."""
    if blur == 0:
        return 0.0
    three = rng.below(2001) + rng.below(2001) + rng.below(2001) - 3000
    return blur * three / 1_000_000.0
