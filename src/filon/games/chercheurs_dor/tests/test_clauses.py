"""Les Chercheurs d'or, clause by clause, with the examples of the leaflet."""

from typing import get_args

import pytest

from filon.core.game import CHANCE, OVER, IllegalStep
from filon.games.chercheurs_dor.layout import LAYOUT
from filon.games.chercheurs_dor.phases import ENDED, PHASES, Name
from filon.games.chercheurs_dor.rules import chercheurs_dor
from filon.games.chercheurs_dor.spec import SPEC
from filon.games.chercheurs_dor.tables import (
    COLOUR,
    DICE,
    DIE,
    FIRST,
    HOME,
    LOT,
    SQUARE_COLOUR,
    STAKE,
    STEPS,
    STREET,
    STREET_COLOURS,
    STREET_KINDS,
    TARGET,
    WHEEL,
    access,
    left_of,
    right_of,
)
from filon.games.chercheurs_dor.tests.table import (
    gold,
    legal,
    opened,
    put,
    round_the_others,
    story,
    take,
    told,
    town,
)

pytestmark = pytest.mark.engine


def test_layout_and_rules_agree_on_the_numbers() -> None:
    bases = {
        "first": FIRST,
        "lot": LOT,
        "dice": DICE,
        "colour": COLOUR,
        "die": DIE,
        "stake": STAKE,
        "home": HOME,
    }
    assert {name: LAYOUT.base(name) for name in bases} == bases
    assert LAYOUT.size == STEPS
    assert LAYOUT.number("dice 4 G") == DICE + 3 * 3 + 1
    assert LAYOUT.number("stake 100 6 R") == STAKE + 18 + 17
    assert LAYOUT.number("home right") == HOME + 1


def test_every_phase_has_its_row() -> None:
    assert [row.number for row in PHASES] == list(range(ENDED + 1))
    assert [row.name for row in PHASES] == list(get_args(Name))


def test_co_1_trails_and_accesses() -> None:
    assert [right_of(claim) for claim in range(1, 7)] == [6, 1, 2, 3, 4, 5]
    assert [left_of(claim) for claim in range(1, 7)] == [2, 3, 4, 5, 6, 1]
    assert [access(claim) for claim in range(1, 7)] == [0, 4, 8, 12, 16, 20]
    for claim in range(1, 7):  # green and red end on the same access
        for way in (["colour G"], ["colour R", f"die {claim % 6 + 1}"]):
            game = put(opened(2, lots=(claim, claim % 6 + 1)), 0, claim=claim, load=2000)
            assert take(game, *way).at[0] == STREET + access(claim)


def test_co_2_the_street() -> None:
    assert len(STREET_COLOURS) == len(STREET_KINDS) == 24
    assert {kind: STREET_KINDS.count(kind) for kind in "ABDS."} == {
        "A": 6,
        "B": 3,
        "D": 3,
        "S": 3,
        ".": 9,
    }
    assert {sign: STREET_COLOURS.count(sign) for sign in "YGR"} == {"Y": 6, "G": 6, "R": 12}
    assert all(STREET_KINDS[access(claim)] == "A" for claim in range(1, 7))


def test_co_3_every_throw_is_equally_likely() -> None:
    game = opened(2)
    assert (len(game.legal()), set(game.weights())) == (18, {1})
    game = put(game, 0, gold=2000)
    assert (legal(game), game.weights()) == ({"colour Y", "colour G", "colour R"}, [1, 1, 1])
    take(game, "colour R")
    assert (legal(game), game.weights()) == ({f"die {n}" for n in range(1, 7)}, [1] * 6)


@pytest.mark.parametrize(
    ("throw", "grams"),
    [
        ("6 Y", 1000),
        ("6 G", 500),
        ("6 R", 0),
        ("1 Y", 50),
        ("1 G", 25),
        ("2 Y", 100),
        ("3 G", 125),
        ("4 Y", 500),
        ("5 G", 375),
        ("5 Y", 750),
        ("3 R", 0),
    ],
)
def test_co_4_the_gold_table(throw: str, grams: int) -> None:
    game = take(opened(2), f"dice {throw}")
    assert game.gold[0] == grams


