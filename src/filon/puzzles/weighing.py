"""The worth of steps to the seat to act, each searched equally deep."""

from collections.abc import Sequence

from filon.bots.baseline import SAMPLES
from filon.bots.bot import Peephole
from filon.bots.ismcts import Search
from filon.bots.search_bot import search_for
from filon.core.hints import Plan
from filon.core.rng import Rng


def plan_of(hole: Peephole, rng: Rng) -> Plan:
    """The game's plan, with rewards that are parts of the victory and nothing else."""
    hints = hole.spec.minds.hints
    plan = hints.plan(hole.sample(rng)) if hints is not None else Plan()
    plan.lead_weight = 0
    return plan


def liked(hole: Peephole, rng: Rng) -> int:
    """The step that the quick hints like best, the lowest of equals; -1 without hints."""
    hints, steps = hole.spec.minds.hints, hole.legal()
    if hints is None:
        return -1
    weights = [0] * len(steps)
    for _ in range(SAMPLES if hole.spec.hidden else 1):
        for at, weight in enumerate(hints.weights(hole.sample(rng), steps)):
            weights[at] += weight
    return steps[weights.index(max(weights))]


def looked(hole: Peephole, simulations: int, rng: Rng) -> Search:
    """A search over all steps that has spent its simulations."""
    search = search_for(hole, rng, plan_of(hole, rng))
    search.grow(simulations)
    return search


def worth(hole: Peephole, steps: Sequence[int], simulations: int, rng: Rng) -> dict[int, float]:
    """Per step its expected part of the victory, each by so many simulations of its own."""
    search = search_for(hole, rng, plan_of(hole, rng))
    search.grow(1)
    root = search.root()
    kids = {kid.step: kid for kid in root.kids}
    worths: dict[int, float] = {}
    for step in steps:
        kid = kids[step]
        root.kids = [kid]  # the search has nothing else to choose at its root
        search.grow(simulations)
        worths[step] = kid.total / kid.visits
    return worths
