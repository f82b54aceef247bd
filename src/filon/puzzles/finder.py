"""Search games of bots for puzzles: a quick search, a deep one, and a check three times as deep."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from filon.bots.baseline import summed_weights
from filon.bots.bot import Peephole
from filon.bots.ismcts import Search
from filon.bots.search_bot import search_for
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Plan
from filon.core.rng import Rng
from filon.core.setup import Setup
from filon.puzzles.puzzle import Puzzle

CLEAR = 0.06  # of the victory: as much as a mistake costs
PROMISING = 0.04  # what a quick look must promise before a deep one
CHECK = 3  # times the depth
RIVALS = 4  # steps weighed beside the best
APART = 8  # steps of the game between two looks: neighbours are one idea


@dataclass(frozen=True)
class Effort:
    """Effort of the search, as parts of the best level's budget for one step."""

    look: int = 8  # the level's budget divided by this, for all steps together
    deep: int = 2  # the same for each step that is weighed
    every: int = 1  # choices of which one is looked at; the quick hints make the others


def puzzles_of(setup: Setup, seed: str, effort: Effort | None = None) -> Iterator[Puzzle]:
    """The puzzles of one game between bots, as it is played; equal seeds give equal puzzles."""
    effort = effort or Effort()
    rng, state = Rng(seed), setup.start()
    layout, steps, last = setup.spec.layout, list[str](), -APART
    while (seat := state.actor()) != OVER:
        if seat == CHANCE:
            step = state.draw(rng)
        elif rng.below(effort.every):
            hints, hole = setup.spec.minds.hints, Peephole(setup.spec, state, seat)
            step = state.pick(rng) if hints is None else hints.quick(hole.sample(rng), rng)
        else:
            step = _look(setup, state, seat, effort, rng)
            if len(steps) - last >= APART and step != liked(Peephole(setup.spec, state, seat), rng):
                puzzle = posed(setup, steps, state, seat, effort, rng)
                if puzzle is not None:
                    last = len(steps)
                    yield puzzle
        state.apply(step)
        steps.append(layout.text(step))


def _look(setup: Setup, state: State, seat: int, effort: Effort, rng: Rng) -> int:
    """The step a quick search takes: so the game is worth looking at."""
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    hole = Peephole(setup.spec, state, seat)
    return looked(hole, plan_of(hole, rng).budget // effort.look, rng).best()


def posed(
    setup: Setup, steps: list[str], state: State, seat: int, effort: Effort, rng: Rng
) -> Puzzle | None:
    """The position as a puzzle, if it is one."""
    hole = Peephole(setup.spec, state, seat)
    if state.sealed() or len(hole.legal()) < 2:
        return None
    quick = liked(hole, rng)
    deep = plan_of(hole, rng).budget // effort.deep
    verdict = looked(hole, deep, rng).verdict()
    order = sorted(verdict, key=lambda row: (row[2], row[1]), reverse=True)
    shares = {step: share for step, _, share in verdict}
    if order[0][0] == quick or order[0][2] - shares[quick] < PROMISING:
        return None
    tried = list(dict.fromkeys([*(step for step, _, _ in order[: 1 + RIVALS]), quick]))
    first = worth(hole, tried, deep, rng)
    if not _clear(first, quick):
        return None
    second = worth(hole, tried, CHECK * deep, rng)
    best = max(second, key=lambda step: second[step])
    if best != max(first, key=lambda step: first[step]) or not _clear(second, quick):
        return None
    text = setup.spec.layout.text
    thousandths = {text(step): round(1000 * second[step]) for step in tried}
    return Puzzle(setup, tuple(steps), seat, text(best), text(quick), thousandths)


def _clear(shares: dict[int, float], quick: int) -> bool:
    """Whether one step is better than all others by a clear margin, and it is not the quick one."""
    first, second = sorted(shares.values(), reverse=True)[:2]
    return first - second >= CLEAR and shares[quick] < first


# ---- what steps are worth ---------------------------------------------------------------------


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
    weights = summed_weights(hole, hints, steps, "", rng)
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
