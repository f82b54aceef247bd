# mypyc: no
"""Which positions of Gold River are small enough to be solved, for measuring bots."""

from filon.core.game import State
from filon.games.gold_river import phases
from filon.games.gold_river.rules import gold_river

HIDES = False  # bids are open by then


def small(state: State) -> bool:
    """The last round, once its bids are made."""
    game = gold_river(state)
    return game.coming() == 0 and game.phase >= phases.TAKING
