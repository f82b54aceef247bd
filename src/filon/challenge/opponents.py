"""The day's bots: what they answer follows from what their seat knows and the day alone."""

from filon.bots.bot import Peephole
from filon.bots.trail import Trail
from filon.core.fork import redealt
from filon.core.record import Record
from filon.core.rng import Rng


def answer(known: Record, seat: int, seed: str) -> str:
    """The notation of the bot's step, from its seat's record; the same everywhere."""
    setup, rng = known.setup, Rng(seed)
    layout, state = setup.spec.layout, setup.start()
    for text in redealt(known, rng):
        state.apply(layout.number(text))
    if seat in setup.spec.sealed(state):
        while state.actor() != seat:
            state.apply(state.legal()[0])  # no sealed choice depends on another
    return layout.text(Trail().choose(Peephole(setup.spec, state, seat), rng))
