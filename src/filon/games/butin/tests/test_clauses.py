"""One test, at least, for every clause of Le Partage du butin."""

from fractions import Fraction

import pytest

from filon.core.game import CHANCE, OVER, IllegalStep, play
from filon.core.rng import Rng
from filon.games.butin import rules
from filon.games.butin.rules import Butin, deal
from filon.games.butin.spec import SPEC
from filon.games.butin.tables import COINS, EVEN, LADDER, NAMES, PUT, UNIT, VALUE

from .positions import game, go, legal, wander

pytestmark = pytest.mark.engine


def points(state: Butin) -> list[Fraction]:
    return [Fraction(score, UNIT) for score in state.scores()]


def test_pb_1_six_territories_with_five_places_each() -> None:
    assert NAMES == ["plain", "canyon", "forest", "meadow", "island", "mexico"]
    seen = SPEC.view(game(2), 0)
    assert [territory["name"] for territory in seen["territories"]] == NAMES
    assert [territory["places"] for territory in seen["territories"]] == [5] * 6


@pytest.mark.parametrize("symbols", ["even", "ladder"])
def test_pb_2_thirty_wealth_and_thirty_three_territory_tokens(symbols: str) -> None:
    state = game(3, symbols=symbols)
    assert sum(state.left[:6]) == sum(state.symbols) == 33
    assert sum(state.left[6:]) == sum(state.places) == 30


def test_pb_3_symbols_even_or_in_a_ladder() -> None:
    assert [6, 6, 6, 5, 5, 5] == EVEN == game(2).symbols == game(2).left[:6]
    ladder = game(2, symbols="ladder")
    assert [8, 7, 6, 5, 4, 3] == LADDER == ladder.symbols == ladder.left[:6]


def test_pb_4_values_and_counts_of_wealth() -> None:
    assert dict(zip(VALUE, COINS, strict=True)) == {5: 3, 3: 4, 2: 6, 1: 7, 0: 10}
    assert sum(value * count for value, count in zip(VALUE, COINS, strict=True)) == 46


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pb_5_three_cards_each(players: int) -> None:
    state = game(players)
    assert state.hand == [3] * players
    assert sum(state.cards) == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pb_6_the_lot_decides_who_begins(players: int) -> None:
    state = game(players)
    assert state.actor() == CHANCE
    assert legal(state) == [f"first {seat}" for seat in range(players)]
    assert state.weights() == [1] * players


def test_pb_6_a_rematch_draws_among_its_starters() -> None:
    state = SPEC.start(4, {}, starters=[1, 3])
    assert [SPEC.layout.text(step) for step in state.legal()] == ["first 1", "first 3"]


def test_pb_6_turns_pass_clockwise_with_or_without_a_decision() -> None:
    state = game(3, "first 2", "draw plain", "settle")
    assert state.seat == 0
    go(state, "draw gold5", "put plain")
    assert state.seat == 1
    state.hand[1] = 0
    go(state, "draw plain")  # nothing to decide
    assert (state.seat, state.actor()) == (2, CHANCE)


def test_pb_7_draws_are_weighted_by_what_is_left() -> None:
    state = game(2, "first 0")
    assert legal(state)[0] == "draw plain"
    assert legal(state)[-1] == "draw gold0"
    assert state.weights() == [6, 6, 6, 5, 5, 5, 3, 4, 6, 7, 10]
    go(
        state,
        "draw gold5",
        "put island",
        "draw gold5",
        "put island",
        "draw plain",
        "skip",
        "draw gold5",
        "put island",
    )
    assert "draw gold5" not in legal(state)
    assert state.weights() == [5, 6, 6, 5, 5, 5, 4, 6, 7, 10]
    assert state.why_not(SPEC.layout.number("draw gold5")) == "PB-7"


def test_pb_7_the_last_draw_is_still_a_step() -> None:
    state = wander(game(2, "first 0"), Rng(5), until=1)
    assert state.turns == 62
    assert state.actor() == CHANCE
    assert (len(state.legal()), state.weights()) == (1, [1])


