"""Setup, auction, taking cards, production, buildings and the final count."""

import pytest

from filon.core.errors import Refusal
from filon.core.game import CHANCE, OVER, IllegalStep
from filon.games.gold_river import auction, tables
from filon.games.gold_river.layout import LAYOUT
from filon.games.gold_river.phases import BIDDING, DEALING, ENDED, TAKING
from filon.games.gold_river.position import NOBODY
from filon.games.gold_river.rules import GoldRiver, gold_river
from filon.games.gold_river.spec import SPEC
from filon.games.gold_river.tables import (
    CARDS,
    CONCESSION,
    CONCESSIONS,
    DECK,
    FACE,
    GROUNDS,
    KIND,
    KIND_NAMES,
    PAIR_WAYS,
    PAIRS,
    SIZE,
    TOWN,
    UNIT,
    WAYS,
    face_name,
)
from filon.games.gold_river.tests.arranged import (
    BANDIT,
    BANK,
    COACH,
    COLD_MOUNTAIN,
    DYNAMITE,
    GOVERNOR,
    JUDGE,
    MUSTANG,
    NEW_LONDON,
    POST,
    RAID,
    RIVER,
    SALOON,
    SAN_NARCISO,
    STATION,
    TAKAMAWOK,
    TELEGRAPH,
    VEIN,
    VEIN_2,
    bought,
    copy,
    lay,
    legal,
    mayor,
    opened,
    row,
    steps,
    why,
)

PLAIN = [SAN_NARCISO, COLD_MOUNTAIN, NEW_LONDON, TAKAMAWOK, RIVER, SAN_NARCISO + 1]


def sale(players: int = 4, first: int = 0) -> GoldRiver:
    """A later round with plain concessions for sale."""
    return row(PLAIN[: players + 1], players, first)


def test_layout_numbers_are_those_of_the_tables() -> None:
    names = {"vein": "ON_MINE"}
    for one in LAYOUT.verbs:
        assert LAYOUT.base(one.name) == getattr(tables, names.get(one.name, one.name.upper()))
    assert LAYOUT.size == SIZE
    assert LAYOUT.text(LAYOUT.base("dice") + 20) == "dice 6 6"


def test_gr_1_everybody_starts_with_fifteen_nuggets() -> None:
    for players in SPEC.seats:
        assert opened(players).hand == [15] * players


def test_gr_2_the_deck_has_these_cards() -> None:
    assert len(DECK) == CARDS == 63
    assert [TOWN.count(town) for town in range(5)] == [8, 8, 8, 8, 6]
    assert {KIND_NAMES[kind]: KIND.count(kind) for kind in sorted(set(KIND))} == {
        "concession": 38,
        "bank": 1,
        "saloon": 1,
        "post_office": 1,
        "station": 1,
        "governor": 1,
        "mustang": 1,
        "telegraph": 2,
        "judge": 3,
        "one_armed_bandit": 3,
        "new_vein": 2,
        "dynamite": 3,
        "hold_up": 2,
        "raid": 2,
        "stagecoach": 2,
    }
    assert sorted(KIND, key=lambda kind: (kind != CONCESSION, kind > 4)) == KIND
    assert (CONCESSIONS, GROUNDS) == (38, 42)
    faces = [face for face in FACE if face >= 0]
    assert sorted(faces) == list(range(52)), "every card of a poker deck exactly once"
    assert [face_name(FACE[card]) for card in (0, 17, STATION, VEIN)] == ["4h", "As", "Ts", ""]


def test_gr_3_buildings_stay_out_of_a_first_game_and_the_station_without_poker() -> None:
    def missing(**options: bool) -> set[int]:
        game = opened(5, **options)
        game.rounds = 2
        coming = {int(text.split()[1]) for text in legal(game)}
        return set(range(CARDS)) - coming

    assert missing() == {STATION}
    assert missing(poker=True) == set()
    assert missing(first_game=True) == {BANK, SALOON, POST, STATION}
    assert missing(first_game=True, poker=True) == {BANK, SALOON, POST, STATION}
    with pytest.raises(Refusal, match="first_game, poker"):
        SPEC.start(3, {"second_game": True})


