# mypyc: no
"""Which positions of Nuggets are small enough to be solved, for measuring bots."""

from filon.core.game import State


def small(state: State) -> bool:
    """Few steps are left to choose from."""
    return len(state.legal()) <= 7
