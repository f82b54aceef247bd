"""Sealed bids: two players."""

import json

import pytest

from filon.core.events import SPECTATOR
from filon.core.game import CHANCE
from filon.core.rng import Rng
from filon.games.gold_river.layout import LAYOUT
from filon.games.gold_river.position import OUT
from filon.games.gold_river.rules import GoldRiver
from filon.games.gold_river.spec import SPEC
from filon.games.gold_river.tests.arranged import (
    COACH,
    DYNAMITE,
    HOLD_UP,
    POST,
    RAID,
    bought,
    lay,
    legal,
    mayor,
    row,
    steps,
    told,
    why,
)


def duel(cards: list[int], first: int = 0) -> GoldRiver:
    return row(cards, 2, first)


def test_gr_35_both_bid_up_to_all_they_have_the_first_player_first() -> None:
    game = duel([0, 8, 16], first=1)
    assert (game.turn, game.actors(), game.sealed()) == (1, [1, 0], True)
    assert legal(game) == {f"sealed {n}" for n in range(16)}
    assert why(game, "bid 3") == "GR-35"
    steps(game, "sealed 15")
    assert (game.turn, game.actors(), game.sealed()) == (0, [1, 0], True)
    assert legal(game) == {f"sealed {n}" for n in range(16)}, "whatever the first one bid"
    steps(game, "sealed 4")
    assert not game.sealed()
    assert (game.winner, game.high) == (1, 15)


@pytest.mark.parametrize(("first", "other", "winner"), [(3, 3, 1), (0, 0, 1), (2, 3, 0)])
def test_gr_35_equal_bids_are_the_first_players(first: int, other: int, winner: int) -> None:
    game = steps(duel([0, 8, 16], first=1), f"sealed {first}", f"sealed {other}")
    assert game.winner == winner


def test_gr_35_the_first_bid_is_nowhere_until_both_are_in() -> None:
    """Whatever the first seat sealed, the other seat and the spectators get the same bytes."""
    shown = []
    for n in (0, 7, 15):
        game = duel([0, 8, 16])
        events = told(game, f"sealed {n}")
        seen = []
        for seat in (1, SPECTATOR):
            heard = [SPEC.tell(event) for event in events if event.seen_by(seat)]
            reasons = [
                (game.why_not(step), game.because(seat, step)) for step in range(0, LAYOUT.size, 7)
            ]
            seen.append([SPEC.view(game, seat), heard, game.legal(), reasons])
        shown.append(json.dumps(seen))
        assert SPEC.view(game, 0)["sealed"] == n, "its own seat knows it"
        assert [SPEC.tell(event)["n"] for event in events if event.kind == "own_seal"] == [n]
        assert LAYOUT.masked(LAYOUT.number(f"sealed {n}")) == "sealed ?"
    assert shown[0] == shown[1] == shown[2]


def test_gr_35_the_reveal_tells_both_bids_to_everybody() -> None:
    game = steps(duel([0, 8, 16]), "sealed 7")
    events = [event for event in told(game, "sealed 5") if event.kind == "revealed"]
    assert [(event.seat, event.args) for event in events] == [(0, (7,)), (1, (5,))]
    assert all(event.seen_by(SPECTATOR) for event in events)


def test_gr_35_a_redealt_bid_is_uniform_over_all_that_could_be_bid() -> None:
    game = duel([0, 8, 16])
    game.hand = [3, 9]
    steps(game, "sealed 2")
    found = [0] * 4
    rng = Rng(5)
    for _ in range(4000):
        guess = game.clone()
        guess.redeal(1, rng)
        found[guess.bids[0]] += 1
    assert min(found) > 900
    own = game.clone()
    own.redeal(0, rng)
    assert own.bids == game.bids, "one's own bid is known"
    steps(game, "sealed 1")
    after = game.clone()
    after.redeal(1, rng)
    assert after.bids == game.bids, "after the reveal nothing is hidden"


def test_gr_36_the_lying_bid_belongs_to_no_player() -> None:
    game = bought(duel([HOLD_UP, RAID, 0]), 9)
    assert (game.hand, game.pot) == ([6, 15], 9)
    mayor(lay(game, 1, 1, 2, 3, 4, 5, 6, 7), "san_narciso", 1)
    steps(game, "take 0", f"discard {HOLD_UP}")
    assert game.hand == [0, 21], "it pays no fee"
    steps(game, "card")
    assert game.hand == [0, 21]
    assert game.pot == 0


def test_gr_36_the_winner_removes_one_and_all_is_resolved_before_the_answer() -> None:
    game = bought(duel([0, 8, 16], first=1), 2)
    lay(game, 0, DYNAMITE)
    steps(game, "take 0")
    assert legal(game) == {"discard 8", "discard 16"}
    steps(game, "discard 16")
    assert game.where[16] == OUT
    assert (game.turn, legal(game)) == (0, {"blast 0"})
    steps(game, "blast 0")
    assert (game.turn, legal(game)) == (0, {"card", "half"})


def test_gr_37_the_loser_takes_the_card_and_the_bid_is_gone() -> None:
    game = bought(duel([0, 8, COACH]), 5)
    lay(game, 0, POST)
    steps(game, "take 0", "discard 8", "card")
    assert game.hand == [10 + 1, 15 - 1 + 10], "a card taken, with its postage"
    assert game.pot == 0
    assert game.actor() == CHANCE


def test_gr_37_or_half_of_the_bid_rounded_up() -> None:
    game = bought(duel([0, 8, 16]), 5)
    steps(game, "take 0", "discard 8", "half")
    assert game.hand == [10, 18]
    assert (game.where[16], game.pot, game.actor()) == (OUT, 0, CHANCE)
    assert why(game, "half") == "GR-37"
    assert game.because(1, LAYOUT.number("half")) == {}, "it names no card"


def test_gr_37_both_answers_are_legal_even_for_nothing() -> None:
    game = bought(duel([0, 8, 16]), 0)
    steps(game, "take 0", "discard 8")
    assert legal(game) == {"card", "half"}
    steps(game, "half")
    assert game.hand == [15, 15]


def test_gr_38_then_gold_and_no_neighbour_is_paid() -> None:
    game = bought(duel([0, 8, 16]), 4)
    assert game.hand == [11, 15]
    steps(game, "take 0", "discard 8", "card", "dice 1 1")
    assert game.hand == [11 + 6, 15 + 6], "San Narciso 2 and New London 2"
    assert (game.rounds, game.first) == (3, 0)
