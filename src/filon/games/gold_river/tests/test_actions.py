"""The action cards, one by one."""

import pytest

from filon.core.game import CHANCE
from filon.games.gold_river.position import NOBODY, OUT
from filon.games.gold_river.rules import GoldRiver
from filon.games.gold_river.tests.arranged import (
    BANDIT,
    BANK,
    COACH,
    DYNAMITE,
    GOVERNOR,
    HOLD_UP,
    JUDGE,
    RAID,
    SALOON,
    TELEGRAPH,
    TELEGRAPH_2,
    VEIN,
    VEIN_2,
    bought,
    lay,
    legal,
    mayor,
    row,
    steps,
    why,
)


def with_card(card: int, players: int = 3) -> GoldRiver:
    """The winner, seat 0, is about to take this card; everybody has 15 nuggets."""
    rest = [8, 16, 24, 25, 32][:players]
    game = bought(row([card, *rest], players))
    game.hand = [15] * players
    return game


def taken(game: GoldRiver, card: int) -> GoldRiver:
    return steps(game, f"take {card}", "discard 8")


def test_gr_22_dynamite_hits_opposing_concessions_and_buildings_only() -> None:
    game = with_card(DYNAMITE)
    lay(game, 0, 0, BANK)
    lay(game, 1, 1, SALOON, JUDGE)
    mayor(lay(game, 2, 3, 4, TELEGRAPH), "san_narciso", 2)
    game.where[GOVERNOR] = 200
    taken(game, DYNAMITE)
    assert legal(game) == {"blast 1", f"blast {SALOON}", "blast 3", "blast 4"}
    assert why(game, "blast 0") == "GR-22"
    steps(game, f"blast {SALOON}")
    assert (game.where[SALOON], game.where[DYNAMITE]) == (OUT, OUT)


def test_gr_22_a_vein_leaves_with_its_mine() -> None:
    game = with_card(DYNAMITE)
    lay(game, 1, 1)
    game.where[VEIN] = game.where[VEIN_2] = 100 + 1
    taken(game, DYNAMITE)
    steps(game, "blast 1")
    assert [game.where[card] for card in (1, VEIN, VEIN_2)] == [OUT, OUT, OUT]
    assert game.count(0, 1) == 0


def test_gr_23_a_raid_costs_every_other_player_four() -> None:
    game = with_card(RAID, 4)
    game.hand = [15, 15, 3, 0]
    taken(game, RAID)
    assert game.hand == [15, 11, 0, 0]
    assert game.turn == 1, "it is used even where it takes nothing"


@pytest.mark.parametrize(("dice", "moved"), [("dice 3 4", 7), ("dice 3 3", 0), ("dice 6 6", 7)])
def test_gr_24_a_hold_up_takes_the_number_named(dice: str, moved: int) -> None:
    game = with_card(HOLD_UP)
    lay(game, 1, TELEGRAPH)
    taken(game, HOLD_UP)
    assert legal(game) == {f"threaten {seat} {n}" for seat in (1, 2) for n in range(2, 13)}
    assert why(game, "threaten 0 5") == "GR-24"
    steps(game, "threaten 2 7")
    assert game.actor() == CHANCE
    assert why(game, "wire 0 6") == "GR-29", "telegraphs are not offered on this roll"
    steps(game, dice)
    assert game.hand == [15 + moved, 15, 15 - moved]
    assert game.turn == 1
    assert game.where[HOLD_UP] == OUT


def test_gr_24_a_poor_victim_gives_what_he_has() -> None:
    game = with_card(HOLD_UP)
    game.hand[1] = 2
    steps(taken(game, HOLD_UP), "threaten 1 5", "dice 2 3")
    assert game.hand == [17, 0, 15]
    empty = with_card(HOLD_UP)
    empty.hand[1] = 0
    steps(taken(empty, HOLD_UP), "threaten 1 2", "dice 1 1")
    assert empty.hand == [15, 0, 15]


def test_gr_25_the_stagecoach_brings_ten() -> None:
    game = taken(with_card(COACH), COACH)
    assert game.hand == [25, 15, 15]


def test_gr_26_the_bandit_needs_a_concession_in_the_same_town() -> None:
    game = with_card(BANDIT)
    lay(game, 0, 0)
    lay(game, 1, 1, 9)
    lay(game, 2, 2, 17)
    taken(game, BANDIT)
    assert legal(game) == {"rob 1", "rob 2"}
    assert why(game, "rob 9") == "GR-26"
    steps(game, "rob 1")
    assert game.owner(1) == 0
    assert game.mayor[0] == 0
    assert game.hand == [15, 15, 15], "no mayor, no fee"


