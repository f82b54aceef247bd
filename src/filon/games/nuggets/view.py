"""What a seat sees of Nuggets: its own values, never another's before the end."""

from fractions import Fraction
from functools import lru_cache

from filon.core.events import OPEN
from filon.core.game import OVER, State
from filon.games.nuggets import tables
from filon.games.nuggets.layout import LAYOUT, NAMED
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
from filon.games.nuggets.seen import (
    After,
    Cell,
    CountLine,
    Last,
    MinesOption,
    NuggetsView,
    Phase,
    Pile,
    Refused,
    Result,
    SeatSeen,
    TileSeen,
    Zone,
    ZoneFacts,
)
from filon.games.nuggets.zones import gold_in, shares, sums_in

PHASES: dict[int, Phase] = {
    DRAW_FIRST: "first",
    LAYING_MINES: "mines",
    ACTING: "action",
    SECOND_WALL: "second_wall",
    ENDED: "over",
}
PLACES: list[Cell] = [(cell // tables.COLS, cell % tables.COLS) for cell in range(tables.CELLS)]
MINES: tuple[MinesOption, ...] = ("standard", "random", "players")  # by their numbers in tables.py


def view(state: State, seat: int) -> NuggetsView:
    """Everything the seat (or a spectator) may know; the same keys for all."""
    game = nuggets(state)
    cells = game.cells
    zones: list[int] = [*game.walls.numbered()]
    return {
        "players": game.players,
        "teams": game.teams(),
        "mines_option": MINES[game.mines],
        "one_or_two_walls": game.one_or_two,
        "memory": game.memory,
        "you": seat if seat < game.players else None,
        "phase": PHASES[game.phase],
        "turn": None if game.phase in (DRAW_FIRST, ENDED) else game.turn,
        "starter": None if game.phase == DRAW_FIRST else game.starter,
        "round": game.rounds,
        "stock": game.walls.stock,
        "stock_at_first": tables.STOCK,
        "gold": tables.GOLD,
        "smallest": tables.SMALLEST,
        "mines": [(*place(cell), -value) for cell, value in enumerate(cells) if value < 0],
        "markers": [(kind + tables.LOWEST, n) for kind, n in enumerate(game.markers) if n],
        "walls": [NAMED[edge] for edge in game.walls.laid],
        "tiles": tiles_in(game, seat, tables.BOARD),
        "zones": [zone_view(game, seat, number, zone) for number, zone in enumerate(zones)],
        "seats": [seat_view(game, owner) for owner in range(game.players)],
        "hand": hand(game, seat),
        "refused": refused(game),
        "if": ifs(game, seat, zones),
        "result": result(game, zones) if game.actor() == OVER else None,
    }


def place(cell: int) -> Cell:
    """Row and column."""
    return PLACES[cell]


# Zones stay as they are for many steps, and every seat and every preview asks for them.


@lru_cache(4096)
def inside(zone: int) -> list[int]:
    """The cells of a zone; not to be changed."""
    return [cell for cell in range(tables.CELLS) if zone & tables.BIT[cell]]


@lru_cache(4096)
def places(zone: int) -> list[Cell]:
    """The cells of a zone by row and column; not to be changed."""
    return [place(cell) for cell in inside(zone)]


def tiles_in(game: Nuggets, seat: int, zone: int) -> list[TileSeen]:
    """The tiles in a zone, as the seat sees them."""
    return [tile_view(game, seat, cell) for cell in inside(zone) if game.cells[cell] > 0]


def tile_view(game: Nuggets, seat: int, cell: int) -> TileSeen:
    """NU-13: one tile, with its value if this seat may see it now."""
    (row, col), tile = place(cell), game.cells[cell]
    owner, value = tile >> 3, tile & 7
    shown = value if seat == OPEN or game.knows(seat, owner) else None
    return {"row": row, "col": col, "seat": owner, "value": shown}


def zone_view(game: Nuggets, seat: int, number: int, zone: int) -> Zone:
    """One zone, as the seat sees it."""
    return {
        "zone": number,
        "cells": places(zone),
        "gold": gold_in(game.cells, zone),
        "tiles": tiles_in(game, seat, zone),
        "own": own_sum(game, seat, zone),
    }


def own_sum(game: Nuggets, seat: int, zone: int) -> int | None:
    """The seat's own strength in a zone, where it may see its tiles."""
    if seat >= game.players or not game.knows(seat, seat):
        return None
    return sums_in(game.cells, zone, tables.SEATS)[seat]


def seat_view(game: Nuggets, owner: int) -> SeatSeen:
    """What everyone knows of a seat."""
    total = sum(tables.TILES[game.players])
    return {
        "left": game.left[owner],
        "laid": total - game.left[owner],
        "tiles": total,
        "passed": bool(game.passed >> owner & 1),
        "team": owner % game.sides() if game.teams() else None,
        "last": last(game, owner),
    }


def last(game: Nuggets, owner: int) -> Last:
    """The seat's last action."""
    parts = [part for part in game.last[2 * owner : 2 * owner + 2] if part >= 0]
    return {
        "walls": [NAMED[part] for part in parts if part < LAST_TILE],
        "tile": [place(part - LAST_TILE) for part in parts if LAST_TILE <= part < LAST_PASS],
        "pass": LAST_PASS in parts,
    }


def hand(game: Nuggets, seat: int) -> list[Pile] | None:
    """The seat's own tiles still held, by value."""
    if seat >= game.players:
        return None
    return [
        (kind + 1, game.hands[seat * tables.KINDS + kind])
        for kind, dealt in enumerate(tables.TILES[game.players])
        if dealt
    ]


def refused(game: Nuggets) -> list[Refused]:
    """NU-8: free edges that would close too small a zone, with that zone."""
    if game.phase not in (ACTING, SECOND_WALL) or game.walls.stock == 0:
        return []
    return [
        {
            "step": LAYOUT.text(tables.WALL + edge),
            "at": NAMED[edge],
            "clause": "NU-8",
            "cells": places(game.walls.too_small(edge)),
        }
        for edge in range(tables.EDGES)
        if game.walls.barred(edge)
    ]


def ifs(game: Nuggets, seat: int, zones: list[int]) -> dict[str, After]:
    """What each legal step of the seat on turn would do; empty for everyone else."""
    if game.actor() != seat or game.phase == LAYING_MINES:
        return {}
    own = [own_sum(game, seat, zone) for zone in zones]
    afters: dict[str, After] = {}
    for step in game.legal():
        if step == tables.PASS:
            afters[LAYOUT.text(step)] = {"ends": after(game, step).actor() == OVER}
        elif step >= tables.TILE:
            afters[LAYOUT.text(step)] = tile_after(step - tables.TILE, zones, own)
        elif step != tables.ENOUGH:
            afters[LAYOUT.text(step)] = wall_after(game, step - tables.WALL)
    return afters


def after(game: Nuggets, step: int) -> Nuggets:
    """The position after a step."""
    later = game.clone()
    later.apply(step)
    return later


def tile_after(at: int, zones: list[int], own: list[int | None]) -> After:
    """The zone a tile would lie in, and the seat's strength there with it."""
    cell, value = at // tables.KINDS, at % tables.KINDS + 1
    number = next(n for n, zone in enumerate(zones) if zone & tables.BIT[cell])
    before = own[number]
    return {"zone": number, "sum": None if before is None else before + value}


def wall_after(game: Nuggets, edge: int) -> After:
    """The zone a wall would close and what it leaves, and whether it is the whole action."""
    closes, leaves = None, None
    closed = game.walls.closes(edge)
    if closed:
        here, there = game.walls.beside(edge)
        closes = zone_facts(game, closed)
        leaves = zone_facts(game, there if closed == here else here)
    whole = after(game, tables.WALL + edge).phase != SECOND_WALL  # NU-9
    return {"closes": closes, "leaves": leaves, "whole": whole}


def zone_facts(game: Nuggets, zone: int) -> ZoneFacts:
    """A zone in figures everyone may know."""
    tiles = sum(game.cells[cell] > 0 for cell in inside(zone))
    return {"cells": places(zone), "gold": gold_in(game.cells, zone), "tiles": tiles}


def exact(units: int) -> str:
    """Points as a record has them: "7", "15/2"."""
    return str(Fraction(units, tables.UNIT))


def mixed(units: int) -> str:
    """Points as people read them: 7 1/2, 2/3, 12."""
    whole, rest = divmod(Fraction(units, tables.UNIT), 1)
    if rest == 0:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


def result(game: Nuggets, zones: list[int]) -> Result:
    """NU-14 to NU-17: the count, zone by zone."""
    scores = game.scores()
    lines = [count_line(game, number, zone) for number, zone in enumerate(zones)]
    return {
        "scores": [exact(score) for score in scores],
        "shown": [mixed(score) for score in scores],
        "ranks": game.ranks(),
        "zones": lines,
        "lost": sum(line["gold"] for line in lines if not line["winners"]),
    }


def count_line(game: Nuggets, number: int, zone: int) -> CountLine:
    """One zone of the count; partners carry what is their team's."""
    gold = gold_in(game.cells, zone)
    sums = sums_in(game.cells, zone, game.sides())
    taken = shares(gold, sums)
    sides = [seat % game.sides() for seat in range(game.players)]
    return {
        "zone": number,
        "cells": places(zone),
        "gold": gold,
        "sums": [sums[side] for side in sides],
        "each": sums_in(game.cells, zone, tables.SEATS)[: game.players],
        "winners": [seat for seat, side in enumerate(sides) if taken[side]],
        "share": exact(max(taken)),
        "shown": mixed(max(taken)),
    }
