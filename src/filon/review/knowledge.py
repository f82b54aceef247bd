"""What a seat could know: positions that fit its record, drawn with a seed made from it."""

import hashlib
from dataclasses import replace

from filon.core.game import State
from filon.core.paper import Paper
from filon.core.rng import Rng
from filon.core.setup import Setup


def remembering(setup: Setup) -> Setup:
    """The same game with options by which seats see again what they laid, as their record does."""
    spec = setup.spec
    if not spec.forgets(setup.options):
        return setup
    for option in spec.options:
        for value in option.values:
            options = {**setup.options, option.key: value}
            if not spec.forgets(options):
                return replace(setup, options=options)
    return setup


class SeatKnowledge:
    """One seat at one moment; everything here follows from its record alone."""

    def __init__(self, paper: Paper, seat: int) -> None:
        self.seat = seat
        lines = paper.read_by(seat)
        self.blind = lines != paper.full()  # whether anything is hidden from it
        setup = paper.setup
        agreed = [setup.game, setup.edition, setup.players, sorted(setup.options.items())]
        self.seed = hashlib.sha256(repr([agreed, seat, lines]).encode()).hexdigest()

    def samples(self, state: State, count: int) -> list[State]:
        """Positions the seat cannot tell from this one; where nothing is hidden, this one."""
        if not self.blind:
            return [state]
        rng, samples = Rng(self.seed), []
        for _ in range(count):
            position = state.clone()
            position.redeal(self.seat, rng)
            samples.append(position)
        return samples
