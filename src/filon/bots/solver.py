"""Solves the end of a game without secrets exactly: draws by weight, every seat at its best."""

from typing import Any, Final

from filon.core.drive import playout
from filon.core.game import CHANCE, OVER, State
from filon.core.rewards import final_rewards
from filon.core.rng import Rng
from filon.core.value import facts

NEAR: Final = 14  # steps: an end further off is not tried
PROBES: Final = 3
DEEPEST: Final = 40  # steps: a game that can be drawn out further (a seat may roll on) is too much

ALL: Final = 1_000_000  # draws: as many as come
EQUAL: Final = 1.0e-12  # a difference that comes from adding up


class Solver:
    """Searches every continuation; gives up beyond a number of positions."""

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.lead = EQUAL  # by how much a later step must be better to be taken
        self.met: dict[tuple[Any, ...], list[float]] = {}

    def best(self, state: State, seat: int, luck: int = ALL) -> int:
        """The step with the highest expected part of the victory, or -1 if there is too much."""
        return self.pick(state.legal(), self.each(state, seat, luck))

    def pick(self, steps: list[int], worths: list[float]) -> int:
        """The step that is worth most, or -1 if none is known."""
        best = -1
        top = -1.0
        for at in range(len(worths)):
            if worths[at] > top + self.lead:
                top = worths[at]
                best = steps[at]
        return best

    def each(self, state: State, seat: int, luck: int = ALL) -> list[float]:
        """Per legal step the seat's expected part of the victory; empty if there is too much."""
        worths: list[float] = []
        for step in state.legal():
            later = state.clone()
            later.apply(step)
            worth = self.worth(later, luck)
            if not worth:
                return worth
            worths.append(worth[seat])
        return worths

    def known(self, state: State, actor: int, luck: int) -> list[float]:
        """The shares of a position that needs no search; empty for others."""
        return final_rewards(state, 0.0, 1.0) if actor == OVER else []

    def worth(self, state: State, luck: int = ALL, deep: int = DEEPEST) -> list[float]:
        """The expected part of the victory of every seat; empty if there is too much to look at.

        `luck` is how many draws may still be looked through.
        """
        self.left -= 1
        if self.left < 0 or deep < 0:
            return []
        actor = state.actor()
        best = self.known(state, actor, luck)
        if best:
            return best
        if deep == DEEPEST - 1 and luck > DEEPEST:
            return self.shared(state, actor, luck, deep)
        return self.ahead(state, actor, luck, deep)

    def shared(self, state: State, actor: int, luck: int, deep: int) -> list[float]:
        """The shares behind a step and its draw, cached: many lead to the same position."""
        key = facts(state)
        worth = self.met.get(key)
        if worth is None:
            worth = self.ahead(state, actor, luck, deep)
            self.met[key] = worth
        return worth

    def ahead(self, state: State, actor: int, luck: int, deep: int) -> list[float]:
        """The shares from all continuations: the mean over chance, the best step of a seat."""
        best: list[float] = []
        steps = state.legal()
        if actor == CHANCE:
            return self.mean(state, steps, luck - 1, deep - 1)
        for step in steps:
            later = state.clone()
            later.apply(step)
            worth = self.worth(later, luck, deep - 1)
            if not worth:
                return worth
            if not best or worth[actor] > best[actor] + EQUAL:
                best = worth
        return best

    def mean(self, state: State, steps: list[int], luck: int, deep: int) -> list[float]:
        """The weighted mean over the outcomes of chance."""
        parts = state.weights()
        whole = 0
        for part in parts:
            whole += part
        total: list[float] = []
        for at in range(len(steps)):
            later = state.clone()
            later.apply(steps[at])
            worth = self.worth(later, luck, deep)
            if not worth:
                return worth
            share = parts[at] / whole
            if not total:
                total = [0.0] * len(worth)
            for seat in range(len(worth)):
                total[seat] += share * worth[seat]
        return total


def near_end(state: State, rng: Rng) -> bool:
    """Whether a few random continuations are all short."""
    for _ in range(PROBES):
        end = state.clone()
        playout(end, rng, NEAR)
        if end.actor() != OVER:
            return False
    return True
