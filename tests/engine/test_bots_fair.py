"""Proof 5: bots do not peek; the same view and seed give the same choice."""

from collections.abc import Iterator

import pytest

from filon.bots import BOTS, Peephole, named
from filon.core.rng import Rng
from support.doc_example import proven
from support.games import LONG, Box, examples, seeded, thinned
from support.second_world import Told, another, moments

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("box", thinned(proven()[::2]), ids=str)
def test_a_choice_does_not_depend_on_hidden_information(box: Box, name: str) -> None:
    # The levels think as at a table, only shorter: peeking would show at any budget.
    bot, asked = named(name, divisor=60 if LONG else 600), 0
    # Where nothing is hidden both truths are one, and only the seed is left to prove.
    enough = 12 if LONG else examples(9 if box.spec.hidden else 3)
    for told, other, seat in choices(box, enough):
        asked += 1
        answers = [
            bot.choose(Peephole(box.spec, truth.state, seat), Rng(asked)) for truth in (told, other)
        ]
        assert answers[0] in told.state.legal()
        assert answers[0] == answers[1]
    assert asked


def choices(box: Box, most: int) -> Iterator[tuple[Told, Told, int]]:
    """A seat's choices in one game, each with another truth where there is one.

    In the next game if there were none: luck may leave no seat a choice.
    """
    found = 0
    for game in range(4, 24):
        rng = seeded(game)
        for told in moments(box, rng):
            seat = told.state.actor()
            if seat >= 0 and rng.below(3) == 0:
                found += 1
                yield told, another(told, seat, rng) or told, seat
            if found == most:
                return
        if found:
            return