def test_co_5_the_wheel_and_the_pot() -> None:
    assert sorted(WHEEL) == sorted(f"{sign}{n}" for sign in "YGR" for n in range(1, 7))
    assert opened(2).pot == 1000


def test_co_6_the_target() -> None:
    rings = [len(numbers) for numbers in TARGET]
    assert rings == [1] * 6 + [2] * 6 + [3] * 6
    assert all(numbers == sorted(set(numbers)) for numbers in TARGET)
    assert TARGET[(4 - 1) * 3 + 1] == [1, 6]  # 4 green
    assert TARGET[(5 - 1) * 3 + 2] == [1, 2, 3]  # 5 red


def test_co_7_claims_by_lot_in_seat_order_from_the_first() -> None:
    game = chercheurs_dor(SPEC.start(3))
    assert game.actor() == CHANCE
    assert legal(game) == {"first 0", "first 1", "first 2"}
    take(game, "first 2", "lot 5")
    assert game.claim == [0, 0, 5]
    assert legal(game) == {f"lot {claim}" for claim in (1, 2, 3, 4, 6)}
    with pytest.raises(IllegalStep) as refused:
        take(game, "lot 5")
    assert refused.value.clause == "CO-7"
    take(game, "lot 1", "lot 6")
    assert (game.claim, game.at, game.turn) == ([1, 6, 5], [1, 6, 5], 2)
    assert game.gold == game.load == game.bank == [0, 0, 0]
    assert [game.right(seat) for seat in range(3)] == [2, 0, 1]


def test_co_7_the_sixth_lot_is_still_a_step() -> None:
    game = take(chercheurs_dor(SPEC.start(6)), "first 0", *[f"lot {n}" for n in range(1, 6)])
    assert (legal(game), game.weights()) == ({"lot 6"}, [1])


def test_co_7_only_starters_may_be_drawn() -> None:
    game = chercheurs_dor(SPEC.start(4, None, [1, 3]))
    assert legal(game) == {"first 1", "first 3"}
    assert game.why_not(FIRST) == "CO-7"


@pytest.mark.parametrize("rounds", [30, 40, 60, 90])
def test_co_8_everyone_plays_the_last_round(rounds: int) -> None:
    game = opened(3, rounds, first=1)
    turns = 0
    while game.actor() != OVER:
        assert game.round == turns // 3 + 1
        assert game.turn == (1 + turns) % 3
        take(game, "dice 6 R")
        turns += 1
    assert turns == 3 * rounds
    assert game.legal() == []
    assert game.why_not(DICE) == "CO-8"
    assert [event.args[0] for event in story(game) if event.kind == "round"] == list(
        range(1, rounds + 1)
    )


def test_co_8_turns_without_a_step_end_the_game_too() -> None:
    game = opened(2)
    game.round = 30
    game.lost[1] = 2
    take(game, "dice 1 R")
    assert game.actor() == OVER
    assert told(game)[-3:] == ["dig", "lose", "over"]


def test_co_9_a_lost_turn_comes_before_everything() -> None:
    for where in ({"gold": 2400}, {"square": 3, "load": 1000}, {"claim": 4}, {"gold": 10}):
        game = put(opened(2), 0, lost=1, **where)
        assert game.turn == 1, where
        assert game.lost[0] == 0
        assert "lose" in told(game)
        assert game.load[0] == where.get("load", 0)  # no departure yet
        if "claim" in where:
            assert game.at[0] == 4  # and no walk home


