"""A position a seat cannot tell from the true one, built from that seat's record alone."""

from filon.core.errors import Refusal
from filon.core.game import State
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.spec import Spec

TRIES = 200


def guess(record: Record, seat: int, rng: Rng) -> State:
    """A position with this record for the seat; in a sealed phase the seat is to act."""
    spec, known = record.setup.spec, {}
    veiled: dict[str, list[int]] = {}
    for text in set(record.steps):
        if "?" in text:
            veiled[text] = []
        else:
            known[text] = spec.layout.number(text)
    if veiled:
        for step in range(spec.layout.size):
            masked = spec.layout.masked(step)
            if masked in veiled:
                veiled[masked].append(step)
    for _ in range(TRIES if veiled else 1):
        state = _attempt(record, known, veiled, rng)
        if state is not None:
            return _seated(spec, state, seat)
    raise Refusal("record_line", line=len(record.steps), text="?")


def _attempt(
    record: Record, known: dict[str, int], veiled: dict[str, list[int]], rng: Rng
) -> State | None:
    state = record.setup.start()
    for text in record.steps:
        step = known.get(text)
        if step is None:
            legal = set(state.legal())
            fits = [one for one in veiled[text] if one in legal]
            if not fits:
                return None
            step = fits[rng.below(len(fits))]
        state.apply(step)
    return state


def _seated(spec: Spec, state: State, seat: int) -> State:
    """The same with the choices sealed before this seat's filled in by any."""
    if seat in spec.sealed(state):
        while state.actor() != seat:
            state.apply(state.legal()[0])
    return state
