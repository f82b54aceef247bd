"""The rest of a turn weighed: every draw by its chance, the seat at its best, then the hints."""

from filon.bots.exact import Solver
from filon.core.game import OVER, State
from filon.core.hints import Hints


class Expectation(Solver):
    """Solves to the last draw wanted or the end of the turn; from there on the hints are asked."""

    def __init__(self, hints: Hints, players: int, seat: int, limit: int) -> None:
        super().__init__(limit)
        self.hints = hints
        self.players = players
        self.seat = seat
        # Of equals the later: steps that end a turn are numbered last, and what is sure is sure.
        self.lead = -1.0e-9

    def known(self, state: State, actor: int, luck: int) -> list[float]:
        """By the result, or by the hints beyond the last draw and when the turn is over."""
        if actor == OVER:
            return super().known(state, actor, luck)
        if luck == 0 or self.hints.settled(state) or (actor >= 0 and actor != self.seat):
            return self.hints.shares(state, self.players)
        return []
