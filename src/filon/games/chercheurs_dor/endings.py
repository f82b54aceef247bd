# mypyc: no
"""Which positions of Les Chercheurs d'or are small enough to be solved, for measuring bots."""

from filon.core.game import State
from filon.games.chercheurs_dor.phases import STAKING
from filon.games.chercheurs_dor.rules import chercheurs_dor

SEEDS = 4000  # a stake in the last round that decides anything is rare


def small(state: State) -> bool:
    """A stake in the last round of all."""
    game = chercheurs_dor(state)
    return game.phase == STAKING and game.round == game.rounds
