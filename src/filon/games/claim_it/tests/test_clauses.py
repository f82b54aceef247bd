"""Claim It!, clause by clause, with the positions and figures of the rulebook."""

from itertools import permutations, product

import pytest

from filon.core.bits import count
from filon.core.game import CHANCE, OVER, IllegalStep, play
from filon.core.rng import Rng
from filon.core.spec import Seen
from filon.games.claim_it.layout import LAYOUT
from filon.games.claim_it.rules import DECIDING, ClaimIt, begin, claim_it
from filon.games.claim_it.spec import SPEC
from filon.games.claim_it.tables import (
    ASSIGNMENTS,
    BIT,
    CLAIM,
    DICE,
    FIRST,
    NEED,
    ROLL,
    SQUAT,
    STOP,
    THROW,
    WAYS,
)

pytestmark = pytest.mark.engine


def parcel(col: int, row: int) -> int:
    return (row - 1) * 6 + col - 1


def bits(*places: tuple[int, int]) -> int:
    return sum(BIT[parcel(col, row)] for col, row in places)


def steps(game: ClaimIt, *texts: str) -> ClaimIt:
    for text in texts:
        play(game, LAYOUT.number(text))
    return game


def legal(game: ClaimIt) -> set[str]:
    return {LAYOUT.text(step) for step in game.legal()}


def opened(players: int = 3, long_turns: bool = False, first: int = 0) -> ClaimIt:
    game = claim_it(SPEC.start(players, {"long_turns": long_turns}))
    return steps(game, f"first {first}")


def laid(
    game: ClaimIt,
    bare: dict[int, list[tuple[int, int]]] | None = None,
    claimed: dict[int, list[tuple[int, int]]] | None = None,
    squatters: dict[int, tuple[int, int]] | None = None,
    black: list[tuple[int, int]] | None = None,
) -> ClaimIt:
    """Put markers straight on the map, as a position of the rulebook needs them."""
    for seat, places in (bare or {}).items():
        game.mine[seat] |= bits(*places)
    for seat, places in (claimed or {}).items():
        game.mine[seat] |= bits(*places)
        game.black |= bits(*places)
    for n, (col, row) in (squatters or {}).items():
        game.squatted |= bits((col, row))
        game.out |= BIT[n - 1]
        game.squatter_at[n - 1] = parcel(col, row)
    game.fresh |= bits(*(black or []))
    return game


def test_layout_numbers_are_those_of_the_tables() -> None:
    for name, base in [("first", FIRST), ("dice", DICE), ("squat", SQUAT), ("claim", CLAIM)]:
        assert LAYOUT.base(name) == base
    assert LAYOUT.number("roll") == ROLL
    assert LAYOUT.number("stop") == STOP


def test_ci_1_column_first_and_row_one_at_the_bottom() -> None:
    game = steps(opened(), "dice 2 3 5", "squat 5 2 3")
    seen = SPEC.view(game, 0)["spaces"]
    assert [place for place in seen if place["squatter"]] == [
        {"col": 5, "row": 2, "owner": None, "claimed": False, "squatter": 3, "black": False}
    ]
    assert len(seen) == 36
    assert (seen[0]["col"], seen[0]["row"]) == (1, 1)


def test_ci_2_all_squatters_are_off_the_map_when_a_turn_starts() -> None:
    game = steps(opened(), "dice 2 3 5", "squat 5 2 3")
    assert SPEC.view(game, 0)["squatters"] == [True, True, False, True, True, True]
    steps(game, "stop")
    assert SPEC.view(game, 0)["squatters"] == [True] * 6
    steps(game, "dice 6 6 6", "squat 6 6 6", "roll", "dice 6 6 6", "claim 6 6", "roll")
    steps(game, "dice 6 6 6")  # bust
    assert game.turn == 2
    assert SPEC.view(game, 0)["squatters"] == [True] * 6


@pytest.mark.parametrize("players", range(2, 6))
def test_ci_3_first_player_at_random_then_clockwise(players: int) -> None:
    game = claim_it(SPEC.start(players))
    assert game.actor() == CHANCE
    assert legal(game) == {f"first {seat}" for seat in range(players)}
    assert game.weights() == [1] * players
    steps(game, f"first {players - 1}", "dice 1 2 3", "squat 1 2 3", "stop")
    assert game.turn == 0


def test_ci_3_starters_of_a_rematch() -> None:
    game = SPEC.start(4, starters=[1, 3])
    assert [LAYOUT.text(step) for step in game.legal()] == ["first 1", "first 3"]
    assert game.weights() == [1, 1]