def test_co_9_it_takes_effect_in_the_same_round() -> None:
    """Seat 2 shoots seat 1, who has yet to play this round."""
    game = put(opened(3, first=2), 2, square=4, load=2000)
    take(game, "dice 1 G", "die 6", "die 1", "dice 1 Y", "die 1")
    assert (game.round, game.lost) == (1, [0, 2, 0])
    take(game, "dice 1 R")  # seat 0; seat 1 loses its turn at once
    assert (game.round, game.turn, game.lost) == (2, 2, [0, 1, 0])


def test_co_10_digging_adds_to_the_claim() -> None:
    game = put(opened(2), 0, gold=1900)
    take(game, "dice 1 Y")
    assert (game.gold[0], game.turn) == (1950, 1)
    with pytest.raises(IllegalStep) as refused:
        take(game, "colour G")
    assert refused.value.clause == "CO-10"


def test_co_11_two_kilos_leave_and_the_rest_stays() -> None:
    game = put(opened(2), 0, gold=1975)
    take(game, "dice 6 Y")
    assert (game.gold[0], game.load[0], game.turn) == (2975, 0, 1)  # the throw ends the turn
    take(game, "dice 1 R")
    assert (game.gold[0], game.load[0], game.turn) == (975, 2000, 0)
    assert legal(game) == {"colour Y", "colour G", "colour R"}


def test_co_11_no_departure_below_two_kilos() -> None:
    game = put(opened(2), 0, gold=1975)
    assert len(game.legal()) == 18
    assert game.why_not(COLOUR) == "CO-10"


def test_co_12_yellow_visits_the_right_neighbour() -> None:
    game = put(opened(2, lots=(4, 2)), 0, gold=2100)
    take(game, "colour Y")
    assert (game.at[0], game.load[0], game.turn) == (3, 2000, 1)
    take(game, "dice 1 R", "colour G")
    assert game.at[0] == STREET + 8  # the trails of the claim stood on


def test_co_12_six_yellows_lead_home_but_not_to_digging() -> None:
    game = put(opened(2), 0, gold=5000)
    for _ in range(6):
        round_the_others(take(game, "colour Y"), 0)
    assert (game.at[0], game.gold[0], game.load[0]) == (1, 3000, 2000)
    assert legal(game) == {"colour Y", "colour G", "colour R"}


def test_co_12_the_outlaw_needs_the_number_of_the_square() -> None:
    for number in range(1, 7):
        game = put(opened(3), 0, claim=5, load=2000)
        told(game)
        take(game, "colour R")
        assert game.thrower() == 2  # the right neighbour's hand
        take(game, f"die {number}")
        robbed = number == 5
        assert game.load[0] == (1000 if robbed else 2000)
        assert game.pot == (2000 if robbed else 1000)
        assert (game.at[0], game.turn) == (STREET + 16, 1)  # same turn, then it is over
        assert told(game) == ["trail", "outlaw", "holdup" if robbed else "escape", "town"]


def test_co_12_arriving_in_town_is_not_a_stop() -> None:
    """Even on an exit, which after the deposit would mean leaving."""
    game = put(opened(2), 0, gold=2000)
    take(game, "colour G")
    assert (game.turn, game.at[0]) == (1, STREET)
    take(game, "dice 1 R")
    assert len(game.legal()) == 18


@pytest.mark.parametrize(
    ("colour", "stops"),
    [("Y", [1, 3, 8, 12, 14, 18]), ("G", [2, 4, 10, 16, 20, 0]), ("R", [5, 6, 7, 9, 11, 13])],
)
def test_co_13_from_square_0(colour: str, stops: list[int]) -> None:
    for n, square in enumerate(stops, start=1):
        game = town(0, saloon=1, bar=1)
        assert take(game, f"dice {n} {colour}").at[0] == STREET + square


def test_co_13_the_start_counts_when_the_walk_comes_round() -> None:
    """6 green from a green square stops on the same square, and that is a full stop."""
    for start in (square for square in range(24) if SQUARE_COLOUR[square] == 1):
        assert take(town(start, saloon=1, bar=1), "dice 6 G").at[0] == STREET + start
    game = take(town(2), "dice 6 G")
    assert game.bank[0] == 2000
    game = take(town(4, load=0), "dice 6 G")
    assert legal(game) == {"colour Y", "colour G", "colour R"}


