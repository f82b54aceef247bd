# mypyc: no
"""Which positions of Le Partage du butin are small enough to be solved, for measuring bots."""

from filon.core.game import State
from filon.games.butin.rules import butin


def small(state: State) -> bool:
    """At most four tokens are left in the envelope."""
    return sum(butin(state).left) <= 4