def test_ci_4_a_turn_starts_with_a_throw_by_chance() -> None:
    game = opened()
    assert game.actor() == CHANCE
    assert all(text.startswith("dice ") for text in legal(game))
    steps(game, "dice 1 2 3", "squat 1 2 3", "stop")
    assert game.actor() == CHANCE
    assert len(game.legal()) == 56


def test_ci_4_weights_are_a_count_of_all_throws() -> None:
    counted = dict.fromkeys(THROW, 0)
    for dice in product(range(1, 7), repeat=3):
        a, b, c = sorted(dice)
        counted[a, b, c] += 1
    assert opened().weights() == list(counted.values())
    kinds = {1: 0, 3: 0, 6: 0}
    for ways in WAYS:
        kinds[ways] += ways
    assert kinds == {6: 120, 3: 90, 1: 6}


def test_ci_5_example_two_six_choices_of_three_different_dice() -> None:
    game = steps(opened(), "dice 2 3 5")
    assert legal(game) == {
        "squat 3 5 2", "squat 5 3 2", "squat 2 5 3", "squat 5 2 3", "squat 2 3 5", "squat 3 2 5",
    }  # fmt: skip


def test_ci_5_pairs_triples_and_single_choices() -> None:
    assert legal(steps(opened(), "dice 2 2 5")) == {"squat 2 2 5", "squat 2 5 2", "squat 5 2 2"}
    assert legal(steps(opened(), "dice 4 4 4")) == {"squat 4 4 4"}
    game = laid(opened(), bare={0: [(2, 5)]})
    assert legal(steps(game, "dice 2 2 5")) == {"squat 2 2 5", "claim 2 5", "squat 5 2 2"}


def test_ci_5_assignments_are_the_permutations() -> None:
    for index, throw in enumerate(THROW):
        expected = {((x - 1) * 6 + y - 1) * 6 + n - 1 for x, y, n in permutations(throw)}
        assert ASSIGNMENTS[index] == sorted(expected)


