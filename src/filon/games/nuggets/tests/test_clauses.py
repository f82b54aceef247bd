"""Nuggets, clause by clause, with the figures of the rulebook."""

from collections import Counter
from fractions import Fraction

import pytest

from filon.core.events import EVERYONE, SPECTATOR
from filon.core.game import CHANCE, OVER, IllegalStep, play
from filon.core.rng import Rng
from filon.games.nuggets.layout import LAYOUT, NAMED
from filon.games.nuggets.rules import SECOND_WALL, Nuggets, nuggets
from filon.games.nuggets.spec import SPEC, rematch
from filon.games.nuggets.tables import (
    CELLS,
    EDGES,
    ENOUGH,
    FIRST,
    KINDS,
    MARKERS,
    MINE,
    PASS,
    PATCHES,
    STANDARD,
    TILE,
    TILES,
    WALL,
)

pytestmark = pytest.mark.engine

# Walls that close the corner A1 B1 A2 B2, and a comb of vertical walls.
CORNER = ["wall 0 1 E", "wall 1 1 E", "wall 1 0 S", "wall 1 1 S"]


def steps(game: Nuggets, *texts: str) -> Nuggets:
    for text in texts:
        play(game, LAYOUT.number(text))
    return game


def legal(game: Nuggets) -> set[str]:
    return {LAYOUT.text(step) for step in game.legal()}


def walls(game: Nuggets) -> set[str]:
    return {text for text in legal(game) if text.startswith("wall")}


def opened(players: int = 2, first: int = 0, **options: object) -> Nuggets:
    return steps(nuggets(SPEC.start(players, options)), f"first {first}")


def walled(game: Nuggets, *texts: str) -> Nuggets:
    """Walls put straight on the board, without turns."""
    for text in texts:
        game.walls.lay(LAYOUT.number(text) - WALL)
    return game


def tiled(game: Nuggets, seat: int, *places: tuple[int, int, int]) -> Nuggets:
    """Tiles put straight on the board, without turns."""
    for row, col, value in places:
        mine, game.turn = game.turn, seat
        turn, passed, phase, rounds = mine, game.passed, game.phase, game.rounds
        game.lay_tile(row * 8 + col, value)
        game.turn, game.passed, game.phase, game.rounds = turn, passed, phase, rounds
    return game


def ended(game: Nuggets) -> Nuggets:
    """Everybody passes."""
    while game.actor() != OVER:
        steps(game, "pass")
    return game


def points(game: Nuggets) -> list[str]:
    return [str(score) for score in SPEC.points(game)]


def small_zones(game: Nuggets, extra: int = -1) -> list[int]:
    """Sizes of the zones below four, by a plain search that shares nothing with the rules."""
    barred = set()
    for edge in [*game.walls.laid, *([extra] if extra >= 0 else [])]:
        row, col, side = NAMED[edge]
        barred.add(((row, col), (row, col + 1) if side == "E" else (row + 1, col)))
    left = {(row, col) for row in range(5) for col in range(8)}
    sizes = []
    while left:
        queue, size = [left.pop()], 1
        while queue:
            row, col = queue.pop()
            for near in ((row, col + 1), (row, col - 1), (row + 1, col), (row - 1, col)):
                pair = ((row, col), near) if (row, col) < near else (near, (row, col))
                if near in left and pair not in barred:
                    left.discard(near)
                    queue.append(near)
                    size += 1
        sizes.append(size)
    return [size for size in sizes if size < 4]


def test_layout_numbers_are_those_of_the_tables() -> None:
    for name, base in [("first", FIRST), ("mine", MINE), ("wall", WALL), ("tile", TILE)]:
        assert LAYOUT.base(name) == base
    assert LAYOUT.number("enough") == ENOUGH
    assert LAYOUT.number("pass") == PASS
    assert LAYOUT.size == PASS + 1
    assert LAYOUT.text(TILE + (2 * 8 + 3) * KINDS + 4) == "tile 2 3 5"
    assert LAYOUT.text(MINE + (4 * 8 + 7) * KINDS) == "mine 4 7 4"
    assert LAYOUT.masked(LAYOUT.number("tile 2 3 5")) == "tile 2 3 ?"


