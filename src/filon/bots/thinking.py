"""The search at work for one seat: how long it thinks, and what it tells while it does."""

import time
from collections.abc import Callable
from functools import cache

from filon.bots.bot import Bot, Peephole
from filon.bots.exact import Solver, near_end
from filon.bots.expectation import Expectation, Narrow
from filon.bots.ismcts import Search
from filon.core.hints import Hints, Plan
from filon.core.layout import Layout
from filon.core.rng import Rng

EXACT = 4  # positions an exact look at the next draws may cost, per simulation it would replace
FURTHER = 8  # how many times that one draw more may cost where the last leaves a choice open
SLICE = 64  # simulations between two looks at the clock or at who wants to know
Progress = Callable[[int, int], None]  # simulations done, simulations planned (0: by the clock)


@cache
def veil(layout: Layout) -> list[int]:
    """Per step the lowest step that reads the same to those who may not know its particulars."""
    first: dict[str, int] = {}
    return [first.setdefault(layout.masked(step), step) for step in range(layout.size)]


def search_for(
    hole: Peephole, rng: Rng, plan: Plan | None = None, hints: Hints | None = None
) -> Search:
    """A search that has not begun, from what the seat may know, by its game's or other hints."""
    base = hole.sample(rng)
    if hints is None:
        hints = hole.spec.hints
    if plan is None:
        plan = hints.plan(base) if hints is not None else Plan()
    secret = hole.spec.hidden and plan.secret
    shroud = veil(hole.spec.layout) if secret else []
    return Search(base, hole.seat, base.players, hints, plan, shroud, rng)


def weigh(search: Search, limit: int) -> int:
    """The best step by exact expectation where the plan asks for it and the limit allows; or -1."""
    if search.expectimax_draws == 0 or search.hidden or search.hints is None:
        return -1
    steps = search.base.legal()
    expected = Expectation(search.hints, search.players, search.seat, limit)
    worths = expected.each(search.base, search.seat, search.expectimax_draws)
    found = further(search, search.hints, worths, FURTHER * limit)
    if not found:
        return expected.pick(steps, worths)
    weighed = sorted(found)
    return expected.pick([steps[at] for at in weighed], [found[at] for at in weighed])


def further(search: Search, hints: Hints, worths: list[float], limit: int) -> dict[int, float]:
    """By place, what one draw more says of those steps that stand close to each other.

    The most promising come first, as far as the limit carries; nothing where the choice is clear.
    """
    found: dict[int, float] = {}
    if search.reexamine_margin == 0 or not worths:
        return found
    steps = search.base.legal()
    least = max(worths) - search.reexamine_margin / 1000.0
    near = [at for at in range(len(steps)) if worths[at] >= least]
    narrow = Narrow(hints, search.players, search.seat, limit)
    for at in sorted(near, key=lambda at: -worths[at]) if len(near) > 1 else []:
        later = search.base.clone()
        later.apply(steps[at])
        worth = narrow.worth(later, search.expectimax_draws + 1)
        if not worth:
            break
        found[at] = worth[search.seat]
    return found


class Thinker(Bot):
    """Searches for a number of simulations or of milliseconds, by a plan if one is given."""

    def __init__(
        self,
        simulations: int = 0,
        milliseconds: int = 0,
        plan: Plan | None = None,
        progress: Progress | None = None,
        hints: Hints | None = None,
    ) -> None:
        if (simulations > 0) == (milliseconds > 0):
            raise ValueError("a budget is a number of simulations or of milliseconds")
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.plan = plan
        self.progress = progress
        self.hints = hints

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """The step the search tried most; a single legal step costs no thought."""
        steps = hole.legal()
        if len(steps) == 1:
            return steps[0]
        search = search_for(hole, rng, self.plan, self.hints)
        if not search.hidden and near_end(search.base, rng):
            limit = search.solver_nodes * (self.simulations or SLICE)
            solved = Solver(limit).best(search.base, hole.seat)
            if solved >= 0:
                return solved
        weighed = weigh(search, EXACT * (self.simulations or SLICE))
        if weighed >= 0:
            return weighed
        self.think(search)
        return search.best()

    def think(self, search: Search) -> None:
        """Spend the budget, telling `progress` between slices."""
        until = time.monotonic() + self.milliseconds / 1000.0
        while True:
            left = self.simulations - search.done if self.simulations else SLICE
            search.grow(min(SLICE, left))
            if self.progress is not None:
                self.progress(search.done, self.simulations)
            if search.done >= self.simulations > 0:
                return
            if self.milliseconds and time.monotonic() >= until:
                return
