"""What Nuggets tells the bots: how the gold would fall, and how firmly."""

from filon.core.game import OVER, State
from filon.core.hints import Hints, Plan
from filon.games.nuggets.prospects import Prospects
from filon.games.nuggets.rules import Nuggets, nuggets
from filon.games.nuggets.tables import ENOUGH, KINDS, PASS, TILE, UNIT, WALL


class NuggetsHints(Hints):
    """One step ahead: what the board promises after it."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """Each step by how far it puts the actor's side ahead; of equals, rather not a pass."""
        game = nuggets(state)
        side = max(0, game.actor()) % game.sides()
        hopes: list[int] = []
        board = Prospects(game)
        before = 2 * board.lead(side)
        walls = game.walls.can_lay()  # then nobody is stuck: a tile changes the board alone
        for step in steps:
            if WALL <= step < ENOUGH and not game.walls.closes(step - WALL):
                hopes.append(before)  # most walls part nothing yet: nothing to count anew
            elif TILE <= step < PASS and walls:
                at = step - TILE
                hopes.append(2 * board.lead(side, at // KINDS, at % KINDS + 1))
            else:
                later = game.clone()
                later.apply(step)
                hopes.append(2 * lead(later, side) - (1 if step == PASS else 0))
        low = min(hopes)
        return [1 + hope - low for hope in hopes]

    def plan(self, state: State) -> Plan:
        """Random play to the end, over guesses at the hidden tiles: zones show only at the end.

        Few of the many walls are worth a look, and the gold tells more than who won. To weigh the
        steps of a position costs as much as a playout, so some playouts come first.
        """
        return Plan(
            budget=8000,
            depth=-1,
            explore=350,
            lead_weight=80,
            lead_scale=120,
            prior_power=32,
            expand_after=8,
            rave_k=400,
        )

    def value(self, state: State, seat: int) -> int:
        """A share of 1000 by how far the seat's side is ahead."""
        game = nuggets(state)
        if game.actor() == OVER:
            ranks = game.ranks()
            return 1000 // ranks.count(1) if ranks[seat] == 1 else 0
        sides = game.sides()
        return min(990, max(10, 1000 // sides + lead(game, seat % sides) // 30))


def lead(game: Nuggets, side: int) -> int:
    """The gold a side may hope for beyond its best rival's, in thousandths of a point."""
    if game.actor() != OVER:
        return Prospects(game).lead(side)
    scores = game.scores()
    best = 0
    for other in range(game.sides()):
        if other != side:
            best = max(best, 1000 * scores[other] // UNIT)
    return 1000 * scores[side] // UNIT - best
