"""Hints that count how often they were asked."""

from filon.core.game import State
from filon.core.hints import Hints, Plan


class Asked(Hints):
    """The game's own, one step ahead."""

    def __init__(self, hints: Hints) -> None:
        self.hints = hints
        self.weighed = 0
        self.valued = 0
        self.planned = 0

    def weights(self, state: State, steps: list[int]) -> list[int]:
        self.weighed += 1
        return self.hints.weights(state, steps)

    def value(self, state: State, seat: int) -> int:
        self.valued += 1
        return self.hints.value(state, seat)

    def plan(self, state: State) -> Plan:
        self.planned += 1
        return Plan(budget=1000, depth=0)