def test_co_14_the_bank_takes_all_once() -> None:
    game = take(town(0, load=1500), "dice 1 Y")
    assert (game.bank[0], game.receipt[0], game.load[0], game.turn) == (1500, 1500, 0, 1)
    round_the_others(game, 0)
    told(game)
    take(game, "dice 1 G")  # square 2, the Bank again
    assert (game.bank[0], game.turn) == (1500, 1)
    assert told(game) == ["walk"]


def test_co_15_a_stop_with_gold_asks_for_a_stake() -> None:
    game = take(town(16), "dice 1 R")
    assert game.actor() == 0
    assert legal(game) == {
        f"stake {grams} {n} {sign}" for grams in (500, 100) for n in range(1, 7) for sign in "YGR"
    }
    assert game.why_not(DICE) == "CO-15"
    take(game, "stake 500 4 Y")
    assert (game.actor(), game.thrower(), len(game.legal())) == (CHANCE, 2, 18)


@pytest.mark.parametrize(
    ("grams", "throw", "load"),
    [
        (500, "4 Y", 2000),
        (100, "4 Y", 1200),
        (500, "4 R", 1000),
        (500, "1 Y", 1000),
        (500, "1 R", 500),
        (100, "3 G", 900),
    ],
)
def test_co_15_twice_nothing_or_the_stake(grams: int, throw: str, load: int) -> None:
    game = take(town(16, load=1000), "dice 1 R", f"stake {grams} 4 Y", f"dice {throw}")
    assert game.load[0] == load
    assert game.pot == 1000 + 1000 - load
    assert (game.turn, game.bank[0]) == (1, 0)


def test_co_15_what_exceeds_two_kilos_is_a_receipt() -> None:
    game = take(town(16, load=1500), "dice 1 R", "stake 500 4 Y", "dice 4 Y")
    assert (game.load[0], game.bank[0], game.receipt[0]) == (2000, 500, 500)
    round_the_others(game, 0)
    take(game, "dice 1 G")  # an exit: the receipt is not yet the deposit
    assert game.turn == 1
    put(game, 0, square=0, load=2000, bank=500, receipt=500)
    take(game, "dice 1 Y")
    assert (game.bank[0], game.receipt[0]) == (2500, 2500)


def test_co_15_a_short_pot_is_topped_up_from_the_stock() -> None:
    game = town(16, load=1000)
    game.pot, game.issued = 300, game.issued - 700
    before = gold(game)
    take(game, "dice 1 R", "stake 500 4 Y", "dice 4 Y")
    assert (game.load[0], game.pot) == (2000, 0)
    assert gold(game) == before + 700 == game.issued


def test_co_15_the_view_shows_every_outcome_before_the_stake() -> None:
    game = take(town(16, load=1500), "dice 1 R")
    seen = SPEC.view(game, 0)
    assert seen["if"]["stake 500 4 Y"] == {
        "both": {"gain": 1000, "load": 2000, "receipt": 500, "stock": 0},
        "one": {"gain": 0, "load": 1500, "receipt": 0, "stock": 0},
        "none": {"gain": -500, "load": 1000, "receipt": 0, "stock": 0},
    }
    assert {what: odds["exact"] for what, odds in seen["odds"].items()} == {
        "both": "1/18",
        "one": "7/18",
        "none": "10/18",
    }


def test_co_16_the_higher_die_shoots_first_and_ties_throw_again() -> None:
    game = take(town(8), "dice 1 R")
    assert (legal(game), game.thrower()) == ({f"die {n}" for n in range(1, 7)}, 0)
    take(game, "die 3")
    assert game.thrower() == 2
    take(game, "die 3")
    assert game.thrower() == 0
    take(game, "die 2", "die 5")
    assert game.thrower() == 2
    assert len(game.legal()) == 18


