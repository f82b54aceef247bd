"""A running match as spectators have it: some steps behind, where the host wishes."""

from typing import Literal

from filon.core.events import SPECTATOR
from filon.match.match import Match
from filon.match.outlook import Can, Outlook, Waiting

NOTHING = Can(act=False, throw=False, undo=False, finish=False, withdraw=False, resign=False)


class SpectatorDelay:
    """The past of one match at a time; it goes on and never back."""

    def __init__(self) -> None:
        self._of: Match | None = None
        self._past: Match | None = None

    def behind(self, match: Match, delay: int) -> Match:
        """The match without the last `delay` steps that stand; from its end on the match itself.

        A choice is shown whole or not at all. Steps that were taken back count for nothing: who
        steps and undoes all day shows nothing sooner.
        """
        if not delay or match.over:
            return match
        if self._of is not match or self._past is None:
            self._of, self._past = match, Match(match.header)
        hidden = match.n - delay
        until = match.steps[hidden].choice - 1 if hidden > 0 else 0
        if until > self._past.v:
            self._past.absorb(match.entries[self._past.v : until])
        return self._past


def delayed_outlook(past: Match) -> Outlook:
    """All that a delayed spectator may know of the match as it stood."""
    view = past.spec.view(past.state, SPECTATOR)
    return Outlook(None, past.v, past.n, view, [], waiting(past), NOTHING, None, None)


def waiting(past: Match) -> Waiting:
    """Whom the game waited for then; who was ready, and how long it took, stays secret."""
    state = past.state
    if choosing := sorted(state.actors()):
        kind: Literal["sealed", "seat"] = "sealed" if state.sealed() else "seat"
        return Waiting(kind=kind, seats=choosing, ready=[], due=None)
    hand = past.thrower()
    return Waiting(kind="chance", seats=[], ready=[], due=None, hand=hand)
