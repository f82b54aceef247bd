"""Mayor cards: who takes them, who pays whom, and the risers of the exact sequence."""

from filon.games.gold_river import mayors
from filon.games.gold_river.position import NOBODY, OUT
from filon.games.gold_river.rules import GoldRiver
from filon.games.gold_river.tables import SEATS, TOWN_NAMES
from filon.games.gold_river.tests.arranged import (
    BANDIT,
    DYNAMITE,
    GOVERNOR,
    JUDGE,
    bought,
    lay,
    legal,
    mayor,
    opened,
    row,
    steps,
)
from filon.games.gold_river.tests.arranged import mayors as named

TOWN = 0  # San Narciso


def census(counts: list[int], holder: int) -> GoldRiver:
    """San Narciso with so many concessions per seat after an event, and its mayor before it."""
    game = opened(5)
    for seat, n in enumerate(counts):
        game.counts[TOWN * SEATS + seat] = n
    game.mayor[TOWN] = holder
    return game


def after(counts: list[int], holder: int, up: int, down: int) -> int:
    game = census(counts, holder)
    mayors.settle(game, TOWN, up, down)
    return game.mayor[TOWN]


def test_gr_11_the_first_with_two_becomes_mayor() -> None:
    game = bought(row([0, 1, 8, 9], 3))
    lay(game, 0, 2)
    lay(game, 1, 10)
    steps(game, "take 0", "discard 1")
    assert named(game) == {"san_narciso": 0}
    steps(game, "take 8")
    assert named(game) == {"san_narciso": 0, "cold_mountain": 1}


def test_gr_12_the_fee_is_the_mayors_number_before_anything_changes() -> None:
    game = bought(row([0, 1, 8, 9], 3), 1)
    mayor(lay(game, 2, 2, 3), "san_narciso", 2)
    lay(game, 0, 4)
    hand = game.hand[:]
    steps(game, "take 0", "discard 8")
    assert game.hand == [hand[0] - 2, hand[1], hand[2] + 2], "the old mayor is paid"
    assert named(game) == {"san_narciso": 0}, "and replaced: two against two"
    hand = game.hand[:]
    steps(game, "take 1", "take 9")
    assert game.hand == [hand[0] + 2, hand[1] - 2, hand[2]]


def test_gr_12_no_fee_in_ones_own_town_or_without_mayor() -> None:
    game = opened(3)
    mayor(lay(game, 0, 0, 1), "san_narciso", 0)
    lay(game, 1, 2, 8)
    assert mayors.fee(game, 0, 0) == 0
    assert mayors.fee(game, 1, 0) == mayors.fee(game, 2, 0) == 2
    assert mayors.fee(game, 0, 1) == 0


def test_gr_12_a_robbed_concession_costs_the_fee_even_from_a_third_player() -> None:
    game = bought(row([BANDIT, 8, 16, 24], 3))
    mayor(lay(game, 1, 0, 1), "san_narciso", 1)
    lay(game, 2, 2)
    lay(game, 0, 3)
    hand = game.hand[:]
    steps(game, f"take {BANDIT}", "discard 8", "rob 2")
    assert game.hand == [hand[0] - 2, hand[1] + 2, hand[2]]
    assert named(game) == {"san_narciso": 0}


def test_gr_12_a_card_robbed_from_the_mayor_still_counts_for_the_fee() -> None:
    game = bought(row([BANDIT, 8, 16, 24], 3))
    mayor(lay(game, 1, 0, 1, 2), "san_narciso", 1)
    lay(game, 0, 3)
    hand = game.hand[:]
    steps(game, f"take {BANDIT}", "discard 8", "rob 2")
    assert game.hand == [hand[0] - 3, hand[1] + 3, hand[2]]
    assert named(game) == {"san_narciso": 0}


def test_gr_13_level_with_the_mayor_is_enough() -> None:
    assert after([2, 2, 0, 0, 0], 0, up=1, down=NOBODY) == 1
    assert after([3, 2, 0, 0, 0], 0, up=1, down=NOBODY) == 0
    assert after([3, 2, 0, 0, 0], 0, up=0, down=NOBODY) == 0


def test_gr_13_when_the_mayor_loses_one_all_who_are_level_are_risers() -> None:
    assert after([2, 2, 1, 0, 0], 0, up=NOBODY, down=0) == 1
    assert after([2, 2, 2, 0, 0], 0, up=NOBODY, down=0) == 0, "two level at once: he keeps it"
    assert after([2, 2, 3, 0, 0], 0, up=NOBODY, down=0) == 2, "the single highest"
    assert after([2, 3, 3, 2, 0], 0, up=NOBODY, down=0) == 0, "highest tied"


def test_gr_13_who_was_level_before_and_did_not_grow_has_no_claim() -> None:
    assert after([2, 2, 3, 0, 0], 0, up=1, down=NOBODY) == 1, "seat 2 owns more but did not rise"
    assert after([2, 1, 2, 2, 0], 0, up=1, down=NOBODY) == 0, "seats 2 and 3 stand still"
    assert after([2, 3, 2, 0, 0], 0, up=2, down=1) == 2, "a robber, not his victim"


def test_gr_13_robbing_the_mayor_lets_everybody_rise() -> None:
    assert after([1, 2, 1, 0, 0], 0, up=1, down=0) == 1
    assert after([2, 2, 2, 0, 0], 0, up=1, down=0) == 0
    assert after([2, 2, 3, 0, 0], 0, up=1, down=0) == 2, "a third player profits"