def test_nu_1_forty_cells_and_sixty_seven_inner_edges() -> None:
    game = opened()
    assert CELLS == 40
    assert len(walls(game)) == EDGES == 67
    assert len(SPEC.view(game, 0)["zones"]) == 1
    assert len(SPEC.view(game, 0)["zones"][0]["cells"]) == 40


def test_nu_2_the_standard_mines() -> None:
    assert SPEC.view(opened(), 0)["mines"] == sorted(STANDARD)
    assert sorted(STANDARD) == [
        (0, 1, 7), (0, 5, 8), (1, 3, 4), (1, 7, 5), (3, 0, 6), (3, 2, 6), (3, 6, 7), (4, 4, 5),
    ]  # fmt: skip
    assert sum(value for _, _, value in STANDARD) == 48


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nu_3_thirty_five_walls_in_common(players: int) -> None:
    game = opened(players)
    assert game.walls.stock == 35
    steps(game, "wall 0 0 E", "wall 0 3 E")
    assert game.walls.stock == 33
    steps(game, "wall 2 0 E", "wall 2 3 E")
    assert SPEC.view(game, SPECTATOR)["stock"] == 31


def test_nu_3_no_walls_without_stock() -> None:
    game = opened()
    game.walls.stock = 0
    assert not walls(game)
    assert game.why_not(LAYOUT.number("wall 0 0 E")) == "NU-3"


@pytest.mark.parametrize(
    ("players", "tiles"),
    [(2, [11, 2, 1, 1, 1]), (3, [7, 2, 1, 1, 0]), (4, [5, 1, 1, 1, 0])],
)
def test_nu_4_tiles_per_player(players: int, tiles: list[int]) -> None:
    assert TILES[players] == tiles
    assert sum(tiles) == {2: 16, 3: 11, 4: 8}[players]
    game = opened(players)
    for seat in range(players):
        seen = SPEC.view(game, seat)
        assert seen["hand"] == [(value + 1, n) for value, n in enumerate(tiles) if n]
        assert [one["left"] for one in seen["seats"]] == [sum(tiles)] * players


def test_nu_5_teams_add_their_strengths_and_share_score_and_rank() -> None:
    game = walled(opened(4), *CORNER)
    tiled(game, 0, (0, 0, 1))
    tiled(game, 2, (1, 0, 2))
    tiled(game, 1, (1, 1, 2))
    tiled(game, 3, (4, 0, 1))
    ended(game)
    assert game.scores() == [6 * 7, 6 * 41, 6 * 7, 6 * 41]
    assert game.ranks() == [3, 1, 3, 1]
    assert SPEC.view(game, 0)["result"]["zones"][1]["sums"] == [3, 2, 3, 2]
    assert SPEC.view(game, 0)["result"]["zones"][1]["each"] == [1, 2, 2, 0]


def test_nu_5_a_tie_of_teams_gives_each_half() -> None:
    game = tiled(opened(4), 0, (0, 0, 2))
    tiled(game, 1, (1, 0, 1))
    tiled(game, 3, (1, 1, 1))
    assert points(ended(game)) == ["24"] * 4
    assert game.ranks() == [1, 1, 1, 1]


