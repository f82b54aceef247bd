"""Bots that search: for so long, or with the same effort everywhere (the daily challenge)."""

import time
from collections.abc import Callable
from functools import cache

from filon.bots.bot import Bot, Peephole
from filon.bots.expectimax import Expectimax, NarrowExpectimax
from filon.bots.ismcts import Search
from filon.bots.solver import Solver, near_end
from filon.core.hints import Hints, Plan
from filon.core.layout import Layout
from filon.core.rng import Rng

EXACT = 4  # positions that expectimax may visit, per simulation it replaces
FURTHER = 8  # times as many for one draw more, where steps are close to each other
DAILY_SHARE = 12  # thousandths of the game's budget: a slow browser answers within three seconds
DAILY_LEAST = 8  # simulations
SLICE = 64  # simulations between two looks at the clock and two calls of `progress`
Progress = Callable[[int, int], None]  # simulations done, simulations planned (0: by the clock)


@cache
def veil(layout: Layout) -> list[int]:
    """Per step the lowest step that looks the same to seats that may not see its particulars."""
    first: dict[str, int] = {}
    return [first.setdefault(layout.masked(step), step) for step in range(layout.size)]


def search_for(
    hole: Peephole, rng: Rng, plan: Plan | None = None, hints: Hints | None = None
) -> Search:
    """A new search from what the seat may know, by the game's hints unless others are given."""
    base = hole.sample(rng)
    if hints is None:
        hints = hole.spec.minds.hints
    if plan is None:
        plan = hints.plan(base) if hints is not None else Plan()
    secret = hole.spec.hidden and plan.secret
    shroud = veil(hole.spec.layout) if secret else []
    return Search(base, hole.seat, base.players, hints, plan, shroud, rng)


def best_by_expectimax(search: Search, limit: int) -> int:
    """The best step by expectimax, if the plan wants it and the limit allows it; else -1."""
    if search.expectimax_draws == 0 or search.hidden or search.hints is None:
        return -1
    steps = search.base.legal()
    expected = Expectimax(search.hints, search.players, search.seat, limit)
    worths = expected.each(search.base, search.seat, search.expectimax_draws)
    again = further(search, search.hints, worths, FURTHER * limit)
    if not again:
        return expected.pick(steps, worths)
    close = sorted(again)
    return expected.pick([steps[at] for at in close], [again[at] for at in close])


def further(search: Search, hints: Hints, worths: list[float], limit: int) -> dict[int, float]:
    """By index, the worth of the steps close to the best when one draw more is weighed.

    The best come first, until the limit is reached; empty where the best step is clear.
    """
    worth_at: dict[int, float] = {}
    if search.reexamine_margin == 0 or not worths:
        return worth_at
    steps = search.base.legal()
    least = max(worths) - search.reexamine_margin / 1000.0
    near = [at for at in range(len(steps)) if worths[at] >= least]
    narrow = NarrowExpectimax(hints, search.players, search.seat, limit)
    for at in sorted(near, key=lambda at: -worths[at]) if len(near) > 1 else []:
        later = search.base.clone()
        later.apply(steps[at])
        worth = narrow.worth(later, search.expectimax_draws + 1)
        if not worth:
            break
        worth_at[at] = worth[search.seat]
    return worth_at


class SearchBot(Bot):
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
        """A solved or weighed step where that is possible, else the step with most visits."""
        steps = hole.legal()
        if len(steps) == 1:
            return steps[0]
        search = search_for(hole, rng, self.plan, self.hints)
        if not search.hidden and near_end(search.base, rng):
            limit = search.solver_nodes * (self.simulations or SLICE)
            solved = Solver(limit).best(search.base, hole.seat)
            if solved >= 0:
                return solved
        weighed = best_by_expectimax(search, EXACT * (self.simulations or SLICE))
        if weighed >= 0:
            return weighed
        self.think(search)
        return search.best()

    def think(self, search: Search) -> None:
        """Spend the budget; call `progress` after every slice."""
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


class DailyBot(Bot):
    """The bot of the daily challenge: the same number of simulations on every machine."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """The step with most visits, without expectimax."""
        steps = hole.legal()
        if len(steps) == 1:
            return steps[0]
        hints = hole.spec.minds.hints
        plan = hints.plan(hole.sample(rng)) if hints is not None else Plan()
        plan.expectimax_draws = 0
        simulations = max(DAILY_LEAST, plan.budget * DAILY_SHARE // 1000)
        return SearchBot(simulations=simulations, plan=plan).choose(hole, rng)
