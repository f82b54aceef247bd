"""Proof 5: bots do not peek; the same view and seed give the same choice."""

import pytest

from filon.bots import BOTS, Peephole, named
from filon.core.game import OVER
from filon.core.rng import Rng
from shelf import LONG, Box, boxes, examples, take, thinned

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("box", thinned(boxes()[::2]), ids=str)
def test_the_hidden_truth_does_not_matter(box: Box, name: str) -> None:
    # The levels think as at a table, only shorter: peeking would show at any budget.
    bot, rng, state = named(name, pace=60 if LONG else 600), Rng(4), box.start()
    asked, enough = 0, 12 if LONG else examples(12)
    while state.actor() != OVER and asked < enough:
        seat = state.actor()
        if seat >= 0 and rng.below(3) == 0:
            asked += 1
            other = state.clone()
            other.redeal(seat, rng)
            choices = [
                bot.choose(Peephole(box.spec, truth, seat), Rng(asked)) for truth in (state, other)
            ]
            assert choices[0] in state.legal()
            assert choices[0] == choices[1]
        state.apply(take(state, rng))
    assert asked
