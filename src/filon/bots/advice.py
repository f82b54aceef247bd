# mypyc: no
"""Advice: the best level's favourite steps, the worth of each, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from filon.bots.bot import Peephole
from filon.bots.expectimax import Expectimax
from filon.bots.ismcts import Search
from filon.bots.level_bot import HURRIED
from filon.bots.node import Node
from filon.bots.search_bot import EXACT, FURTHER, SearchBot, further, search_for
from filon.bots.solver import ALL, Solver, near_end
from filon.bots.weights import best_hints
from filon.core.compiled import rules_compiled
from filon.core.game import State
from filon.core.hints import Plan
from filon.core.rng import Rng
from filon.core.spec import Reason

MOST = 3  # steps of an advice
ENOUGH = 30  # visits before a mean says anything

Promise = tuple[int, float | None]  # a step, and the part of the victory it promises


@dataclass(frozen=True)
class Advised:
    """A step, the part of the victory it promises (0 to 1, if that is known), and why."""

    step: int
    share: float | None
    why: Reason | None = None
    then: tuple[Promise, ...] = ()  # the choice of the same seat that follows at once


def advise(
    hole: Peephole, rng: Rng, simulations: int = 0, milliseconds: int = 0
) -> tuple[Advised, ...]:
    """The best steps first, three at most; without a budget as much as the best level thinks.

    Sees no more than the seat does; with a number of simulations the same seat's record has the
    same answer, byte for byte.
    """
    spec, seat, steps = hole.spec, hole.seat, hole.legal()
    hints = best_hints(spec, hole.sample(rng))
    plan = hints.plan(hole.sample(rng)) if hints is not None else Plan()
    plan.lead_weight = 0  # shares are of the victory, not of the lead
    if not milliseconds:
        simulations = simulations or plan.budget
    hurried = simulations * HURRIED < plan.budget if simulations else not rules_compiled()
    if hurried:
        plan.reexamine_margin = 0  # as a level with so little time
    view = hole.view()

    def why(step: int) -> Reason | None:
        return spec.minds.why(view, seat, step)

    if len(steps) == 1:
        return (Advised(steps[0], None, why(steps[0])),)
    search = search_for(hole, rng, plan, hints)
    limit = EXACT * (simulations or plan.budget)
    solver = _judge(search, limit, rng)
    if solver is not None and (worths := _worths(solver, search, search.base)):
        if isinstance(solver, Expectimax):
            for at, worth in further(search, solver.hints, worths, FURTHER * limit).items():
                worths[at] = worth
        return tuple(
            Advised(step, share, why(step), _after(solver, search, step))
            for step, share in _best(steps, worths)
        )
    SearchBot(simulations, milliseconds, plan).think(search)
    return tuple(
        Advised(kid.step, _share(kid), why(kid.step), _next(kid, seat))
        for kid in _ranked(search.root().kids)[:MOST]
    )


def _judge(search: Search, limit: int, rng: Rng) -> Solver | None:
    """An exact solver, if the best level would use one here."""
    if search.hidden:
        return None
    if near_end(search.base, rng):
        return Solver(limit)
    if search.expectimax_draws and search.hints is not None:
        return Expectimax(search.hints, search.players, search.seat, limit)
    return None


def _worths(solver: Solver, search: Search, state: State) -> list[float]:
    """Per legal step its worth to the seat; empty if the limit is exceeded."""
    luck = search.expectimax_draws if isinstance(solver, Expectimax) else ALL
    return solver.each(state, search.seat, luck)


def _best(steps: list[int], worths: list[float]) -> tuple[Promise, ...]:
    """The steps with the highest expectation, the best first."""
    order = sorted(zip([-worth for worth in worths], steps, strict=True))
    return tuple((step, -less) for less, step in order[:MOST])


def _after(solver: Solver, search: Search, step: int) -> tuple[Promise, ...]:
    later = search.base.clone()
    later.apply(step)
    steps = later.legal()
    if later.actor() != search.seat or len(steps) < 2:
        return ()
    worths = _worths(solver, search, later)
    return _best(steps, worths) if worths else ()


def _ranked(kids: Iterable[Node]) -> list[Node]:
    """The steps with most visits, ordered by their means; those with few visits come last."""
    tried = sorted(kids, key=lambda kid: (-kid.visits, -_mean(kid), -kid.prior, kid.step))[:MOST]
    sure = [kid for kid in tried if kid.visits >= ENOUGH]
    rest = [kid for kid in tried if kid.visits < ENOUGH]
    return [*sorted(sure, key=lambda kid: (-_mean(kid), kid.step)), *rest]


def _next(kid: Node, seat: int) -> tuple[Promise, ...]:
    """The best next steps of the same seat, if it goes on at once."""
    if kid.actor != seat or len(kid.kids) < 2:
        return ()
    return tuple((child.step, _share(child)) for child in _ranked(kid.kids)[:MOST])


def _mean(kid: Node) -> float:
    return kid.total / kid.visits if kid.visits else 0.0


def _share(kid: Node) -> float | None:
    return _mean(kid) if kid.visits >= ENOUGH else None
