"""Poker hands against a slow evaluator that tries every five cards."""

from itertools import combinations

import pytest

from filon.core.rng import Rng
from filon.games.gold_river import poker
from filon.games.gold_river.spec import SPEC
from filon.games.gold_river.tables import UNIT, face_of
from filon.games.gold_river.tests.arranged import (
    BANK,
    GOVERNOR,
    MUSTANG,
    STATION,
    TELEGRAPH,
    VEIN,
    lay,
    mayor,
    opened,
)
from filon.games.gold_river.view import members


def hand(text: str) -> list[int]:
    return [face_of(face) for face in text.split()]


def slow_five(faces: tuple[int, ...]) -> tuple[int, list[int]]:
    """A hand of at most five cards by the book: category, then ranks."""
    ranks = sorted((face // 4 + 2 for face in faces), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [n for n, _ in groups]
    order = [rank for _, rank in groups]
    flush = len(faces) == 5 and len({face % 4 for face in faces}) == 1
    top = 0
    if len(set(ranks)) == 5:
        if ranks[0] - ranks[4] == 4:
            top = ranks[0]
        elif ranks == [14, 5, 4, 3, 2]:
            top = 5
    if flush and top:
        return (9 if top == 14 else 8), [top]
    if shape[0] == 4:
        return 7, order
    if shape == [3, 2]:
        return 6, order
    if flush:
        return 5, ranks
    if top:
        return 4, [top]
    if shape[0] == 3:
        return 3, order
    if shape[:2] == [2, 2]:
        return 2, order
    return (1, order) if shape[0] == 2 else (0, ranks)


def slow(faces: list[int]) -> tuple[int, list[int]]:
    """The best of every choice of up to five cards."""
    sizes = range(1, min(5, len(faces)) + 1)
    return max(slow_five(chosen) for size in sizes for chosen in combinations(faces, size))


def told(value: int) -> tuple[int, list[int]]:
    return poker.category(value), poker.ranks_of(value)


@pytest.mark.parametrize(
    ("text", "name", "ranks"),
    [
        ("Ah Kh Qh Jh Th", "royal_flush", [14]),
        ("Ah 2h 3h 4h 5h", "straight_flush", [5]),
        ("9c 9d 9h 9s Kd", "four", [9, 13]),
        ("9c 9d 9h 9s", "four", [9]),
        ("9c 9d 9h Ks Kd", "full_house", [9, 13]),
        ("2h 7h 9h Jh Kh", "flush", [13, 11, 9, 7, 2]),
        ("2h 7h 9h Jh", "high_card", [11, 9, 7, 2]),
        ("Ts Jd Qh Kc Ac", "straight", [14]),
        ("As 2d 3h 4c 5c", "straight", [5]),
        ("Qs Kd Ah 2c 3c", "high_card", [14, 13, 12, 3, 2]),
        ("5s 6d 7h 8c", "high_card", [8, 7, 6, 5]),
        ("9c 9d 9h", "three", [9]),
        ("9c 9d 4h 4s", "two_pairs", [9, 4]),
        ("9c 9d 4h 4s 2d 2c Kd", "two_pairs", [9, 4, 13]),
        ("9c 9d", "pair", [9]),
        ("Ad", "high_card", [14]),
    ],
)
def test_gr_33_hands_and_their_names(text: str, name: str, ranks: list[int]) -> None:
    value = poker.best_hand(hand(text))
    assert poker.HANDS[poker.category(value)] == name
    assert poker.ranks_of(value) == ranks


def test_gr_33_the_order_of_hands() -> None:
    rising = [
        "Ah Kd Qs 9c 8c",
        "2c 2d",
        "2c 2d 3h",
        "3c 3d 2h 2s",
        "2c 2d 2h",
        "As 2d 3h 4c 5c",
        "Ts Jd Qh Kc Ac",
        "2h 3h 4h 5h 7h",
        "2c 2d 2h 3s 3d",
        "2c 2d 2h 2s",
        "Ah 2h 3h 4h 5h",
        "9s Ts Js Qs Ks",
        "As Ks Qs Js Ts",
    ]
    values = [poker.best_hand(hand(text)) for text in rising]
    assert values == sorted(set(values))


def test_gr_33_a_missing_kicker_is_lower_than_any_card_and_suits_are_equal() -> None:
    assert poker.best_hand(hand("9c 9d")) < poker.best_hand(hand("9c 9d 2h"))
    assert poker.best_hand(hand("9c 9d 2h")) == poker.best_hand(hand("9h 9s 2c"))


def test_gr_33_agrees_with_every_choice_of_five() -> None:
    rng = Rng(11)
    deck = list(range(52))
    for _ in range(2500):
        rng.shuffle(deck)
        faces = deck[: 1 + rng.below(9)]
        value = poker.best_hand(faces)
        assert told(value) == slow(faces), faces
    assert poker.best_hand([]) == poker.NOTHING


def test_gr_33_agrees_on_all_hands_of_a_short_deck() -> None:
    """All five of these eighteen cards: every category but the rarest comes up many times."""
    faces = hand("2c 3c 4c 5c 6c Ac Ad 2d 2h 2s 3d 3h 6d 6h Kc Ks 5h 4s")
    for chosen in combinations(faces, 5):
        assert told(poker.best_hand(list(chosen))) == slow_five(chosen)


def test_gr_33_the_cards_shown_make_the_hand() -> None:
    rng = Rng(12)
    deck = list(range(52))
    for _ in range(300):
        rng.shuffle(deck)
        faces = deck[: 1 + rng.below(10)]
        shown = members(faces, poker.best_hand(faces))
        assert len(shown) <= 5
        assert set(shown) <= set(faces)
        assert poker.best_hand(shown) == poker.best_hand(faces)


def test_gr_21_the_station_is_the_best_card_not_held() -> None:
    rng = Rng(13)
    deck = list(range(52))
    for _ in range(150):
        rng.shuffle(deck)
        faces = deck[: rng.below(6)]
        best = max(slow([*faces, other]) for other in deck if other not in faces)
        assert told(poker.seat_worth(faces, True)) == best
    assert told(poker.seat_worth([], True)) == (poker.HIGH_CARD, [14]), "alone it is an ace"
    four_aces = hand("Ac Ad Ah As")
    assert told(poker.seat_worth(four_aces, True)) == (poker.FOUR, [14, 13]), "no fifth ace"


def test_gr_21_the_station_counts_as_its_own_face_too() -> None:
    royal = hand("As Ks Qs Js")
    assert told(poker.seat_worth(royal, True)) == (poker.ROYAL_FLUSH, [14])


def test_gr_33_which_cards_show_a_face() -> None:
    game = opened(3, poker=True)
    lay(game, 0, 3, BANK, TELEGRAPH, MUSTANG, VEIN)  # 6s Kd 9h Qs, a vein shows none
    assert sorted(game.faces(0)) == sorted(hand("6s Kd 9h Qs"))
    mayor(lay(game, 1, 0, 1), "san_narciso", 1)
    game.where[GOVERNOR] = 200
    assert sorted(game.faces(1)) == sorted(hand("4h 5s Ac")), "a governor on his own mayor card"
    game.where[GOVERNOR] = 1
    assert face_of("Ac") in game.faces(1), "and one that waits"


def test_gr_33_ten_points_shared_exactly_and_none_without_a_face() -> None:
    game = opened(3, poker=True)
    assert game.poker_bonus() == [0, 0, 0]
    lay(game, 0, 2)  # an ace
    assert game.poker_bonus() == [10 * UNIT, 0, 0]
    lay(game, 1, 17)
    lay(game, 2, 25)
    assert game.poker_bonus() == [10 * UNIT // 3] * 3
    lay(game, 2, 3)
    assert game.poker_bonus() == [0, 0, 10 * UNIT]
    game.poker = False
    assert game.poker_bonus() == [0, 0, 0]


def test_gr_33_scores_are_exact_fractions() -> None:
    game = opened(3, poker=True)
    lay(game, 0, 2)  # three lone aces: 10/3 each
    lay(game, 1, 17)
    lay(game, 2, 25)
    assert [str(score) for score in SPEC.points(game)] == ["58/3", "58/3", "61/3"]


def test_gr_21_with_both_options_the_station_is_out_and_poker_is_scored() -> None:
    game = opened(4, poker=True, first_game=True)
    assert game.where[STATION] == -2
    lay(game, 3, 0)
    assert game.poker_bonus()[3] == 10 * UNIT