def test_gr_26_a_bandit_without_prey_is_kept() -> None:
    game = with_card(BANDIT)
    lay(game, 0, 0)
    lay(game, 1, 9)
    taken(game, BANDIT)
    assert game.owner(BANDIT) == 0
    assert game.turn == 1


def test_gr_27_a_vein_stays_with_its_concession() -> None:
    game = with_card(JUDGE)
    lay(game, 0, 0)
    lay(game, 1, 9)
    game.where[VEIN] = 100
    steps(taken(game, JUDGE), "give 0", "get 9")
    assert game.where[VEIN] == 100
    assert (game.ground_points(0), game.ground_points(1)) == (6, 9)


def test_gr_28_a_vein_goes_on_a_mine_of_ones_own() -> None:
    game = with_card(VEIN)
    lay(game, 0, 2, 32)
    lay(game, 1, 3)
    taken(game, VEIN)
    assert legal(game) == {"vein 2"}, "the river has no mines"
    assert [why(game, text) for text in ("vein 32", "vein 3")] == ["GR-28", "GR-28"]
    steps(game, "vein 2")
    assert (game.yields(2), game.ground_points(0)) == (4, 5)
    before = game.hand[0]
    steps(game, "take 16", "take 24", "dice 3 3")
    assert game.hand[0] == before + 4 + 1  # mine 6 with its vein, and the river's even


def test_gr_28_a_mine_may_carry_two_veins_and_a_robber_gets_them() -> None:
    game = with_card(BANDIT)
    lay(game, 0, 0)
    lay(game, 1, 2)
    game.where[VEIN] = game.where[VEIN_2] = 102
    steps(taken(game, BANDIT), "rob 2")
    assert game.ground_points(0) == 6 + 1 + 6


def wired(holders: dict[int, list[int]], dice: str) -> GoldRiver:
    """A production roll with telegraphs before these seats; seat 0 rolls."""
    game = bought(row([0, 8, 16, 24], 3))
    for seat, cards in holders.items():
        lay(game, seat, *cards)
    return steps(game, "take 0", "discard 8", "take 16", "take 24", dice)


def test_gr_29_a_telegraph_sets_one_die_before_the_gold_is_paid() -> None:
    game = wired({2: [TELEGRAPH]}, "dice 1 5")
    assert game.turn == 2
    assert legal(game) == {"quiet"} | {f"wire {d} {f}" for d in (0, 1) for f in range(1, 7)}
    before = game.hand[:]
    steps(game, "wire 1 2")  # 1 and 2: Takamawok 3 pays seat 2 four nuggets
    assert (game.die_a, game.die_b) == (1, 2)
    assert game.hand == [before[0], before[1], before[2] + 4]
    assert game.where[TELEGRAPH] == OUT


def test_gr_29_the_pair_is_sorted_again() -> None:
    game = wired({2: [TELEGRAPH, TELEGRAPH_2]}, "dice 3 5")
    steps(game, "wire 0 6")
    assert (game.die_a, game.die_b) == (5, 6)
    assert game.where[TELEGRAPH] == OUT, "the lower index is spent first"
    assert (game.turn, game.owner(TELEGRAPH_2)) == (2, 2)
    steps(game, "wire 1 5")
    assert (game.die_a, game.die_b) == (5, 5)


def test_gr_29_offered_clockwise_from_the_roller_and_afresh_after_a_wire() -> None:
    game = wired({0: [TELEGRAPH], 2: [TELEGRAPH_2]}, "dice 3 5")
    assert game.turn == 0
    steps(game, "quiet")
    assert game.turn == 2
    steps(game, "wire 0 3")  # a face the die already shows
    assert game.turn == 0, "who declined before is asked again"
    steps(game, "quiet")
    assert game.actor() == CHANCE, "the next round is dealt"
    assert game.owner(TELEGRAPH) == 0


def test_gr_29_two_telegraphs_are_one_question() -> None:
    game = wired({1: [TELEGRAPH, TELEGRAPH_2]}, "dice 3 5")
    steps(game, "quiet")
    assert game.rounds == 3
    assert (game.owner(TELEGRAPH), game.owner(TELEGRAPH_2)) == (1, 1)


def test_gr_29_only_its_taker_and_after_the_take_may_wire() -> None:
    game = bought(row([0, TELEGRAPH, 16, 24], 3))
    steps(game, "take 0", "discard 16", f"take {TELEGRAPH}", "take 24", "dice 6 6")
    assert game.turn == 1, "also in the round it was taken"
    assert game.owner(TELEGRAPH) != NOBODY