def test_ci_5_how_often_a_parcel_is_named() -> None:
    def throws_naming(place: int) -> int:
        return sum(
            ways
            for ways, offsets in zip(WAYS, ASSIGNMENTS, strict=True)
            if any(offset // 6 == place for offset in offsets)
        )

    for col, row in product(range(6), repeat=2):
        assert throws_naming(col * 6 + row) == (16 if col == row else 30)


def test_ci_6_a_squatter_on_an_empty_or_an_opponents_parcel() -> None:
    game = laid(opened(), bare={1: [(3, 5)]}, squatters={5: (6, 6)})
    assert legal(steps(game, "dice 2 3 5")) == {
        "squat 3 5 2", "squat 5 3 2", "squat 2 5 3", "squat 5 2 3",
    }  # fmt: skip
    assert game.why_not(LAYOUT.number("squat 2 3 5")) == "CI-6"
    assert game.why_not(LAYOUT.number("claim 3 5")) == "CI-6"


def test_ci_7_a_black_marker_on_ones_own() -> None:
    game = laid(opened(), bare={0: [(2, 3)]}, squatters={5: (6, 6)})
    steps(game, "dice 2 3 5")
    assert "claim 2 3" in legal(game)
    assert game.why_not(LAYOUT.number("squat 2 3 5")) == "CI-7"


def test_ci_8_a_black_marker_on_a_squatter_also_over_an_opponent() -> None:
    game = laid(opened(), bare={2: [(3, 5)]}, squatters={4: (3, 5), 2: (5, 3)})
    steps(game, "dice 2 3 5")
    assert {"claim 3 5", "claim 5 3"} <= legal(game)
    assert game.why_not(LAYOUT.number("squat 3 5 2")) == "CI-8"


def test_ci_9_nothing_goes_on_a_claimed_parcel() -> None:
    for owner in range(3):
        game = laid(opened(), claimed={owner: [(3, 5)]}, squatters={6: (5, 3)}, black=[(5, 3)])
        steps(game, "dice 2 3 5")
        assert not legal(game) & {"squat 3 5 2", "claim 3 5", "squat 5 3 2", "claim 5 3"}
        assert game.why_not(LAYOUT.number("squat 3 5 2")) == "CI-9"
        assert game.why_not(LAYOUT.number("claim 5 3")) == "CI-9"


def test_ci_9_example_three() -> None:
    game = laid(
        opened(),
        bare={0: [(5, 1)], 1: [(1, 5)]},
        claimed={0: [(4, 1)], 2: [(5, 4)]},
        squatters={5: (6, 6), 2: (4, 5)},
    )
    assert legal(steps(game, "dice 1 4 5")) == {"squat 1 5 4", "claim 5 1", "claim 4 5"}
    refused = {(no["col"], no["row"]): no["clause"] for no in SPEC.view(game, 0)["refused"]}
    assert refused == {(1, 4): "CI-6", (4, 1): "CI-9", (5, 4): "CI-9"}


def test_ci_10_placing_is_compulsory_then_roll_or_stop_always() -> None:
    game = steps(opened(), "dice 4 4 4")
    assert legal(game) == {"squat 4 4 4"}
    with pytest.raises(IllegalStep) as refused:
        play(game, STOP)
    assert refused.value.clause == "CI-10"
    for number in range(1, 7):
        game = opened() if number == 1 else steps(game, "roll")
        steps(game, f"dice {number} {number} {number}", f"squat {number} {number} {number}")
        assert legal(game) == {"roll", "stop"}
    assert SPEC.view(game, 0)["squatters"] == [False] * 6


def test_ci_11_nothing_leaves_and_no_colour_is_laid_before_the_stop() -> None:
    game = laid(opened(), bare={1: [(2, 3)]})
    steps(game, "dice 2 3 5", "squat 2 3 5", "roll", "dice 1 2 3", "claim 2 3")
    assert game.owner(parcel(2, 3)) == 1
    assert game.mine[0] == 0
    assert game.squatted == bits((2, 3))  # the squatter stays under the black marker
    steps(game, "roll", "dice 1 3 5")
    assert not {text for text in legal(game) if text.endswith(" 5")}, "squatter 5 is still out"


def example_four() -> ClaimIt:
    game = opened(3)
    laid(game, bare={0: [(4, 2)]}, claimed={1: [(3, 6)]})
    squatters = {6: (2, 1), 3: (6, 3), 1: (4, 4)}
    return laid(game, squatters=squatters, black=[(6, 3), (4, 2)])


def test_ci_12_example_four_is_a_bust_and_restores_the_map() -> None:
    game = example_four()
    assert game.busts() == 45
    steps(game, "dice 3 4 6")
    assert game.turn == 1
    assert game.mine == [bits((4, 2)), bits((3, 6)), 0]
    assert game.black == bits((3, 6))
    assert (game.fresh, game.squatted, game.out) == (0, 0, 0)


def test_ci_12_the_first_throw_can_be_a_bust() -> None:
    game = laid(opened(), claimed={1: [(6, 6)]})
    steps(game, "dice 6 6 6")
    assert game.turn == 1
    assert game.actor() == CHANCE
    assert game.mine == [0, bits((6, 6)), 0]


@pytest.mark.parametrize(
    ("squatters", "busts"),
    [
        ({3: (1, 2)}, 1),
        ({1: (4, 1), 2: (5, 2), 3: (6, 3)}, 27),
        ({1: (4, 1), 2: (5, 2), 3: (6, 3), 4: (1, 1), 5: (1, 2), 6: (1, 3)}, 89),
    ],
)
def test_ci_12_the_bust_chance_is_exact(squatters: dict[int, tuple[int, int]], busts: int) -> None:
    game = laid(opened(), squatters=squatters)
    assert game.busts() == busts


def test_ci_12_the_bust_count_is_that_of_all_216_throws() -> None:
    """Counted again throw by throw, as a person would, along a random game."""
    rng, game = Rng(12), opened(4)
    while game.actor() != OVER:
        if game.actor() >= 0 and rng.below(8) == 0:
            seen = SPEC.view(game, 0)
            counted = sum(
                not any(can_place(seen, *roles) for roles in permutations(dice))
                for dice in product(range(1, 7), repeat=3)
            )
            assert counted == game.busts()
        legal_steps = game.legal()
        at_chance = game.actor() == CHANCE
        game.apply(legal_steps[rng.weighted(game.weights())] if at_chance else game.pick(rng))


def can_place(seen: Seen, col: int, row: int, n: int) -> bool:
    there = seen["spaces"][parcel(col, row)]
    if there["claimed"] or there["black"]:
        return False
    free: bool = seen["squatters"][n - 1]
    return free or there["squatter"] > 0 or there["owner"] == seen["turn"]


def test_ci_12_without_own_or_black_the_bust_is_at_most_k_over_six_cubed() -> None:
    rng = Rng(8)
    for _ in range(40):
        game, spots = opened(), list(range(36))
        rng.shuffle(spots)
        k = 1 + rng.below(6)
        laid(game, squatters={n + 1: (spots[n] % 6 + 1, spots[n] // 6 + 1) for n in range(k)})
        assert game.busts() <= k**3


def test_ci_13_example_five_the_five_conversions() -> None:
    game = laid(
        opened(),
        bare={0: [(6, 2)], 1: [(5, 6)], 2: [(3, 4)]},
        squatters={1: (5, 5), 6: (5, 6), 2: (4, 3), 3: (3, 4)},
        black=[(6, 2), (4, 3), (3, 4)],
    )
    game.phase = DECIDING
    steps(game, "stop")
    assert game.mine[0] == bits((5, 5), (5, 6), (6, 2), (4, 3), (3, 4))
    assert game.mine[1:] == [0, 0]
    assert game.black == bits((6, 2), (4, 3), (3, 4))
    assert game.squatted == game.fresh == game.out == 0


@pytest.mark.parametrize(("players", "need"), [(2, 13), (3, 9), (4, 7), (5, 6)])
def test_ci_14_the_last_round_is_called_by_the_count(players: int, need: int) -> None:
    assert NEED[players] == need
    places = [(col, row) for row in (1, 2, 3) for col in range(1, 7)]
    for have in (need - 2, need - 1):
        game = laid(opened(players), claimed={0: places[:have]}, bare={0: [(6, 6)]})
        steps(game, "dice 6 6 6", "claim 6 6", "stop")
        assert game.caller == (0 if have + 1 >= need else -1)


def test_ci_14_only_the_seat_that_stops_is_looked_at() -> None:
    places = [(col, row) for row in (1, 2) for col in range(1, 7)]
    game = laid(opened(3), claimed={1: places})
    steps(game, "dice 6 6 6", "squat 6 6 6", "stop")
    assert game.caller == -1  # seat 1 has twelve, but it was not its turn
    steps(game, "dice 1 1 1")  # a bust: no call
    assert game.caller == -1


def called(players: int = 3) -> ClaimIt:
    places = [(col, row) for row in (1, 2, 3) for col in range(1, 7)]
    game = laid(opened(players), claimed={0: places[: NEED[players] - 1]}, bare={0: [(6, 6)]})
    return steps(game, "dice 6 6 6", "claim 6 6", "stop")


def test_ci_15_everyone_once_more_the_caller_last() -> None:
    game = called()
    assert game.caller == 0
    assert game.turn == 1
    steps(game, "dice 5 5 5", "squat 5 5 5", "stop", "dice 4 4 4", "squat 4 4 4", "stop")
    assert game.turn == 0
    steps(game, "dice 4 4 5", "squat 4 5 4", "stop")
    assert game.actor() == OVER


def test_ci_15_a_bust_is_a_last_turn_and_a_second_call_changes_nothing() -> None:
    game = called()
    steps(game, "dice 6 6 6", "dice 6 6 6")
    assert game.turn == 0
    assert game.actor() == CHANCE
    steps(game, "dice 6 6 6")
    assert game.actor() == OVER
    again = called()
    free = [(col, row) for row in (4, 5, 6) for col in range(1, 7) if (col, row) != (6, 6)]
    laid(again, claimed={1: free[:10]})
    steps(again, "dice 4 6 6", "squat 4 6 6", "stop")
    assert again.caller == 0


def test_ci_16_example_six_the_largest_group_wins() -> None:
    game = laid(
        opened(3),
        bare={0: [(1, row) for row in range(1, 7)], 2: [(6, row) for row in range(1, 7)]},
        claimed={1: [(3, row) for row in range(1, 6)], 2: [(5, 1)]},
    )
    assert game.scores() == [6, 5, 7]
    assert game.ranks() == [2, 3, 1]


def test_ci_16_diagonals_and_edges_do_not_connect() -> None:
    game = laid(opened(2), bare={0: [(1, 1), (2, 2), (6, 3), (1, 4)]})
    assert game.scores() == [1, 0]
    laid(game, bare={0: [(2, 1)]})
    assert game.scores() == [3, 0]


def test_ci_16_groups_agree_with_a_plain_search() -> None:
    rng = Rng(16)
    for _ in range(100):
        game = opened(2)
        own = [rng.below(2) for _ in range(36)]
        game.mine[0] = sum(BIT[at] for at in range(36) if own[at])
        best, seen = 0, set()
        for start in range(36):
            queue, size = [start], 0
            while queue:
                at = queue.pop()
                if at in seen or not own[at]:
                    continue
                seen.add(at)
                size += 1
                col, row = at % 6, at // 6
                near = [(col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)]
                queue += [y * 6 + x for x, y in near if 0 <= x < 6 and 0 <= y < 6]
            best = max(best, size)
        assert count(game.group(0)) == best


def test_ci_17_ties_by_claims_then_parcels_then_shared() -> None:
    game = laid(opened(4), bare={seat: [(1 + seat, 1), (1 + seat, 2)] for seat in range(4)})
    assert game.ranks() == [1, 1, 1, 1]
    laid(game, bare={3: [(6, 6)]})
    assert game.ranks() == [2, 2, 2, 1]
    game.black |= bits((1, 1))
    assert game.ranks() == [1, 3, 3, 2]


def test_ci_18_long_turns_free_the_squatter_at_once() -> None:
    game = opened(2, long_turns=True)
    steps(game, "dice 2 3 5", "squat 2 3 5", "roll", "dice 1 2 3", "claim 2 3")
    assert SPEC.view(game, 0)["squatters"] == [True] * 6
    steps(game, "roll", "dice 1 4 5")
    assert "squat 1 4 5" in legal(game)
    steps(game, "squat 1 4 5", "stop")
    assert game.mine[0] == bits((2, 3), (1, 4))
    assert game.black == bits((2, 3))


def test_ci_18_a_black_marker_on_ones_own_frees_nothing() -> None:
    game = laid(opened(2, long_turns=True), bare={0: [(2, 3)]}, squatters={5: (6, 6)})
    steps(game, "dice 1 2 3", "claim 2 3")
    assert game.out == BIT[4]


def test_ci_18_a_bust_takes_the_bare_black_marker_off() -> None:
    game = opened(2, long_turns=True)
    steps(game, "dice 6 6 6", "squat 6 6 6", "roll", "dice 6 6 6", "claim 6 6", "roll")
    steps(game, "dice 6 6 6")
    assert game.black == 0
    assert game.mine == [0, 0]
    assert game.turn == 1


def test_ci_18_with_five_players_it_is_allowed_with_a_warning() -> None:
    assert SPEC.box.warnings(5, SPEC.agree({"long_turns": True})) == ["claim_it.warning.long_turns"]
    assert not SPEC.box.warnings(4, SPEC.agree({"long_turns": True}))
    assert not SPEC.box.warnings(5, SPEC.agree())
    SPEC.start(5, {"long_turns": True})


def test_conservation_of_squatters_and_markers() -> None:
    """Every squatter is either off the map or on one parcel; a parcel has at most one owner."""
    for seed in range(10):
        rng, game = Rng(seed), begin(2 + seed % 4, seed % 2 == 0, [0])
        while game.actor() != OVER:
            places = [at for at in game.squatter_at if at >= 0]
            assert len(set(places)) == len(places) == count(game.out) == count(game.squatted)
            assert sum(BIT[at] for at in places) == game.squatted
            owned = [count(bits) for bits in game.mine]
            together = 0
            for own in game.mine:
                together |= own
            assert count(together) == sum(owned)
            assert game.black & ~together == 0, "a claimed parcel has an owner"
            assert game.black & game.fresh == 0
            chance = game.actor() == CHANCE
            game.apply(game.legal()[rng.weighted(game.weights())] if chance else game.pick(rng))


def test_the_view_previews_exactly_what_happens() -> None:
    """`if` tells the bust count and the standing that really follow."""
    rng, game = Rng(5), opened(3)
    for _ in range(300):
        if game.actor() == OVER:
            break
        if game.actor() >= 0 and SPEC.view(game, 0)["phase"] == "place":
            promised = SPEC.view(game, 0)["if"]
            assert set(promised) == legal(game)
            for text, told in promised.items():
                later = steps(game.clone(), text)
                assert told["bust"] == later.busts() == SPEC.view(later, 0)["bust"]
                assert SPEC.view(later, 0)["then"] == told["seats"]
                assert SPEC.view(steps(later, "stop"), 0)["seats"] == told["seats"]
        chance = game.actor() == CHANCE
        game.apply(game.legal()[rng.weighted(game.weights())] if chance else game.pick(rng))
