"""Nuggets as numbers, for learners: the valley as one seat sees it, and its hand."""

from mypy_extensions import i64

from filon.core.game import State
from filon.core.observe import Field, Observation, Observer, facing, opposite
from filon.games.nuggets import tables
from filon.games.nuggets.rules import DRAW_FIRST, ENDED, LAST_PASS, nuggets

HELD = 16  # tiles of a seat at most
ROUNDS = 104  # one more than there are walls, tiles and passes

FIELDS = [
    Field("mine", tables.CELLS, 0, 8, "per cell, row by row: the mine's points, or 0"),
    Field("tile", tables.CELLS, 0, tables.SEATS, "per cell: whose tile lies there"),
    Field("value", tables.CELLS, 0, tables.KINDS, "per cell: its value if you may know it, or 0"),
    Field("wall", tables.EDGES, 0, 1, "per edge, east edges first, row by row: a wall"),
    Field("hand", tables.KINDS, 0, HELD, "your tiles of value 1 to 5"),
    Field("markers", tables.KINDS, 0, tables.MINES, "mines of 4 to 8 still to be laid"),
    Field("left", tables.SEATS, 0, HELD, "per seat from you on: tiles in hand"),
    Field("passed", tables.SEATS, 0, 1, "per seat from you on: has passed"),
    Field(
        "last",
        2 * tables.SEATS,
        0,
        LAST_PASS + 1,
        "per seat from you on, both parts of its last action: 0 none, 1 to 67 a wall by edge, "
        "68 to 107 a tile by cell, 108 a pass",
    ),
    Field("stock", 1, 0, tables.STOCK, "walls left"),
    Field("round", 1, 1, ROUNDS, "the round, counted from 1"),
    Field("phase", 1, 0, 4, "0 who begins, 1 mines, 2 an action, 3 the second wall, 4 over"),
    Field("turn", 1, 0, tables.SEATS, "whose turn it is; 0 before it is drawn, and in the end"),
    Field("starter", 1, 0, tables.SEATS, "who began; 0 before it is drawn"),
    Field("players", 1, 2, tables.SEATS, "how many play"),
    Field("mines", 1, 0, 2, "the option: 0 standard, 1 random, 2 players"),
    Field("one_or_two_walls", 1, 0, 1, "the option of that name"),
    Field("memory", 1, 0, 1, "the option of that name"),
]


class NuggetsObserver(Observer):
    """What the seat may know; the order in which walls were laid is left out."""

    def __init__(self) -> None:
        super().__init__(
            FIELDS,
            {"walls": "the order in which they were laid", "zones": "their numbers"},
        )

    def write(self, state: State, seat: int, row: Observation) -> None:
        """In the order of FIELDS."""
        game = nuggets(state)
        players: i64 = game.players
        mines: i64 = row.zeros(3 * tables.CELLS)
        tiles: i64 = mines + tables.CELLS
        values: i64 = tiles + tables.CELLS
        for at, held in enumerate(game.cells):
            cell: i64 = held
            if cell < 0:
                row.set(mines + at, -cell)
            elif cell > 0:
                owner: i64 = cell >> 3
                row.set(tiles + at, facing(owner, seat, players))
                if game.knows(seat, owner):
                    row.set(values + at, cell & 7)
        walls: i64 = row.zeros(tables.EDGES)
        for edge in game.walls.laid:
            row.set(walls + edge, 1)
        for kind in range(tables.KINDS):
            row.put(game.hands[seat * tables.KINDS + kind])
        for markers in game.markers:
            row.put(markers)
        for far in range(tables.SEATS):
            row.put(game.left[opposite(far, seat, players)] if far < players else 0)
        for far in range(tables.SEATS):
            out: i64 = 0
            if far < players:
                out = (game.passed >> opposite(far, seat, players)) & 1
            row.put(out)
        for far in range(tables.SEATS):
            if far < players:
                place: i64 = 2 * opposite(far, seat, players)
                row.put(game.last[place] + 1)
                row.put(game.last[place + 1] + 1)
            else:
                row.zeros(2)
        row.put(game.walls.stock)
        row.put(game.rounds)
        row.put(game.phase)
        drawn = game.phase != DRAW_FIRST
        row.put(facing(game.turn, seat, players) if drawn and game.phase != ENDED else 0)
        row.put(facing(game.starter, seat, players) if drawn else 0)
        row.put(players)
        row.put(game.mines)
        row.put(1 if game.one_or_two else 0)
        row.put(1 if game.memory else 0)
