"""What a seat sees of Nuggets: its own values, never another's before the end."""

from fractions import Fraction

from filon.core.game import OVER, State
from filon.core.spec import Seen, View
from filon.games.nuggets.rules import (
    ACTING,
    DRAW_FIRST,
    ENDED,
    LAST_PASS,
    LAST_TILE,
    LAYING_MINES,
    SECOND_WALL,
    Nuggets,
    nuggets,
)
from filon.games.nuggets.tables import (
    BIT,
    CELL_OF,
    CELLS,
    COLS,
    EAST_EDGES,
    EDGES,
    ENOUGH,
    GOLD,
    KINDS,
    LOWEST,
    PASS,
    SMALLEST,
    STOCK,
    TILE,
    TILES,
    WALL,
)
from filon.games.nuggets.zones import (
    count,
    first_cell,
    flood,
    gold_in,
    split_off,
    sums_in,
    zone_names,
    zones_of,
)

PHASES = {
    DRAW_FIRST: "first",
    LAYING_MINES: "mines",
    ACTING: "action",
    SECOND_WALL: "second_wall",
    ENDED: "over",
}
MINES = ["standard", "random", "players"]


def view(state: State, seat: int) -> View:
    """Everything the seat (or a spectator) may know; the same keys for all."""
    game = nuggets(state)
    names = zone_names(game.walls)
    return {
        "players": game.players,
        "teams": game.players == 4,
        "mines_option": MINES[game.mines],
        "one_or_two_walls": game.one_or_two,
        "memory": game.memory,
        "you": seat if seat < game.players else None,
        "phase": PHASES[game.phase],
        "turn": None if game.phase in (DRAW_FIRST, ENDED) else game.turn,
        "starter": None if game.phase == DRAW_FIRST else game.starter,
        "round": game.rounds,
        "stock": game.stock,
        "stock_at_first": STOCK,
        "gold": GOLD,
        "smallest": SMALLEST,
        "mines": [
            [*place(cell), -game.cells[cell]] for cell in range(CELLS) if game.cells[cell] < 0
        ],
        "markers": [
            [kind + LOWEST, game.markers[kind]] for kind in range(KINDS) if game.markers[kind]
        ],
        "walls": [edge_place(edge) for edge in game.walls],
        "tiles": [tile_view(game, seat, cell) for cell in range(CELLS) if game.cells[cell] > 0],
        "zones": zones_view(game, seat, names),
        "seats": [seat_view(game, owner) for owner in range(game.players)],
        "hand": hand(game, seat),
        "refused": refused(game),
        "if": ifs(game, seat, names),
        "result": result(game, names) if game.actor() == OVER else None,
    }


