"""A possible world: a history and a position that a seat's record allows, drawn fairly.

The record holds all that the seat knows; what others hide is written `?`. Fairly means: each
history as likely as it is, given the record, if a piece that is played face down is any piece of
its owner's hand (`State.ways`), a sealed choice is any legal one, and luck falls by its weights.
That is the prior of `State.redeal`.
"""

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from filon.core.errors import Refusal
from filon.core.game import CHANCE, State
from filon.core.record import Record
from filon.core.rng import Rng

TRIES = 200  # histories begun before the search for one that fits is given up
SAMPLES = 32  # histories to choose from where luck was likelier in some than in others
PARTS = 1 << 30  # whole parts by which histories are weighed


@dataclass(frozen=True)
class History:
    """The steps of one possible game and the position they lead to."""

    steps: list[int]
    state: State
    odds: Fraction | None  # of the luck after the first guess; None: no luck came after it


def history(known: Record, rng: Rng) -> History:
    """A game that this record allows; Refusal `no_redeal` if none was found."""
    first = _fitting(known, rng)
    if first.odds is None:
        return first
    games = [first]
    for _ in range(SAMPLES - 1):
        with suppress(Refusal):  # where few attempts fit, the games found so far are enough
            games.append(_fitting(known, rng))
    odds = [game.odds or Fraction(1) for game in games]
    most = max(odds)
    return games[rng.weighted([int(each / most * PARTS) for each in odds])]


def world(known: Record, seat: int, rng: Rng) -> State:
    """A position that the seat cannot tell from the true one by its record.

    While choices are sealed it is the seat's turn to choose.
    """
    state = history(known, rng).state
    if state.sealed():
        ask(state, seat, rng)
    return state


def ask(state: State, seat: int, rng: Rng) -> None:
    """Let the seats that seal a choice before this one choose anything."""
    while seat in state.actors() and state.actor() != seat:
        state.apply(_drawn(state, state.legal(), rng))


def _fitting(known: Record, rng: Rng) -> History:
    for _ in range(TRIES if any("?" in text for text in known.steps) else 1):
        game = _attempt(known, rng)
        if game is not None:
            return game
    raise Refusal("no_redeal")


def _attempt(known: Record, rng: Rng) -> History | None:
    """One history, step by step; None where what was guessed before does not lead on."""
    spec, state = known.setup.spec, known.setup.start()
    steps: list[int] = []
    guessed = False
    odds: Fraction | None = None
    for text in known.steps:
        fits = spec.layout.readings(text)
        guessed = guessed or len(fits) != 1
        if guessed:
            legal = state.legal()
            fits = [step for step in fits if step in legal]
            if not fits:
                return None
            if state.actor() == CHANCE:
                weights = dict(zip(legal, state.weights(), strict=True))
                part = Fraction(sum(weights[step] for step in fits), sum(weights.values()))
                odds = part if odds is None else odds * part  # exact: long games underflow floats
        steps.append(_drawn(state, fits, rng) if "?" in text else fits[0])
        state.apply(steps[-1])
    return History(steps, state, odds)


def _drawn(state: State, fits: list[int], rng: Rng) -> int:
    """One of these steps, as likely as the pieces or the parts of luck behind it."""
    if state.actor() == CHANCE:
        weights = dict(zip(state.legal(), state.weights(), strict=True))
        return fits[rng.weighted([weights[step] for step in fits])]
    return fits[rng.weighted([state.ways(step) for step in fits])]