def test_co_16_a_hit_stops_the_duel() -> None:
    game = take(town(8), "dice 1 R", "die 6", "die 1")
    take(game, "dice 5 R", "die 4")  # impacts 1, 2, 3: a miss
    assert game.thrower() == 2
    take(game, "dice 6 G", "die 4")  # impacts 1, 4, 5
    assert (game.lost, game.turn) == ([2, 0, 0], 1)
    assert game.load[0] == 2000


def test_co_16_wounds_add_up_and_the_wounded_still_serves() -> None:
    game = put(opened(2), 0, square=8, load=2000, lost=0)
    game.lost[1] = 1
    take(game, "dice 1 R", "die 6", "die 1", "dice 1 Y", "die 1")
    assert game.lost == [0, 2]  # 1 + 2, of which one is lost at once
    assert game.turn == 0
    take(game, "dice 2 R")
    assert game.lost == [0, 1]
    put(game, 0, claim=1, load=2000)
    take(game, "colour R")
    assert game.thrower() == 1


def test_co_16_twelve_misses_and_nothing_happens() -> None:
    game = take(town(8), "dice 1 R", "die 2", "die 1")
    told(game)
    for bullet in range(12):
        assert game.thrower() == (2 if bullet % 2 else 0)
        take(game, "dice 1 Y", "die 2")
    assert (game.lost, game.turn) == ([0, 0, 0], 1)
    assert told(game)[-1] == "draw_out"


def test_co_16_the_pawn_starts_again_for_every_bullet() -> None:
    """The same throw means the same square, whoever shot before."""
    game = take(town(8), "dice 1 R", "die 2", "die 1", "dice 1 Y", "die 2", "dice 1 Y", "die 1")
    assert game.lost == [2, 0, 0]


@pytest.mark.parametrize("colour", ["Y", "G"])
def test_co_17_yellow_and_green_are_safe(colour: str) -> None:
    game = town(16, load=0, bank=3000, receipt=1000)
    take(game, "dice 1 G", f"colour {colour}")
    assert (game.at[0], game.bank[0], game.receipt[0], game.turn) == (6, 3000, 0, 1)


@pytest.mark.parametrize("number", range(1, 7))
def test_co_17_on_red_the_outlaw_may_take_this_trips_receipt(number: int) -> None:
    game = town(16, load=0, bank=3000, receipt=1400)
    take(game, "dice 1 G", "colour R")
    assert game.thrower() == 2
    take(game, f"die {number}")
    robbed = number == 6
    assert (game.bank[0], game.pot) == ((1600, 2400) if robbed else (3000, 1000))
    assert (game.at[0], game.receipt[0], game.turn) == (6, 0, 1)


def test_co_17_before_the_deposit_an_exit_does_nothing() -> None:
    game = take(town(16), "dice 1 G")
    assert (game.at[0], game.turn) == (STREET + 20, 1)


def test_co_18_home_by_the_shorter_way_without_a_step() -> None:
    for claim, path in ((2, [1]), (3, [2, 1]), (6, [1]), (5, [6, 1])):
        game = put(opened(2), 0, claim=claim)
        for at, place in enumerate(path):
            assert game.at[0] == place
            assert game.turn == 1
            if at + 1 < len(path):
                take(game, "dice 1 R")
        take(game, "dice 1 R")
        assert game.turn == 0
        assert len(game.legal()) == 18  # digging starts on the turn after arriving


def test_co_18_at_distance_three_the_player_chooses() -> None:
    for way, path in (("left", [5, 6, 1]), ("right", [3, 2, 1])):
        game = put(opened(2), 0, claim=4)
        assert (game.actor(), legal(game)) == (0, {"home left", "home right"})
        assert SPEC.view(game, 0)["if"][f"home {way}"] == {"to_claim": path[0], "from_home": 2}
        take(game, f"home {way}")
        places = [game.at[0]]
        while places[-1] != 1:
            take(game, "dice 1 R")
            places.append(game.at[0])
        assert places == path
    assert game.why_not(HOME) == "CO-18"


