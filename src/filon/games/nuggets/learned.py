"""What a learned value of Nuggets looks at: tiles, walls, and who is ahead around every mine."""

from typing import Final

from mypy_extensions import i64

from filon.core.bits import count
from filon.core.features import Features, FeatureSet
from filon.core.game import State
from filon.games.nuggets import tables
from filon.games.nuggets.prospects import FINE, SIDES, Prospects
from filon.games.nuggets.rules import (
    ACTING,
    DRAW_FIRST,
    LAYING_MINES,
    SECOND_WALL,
    Nuggets,
    nuggets,
)

TILES: Final = 16
LEADS: Final = 60  # leads in gold, half a point each, to either side of 30
GAPS: Final = 17  # leads in strength, to either side of 8
ROOMS: Final = 5
# Per mine: lead in its zone by room, lead nearby, strength of the perspective and the best other.
MINE: Final = GAPS * ROOMS + GAPS + 2 * 8
# Per side: tiles by cell and value, tiles in hand, strength in hand, hope; passed seats.
SIDE: Final = tables.CELLS * tables.KINDS + TILES + 16 + tables.KINDS + LEADS
TABLE: Final = tables.EDGES + tables.STOCK + LEADS + 8 + 24
MOST: Final = 620


class NuggetsFeatures(Features):
    """From the seat on turn, sides counted from its own; tiles as the guess has them."""

    def __init__(self) -> None:
        super().__init__(1, MOST, 2)  # a whole action to come, or a second wall

    def size(self, players: int) -> int:
        """Per side, per mine, then of the table."""
        return SIDES * SIDE + tables.CELLS * MINE + TABLE

    def perspective(self, state: State) -> int:
        """Whose turn it is."""
        return nuggets(state).turn

    def ready(self, state: State) -> bool:
        """Once mines are laid."""
        phase = nuggets(state).phase
        return phase != DRAW_FIRST and phase != LAYING_MINES

    def fits(self, state: State) -> bool:
        """NU-9, NU-13, NU-18: none of the options."""
        game = nuggets(state)
        return game.mines == tables.STANDARD_MINES and not game.one_or_two and not game.memory

    def width(self, players: int) -> int:
        """Of the many walls few are worth a look."""
        return 24

    def write(self, state: State, seat: int, mirror: int, active: FeatureSet) -> None:
        """Tiles, mines, hands, walls."""
        game = nuggets(state)
        active.clear(1 if game.phase == SECOND_WALL else 0)
        sides: i64 = game.sides()
        own: i64 = seat % sides
        for cell in range(tables.CELLS):
            tile: i64 = game.cells[cell]
            if tile > 0:
                far: i64 = (tile >> 3) % sides - own
                if far < 0:
                    far += sides
                active.put(far * SIDE + cell * tables.KINDS + (tile & 7) - 1)
        board = Prospects(game)
        for n in range(sides):
            side: i64 = own + n
            if side >= sides:
                side -= sides
            self.side(game, board, side, n * SIDE + tables.CELLS * tables.KINDS, active)
        self.mines(board, own, SIDES * SIDE, active)
        self.table(game, board, seat, SIDES * SIDE + tables.CELLS * MINE, active)

    def side(
        self, game: Nuggets, board: Prospects, side: i64, base: i64, active: FeatureSet
    ) -> None:
        """What a side still has to lay, and what it may hope for."""
        active.up_to(base, board.idle[side], TILES)
        base += TILES
        active.up_to(base, board.held[side], 16)
        base += 16
        sides: i64 = game.sides()
        for kind in range(1, tables.KINDS):
            held: i64 = 0
            for seat in range(game.players):
                if seat % sides == side:
                    held += game.hands[seat * tables.KINDS + kind]
            if held:
                active.put(base + kind)
        base += tables.KINDS
        active.up_to(base, board.lead(side) // 500 + LEADS // 2, LEADS)

    def mines(self, board: Prospects, own: i64, base: i64, active: FeatureSet) -> None:
        """Who is ahead in the zone of each mine, how firmly, and who is ahead nearby."""
        at: i64 = 0
        near = board.near
        for zone in range(len(board.golds)):
            room: i64 = board.rooms[zone]
            room = room if room < 3 else 3 if room < 7 else 4
            end: i64 = board.ends[zone]
            strong: i64 = board.sums[zone * SIDES + own]
            best: i64 = 0
            for side in range(SIDES):
                if side != own:
                    best = max(best, i64(board.sums[zone * SIDES + side]))
            while at < end:
                place: i64 = base + board.mines[at] * MINE
                gap: i64 = strong - best + GAPS // 2
                gap = 0 if gap < 0 else GAPS - 1 if gap >= GAPS else gap
                active.put(place + gap * ROOMS + room)
                place += GAPS * ROOMS
                close: i64 = near[at * SIDES + own]
                closest: i64 = 0
                for side in range(SIDES):
                    if side != own:
                        closest = max(closest, i64(near[at * SIDES + side]))
                active.one_of(
                    place, (2 * (close - closest) + FINE) // (2 * FINE) + GAPS // 2, GAPS - 1
                )
                place += GAPS
                active.up_to(place, close // FINE, 8)
                active.up_to(place + 8, closest // FINE, 8)
                at += 1

    def ahead(self, board: Prospects, own: i64) -> i64:
        """NU-15: the points a side would lead by if nothing more were laid, rounded down."""
        gains: list[int] = [0] * SIDES
        for zone in range(len(board.golds)):
            at: i64 = zone * SIDES
            best: i64 = max(board.sums[at], board.sums[at + 1], board.sums[at + 2])
            if best == 0:
                continue
            strongest: i64 = 0
            for side in range(SIDES):
                if board.sums[at + side] == best:
                    strongest += 1
            each = tables.UNIT * board.golds[zone] // strongest
            for side in range(SIDES):
                if board.sums[at + side] == best:
                    gains[side] = gains[side] + each
        most: i64 = 0
        for side in range(SIDES):
            if side != own:
                most = max(most, i64(gains[side]))
        lead: i64 = gains[own] - most
        return lead // tables.UNIT

    def table(
        self, game: Nuggets, board: Prospects, seat: int, base: i64, active: FeatureSet
    ) -> None:
        """Walls, the stock, who has passed, and who is ahead if nothing more is laid."""
        for edge in game.walls.laid:
            active.put(base + edge)
        base += tables.EDGES
        active.up_to(base, game.walls.stock, tables.STOCK)
        base += tables.STOCK
        active.up_to(base, self.ahead(board, seat % game.sides()) // 2 + LEADS // 2, LEADS)
        base += LEADS
        for far in range(game.players):
            who: i64 = seat + far
            if who >= game.players:
                who -= game.players
            if (game.passed >> who) & 1:
                active.put(base + far)
        base += 8
        active.up_to(base, count(game.free) // 2, 20)
        if game.phase == ACTING and not game.walls.can_lay():
            active.put(base + 20)
