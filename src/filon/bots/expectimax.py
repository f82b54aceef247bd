"""Expectimax over the rest of a turn: draws by their chance, the seat at its best, then hints."""

from filon.bots.solver import EQUAL, Solver
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints


class Expectimax(Solver):
    """Solves up to so many draws or the end of the turn; there the hints give the values."""

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


class NarrowExpectimax(Expectimax):
    """Of the steps that continue a turn only the most promising is followed.

    So a second draw costs some fifty positions for each of the first, not some two hundred.
    """

    def ahead(self, state: State, actor: int, luck: int, deep: int) -> list[float]:
        """The mean over chance; the best of the steps that end the turn and of the continuation."""
        if actor == CHANCE:
            return super().ahead(state, actor, luck, deep)
        best: list[float] = []
        going: list[State] = []
        for step in state.legal():
            later = state.clone()
            later.apply(step)
            worth = self.known(later, later.actor(), luck)
            if not worth:
                going.append(later)
            elif not best or worth[actor] > best[actor] + EQUAL:
                best = worth
        if not going:
            return best
        worth = self.worth(self.likeliest(going, actor), luck, deep - 1)
        if not worth or (best and worth[actor] <= best[actor] + EQUAL):
            return best if worth else worth
        return worth

    def likeliest(self, going: list[State], actor: int) -> State:
        """The position in which the hints see the seat furthest ahead."""
        likeliest = going[0]
        if len(going) == 1:
            return likeliest
        hope = -1.0
        for later in going:
            share = self.hints.shares(later, self.players)[actor]
            if share > hope:
                hope = share
                likeliest = later
        return likeliest