@pytest.mark.parametrize(
    ("options", "rounds"),
    [
        ({"poker": True}, {5: 10, 4: 12, 3: 12, 2: 16}),
        ({}, {5: 10, 4: 12, 3: 11, 2: 15}),
        ({"first_game": True}, {5: 9, 4: 11, 3: 11, 2: 14}),
        ({"first_game": True, "poker": True}, {5: 9, 4: 11, 3: 11, 2: 14}),
    ],
)
def test_gr_4_fifteen_cards_never_come_with_two_or_three(
    options: dict[str, bool], rounds: dict[int, int]
) -> None:
    for players, n in rounds.items():
        game = opened(players, **options)
        assert SPEC.view(game, 0)["rounds"] == n
        assert game.left // (players + 1) == n
        game.rounds = 2
        assert (f"deal {MUSTANG}" in legal(game)) == (players > 2)
    assert opened(3, poker=True).left == opened(2, poker=True).left == 63 - 15
    assert opened(4, poker=True).left == 63


def test_gr_5_the_first_player_is_drawn_then_the_winner_begins() -> None:
    game = gold_river(SPEC.start(4))
    assert game.actor() == CHANCE
    assert legal(game) == {f"first {seat}" for seat in range(4)}
    assert game.weights() == [1] * 4
    later = steps(sale(), "pass", "bid 2", "pass", "pass", "take 0", "discard 8")
    steps(later, "take 16", "take 24", "take 32", "dice 1 1")
    assert later.first == 1
    assert later.phase == DEALING


def test_gr_6_players_and_one_cards_and_concessions_only_at_first() -> None:
    game = opened(4)
    assert legal(game) == {f"deal {card}" for card in range(CONCESSIONS)}
    assert game.weights() == [1] * CONCESSIONS
    steps(game, "deal 3", "deal 9", "deal 20", "deal 30")
    assert game.phase == DEALING
    steps(game, "deal 33")
    assert game.phase == BIDDING
    assert game.row == [3, 9, 20, 30, 33]
    assert why(opened(4), f"deal {RAID}") == "GR-6"


def test_gr_7_pass_or_outbid_and_never_more_than_owned() -> None:
    game = sale()
    assert legal(game) == {"pass"} | {f"bid {n}" for n in range(1, 16)}
    steps(game, "bid 4")
    assert legal(game) == {"pass"} | {f"bid {n}" for n in range(5, 16)}
    assert [why(game, text) for text in ("bid 4", "bid 16", "take 0")] == ["GR-7", "GR-7", "GR-9"]
    steps(game, "bid 15")
    assert legal(game) == {"pass"}, "who cannot outbid still has to say it"
    steps(game, "pass", "pass", "pass")
    assert (game.winner, game.high, game.phase) == (1, 15, TAKING)


def test_gr_7_who_has_passed_is_out() -> None:
    game = steps(sale(), "bid 1", "pass", "bid 2", "pass")
    assert game.turn == 0
    steps(game, "bid 3")
    assert game.turn == 2, "seats 1 and 3 are not asked again"
    steps(game, "pass")
    assert game.winner == 0


def test_gr_7_the_last_one_is_asked_and_all_passing_is_the_first_players_win() -> None:
    game = steps(sale(first=2), "pass", "pass", "pass")
    assert game.turn == 1
    assert legal(game) == {"pass"} | {f"bid {n}" for n in range(1, 16)}
    paid = steps(copy(game), "bid 1")
    assert (paid.winner, paid.hand[1]) == (1, 14)
    steps(game, "pass")
    assert (game.winner, game.high, game.hand) == (2, 0, [15] * 4)


@pytest.mark.parametrize(
    ("players", "price", "expected"),
    [
        (5, 9, [(4, 5), (3, 2), (2, 1), (1, 1)]),
        (4, 9, [(3, 5), (2, 2), (1, 2)]),
        (3, 9, [(2, 5), (1, 2), (NOBODY, 2)]),
        (5, 1, [(4, 1)]),
        (4, 1, [(3, 1)]),
        (3, 1, [(2, 1)]),
        (4, 0, []),
        (5, 2, [(4, 1), (3, 1)]),
        (3, 2, [(2, 1), (1, 1)]),
        (4, 14, [(3, 7), (2, 4), (1, 3)]),
    ],
)
def test_gr_8_the_price_goes_round_to_the_right(
    players: int, price: int, expected: list[tuple[int, int]]
) -> None:
    assert auction.shares(players, 0, price) == expected
    if price:
        game = bought(row(PLAIN[: players + 1], players), price)
        gained = dict(expected)
        gained.pop(NOBODY, None)
        for seat in range(1, players):
            assert game.hand[seat] == 15 + gained.get(seat, 0)
        assert game.hand[0] == 15 - price