def test_nu_5_partners_never_see_each_others_values_and_pass_alone() -> None:
    game = steps(opened(4), "tile 2 3 4", "pass", "pass")
    assert game.actor() == 3
    for seat in (1, 2, 3, SPECTATOR):
        assert SPEC.view(game, seat)["tiles"] == [{"row": 2, "col": 3, "seat": 0, "value": None}]
    assert SPEC.view(game, 0)["tiles"][0]["value"] == 4
    assert [one["passed"] for one in SPEC.view(game, 0)["seats"]] == [False, True, True, False]
    assert [one["team"] for one in SPEC.view(game, 0)["seats"]] == [0, 1, 0, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nu_6_the_first_player_is_drawn(players: int) -> None:
    game = nuggets(SPEC.start(players))
    assert game.actor() == CHANCE
    assert legal(game) == {f"first {seat}" for seat in range(players)}
    assert game.weights() == [1] * players
    steps(game, f"first {players - 1}", "tile 0 0 1")
    assert game.actor() == 0


def test_nu_6_in_a_rematch_the_losers_start() -> None:
    assert SPEC.box.rematch is rematch
    assert rematch([1, 3, 1, 3]) == (1, 3)
    assert rematch([2, 1, 3]) == (2,)
    assert rematch([1, 1]) == (0, 1)
    game = SPEC.start(4, starters=rematch([3, 1, 3, 1]))
    assert [LAYOUT.text(step) for step in game.legal()] == ["first 0", "first 2"]
    assert game.weights() == [1, 1]
    assert game.why_not(LAYOUT.number("first 1")) == "NU-6"


def test_nu_7_two_walls_anywhere_and_each_edge_has_one_name() -> None:
    game = steps(opened(), "wall 0 0 E")
    assert game.actor() == 0
    assert walls(game) == legal(game)
    assert len(walls(game)) == 65  # the corner's other edge has become impossible
    steps(game, "wall 3 7 S")
    assert game.actor() == 1
    assert "wall 0 0 E" not in legal(game)
    assert game.why_not(LAYOUT.number("wall 0 0 E")) == "NU-7"
    names = {tuple(LAYOUT.words(WALL + edge).values()) for edge in range(EDGES)}
    assert len(names) == EDGES
    assert all(int(col) < 7 for _, _, col, side in names if side == "E")
    assert all(int(row) < 4 for _, row, _, side in names if side == "S")


def test_nu_8_no_zone_smaller_than_four() -> None:
    game = walled(opened(), "wall 0 0 E")
    assert "wall 0 0 S" not in legal(game)  # a zone of one
    assert game.why_not(LAYOUT.number("wall 0 0 S")) == "NU-8"
    assert game.because(1, LAYOUT.number("wall 0 0 S")) == {"cells": [(0, 0)]}
    two = walled(opened(), "wall 0 0 S", "wall 0 1 S")
    assert "wall 0 1 E" not in legal(two)
    three = walled(opened(), "wall 0 2 E", "wall 0 0 S", "wall 0 1 S")
    assert "wall 0 2 S" not in legal(three)
    assert SPEC.view(three, SPECTATOR)["refused"] == [
        {"step": f"wall 0 {col} {side}", "at": (0, col, side), "clause": "NU-8", "cells": cells}
        for col, side, cells in [
            (0, "E", [(0, 0)]), (1, "E", [(0, 0), (0, 1)]), (2, "S", [(0, 0), (0, 1), (0, 2)]),
        ]
    ]  # fmt: skip


def test_nu_8_four_cells_are_enough_and_mines_count() -> None:
    game = walled(opened(), *CORNER[:3])
    assert CORNER[3] in legal(game)
    walled(game, CORNER[3])
    zone = SPEC.view(game, 0)["zones"][1]
    assert zone["cells"] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert zone["gold"] == 7


def test_nu_8_walls_that_split_nothing_are_legal() -> None:
    game = walled(opened(), "wall 2 3 E")
    assert len(SPEC.view(game, 0)["zones"]) == 1
    assert len(walls(game)) == 66


def test_nu_8_there_are_273_patches_too_small_for_a_zone() -> None:
    sizes = Counter(bin(patch).count("1") for patch in PATCHES)
    assert sizes == {1: 40, 2: 67, 3: 166}


@pytest.mark.parametrize("seed", range(12))
def test_nu_8_legal_walls_agree_with_a_plain_search(seed: int) -> None:
    """Every free edge is legal exactly when a wall there leaves no zone below four."""
    rng, game = Rng(seed), opened()
    game.walls.stock = EDGES  # more than the box holds, to see every edge become impossible
    while game.walls.open_east or game.walls.open_south:
        free = [edge for edge in range(EDGES) if edge not in game.walls.laid]
        allowed = {edge for edge in free if not small_zones(game, edge)}
        assert {step - WALL for step in game.legal() if WALL <= step < ENOUGH} == allowed
        edges = sorted(allowed)
        walled(game, LAYOUT.text(WALL + edges[rng.below(len(edges))]))
    assert all(small_zones(game, edge) for edge in range(EDGES) if edge not in game.walls.laid)


def last_wall() -> Nuggets:
    game = opened()
    game.walls.stock = 1
    return game


def test_nu_9_a_single_wall_when_the_stock_holds_one() -> None:
    game = last_wall()
    assert SPEC.view(game, 0)["if"]["wall 0 0 E"]["whole"] is True
    steps(game, "wall 0 0 E")
    assert game.actor() == 1
    assert not walls(game)


def nearly_full() -> Nuggets:
    """A board where the one legal wall destroys every other."""
    rng = Rng(2)
    while True:
        game = opened()
        game.walls.stock = EDGES
        while True:
            edges = [step for step in game.legal() if WALL <= step < ENOUGH]
            if len(edges) < 2:
                break
            walled(game, LAYOUT.text(edges[rng.below(len(edges))]))
        if edges:
            return game


@pytest.mark.parametrize("option", [False, True])
def test_nu_9_the_action_ends_by_itself_without_a_second_edge(option: bool) -> None:
    game = nearly_full()
    game.one_or_two = option
    (only_wall,) = walls(game)
    assert SPEC.view(game, 0)["if"][only_wall]["whole"] is True
    steps(game, only_wall)
    assert game.actor() == 1
    assert game.walls.stock > 0
    assert not walls(game)


def test_nu_9_otherwise_the_second_wall_is_owed() -> None:
    game = steps(opened(), "wall 0 0 E")
    for text, clause in [("enough", "NU-9"), ("tile 2 2 1", "NU-9"), ("pass", "NU-11")]:
        with pytest.raises(IllegalStep) as refused:
            steps(game, text)
        assert refused.value.clause == clause


def test_nu_9_one_or_two_walls_leaves_it_to_the_player() -> None:
    game = opened(one_or_two_walls=True)
    assert "enough" not in legal(game)
    steps(game, "wall 0 0 E")
    assert legal(game) == walls(game) | {"enough"}
    steps(game, "enough")
    assert game.actor() == 1
    assert game.walls.stock == 34
    steps(game, "wall 0 3 E", "wall 0 4 E")
    assert game.actor() == 0


def test_nu_10_a_tile_on_a_free_cell_of_a_value_held() -> None:
    game = opened()
    tiles = {text for text in legal(game) if text.startswith("tile")}
    assert len(tiles) == 32 * 5
    assert not {f"tile {row} {col} 1" for row, col, _ in STANDARD} & tiles
    steps(game, "tile 2 2 5", "tile 2 3 1")
    tiles = {text for text in legal(game) if text.startswith("tile")}
    assert len(tiles) == 30 * 4
    assert game.actor() == 0
    for text in ("tile 2 3 1", "tile 0 1 1", "tile 4 0 5"):
        assert game.why_not(LAYOUT.number(text)) == "NU-10"


def test_nu_11_a_pass_is_for_good_and_legal_in_the_first_turn() -> None:
    game = steps(opened(3), "pass", "tile 0 0 1", "tile 0 2 1")
    assert game.actor() == 1
    steps(game, "wall 0 0 E")
    assert "pass" not in legal(game)
    assert game.why_not(PASS) == "NU-11"


def test_nu_11_who_can_lay_nothing_is_passed_automatically() -> None:
    game = opened(3)
    game.walls.stock = 0
    for kind in range(KINDS):
        game.hands[KINDS + kind] = 0
    game.left[1] = 0
    story = game.narrate(LAYOUT.number("tile 0 0 1"))
    assert game.actor() == 2
    assert [(event.kind, event.seat) for event in story][-1] == ("stuck", 1)
    assert SPEC.view(game, 0)["seats"][1]["passed"]
    steps(game, "tile 0 2 1")
    assert game.actor() == 0


def test_nu_12_the_last_one_plays_on_alone_and_all_passing_ends_it() -> None:
    game = steps(opened(3), "pass", "pass")
    for col in (0, 2, 3):
        assert game.actor() == 2
        steps(game, f"tile 0 {col} 1")
    assert SPEC.view(game, 2)["if"]["pass"] == {"ends": True}
    steps(game, "pass")
    assert game.actor() == OVER
    assert game.legal() == []
    assert game.why_not(PASS) == "NU-12"
    assert game.ending() == "passed"


def test_nu_12_over_at_once_when_no_remaining_player_can_act() -> None:
    game = opened(2)
    game.walls.stock = 0
    steps(game, "pass")
    for seat in range(2):
        for kind in range(KINDS):
            game.hands[seat * KINDS + kind] = int(seat == 1 and kind == 0)
    game.left[:] = [0, 1]
    assert game.ending() == ""
    steps(game, "tile 0 0 1")
    assert game.actor() == OVER
    assert game.ending() == "stuck"


def heard(game: Nuggets, text: str, seat: int) -> list[dict[str, object]]:
    story = game.narrate(LAYOUT.number(text))
    return [SPEC.tell(event) for event in story if event.seen_by(seat)]


def test_nu_13_a_value_is_known_to_its_owner_only() -> None:
    for seat in (0, 1, 2, SPECTATOR):
        game = opened(3)
        told = heard(game, "tile 2 3 4", seat)
        where = {"seat": 0, "row": 2, "number": 4}
        if seat == 0:
            assert told == [{"kind": "laid", **where, "value": 4}]
        else:
            assert told == [{"kind": "tile", **where}]
        assert SPEC.view(game, seat)["tiles"][0]["value"] == (4 if seat == 0 else None)
        assert [one["left"] for one in SPEC.view(game, seat)["seats"]] == [10, 11, 11]
        assert (SPEC.view(game, seat)["hand"] is None) == (seat == SPECTATOR)


def test_nu_13_memory_hides_it_from_the_owner_too_and_changes_no_step() -> None:
    game, plain = opened(2, memory=True), opened(2)
    assert heard(game, "tile 2 3 4", 0) == [{"kind": "tile", "seat": 0, "row": 2, "number": 4}]
    steps(plain, "tile 2 3 4")
    for text in ("tile 0 0 1", "wall 0 0 E"):
        assert legal(game) == legal(plain)
        steps(game, text)
        steps(plain, text)
    seen = SPEC.view(game, 0)
    assert [tile["value"] for tile in seen["tiles"]] == [None, None]
    assert [zone["own"] for zone in seen["zones"]] == [None]
    other = steps(opened(2, memory=True).clone(), "tile 4 0 1", "tile 0 0 1")
    assert SPEC.view(other, 0)["if"]["tile 2 2 2"] == {"zone": 0, "sum": None}
    assert SPEC.view(ended(steps(game, "wall 0 2 E")), 1)["tiles"][1]["value"] == 4


def test_nu_13_no_event_tells_a_value_to_more_than_its_owner() -> None:
    for memory in (False, True):
        game = opened(4, memory=memory)
        rng = Rng(3)
        while game.actor() != OVER:
            story = game.narrate(game.pick(rng))
            if game.actor() != OVER:
                assert all(event.eyes == 1 << event.seat for event in story if event.kind == "laid")
                assert not (memory and any(event.kind == "laid" for event in story))


def test_nu_14_the_open_board_is_one_zone() -> None:
    game = ended(tiled(opened(), 1, (2, 2, 1)))
    (zone,) = SPEC.view(game, 0)["result"]["zones"]
    assert len(zone["cells"]) == 40
    assert points(game) == ["0", "48"]
    assert SPEC.view(game, 0)["tiles"] == [{"row": 2, "col": 2, "seat": 1, "value": 1}]


def test_nu_15_the_highest_sum_takes_all_and_empty_zones_are_lost() -> None:
    game = walled(
        opened(3), *CORNER, "wall 0 5 S", "wall 0 6 S", "wall 0 7 S", "wall 0 3 E", "wall 0 4 S"
    )
    tiled(game, 0, (0, 0, 1), (1, 0, 2))
    tiled(game, 1, (1, 1, 4))
    tiled(game, 2, (4, 0, 1))
    ended(game)
    told = SPEC.view(game, 0)["result"]
    assert [(zone["gold"], zone["sums"], zone["winners"]) for zone in told["zones"]] == [
        (33, [0, 0, 1], [2]), (7, [3, 4, 0], [1]), (8, [0, 0, 0], []),
    ]  # fmt: skip
    assert points(game) == ["0", "7", "33"]
    assert told["lost"] == 8


def test_nu_15_a_zone_without_mines_is_worth_nothing() -> None:
    game = walled(
        opened(2),
        "wall 2 0 S",
        "wall 2 1 S",
        "wall 1 0 S",
        "wall 1 1 S",
        "wall 1 2 S",
        "wall 2 2 S",
        "wall 1 3 S",
        "wall 2 3 S",
        "wall 2 3 E",
    )
    tiled(game, 0, (2, 0, 5))
    tiled(game, 1, (0, 0, 1))
    ended(game)
    assert points(game) == ["0", "48"]
    assert SPEC.view(game, 0)["result"]["zones"][1]["winners"] == []


def test_nu_16_halves_and_thirds_are_exact() -> None:
    game = walled(opened(2), *CORNER)
    tiled(game, 0, (0, 0, 2), (4, 0, 1))
    tiled(game, 1, (1, 0, 1), (1, 1, 1), (4, 1, 2))
    ended(game)
    assert points(game) == ["7/2", "89/2"]
    assert SPEC.view(game, 0)["result"]["shown"] == ["3 1/2", "44 1/2"]
    game = walled(opened(3), *CORNER)
    tiled(game, 0, (0, 0, 1), (4, 0, 1))
    tiled(game, 1, (1, 0, 1), (4, 1, 1))
    tiled(game, 2, (1, 1, 1))
    ended(game)
    assert points(game) == [str(Fraction(7, 3) + Fraction(41, 2))] * 2 + ["7/3"]
    assert SPEC.view(game, 0)["result"]["shown"] == ["22 5/6", "22 5/6", "2 1/3"]


def test_nu_17_most_gold_wins_and_equal_gold_is_shared() -> None:
    game = tiled(opened(3), 0, (4, 0, 1))
    tiled(game, 2, (4, 1, 1))
    ended(game)
    assert points(game) == ["24", "0", "24"]
    assert game.ranks() == [1, 3, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nu_17_all_pass_at_once(players: int) -> None:
    game = ended(opened(players))
    assert points(game) == ["0"] * players
    assert game.ranks() == [1] * players
    assert SPEC.view(game, SPECTATOR)["result"]["lost"] == 48


def test_nu_18_random_mines_in_the_order_of_the_table() -> None:
    game = opened(3, mines="random")
    rng = Rng(1)
    for at, value in enumerate(MARKERS):
        assert game.actor() == CHANCE
        assert game.weights() == [1] * (40 - at)
        assert {LAYOUT.words(step)["value"] for step in game.legal()} == {value}
        game.apply(game.legal()[rng.below(40 - at)])
    assert game.actor() == 0
    assert sum(value for _, _, value in SPEC.view(game, 0)["mines"]) == 48


def test_nu_18_mines_laid_by_the_players_the_starter_plays_first() -> None:
    game = opened(3, first=1, mines="players")
    assert len(game.legal()) == 40 * 5
    order = []
    for col, value in enumerate([4, 8, 7, 7, 6, 6, 5, 5]):
        order.append(game.actor())
        steps(game, f"mine 0 {col} {value}")
        assert game.why_not(LAYOUT.number("mine 0 0 4")) == "NU-18"
    assert order == [1, 2, 0, 1, 2, 0, 1, 2]
    assert game.actor() == 1


def test_nu_18_only_values_left_and_free_cells() -> None:
    game = steps(opened(2, mines="players"), "mine 2 2 4")
    assert len(game.legal()) == 39 * 4
    assert game.why_not(LAYOUT.number("mine 0 0 4")) == "NU-18"
    assert game.why_not(LAYOUT.number("tile 0 0 1")) == "NU-18"
    assert SPEC.view(game, 1)["markers"] == [(5, 2), (6, 2), (7, 2), (8, 1)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_conservation_of_tiles_walls_and_gold(players: int) -> None:
    """Tiles are in hand or on the board, walls in stock or laid, gold on the board or to come."""
    for seed in range(9):
        options = {"mines": ["standard", "random", "players"][seed % 3], "memory": seed % 2 == 0}
        rng, game = Rng(seed), nuggets(SPEC.start(players, options))
        while game.actor() != OVER:
            for seat in range(players):
                held = [game.hands[seat * KINDS + kind] for kind in range(KINDS)]
                laid = Counter(tile & 7 for tile in game.cells if tile > 0 and tile >> 3 == seat)
                assert [n + laid[kind + 1] for kind, n in enumerate(held)] == TILES[players]
                assert game.left[seat] == sum(held)
            assert len(set(game.walls.laid)) == len(game.walls.laid) == 35 - game.walls.stock
            gold = -sum(cell for cell in game.cells if cell < 0)
            assert gold + sum((kind + 4) * n for kind, n in enumerate(game.markers)) == 48
            free = [cell for cell in range(CELLS) if game.cells[cell] == 0]
            assert game.free == sum(1 << cell for cell in free)
            assert not small_zones(game)
            game.apply(game.pick(rng))
        assert sum(score for score in game.scores()[: game.sides()]) <= 48 * 6


def test_redeal_is_uniform_over_the_physical_tiles() -> None:
    """Two of eight tiles laid: each ordered pair of the eight is equally likely."""
    game = steps(opened(4), "tile 2 0 4", "pass", "pass", "pass", "tile 2 1 1")
    seen: Counter[tuple[int, int]] = Counter()
    rng, tries = Rng(5), 5600
    for _ in range(tries):
        guess = game.clone()
        guess.redeal(1, rng)
        seen[guess.cells[16] & 7, guess.cells[17] & 7] += 1
    tiles = [1] * 5 + [2, 3, 4]
    pairs = Counter((a, b) for i, a in enumerate(tiles) for j, b in enumerate(tiles) if i != j)
    assert set(seen) == set(pairs)
    chi = sum((seen[pair] - tries * n / 56) ** 2 / (tries * n / 56) for pair, n in pairs.items())
    assert chi < 40, "15 degrees of freedom: above 40 less than once in two thousand"


def test_redeal_keeps_what_the_seat_knows() -> None:
    game = steps(opened(2), "tile 2 0 4", "tile 2 1 5", "tile 2 2 3")
    guess = game.clone()
    for seed in range(20):
        guess.redeal(0, Rng(seed))
        assert (guess.cells[16] & 7, guess.cells[18] & 7) == (4, 3)
        assert guess.hands[:KINDS] == game.hands[:KINDS]


def test_redeal_with_memory_shuffles_ones_own_laid_tiles_only_among_themselves() -> None:
    game = steps(opened(2, memory=True), "tile 2 0 4", "pass", "tile 2 1 3", "tile 2 2 2")
    rng = Rng(6)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(600):
        guess = game.clone()
        guess.redeal(0, rng)
        assert guess.hands[:KINDS] == game.hands[:KINDS]
        seen[tuple(guess.cells[cell] & 7 for cell in (16, 17, 18))] += 1
    assert len(seen) == 6
    assert min(seen.values()) > 60


def test_redeal_for_spectators_and_after_the_end() -> None:
    game = steps(opened(2), "tile 2 0 4", "tile 2 1 5")
    values = set()
    for seed in range(20):
        guess = game.clone()
        guess.redeal(SPECTATOR, Rng(seed))
        values.add(guess.cells[16] & 7)
    assert len(values) > 1
    over = ended(game).clone()
    over.redeal(0, Rng(1))
    assert over.cells == game.cells


def test_pick_draws_from_the_legal_steps_alike() -> None:
    for seed in range(6):
        game = opened(2 + seed % 3, one_or_two_walls=seed % 2 == 0)
        rng = Rng(seed)
        while game.actor() != OVER:
            steps_now = game.legal()
            for at in range(0, len(steps_now), 5):
                assert game.pick(Fixed(at, len(steps_now))) == steps_now[at]
            game.apply(game.pick(rng))


class Fixed(Rng):
    """Draws what it was told, and checks from how many."""

    def __init__(self, at: int, among: int) -> None:
        super().__init__(0)
        self.at = at
        self.among = among

    def below(self, n: int) -> int:
        assert n == self.among
        return self.at


def test_the_view_previews_exactly_what_happens() -> None:
    """`if` tells the zone that really closes and whether a second wall follows."""
    for seed in range(4):
        rng, game = Rng(seed), opened(3)
        while game.actor() != OVER:
            seat = game.actor()
            seen = SPEC.view(game, seat)
            assert set(seen["if"]) == legal(game)
            texts = sorted(seen["if"])
            for text in texts[:: 1 + len(texts) // 9]:
                told = seen["if"][text]
                later = steps(game.clone(), text)
                if text.startswith("wall"):
                    before, after = len(seen["zones"]), SPEC.view(later, seat)["zones"]
                    assert (told["closes"] is not None) == (len(after) > before)
                    if told["closes"]:
                        assert after[-1]["cells"] == told["closes"]["cells"]
                        assert after[-1]["gold"] == told["closes"]["gold"]
                        assert len(after[-1]["tiles"]) == told["closes"]["tiles"]
                        assert told["leaves"]["cells"] in [zone["cells"] for zone in after]
                    assert told["whole"] == (later.phase != SECOND_WALL)
                elif text.startswith("tile"):
                    zone = SPEC.view(later, seat)["zones"][told["zone"]]
                    assert zone["own"] == told["sum"]
                else:
                    assert told == {"ends": later.actor() == OVER}
            game.apply(game.pick(rng))


def test_zones_keep_their_numbers() -> None:
    """Once closed a zone keeps its number, also when it is cut again."""
    for seed in range(5):
        rng, game = Rng(seed), opened(2)
        before: dict[int, set[tuple[int, int]]] = {}
        while game.actor() != OVER:
            zones = {zone["zone"]: set(zone["cells"]) for zone in SPEC.view(game, 0)["zones"]}
            assert sorted(zones) == list(range(len(zones)))
            assert all(zones[name] <= cells for name, cells in before.items())
            before = zones
            game.apply(game.pick(rng))


def test_views_have_the_same_keys_for_everyone() -> None:
    for players in (2, 3, 4):
        rng, game = Rng(players), nuggets(SPEC.start(players, {"mines": "players"}))
        while True:
            keys = {tuple(SPEC.view(game, seat)) for seat in (*range(players), SPECTATOR)}
            assert len(keys) == 1
            if game.actor() == OVER:
                break
            game.apply(game.pick(rng))


def test_the_end_is_told_zone_by_zone() -> None:
    game = walled(opened(2), *CORNER)
    tiled(game, 0, (0, 0, 2))
    tiled(game, 1, (4, 0, 1), (1, 1, 2))
    steps(game, "pass")
    told = heard(game, "pass", SPECTATOR)
    assert [(one["kind"], one["seat"]) for one in told] == [
        ("pass", 1), ("over", 1), ("won", 1), ("shared", 0), ("shared", 1),
    ]  # fmt: skip
    assert told[2] == {"kind": "won", "seat": 1, "zone": 0, "gold": 41, "sum": 1}
    assert told[3] == {"kind": "shared", "seat": 0, "zone": 1, "gold": 7, "sum": 2, "ways": 2}


def test_the_last_action_of_a_seat_is_told_without_values() -> None:
    game = steps(opened(2), "wall 0 0 E", "wall 2 2 S", "tile 2 0 3")
    first, second = SPEC.view(game, SPECTATOR)["seats"]
    assert first["last"] == {"walls": [(0, 0, "E"), (2, 2, "S")], "tile": [], "pass": False}
    assert second["last"] == {"walls": [], "tile": [(2, 0)], "pass": False}
    steps(game, "pass")
    assert SPEC.view(game, 1)["seats"][0]["last"] == {"walls": [], "tile": [], "pass": True}


def test_every_event_is_named_and_none_has_a_default_audience() -> None:
    kinds = set()
    for players in (2, 3, 4):
        for seed in range(12):
            mines = ["standard", "random", "players"][seed % 3]
            game = nuggets(SPEC.start(players, {"mines": mines, "one_or_two_walls": True}))
            rng, story = Rng(seed), game.narrate(LAYOUT.number("first 0"))
            while game.actor() != OVER:
                story += game.narrate(game.pick(rng))
            for event in story:
                assert len(event.args) == len(SPEC.events[event.kind])
                assert event.eyes == EVERYONE or event.kind in ("tile", "laid")
                kinds.add(event.kind)
    assert kinds | {"team_shared"} == set(SPEC.events)
