"""What OpenSpiel's C++ bots cannot do: search a game that is written in Python.

They copy states without Python's lock, which ends the process. Here they refuse with a sentence.
"""

from typing import Any

import pyspiel  # type: ignore[import-not-found,unused-ignore]

SENTENCE = (
    "OpenSpiel's C++ bots cannot play games written in Python: take the bots of "
    "open_spiel.python.algorithms (mcts.MCTSBot, ismcts.ISMCTSBot), or Filon's own."
)
SEARCHING = ("step", "step_with_policy", "get_policy", "mcts_search", "run_search")
_guarded: set[type] = set()


def forbid(state: type) -> None:
    """Let the C++ searching bots refuse states of this kind, before they touch them."""
    for kind in (pyspiel.MCTSBot, pyspiel.ISMCTSBot):
        if kind not in _guarded:
            _guarded.add(kind)
            for name in SEARCHING:
                if hasattr(kind, name):
                    setattr(kind, name, _guard(getattr(kind, name), state))


def _guard(search: Any, state: type) -> Any:
    def guarded(self: Any, position: Any, *rest: Any) -> Any:
        if isinstance(position, state):
            raise TypeError(SENTENCE)
        return search(self, position, *rest)

    guarded.__doc__ = search.__doc__
    return guarded
