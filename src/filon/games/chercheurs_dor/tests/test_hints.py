"""What the bots are told of Les Chercheurs d'or."""

import pytest

from filon.core.game import OVER
from filon.core.rng import Rng
from filon.games.chercheurs_dor.hints import REACHED, ChercheursDorHints, prospect, turns_left
from filon.games.chercheurs_dor.layout import LAYOUT
from filon.games.chercheurs_dor.rules import ChercheursDor, chercheurs_dor
from filon.games.chercheurs_dor.spec import SPEC
from filon.games.chercheurs_dor.tests.table import opened, put, take, town

pytestmark = pytest.mark.engine
HINTS = ChercheursDorHints()


def liked(game: ChercheursDor) -> set[str]:
    """The first words of the best liked steps: stake and grams."""
    steps = game.legal()
    weights = HINTS.weights(game, steps)
    assert min(weights) > 0
    best = max(weights)
    texts = [
        LAYOUT.text(step) for step, weight in zip(steps, weights, strict=True) if weight == best
    ]
    return {" ".join(text.split()[:2]) for text in texts}


def test_the_small_skittle_as_a_rule() -> None:
    """The wheel takes four ninths of a stake on the average."""
    assert liked(take(town(16), "dice 1 R")) == {"stake 100"}


def test_the_big_one_when_only_a_big_win_helps() -> None:
    game = town(16, load=1000)
    game.round = 28
    game.bank[1] = 1500
    game.issued += 1500
    assert liked(take(game, "dice 1 R")) == {"stake 500"}
    game = town(16, load=1000)
    game.bank[1] = 1500  # early in the game there is time for another trip
    assert liked(take(game, "dice 1 R")) == {"stake 100"}


def test_both_ways_home_are_equal() -> None:
    game = put(opened(2), 0, claim=4)
    assert HINTS.weights(game, game.legal()) == [1, 1]


def test_turns_left_counts_lost_turns_and_turns_played() -> None:
    game = opened(3, first=1)
    assert [turns_left(game, seat) for seat in range(3)] == [30, 30, 30]
    take(game, "dice 1 R")
    assert [turns_left(game, seat) for seat in range(3)] == [30, 29, 30]
    game.lost[0] = 4
    assert turns_left(game, 0) == 26


def test_a_load_in_town_is_worth_its_chance_to_be_deposited() -> None:
    game = put(opened(2), 0, square=0, load=2000)
    game.round = 30  # one throw left, one in six
    assert prospect(game, 0) == 2000 * REACHED[1] // 1000 == 334


@pytest.mark.parametrize("players", [2, 4, 7])
def test_values_share_one_win(players: int) -> None:
    game = chercheurs_dor(SPEC.start(players, {"rounds": 30}))
    rng = Rng(2)
    while True:
        values = [HINTS.value(game, seat) for seat in range(players)]
        assert all(0 <= value <= 1000 for value in values)
        assert 1000 - players <= sum(values) <= 1000
        if players == 7:
            assert values[6] == 0
        if game.actor() == OVER:
            break
        game.apply(game.pick(rng))
    winners = game.ranks().count(1)
    assert [value > 0 for value in values] == [rank == 1 for rank in game.ranks()]
    assert max(values) == 1000 // winners
