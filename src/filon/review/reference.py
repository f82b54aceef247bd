"""The worth of a position to every seat under reference play; another evaluator fits in here."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from filon.bots.learned import LearnedHints
from filon.bots.rollout import Rollout
from filon.bots.solver import Solver, near_end
from filon.bots.weights import best_hints
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Plan
from filon.core.rng import Rng
from filon.core.setup import Setup

SOLVED = 3000  # positions that an exact look at an ending may cost
UNFOLDED = 64  # outcomes of a draw that are looked at one by one where looking is cheap
MET = 2000  # positions that are remembered
AHEAD = 8  # steps of a choice that are looked at one by one there
PLAYOUTS = 160  # per position, at depth 1
SETTLING = 64  # the same where a playout is the rest of a turn: slower, with less variance
FAR = 10  # steps of a playout before the hints are asked
SLIGHT = 0  # the depth of a review where rules are not compiled: by hints and a few playouts
FEW, FEW_SETTLING = 20, 3  # playouts per position then
THIN = 20  # by which other numbers of depth 1 are divided then
LEARNED = True  # learned values where a game has them
EQUAL = 1.0e-12  # as the solver has it: of equals the first
STREAM = 1 << 20  # between the numbers of playouts that pick and those that value


@dataclass(frozen=True)
class Worth:
    """Every seat's part of the victory, its variance, and whether it is exact."""

    parts: Sequence[float]
    spread: Sequence[float]
    exact: bool = False


class Reference:
    """Values positions of one game; the same position always gets the same worth."""

    def __init__(self, setup: Setup, depth: int = 1) -> None:
        self.setup = setup
        self.hints = setup.spec.minds.hints
        start = setup.start()
        self.players = start.players
        self.ranked = list(setup.spec.turns(setup.players))
        plan = self.hints.plan(start) if self.hints is not None else Plan()
        self.secret = setup.spec.hidden and plan.secret
        settling = plan.expectimax_draws > 0  # the hints know positions between two turns best
        # Some steps by the hints, then their values; to the end where even a search trusts none.
        far, guided = (-1, plan.guided) if plan.lead_weight else (max(FAR, plan.depth), 100)
        leaves, self.name = self.hints, "hints"
        best = best_hints(setup.spec, start) if LEARNED and depth != SLIGHT else None
        self.plain = False  # whether positions are judged at once: then nothing is left to luck
        # Within a turn that is settled as a whole its positions agree with each other as learnt.
        self.ahead = 0 if settling else AHEAD
        if isinstance(best, LearnedHints):
            leaves, self.name, settling = best, "learned", False
            self.plain = depth == 1
            far, guided = (0 if self.plain else FAR), 100
        usual, few = (SETTLING, FEW_SETTLING) if settling else (PLAYOUTS, FEW)
        self.times = 1 if self.plain else usual * depth * depth or few
        self.solving = SOLVED * depth or SOLVED // THIN
        self._met: dict[State, Worth] = {}
        self.rollout = Rollout(leaves, self.players, far, guided, settling)

    def worth(self, state: State, picking: bool = False, times: int = 0) -> Worth:
        """The worth of a position by `times` playouts; `picking` uses other random numbers."""
        if state.actor() == OVER:
            return self._known(self.rollout.standing(state))
        worth = self.solved(state) if self._near(state) else None
        if worth is not None:
            return worth
        if self.plain and picking and self.ahead:
            return self._shallow(state)  # which step looks best is seen from nearer than its worth
        if self.plain:
            return self._unfolded(state) if state.actor() == CHANCE else self._ahead(state)
        return self._played(state, picking, times or self.times)

    def solved(self, state: State) -> Worth | None:
        """The exact worth under best play, if nothing is hidden and the end is near; else None."""
        if self.secret:
            return None
        parts = Solver(self.solving).worth(state)
        return self._known(parts) if parts else None

    def _near(self, state: State) -> bool:
        return not self.secret and near_end(state, Rng(0))

    def _known(self, parts: Sequence[float]) -> Worth:
        return Worth(parts, [0.0] * self.players, exact=True)

    def _played(self, state: State, picking: bool, times: int) -> Worth:
        values = self.rollout.value(state, STREAM if picking else 0, times)
        return Worth(values[: self.players], values[self.players :])

    def _unfolded(self, state: State) -> Worth:
        """Before a draw: the mean over its outcomes, since values there are learnt badly."""
        steps, weights = state.legal(), state.weights()
        if len(steps) > UNFOLDED:
            return self._played(state, False, 1)
        worths = []
        for step in steps:
            later = state.clone()
            later.apply(step)
            over = later.actor() in (OVER, CHANCE)  # a second draw is not looked through
            worths.append(self._played(later, False, 1) if over else self.worth(later))
        return mean(worths, weights)

    def _ahead(self, state: State) -> Worth:
        """Before a choice: the worth after the step that is best for the seat."""
        steps, seat = state.legal(), state.actor()
        if len(steps) > self.ahead:
            return self._played(state, False, 1)
        met = self._met.get(state)  # after a step, among what may fall, and when it is reached
        if met is not None:
            return met
        best: Worth | None = None
        for step in steps:
            later = state.clone()
            later.apply(step)
            near = self._shallow(later)
            if best is None or near.parts[seat] > best.parts[seat] + EQUAL:
                best = near
        worth = best or self._played(state, False, 1)
        if len(self._met) >= MET:
            self._met.clear()
        self._met[state.clone()] = worth
        return worth

    def _shallow(self, state: State) -> Worth:
        """The learned value; of a draw, the mean over its outcomes."""
        steps = state.legal() if state.actor() == CHANCE else []
        if not 0 < len(steps) <= UNFOLDED:
            return self._played(state, False, 1)
        worths = []
        for step in steps:
            later = state.clone()
            later.apply(step)
            worths.append(self._played(later, False, 1))
        return mean(worths, state.weights())


def mean(worths: Sequence[Worth], weights: Sequence[int]) -> Worth:
    """The weighted mean of independent worths, with its variance."""
    whole = sum(weights)
    seats = range(len(worths[0].parts))
    parts = [
        sum(worth.parts[seat] * weight for worth, weight in zip(worths, weights, strict=True))
        / whole
        for seat in seats
    ]
    spread = [
        sum(
            worth.spread[seat] * weight * weight
            for worth, weight in zip(worths, weights, strict=True)
        )
        / (whole * whole)
        for seat in seats
    ]
    return Worth(parts, spread, all(worth.exact for worth in worths))


def deviation(worths: Sequence[Worth], weights: Sequence[int]) -> list[float]:
    """Per seat the standard deviation over the outcomes."""
    middle, whole = mean(worths, weights).parts, sum(weights)
    return [
        sqrt(
            sum(
                weight * (worth.parts[seat] - middle[seat]) ** 2
                for worth, weight in zip(worths, weights, strict=True)
            )
            / whole
        )
        for seat in range(len(middle))
    ]