def test_co_18_the_walk_home_begins_the_turn_after_leaving() -> None:
    game = take(town(16, load=0, bank=2000, receipt=2000), "dice 1 G", "colour Y")
    assert game.at[0] == 6
    round_the_others(game, 1)
    take(game, "dice 1 R", "dice 1 R")
    assert game.at[0] == 1


def test_co_19_saloon_and_bar_once_per_trip() -> None:
    game = town(16, saloon=1, bar=1)
    take(game, "dice 1 R")
    assert game.turn == 1
    game = town(8, saloon=1, bar=1)
    take(game, "dice 1 R")
    assert game.turn == 1
    put(game, 0, gold=2000, saloon=1, bar=1)
    assert (game.saloon[0], game.bar[0]) == (0, 0)  # a new trip


def test_co_19_after_the_deposit_only_the_bar_counts() -> None:
    game = take(town(16, load=0, bank=2000, receipt=2000), "dice 1 R")
    assert game.turn == 1
    game = take(town(8, load=0, bank=2000, receipt=2000), "dice 1 R")
    assert (game.turn, game.thrower()) == (0, 0)
    assert legal(game) == {f"die {n}" for n in range(1, 7)}


def test_co_19_any_number_of_figures_on_a_square() -> None:
    game = opened(3)
    for seat in (1, 2):
        game.at[seat] = STREET + 5
    put(game, 0, square=0, load=2000)
    assert take(game, "dice 1 R").at == [STREET + 5] * 3


def test_co_20_deposits_then_gold_on_the_claim() -> None:
    game = opened(5)
    for seat, (bank, claim, load) in enumerate(
        [(2000, 50, 0), (2000, 300, 0), (3000, 0, 0), (2000, 50, 2000), (0, 4000, 0)]
    ):
        game.bank[seat], game.gold[seat], game.load[seat] = bank, claim, load
    assert game.scores() == [2000, 2000, 3000, 2000, 0]
    assert game.ranks() == [3, 2, 1, 3, 5]


def test_co_20_gold_of_any_weight_on_the_claim_counts() -> None:
    game = opened(2)
    game.gold[0], game.gold[1] = 1950, 2750
    assert game.ranks() == [2, 1]
    assert game.scores() == [0, 0]


def test_co_21_the_seventh_keeps_the_house() -> None:
    game = chercheurs_dor(SPEC.start(7))
    assert list(SPEC.turns(7)) == [0, 1, 2, 3, 4, 5]
    assert legal(game) == {f"first {seat}" for seat in range(6)}
    game = opened(7, first=5)
    assert game.claim == [1, 2, 3, 4, 5, 6, 0]
    assert game.turn == 5
    take(game, "dice 1 R")
    assert game.turn == 0
    assert game.right(0) == 5
    while game.actor() != OVER:
        take(game, "dice 1 R")
    assert game.ranks() == [1, 1, 1, 1, 1, 1, 0]
    assert game.scores()[6] == 0
    assert SPEC.view(game, 6)["seats"][6]["state"] == "house"


def test_co_21_he_duels_and_is_croupier_but_not_the_outlaw() -> None:
    game = take(town(8, players=7), "dice 1 R", "die 1")
    assert game.thrower() == 6
    take(game, "die 6", "dice 1 Y", "die 1")
    assert game.lost == [2, 0, 0, 0, 0, 0, 0]
    game = take(town(8, players=7), "dice 1 R", "die 6", "die 1", "dice 1 Y", "die 1")
    assert (game.lost, game.turn) == ([0] * 7, 1)
    assert told(game)[-2:] == ["hit", "unhurt"]
    game = take(town(16, players=7), "dice 1 R", "stake 100 1 Y")
    assert game.thrower() == 6
    game = take(put(opened(7), 0, claim=1, load=2000), "colour R")
    assert game.thrower() == 5