def test_gr_14_a_mayor_with_one_stays_until_equalled() -> None:
    assert after([1, 0, 0, 0, 0], 0, up=NOBODY, down=0) == 0
    assert after([1, 1, 0, 0, 0], 0, up=NOBODY, down=0) == 1


def test_gr_14_a_mayor_with_none_loses_the_card() -> None:
    assert after([0, 1, 0, 0, 0], 0, up=NOBODY, down=0) == 1, "even with one"
    assert after([0, 1, 1, 0, 0], 0, up=NOBODY, down=0) == NOBODY
    assert after([0, 0, 0, 0, 0], 0, up=NOBODY, down=0) == NOBODY
    assert after([0, 2, 2, 0, 0], 0, up=1, down=0) == NOBODY, "not handed out again at once"


def test_gr_14_a_card_beside_the_board_waits_for_a_player_who_grows_to_two() -> None:
    assert after([1, 3, 0, 0, 0], NOBODY, up=0, down=NOBODY) == NOBODY
    assert after([2, 3, 0, 0, 0], NOBODY, up=0, down=NOBODY) == 0, "others may own more"
    assert after([2, 3, 0, 0, 0], NOBODY, up=NOBODY, down=1) == NOBODY
    assert after([4, 3, 0, 0, 0], NOBODY, up=NOBODY, down=1) == NOBODY


def test_gr_14_dynamite_sends_the_card_back_and_no_player_gets_it_at_once() -> None:
    game = bought(row([DYNAMITE, 8, 16, 24], 4 - 1))
    mayor(lay(game, 1, 0), "san_narciso", 1)
    steps(game, f"take {DYNAMITE}", "discard 8", "blast 0")
    assert named(game) == {}


def test_gr_27_the_judge_swaps_without_fee_and_both_towns_are_checked() -> None:
    game = bought(row([JUDGE, 16, 17, 24], 3))
    lay(game, 0, 8, 1)
    mayor(lay(game, 1, 0, 2), "san_narciso", 1)
    lay(game, 2, 9)
    hand = game.hand[:]
    steps(game, f"take {JUDGE}", "discard 16")
    assert legal(game) == {"give 1", "give 8"}
    steps(game, "give 8")
    assert legal(game) == {"get 0", "get 2", "get 9"}
    assert game.owner(8) == 0, "nothing moves yet"
    steps(game, "get 0")
    assert game.hand == hand
    assert named(game) == {"san_narciso": 0}, "two against one"
    assert [game.owner(card) for card in (0, 8)] == [0, 1]


def test_gr_27_a_swap_within_one_town_moves_no_mayor_card() -> None:
    game = bought(row([JUDGE, 16, 17, 24], 3))
    lay(game, 0, 1, 3)
    mayor(lay(game, 1, 0, 2), "san_narciso", 1)
    steps(game, f"take {JUDGE}", "discard 16", "give 1", "get 0")
    assert named(game) == {"san_narciso": 1}


def test_gr_27_a_swap_can_found_two_mayors() -> None:
    game = bought(row([JUDGE, 16, 17, 24], 3))
    lay(game, 0, 8, 1)
    lay(game, 1, 0, 9)
    steps(game, f"take {JUDGE}", "discard 16", "give 8", "get 0")
    assert named(game) == {"san_narciso": 0, "cold_mountain": 1}


def test_gr_30_the_governor_doubles_fee_and_bonus_and_leaves_with_the_mayor() -> None:
    game = bought(row([GOVERNOR, 2, 3, 24], 3))
    mayor(lay(game, 0, 0, 1), "san_narciso", 0)
    mayor(lay(game, 0, 32, 33), "whiskey_river", 0)
    lay(game, 1, 4)
    steps(game, f"take {GOVERNOR}", "discard 24")
    assert legal(game) == {"govern san_narciso", "govern whiskey_river"}
    steps(game, "govern san_narciso")
    assert game.mayor_points(0) == 15
    hand = game.hand[:]
    steps(game, "take 2")
    assert game.hand[0] == hand[0] + 4, "twice two"
    assert named(game)["san_narciso"] == 1
    assert game.where[GOVERNOR] == OUT
    assert (game.mayor_points(0), game.mayor_points(1)) == (5, 5)


def test_gr_30_without_a_mayor_card_the_governor_waits() -> None:
    game = bought(row([GOVERNOR, 2, 3, 24], 3))
    lay(game, 0, 4)
    steps(game, f"take {GOVERNOR}", "discard 24", "take 2", "take 3")
    assert game.owner(GOVERNOR) == 0
    game.where[8] = -1
    steps(game, "dice 1 1", "deal 5", "deal 6", "deal 8", "deal 9")
    bought(game)
    steps(game, "take 5", "discard 6")
    assert legal(game) == {"govern san_narciso"}


def test_gr_30_the_governor_is_discarded_when_the_card_goes_back() -> None:
    game = census([0, 1, 1, 0, 0], 0)
    game.where[GOVERNOR] = 200 + TOWN_NAMES.index("san_narciso")
    mayors.settle(game, TOWN, NOBODY, 0)
    assert game.mayor[TOWN] == NOBODY
    assert game.where[GOVERNOR] == OUT