def test_gr_9_take_discard_then_the_others_clockwise() -> None:
    game = bought(row([0, 8, 16, 24], 3, first=1))
    assert legal(game) == {"take 0", "take 8", "take 16", "take 24"}
    steps(game, "take 8")
    assert game.counts.count(1) == 0, "nothing happens before the discard"
    assert legal(game) == {"discard 0", "discard 16", "discard 24"}
    assert why(game, "take 0") == "GR-9"
    steps(game, "discard 24")
    assert (game.turn, legal(game)) == (2, {"take 0", "take 16"})
    steps(game, "take 16")
    assert (game.turn, legal(game)) == (0, {"take 0"}), "the last card is still a step"
    steps(game, "take 0")
    assert game.actor() == CHANCE
    assert [game.owner(card) for card in (0, 8, 16, 24)] == [0, 1, 2, NOBODY]
    steps(game, "dice 1 2")
    assert "deal 24" not in legal(game), "discarded cards never come back"


def test_gr_10_an_unusable_action_is_kept_and_wakes() -> None:
    game = bought(row([DYNAMITE, 0, 8, 16], 3))
    steps(game, f"take {DYNAMITE}", "discard 16")
    assert game.owner(DYNAMITE) == 0, "nobody has anything to blow up yet"
    steps(game, "take 0")
    assert (game.turn, game.taken) == (0, DYNAMITE), "now somebody has"
    assert legal(game) == {"blast 0"}
    assert why(game, "take 8") == "GR-10"
    steps(game, "blast 0")
    assert (game.turn, legal(game)) == (2, {"take 8"})


def test_gr_10_kept_cards_wake_clockwise_from_the_winner_lowest_first() -> None:
    game = bought(row([0, 8, 16, 24], 3, first=1))
    lay(game, 0, DYNAMITE)
    lay(game, 2, VEIN, VEIN_2)
    lay(game, 1, JUDGE)
    steps(game, "take 0", "discard 24")
    assert (game.turn, game.taken) == (0, DYNAMITE), "seat 1 has nothing to swap for, 2 no mine"
    steps(game, "blast 0", "take 8")
    assert (game.turn, game.taken) == (2, VEIN)
    steps(game, "vein 8")
    assert (game.turn, game.taken) == (2, VEIN_2)
    steps(game, "vein 8")
    assert game.yields(8) == 5 + 6
    steps(game, "take 16")
    assert game.owner(JUDGE) == 1, "its owner has no concession left"


def test_gr_10_kept_telegraph_and_mustang_do_not_wake() -> None:
    game = bought(row([TELEGRAPH, MUSTANG, 0, 8], 3))
    steps(game, f"take {TELEGRAPH}", "discard 8", f"take {MUSTANG}", "take 0")
    assert (game.owner(TELEGRAPH), game.owner(MUSTANG)) == (0, 1)
    assert game.actor() == CHANCE


def test_gr_15_no_player_pays_more_than_they_have() -> None:
    game = bought(row([RAID, 0, 8, 1], 3), 15)
    mayor(lay(game, 1, 2, 3, 4), "san_narciso", 1)
    game.hand = [0, 3, 9]
    steps(game, "take 0", "discard 8")
    assert game.hand == [0, 3, 9], "the fee of 3 is owed by an empty hand"
    steps(game, "take 1", f"take {RAID}")
    assert game.hand == [0, 0, 9]


def test_gr_16_the_total_pays_and_the_river_by_even_odd_and_double() -> None:
    weights = dict(zip(PAIRS, PAIR_WAYS, strict=True))
    assert sum(weights.values()) == 36
    assert (weights[(2, 2)], weights[(2, 5)]) == (1, 2)
    assert [WAYS[on] for on in range(2, 16)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1, 18, 18, 6]

    def paid(dice: str) -> list[int]:
        game = opened(3)
        lay(game, 0, 4, 13, 32)  # 8 pays 2, 8 pays 1, even pays 1
        lay(game, 1, 35, 20)  # odd pays 2, 7 pays 3
        lay(game, 2, 37)  # double pays 4
        game.phase, game.left = 11, 9
        assert game.actor() == CHANCE
        before = game.hand[:]
        steps(game, dice)
        return [now - then for now, then in zip(game.hand, before, strict=True)]

    assert paid("dice 2 6") == [4, 0, 0]
    assert paid("dice 4 4") == [4, 0, 4], "a double is even too"
    assert paid("dice 1 6") == [0, 5, 0]
    assert paid("dice 1 2") == [0, 2, 0]


