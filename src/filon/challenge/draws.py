"""The draws of a day: they depend on whose throw it is, not on what others did before.

Scheme `filon-challenge-1`. Nothing of it is secret: anyone can compute every draw.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from filon.core.game import CHANCE, State
from filon.core.setup import Setup
from filon.core.spec import Spec

SCHEME = "filon-challenge-1"
NOBODY = "-"


def fallen(day: str, *place: object) -> int:
    """64 bits for one place in a day's draws."""
    message = "|".join([SCHEME, day, *map(str, place)]).encode()
    digest = hmac.new(SCHEME.encode(), message, hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big")


@dataclass
class Fortune:
    """A day's draws along one game: it follows every step and says what is drawn next."""

    day: str
    spec: Spec
    _turn: dict[int, int] = field(default_factory=dict)  # by seat: how many times it began to throw
    _index: dict[int, int] = field(default_factory=dict)  # throws within the present turn
    _drawn: dict[str, int] = field(
        default_factory=dict
    )  # by verb: draws that are nobody's or decks'
    _last: int = CHANCE  # the hand that acted last

    def place(self, state: State) -> tuple[object, ...]:
        """The place of the next draw among the day's draws.

        The verb and whose throw; then that seat's turn and the index within it, or, for a deck and
        for what is nobody's, how many were drawn. A turn here is a run of one hand that throws: how
        often others bid or chose between two throws does not shift them.
        """
        verb = str(self.spec.layout.words(state.legal()[0])["verb"])
        hand = state.thrower()
        if hand < 0 or verb in self.spec.decks:
            return verb, NOBODY, self._drawn.get(verb, 0)
        turn, index = self._turn.get(hand, 0), self._index.get(hand, 0)
        return (verb, hand, turn, index) if self._last == hand else (verb, hand, turn + 1, 0)

    def draw(self, state: State) -> int:
        """The step that falls, by cumulated weights in the layout's order."""
        return taken(fallen(self.day, *self.place(state)), state.legal(), state.weights())

    def take(self, state: State, step: int) -> None:
        """Apply a step of any actor."""
        actor = state.actor()
        hand = actor
        if actor == CHANCE:
            verb, who, *at = self.place(state)
            hand = state.thrower()
            if who == NOBODY:
                self._drawn[str(verb)] = self._drawn.get(str(verb), 0) + 1
            else:
                self._turn[hand], self._index[hand] = int(str(at[0])), int(str(at[1])) + 1
        if hand >= 0:
            self._last = hand
        state.apply(step)


def next_fall(day: str, setup: Setup, numbers: Iterable[int]) -> int:
    """The draw after these steps, where chance is to act."""
    fortune, state = Fortune(day, setup.spec), setup.start()
    for step in numbers:
        fortune.take(state, step)
    return fortune.draw(state)


def taken(number: int, steps: Sequence[int], weights: Sequence[int]) -> int:
    """The step in whose part of the whole the number falls, as a fraction of 2 to the 64."""
    left = number * sum(weights) >> 64
    for step, weight in zip(steps, weights, strict=True):
        left -= weight
        if left < 0:
            return step
    raise AssertionError("weights must be positive")
