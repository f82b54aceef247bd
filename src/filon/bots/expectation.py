"""The rest of a turn weighed: every draw by its chance, the seat at its best, then the hints."""

from typing import Final

from filon.bots.ismcts import final_rewards
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints

NOTHING: Final = 1.0e-9  # a difference that comes from adding up


class Expectation:
    """Looks through the draws of one turn, or gives up beyond a number of positions."""

    def __init__(self, hints: Hints, players: int, limit: int) -> None:
        self.hints = hints
        self.players = players
        self.left = limit

    def best(self, state: State, seat: int, luck: int) -> int:
        """The step that promises most after so many draws, or -1 if there is too much."""
        best = -1
        top = -1.0
        for step in state.legal():
            later = state.clone()
            later.apply(step)
            worth = self.worth(later, seat, luck)
            if not worth:
                return -1
            # Of equals the later: steps that end a turn are numbered last; what is sure is sure.
            if worth[seat] > top - NOTHING:
                top = worth[seat]
                best = step
        return best

    def worth(self, state: State, seat: int, luck: int) -> list[float]:
        """What every seat may expect; empty if there is too much to look at."""
        self.left -= 1
        if self.left < 0:
            return []
        actor = state.actor()
        if actor == OVER:
            return final_rewards(state, 0.0, 1.0)
        # Beyond the last draw, and when the turn is over, the hints know what to expect.
        if luck == 0 or self.hints.settled(state) or (actor >= 0 and actor != seat):
            return [value / 1000.0 for value in self.hints.values(state, self.players)]
        if actor == CHANCE:
            return self.mean(state, seat, luck - 1)
        best: list[float] = []
        for step in state.legal():
            later = state.clone()
            later.apply(step)
            worth = self.worth(later, seat, luck)
            if not worth:
                return worth
            if not best or worth[seat] > best[seat]:
                best = worth
        return best

    def mean(self, state: State, seat: int, luck: int) -> list[float]:
        """Over what chance may bring."""
        steps = state.legal()
        parts = state.weights()
        whole = 0
        for part in parts:
            whole += part
        total = [0.0] * self.players
        for at in range(len(steps)):
            later = state.clone()
            later.apply(steps[at])
            worth = self.worth(later, seat, luck)
            if not worth:
                return worth
            share = parts[at] / whole
            for one in range(self.players):
                total[one] += share * worth[one]
        return total