def test_gr_17_the_game_ends_when_the_pile_is_too_small() -> None:
    game = bought(sale(4))
    game.left = 4
    steps(game, "take 0", "discard 8", "take 16", "take 24", "take 32", "dice 1 2")
    assert game.phase == ENDED
    assert (game.actor(), game.legal()) == (OVER, [])
    again = bought(sale(4))
    again.left = 5
    steps(again, "take 0", "discard 8", "take 16", "take 24", "take 32", "dice 1 2")
    assert (again.phase, again.rounds, again.first) == (DEALING, 3, 0)


def to_the_bank(left: int = 20) -> GoldRiver:
    """A round in which seat 1 takes the Bank, up to the dice."""
    game = bought(row([BANK, 0, 8, 16], 3))
    game.left = left
    return steps(game, "take 0", "discard 16", f"take {BANK}", "take 8", "dice 6 6")


def test_gr_18_the_bank_asks_in_its_first_round_and_in_the_last() -> None:
    game = to_the_bank(left=0)
    assert (game.turn, legal(game)) == (1, {f"store {n}" for n in range(16)})
    assert why(game, "store 16") == "GR-18"
    steps(game, "store 10")
    assert (game.hand[1], game.vault, game.bank_points(1)) == (5, 10, 15)
    assert game.phase == ENDED
    broke = to_the_bank()
    broke.hand[1] = 0
    assert legal(broke) == {"store 0"}, "also without nuggets"


def test_gr_18_stored_nuggets_are_safe_and_come_back_with_dynamite() -> None:
    game = steps(to_the_bank(), "store 15")
    assert game.hand[1] == 0
    steps(game, "deal 1", "deal 2", f"deal {RAID}", f"deal {DYNAMITE}", "bid 1", "pass", "pass")
    steps(game, f"take {RAID}", "discard 1")
    assert (game.hand[1], game.vault) == (0, 15)
    steps(game, "take 2", f"take {DYNAMITE}")
    assert f"blast {BANK}" in legal(game)
    steps(game, f"blast {BANK}")
    assert (game.hand[1], game.vault, game.bank_points(1)) == (15, 0, 0)


def test_gr_19_the_saloon_gets_one_from_every_other_who_was_paid() -> None:
    game = bought(row([0, 8, 16, 24], 3))
    lay(game, 2, SALOON, 12)
    lay(game, 0, 34)
    steps(game, "take 0", "discard 8", "take 16", "take 24")
    before = game.hand[:]
    steps(game, "dice 3 4")  # 7: seat 2 finds 5; odd: seat 0 finds 1
    assert [now - then for now, then in zip(game.hand, before, strict=True)] == [0, 0, 6]


def test_gr_20_the_post_office_gets_one_for_each_action_card_taken() -> None:
    game = bought(row([COACH, BANK, 0, TELEGRAPH], 3))
    lay(game, 2, POST)
    game.hand = [0, 5, 5]
    steps(game, f"take {COACH}", "discard 0")
    assert game.hand == [10, 5, 5], "an empty hand pays nothing, and the fee comes first"
    steps(game, f"take {TELEGRAPH}")
    assert game.hand == [10, 4, 6], "kept cards cost too"
    steps(game, f"take {BANK}")
    assert game.hand == [10, 4, 6]


def test_gr_20_nothing_is_due_to_oneself_nor_when_a_kept_card_wakes() -> None:
    game = bought(row([DYNAMITE, COACH, 0, 8], 3))
    lay(game, 1, POST)
    game.where[POST] = -2
    lay(game, 2, POST)
    game.hand = [5, 5, 5]
    steps(game, f"take {DYNAMITE}", "discard 8")
    assert legal(game) == {f"blast {POST}"}
    game.where[POST] = -2
    game.where[DYNAMITE] = 0
    game.phase, game.turn, game.taken = TAKING, 1, -1
    lay(game, 0, POST)
    before = game.hand[:]
    steps(game, "take 0")
    assert (game.turn, game.taken) == (0, DYNAMITE)
    steps(game, "blast 0")
    assert game.hand == before
    steps(game, f"take {COACH}")
    assert game.hand == [before[0] + 1, before[1], before[2] + 9]