def test_pb_8_settle_or_skip_while_a_card_is_left() -> None:
    state = game(2, "first 1", "draw island")
    assert state.actor() == 1
    assert legal(state) == ["skip", "settle"]
    go(state, "settle")
    assert state.hand == [3, 2]
    assert SPEC.view(state, 0)["territories"][4]["row"] == [1]


def test_pb_8_never_later_and_never_on_anothers_token() -> None:
    state = game(2, "first 1", "draw island", "skip")
    for step in ("settle", "skip"):
        with pytest.raises(IllegalStep) as refused:
            play(state, SPEC.layout.number(step))
        assert refused.value.clause == "PB-8"
    go(state, "draw gold3")  # the next seat: no way back to the token that lies there
    assert legal(state) == [f"put {name}" for name in NAMES]
    assert state.why_not(SPEC.layout.number("settle")) == "PB-8"
    assert SPEC.view(state, 0)["territories"][4]["row"] == [None]


def test_pb_8_without_a_card_the_token_is_placed_and_the_turn_ends() -> None:
    state = game(2, "first 0")
    for _ in range(3):
        go(state, "draw plain", "settle", "draw gold0", "put canyon")
    assert state.hand == [0, 3]
    go(state, "draw plain")
    assert (state.actor(), state.seat, state.laid[0]) == (CHANCE, 1, 4)
    assert SPEC.view(state, 0)["territories"][0]["row"] == [0, 0, 0, None]


def test_pb_9_wealth_goes_on_any_free_place_and_stays_open() -> None:
    state = game(2, "first 0", "draw gold5")
    assert legal(state) == [f"put {name}" for name in NAMES]  # no card of one's own is needed
    go(state, "put forest")
    assert SPEC.view(state, 1)["territories"][2]["coins"] == [5]
    assert state.total[2] == 5


def test_pb_9_a_full_territory_is_refused() -> None:
    state = game(2, "first 0")
    for _ in range(5):
        go(state, "draw gold0", "put meadow")
    go(state, "draw gold2")
    assert "put meadow" not in legal(state)
    step = SPEC.layout.number("put meadow")
    assert state.why_not(step) == "PB-9"
    assert state.because(1, step) == {"territory": 3, "free": 0}
    assert SPEC.view(state, 0)["refused"] == [
        {"step": "put meadow", "territory": 3, "clause": "PB-9"}
    ]


def test_pb_9_the_last_free_territory_is_still_a_step() -> None:
    state = game(2, "first 0")
    state.filled = [5, 5, 5, 5, 5, 4]
    go(state, "draw gold1")
    assert state.actor() == 0
    assert legal(state) == ["put mexico"]


def test_pb_10_a_token_without_a_place_is_set_aside() -> None:
    more = [EVEN[0] + 1, *EVEN[1:], *COINS]
    state = deal(2, False, [0, 1], EVEN, more)
    go(state, "first 0")
    state.laid[0] = 6
    story = state.narrate(SPEC.layout.number("draw plain"))
    assert (state.aside, state.turns, state.seat, state.actor()) == (1, 1, 1, CHANCE)
    assert [event.kind for event in story] == ["aside"]


def test_pb_10_wealth_without_a_place_is_set_aside() -> None:
    state = deal(2, False, [0, 1], EVEN, [*EVEN, 4, 4, 6, 7, 10])
    go(state, "first 1")
    state.filled = [5] * 6
    go(state, "draw gold5")
    assert (state.aside, state.seat, state.actor()) == (1, 0, CHANCE)


@pytest.mark.parametrize("tokens", [[1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], [9] * 6 + [0, 0, 0, 0, 40]])
def test_pb_10_the_end_is_an_empty_envelope_or_a_full_board(tokens: list[int]) -> None:
    state = wander(deal(2, True, [0, 1], EVEN, tokens), Rng(1))
    assert state.actor() == OVER
    full = state.laid == EVEN and state.filled == [5] * 6
    assert sum(state.left) == 0 or full
    assert state.ending() == ("full" if full else "empty")
    assert sum(tokens) == sum(state.left) + sum(state.laid) + sum(state.filled) + state.aside
    assert not rules.begin(2, False, False, [0, 1]).done()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pb_11_over_after_exactly_63_draws(players: int) -> None:
    state = wander(game(players), Rng(players))
    assert state.actor() == OVER
    assert state.turns == 63
    assert state.laid == state.symbols
    assert state.filled == [5] * 6
    assert state.why_not(PUT) == "PB-11"


