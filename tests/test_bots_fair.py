"""Proof 5: bots do not peek; the same view and seed give the same choice."""

import pytest

from filon.bots import BOTS, Peephole, named
from filon.core.rng import Rng
from guide import proven
from shelf import LONG, Box, examples, seeded, thinned
from truths import another, moments

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("box", thinned(proven()[::2]), ids=str)
def test_the_hidden_truth_does_not_matter(box: Box, name: str) -> None:
    # The levels think as at a table, only shorter: peeking would show at any budget.
    bot, rng = named(name, pace=60 if LONG else 600), seeded(4)
    # Where nothing is hidden both truths are one, and only the seed is left to prove.
    asked, enough = 0, 12 if LONG else examples(9 if box.spec.hidden else 3)
    for told in moments(box, rng):
        seat = told.state.actor()
        if asked == enough:
            break
        if seat < 0 or rng.below(3):
            continue
        other = another(told, seat, rng) or told
        asked += 1
        choices = [
            bot.choose(Peephole(box.spec, truth.state, seat), Rng(asked)) for truth in (told, other)
        ]
        assert choices[0] in told.state.legal()
        assert choices[0] == choices[1]
    assert asked
