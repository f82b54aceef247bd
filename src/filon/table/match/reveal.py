"""Whether steps would tell somebody something hidden; asked before undo and look."""

import json
from collections.abc import Sequence

from filon.core.game import State
from filon.core.rng import Rng
from filon.core.spec import Spec

SAMPLES = 4  # guesses at what a seat cannot know; a reveal shows as soon as two differ


def seen(spec: Spec, state: State, seat: int) -> str:
    """All a seat can see of a position, as text to compare."""
    legal = state.legal() if state.actor() == seat else []
    return json.dumps([spec.view(state, seat), legal, state.actor()], sort_keys=True)


def seen_alike(spec: Spec, state: State, steps: Sequence[int], seat: int) -> bool:
    """Whether the seat would see the same after its steps, whatever it does not know now."""
    if not spec.hidden:
        return True
    return len(_outcomes(spec, state, steps, seat)) == 1


def reveals(spec: Spec, before: State, steps: Sequence[int], players: int) -> bool:
    """Whether these steps of one seat told any seat something it could not know before."""
    return any(len(_outcomes(spec, before, steps, seat)) != 1 for seat in range(players))


def _outcomes(spec: Spec, before: State, steps: Sequence[int], seat: int) -> set[str]:
    outcomes = {_after(spec, before, steps, seat)}
    for sample in range(SAMPLES):
        guess = before.clone()
        guess.redeal(seat, Rng(sample))
        outcomes.add(_after(spec, guess, steps, seat))
    outcomes.discard("")
    return outcomes


def _after(spec: Spec, state: State, steps: Sequence[int], seat: int) -> str:
    """What the seat sees after the steps, or after steps it reads the same; empty: none fits."""
    trial = state.clone()
    for step in steps:
        legal = trial.legal()
        if step not in legal:
            masked = spec.layout.masked(step)
            like = [other for other in legal if spec.layout.masked(other) == masked]
            if not like:
                return ""
            step = like[0]
        trial.apply(step)
    return seen(spec, trial, seat)