def place(cell: int) -> list[int]:
    """Row and column."""
    return [cell // COLS, cell % COLS]


def places(zone: int) -> list[list[int]]:
    """The cells of a zone."""
    return [place(cell) for cell in range(CELLS) if zone & BIT[cell]]


def edge_place(edge: int) -> list[int | str]:
    """Row, column and side, as the notation names the edge."""
    return [*place(CELL_OF[edge]), "E" if edge < EAST_EDGES else "S"]


def wall_text(edge: int) -> str:
    """The notation of a wall on this edge."""
    return " ".join(["wall", *map(str, edge_place(edge))])


def shown(game: Nuggets, seat: int, cell: int) -> int | None:
    """NU-13: a tile's value if this seat may see it now."""
    tile = game.cells[cell]
    if game.phase == ENDED or (tile >> 3 == seat and not game.memory):
        return tile & 7
    return None


def tile_view(game: Nuggets, seat: int, cell: int) -> View:
    """One tile: where and whose, and its value for those who may know it."""
    return {
        "row": cell // COLS,
        "col": cell % COLS,
        "seat": game.cells[cell] >> 3,
        "value": shown(game, seat, cell),
    }


def zones_view(game: Nuggets, seat: int, names: list[int]) -> list[View]:
    """The zones by number, 0 being the ground still open, with gold and tiles."""
    told = []
    for zone in zones_of(game.walls_east, game.walls_south):
        inside = [cell for cell in range(CELLS) if zone & BIT[cell]]
        told.append(
            {
                "zone": names[first_cell(zone)],
                "cells": places(zone),
                "gold": gold_in(game.cells, zone),
                "tiles": [tile_view(game, seat, cell) for cell in inside if game.cells[cell] > 0],
                "own": own_sum(game, seat, zone),
            }
        )
    return sorted(told, key=lambda one: one["zone"])


def own_sum(game: Nuggets, seat: int, zone: int) -> int | None:
    """The seat's own strength in a zone, where it may see its tiles."""
    if seat >= game.players or (game.memory and game.phase != ENDED):
        return None
    return sums_in(game.cells, zone, 4)[seat]


def seat_view(game: Nuggets, owner: int) -> View:
    """What everyone knows of a seat: numbers of tiles, never values."""
    total = sum(TILES[game.players])
    return {
        "left": game.left[owner],
        "laid": total - game.left[owner],
        "tiles": total,
        "passed": bool(game.passed >> owner & 1),
        "team": owner % 2 if game.players == 4 else None,
        "last": last(game, owner),
    }


def last(game: Nuggets, owner: int) -> View:
    """The seat's last action: walls, a tile's place, or a pass."""
    parts = [part for part in game.last[2 * owner : 2 * owner + 2] if part >= 0]
    return {
        "walls": [edge_place(part) for part in parts if part < EDGES],
        "tile": [place(part - LAST_TILE) for part in parts if EDGES <= part < LAST_PASS],
        "pass": LAST_PASS in parts,
    }


def hand(game: Nuggets, seat: int) -> list[list[int]] | None:
    """The seat's own tiles still held: value and number."""
    if seat >= game.players:
        return None
    return [
        [kind + 1, game.hands[seat * KINDS + kind]]
        for kind in range(KINDS)
        if TILES[game.players][kind]
    ]


def refused(game: Nuggets) -> list[View]:
    """NU-8: free edges that would close too small a zone, with that zone."""
    if game.phase not in (ACTING, SECOND_WALL) or game.stock == 0:
        return []
    told = []
    for edge in range(EDGES):
        bit = BIT[CELL_OF[edge]]
        walls, still = (
            (game.walls_east, game.open_east)
            if edge < EAST_EDGES
            else (game.walls_south, game.open_south)
        )
        if not (walls | still) & bit:
            told.append(
                {
                    "step": wall_text(edge),
                    "at": edge_place(edge),
                    "clause": "NU-8",
                    "cells": too_small(game, edge),
                }
            )
    return told


def too_small(game: Nuggets, edge: int) -> list[list[int]]:
    """The cells that a wall on this edge would close in, if they are fewer than four."""
    east, south = walled(game, edge)
    other = CELL_OF[edge] + (1 if edge < EAST_EDGES else COLS)
    for start in (CELL_OF[edge], other):
        zone = flood(BIT[start], east, south)
        if count(zone) < SMALLEST:
            return places(zone)
    return []


def walled(game: Nuggets, edge: int) -> tuple[int, int]:
    """The walls as they would stand with one more."""
    bit = BIT[CELL_OF[edge]]
    if edge < EAST_EDGES:
        return game.walls_east | bit, game.walls_south
    return game.walls_east, game.walls_south | bit


def ifs(game: Nuggets, seat: int, names: list[int]) -> View:
    """What each legal step of the seat on turn would do; empty for everyone else."""
    if game.actor() != seat or game.phase == LAYING_MINES:
        return {}
    told: View = {}
    sums = {
        name: sums_in(game.cells, zone, 4)[seat]
        for zone in zones_of(game.walls_east, game.walls_south)
        for name in [names[first_cell(zone)]]
    }
    for step in game.legal():
        if step == PASS:
            told["pass"] = {"ends": ends(game, PASS)}
        elif step >= TILE:
            cell, value = (step - TILE) // KINDS, (step - TILE) % KINDS + 1
            told[f"tile {cell // COLS} {cell % COLS} {value}"] = {
                "zone": names[cell],
                "sum": None if game.memory else sums[names[cell]] + value,
            }
        elif step != ENOUGH:
            told[wall_text(step - WALL)] = wall_preview(game, step - WALL)
    return told


def wall_preview(game: Nuggets, edge: int) -> View:
    """The zone a wall would close and what it leaves, and whether it is the whole action."""
    east, south = walled(game, edge)
    new = split_off(east, south, edge)
    closes, leaves = None, None
    if new:
        one = CELL_OF[edge]
        other = one + (1 if edge < EAST_EDGES else COLS)
        rest = flood(BIT[other if new & BIT[one] else one], east, south)
        closes, leaves = zone_facts(game, new), zone_facts(game, rest)
    return {"closes": closes, "leaves": leaves, "whole": whole(game, edge)}


def zone_facts(game: Nuggets, zone: int) -> View:
    """A zone in figures everyone may know."""
    tiles = sum(1 for cell in range(CELLS) if zone & BIT[cell] and game.cells[cell] > 0)
    return {"cells": places(zone), "gold": gold_in(game.cells, zone), "tiles": tiles}


def whole(game: Nuggets, edge: int) -> bool:
    """NU-9: whether no second wall can follow this one."""
    if game.phase == SECOND_WALL or game.stock == 1:
        return True
    later = nuggets(game.clone())
    later.stock -= 1
    later.close_edge(edge)
    return not later.can_wall()


def ends(game: Nuggets, step: int) -> bool:
    """NU-12: whether the game is over after this step."""
    later = game.clone()
    later.apply(step)
    return later.actor() == OVER


def mixed(sixths: int) -> str:
    """Points as people read them: 7 1/2, 2/3, 12."""
    points = Fraction(sixths, 6)
    whole_part, rest = divmod(points, 1)
    if rest == 0:
        return str(whole_part)
    return f"{whole_part} {rest}" if whole_part else str(rest)


def result(game: Nuggets, names: list[int]) -> View:
    """NU-14 to NU-17: the count, zone by zone."""
    scores = game.scores()
    sides = game.sides()
    lines = []
    for zone in zones_of(game.walls_east, game.walls_south):
        gold = gold_in(game.cells, zone)
        sums = sums_in(game.cells, zone, sides)
        best = max(sums)
        ways = sums.count(best)
        winners = [seat for seat in range(game.players) if best and sums[seat % sides] == best]
        share = 6 * gold // ways if winners else 0
        lines.append(
            {
                "zone": names[first_cell(zone)],
                "cells": places(zone),
                "gold": gold,
                "sums": [sums[seat % sides] for seat in range(game.players)],
                "each": sums_in(game.cells, zone, 4)[: game.players],
                "winners": winners if gold else [],
                "share": str(Fraction(share, 6)),
                "shown": mixed(share),
            }
        )
    return {
        "scores": [str(Fraction(score, 6)) for score in scores],
        "shown": [mixed(score) for score in scores],
        "ranks": game.ranks(),
        "zones": sorted(lines, key=lambda line: line["zone"]),
        "lost": sum(line["gold"] for line in lines if not line["winners"]),
    }


def because(state: State, seat: int, step: int) -> View:
    """NU-8: the zone that would be too small; the same for every seat."""
    game = nuggets(state)
    if WALL <= step < ENOUGH and game.why_not(step) == "NU-8":
        return {"cells": too_small(game, step - WALL)}
    return {}


def observe(seen: Seen) -> list[int]:
    """The view as numbers: cells, walls, hand, seats, turn and phase; fixed length."""
    cells = [[0, 0, 0] for _ in range(CELLS)]
    for row, col, value in seen["mines"]:
        cells[row * COLS + col][0] = value
    for tile in seen["tiles"]:
        cells[tile["row"] * COLS + tile["col"]][1:] = [tile["seat"] + 1, tile["value"] or 0]
    walls = {tuple(wall) for wall in seen["walls"]}
    numbers = [number for cell in cells for number in cell]
    numbers += [int(tuple(edge_place(edge)) in walls) for edge in range(EDGES)]
    held = dict(seen["hand"] or [])
    numbers += [held.get(value, 0) for value in range(1, KINDS + 1)]
    markers = dict(seen["markers"])
    numbers += [markers.get(value, 0) for value in range(LOWEST, LOWEST + KINDS)]
    for seat in range(4):
        one = seen["seats"][seat] if seat < seen["players"] else {"left": 0, "passed": True}
        numbers += [one["left"], int(one["passed"])]
    numbers += [
        seen["stock"],
        0 if seen["turn"] is None else seen["turn"] + 1,
        list(PHASES.values()).index(seen["phase"]),
    ]
    return numbers