def test_gr_31_the_mustang_picks_second() -> None:
    game = bought(row([0, 8, 16, 24, 32], 4))
    lay(game, 3, MUSTANG)
    steps(game, "take 0", "discard 8")
    assert (game.turn, legal(game)) == (3, {"ride", "stay"})
    stayed = steps(copy(game), "stay")
    assert (stayed.turn, stayed.owner(MUSTANG)) == (1, 3)
    steps(game, "ride")
    assert (game.turn, game.owner(MUSTANG)) == (3, NOBODY)
    steps(game, "take 32")
    assert game.turn == 1
    steps(game, "take 16")
    assert game.turn == 2
    steps(game, "take 24")
    assert game.actor() == CHANCE, "the rider has had his card"
    assert why(game, "ride") == "GR-31"


def test_gr_31_not_asked_as_winner_but_asked_when_next_anyway() -> None:
    game = bought(row([0, 8, 16, 24], 3))
    lay(game, 0, MUSTANG)
    assert legal(steps(game, "take 0", "discard 8")) == {"take 16", "take 24"}
    other = bought(row([0, 8, 16, 24], 3))
    lay(other, 1, MUSTANG)
    assert legal(steps(other, "take 0", "discard 8")) == {"ride", "stay"}
    steps(other, "stay", "take 16", "take 24")
    assert other.actor() == CHANCE, "asked once a round"


def test_gr_31_asked_only_after_kept_cards_are_resolved() -> None:
    game = bought(row([0, 8, 16, 24], 3))
    lay(game, 2, MUSTANG, DYNAMITE)
    steps(game, "take 0", "discard 8")
    assert legal(game) == {"blast 0"}
    assert legal(steps(game, "blast 0")) == {"ride", "stay"}


def test_gr_32_the_rulebooks_count_is_76() -> None:
    game = opened(3, poker=True)
    lay(game, 1, 0, 5, 7, 23, 31, BANK)  # 6 + 7 + 4 + 5 + 3 = 25
    mayor(game, "san_narciso", 1)
    game.where[GOVERNOR] = 200
    game.hand[1], game.vault = 21, 15
    assert game.ground_points(1) == 25
    assert game.mayor_points(1) == 10
    assert game.bank_points(1) == 20
    assert game.points(1) == 76
    game.poker = False
    assert game.scores() == [15 * UNIT, 76 * UNIT, 15 * UNIT]


def test_gr_32_a_new_vein_counts_three_and_a_kept_one_nothing() -> None:
    game = opened(3)
    lay(game, 0, 2, VEIN)
    assert game.points(0) == 15 + 1
    game.where[VEIN] = 100 + 2
    assert game.points(0) == 15 + 1 + 3


def test_gr_34_ties_go_to_nuggets_in_hand_and_bank_then_are_shared() -> None:
    game = opened(4)
    game.hand = [10, 12, 4, 16]
    lay(game, 0, 0)  # 10 + 6
    lay(game, 1, 26)  # 12 + 4
    lay(game, 2, BANK)
    game.vault = 7  # 4 + 7 + 5 = 16, 11 nuggets
    assert [score // UNIT for score in game.scores()] == [16] * 4
    assert game.ranks() == [4, 2, 3, 1]
    game.hand[0], game.where[0] = 16, -2
    assert game.ranks() == [1, 3, 4, 1]


def test_an_illegal_step_changes_nothing_and_names_its_clause() -> None:
    game = sale()
    before = SPEC.view(game, 0)
    for text, clause in [
        ("bid 16", "GR-7"),
        ("sealed 3", "GR-7"),
        ("blast 0", "GR-22"),
        ("rob 0", "GR-26"),
        ("give 0", "GR-27"),
        ("get 0", "GR-27"),
        ("vein 0", "GR-28"),
        ("govern takamawok", "GR-30"),
        ("threaten 1 7", "GR-24"),
        ("ride", "GR-31"),
        ("wire 0 6", "GR-29"),
        ("quiet", "GR-29"),
        ("store 0", "GR-18"),
        ("card", "GR-37"),
        ("half", "GR-37"),
        ("discard 0", "GR-9"),
        ("dice 1 1", "GR-16"),
        ("first 0", "GR-5"),
        (f"deal {BANDIT}", "GR-6"),
    ]:
        assert why(game, text) == clause, text
        with pytest.raises(IllegalStep):
            steps(game, text)
    assert SPEC.view(game, 0) == before
    assert game.because(0, LAYOUT.number("bid 16")) == {"least": 1, "own": 15}