def two_cards_on_four() -> list[str]:
    return [
        "first 0",
        "draw canyon",
        "settle",
        "draw gold3",
        "put canyon",
        "draw canyon",
        "settle",
        "draw gold1",
        "put canyon",
    ]


def test_pb_12_two_cards_on_four_points_are_eight() -> None:
    """The rulebook's first example: 2 x 4 = 8."""
    assert points(game(2, *two_cards_on_four())) == [8, 0]


def test_pb_12_everyone_present_has_the_whole_total() -> None:
    state = game(2, *two_cards_on_four())
    go(state, "draw gold0", "put plain", "draw canyon", "settle")
    assert points(state) == [8, 4]


def nine_shared_by_three_cards(scoring: str) -> Butin:
    return game(
        2,
        "first 0",
        "draw island",
        "settle",
        "draw island",
        "settle",
        "draw gold5",
        "put island",
        "draw island",
        "settle",
        "draw gold3",
        "put island",
        "draw gold1",
        "put island",
        scoring=scoring,
    )


def test_pb_13_nine_points_shared_three_and_six() -> None:
    """The rulebook's second example: 9 points, 1 and 2 cards, 3 and 6."""
    state = nine_shared_by_three_cards("advanced")
    assert state.total[4] == 9
    assert points(state) == [3, 6]
    assert SPEC.view(state, 0)["territories"][4]["per_card"] == "3"
    assert points(nine_shared_by_three_cards("simple")) == [9, 18]


def test_pb_13_fractions_are_exact_for_every_possible_crowd() -> None:
    for crowd in range(1, max(LADDER) + 1):
        assert UNIT % crowd == 0
    state = game(
        3,
        "first 0",
        "draw plain",
        "settle",
        "draw plain",
        "settle",
        "draw gold5",
        "put plain",
        scoring="advanced",
    )
    seen = SPEC.view(state, 2)
    assert seen["territories"][0]["per_card"] == "5/2"
    assert [seat["points"] for seat in seen["seats"]] == ["5/2", "5/2", "0"]


def test_pb_13_eight_cards_of_four_seats_on_one_territory() -> None:
    """The fullest territory there can be: the plain of the ladder."""
    state = game(5, "first 0", symbols="ladder", scoring="advanced")
    go(state, *["draw plain", "settle"] * 8, "draw gold5", "put plain")
    assert points(state) == [
        Fraction(5, 4),
        Fraction(5, 4),
        Fraction(5, 4),
        Fraction(5, 8),
        Fraction(5, 8),
    ]


def test_pb_13_wealth_without_cards_goes_to_no_seat() -> None:
    state = game(2, "first 0", "draw gold5", "put plain", scoring="advanced")
    assert points(state) == [0, 0]
    assert wander(state, Rng(2)).actor() == OVER


def test_pb_14_cards_in_hand_score_nothing() -> None:
    state = game(2, "first 0")
    while state.actor() != OVER:
        step = state.legal()[0]  # the lowest: never settles
        go(state, SPEC.layout.text(step))
    assert state.hand == [3, 3]
    assert points(state) == [0, 0]
    assert SPEC.view(state, 0)["result"]["unused"] == [3, 3]


def test_pb_15_most_points_win_and_equals_share() -> None:
    state = game(
        3, "first 0", "draw plain", "settle", "draw plain", "settle", "draw gold2", "put plain"
    )
    assert state.ranks() == [1, 1, 3]
    go(state, "draw plain", "settle")
    assert state.ranks() == [1, 2, 3]


@pytest.mark.parametrize("seed", range(4))
def test_pb_15_the_result_counts_line_by_line(seed: int) -> None:
    state = wander(game(4, scoring="advanced", symbols="ladder"), Rng(seed))
    result = SPEC.view(state, 0)["result"]
    for seat in range(4):
        total = sum(Fraction(line["shares"][seat]) for line in result["lines"])
        assert total == Fraction(result["scores"][seat]) == points(state)[seat]
    assert result["ranks"] == state.ranks()
