"""Nuggets: the state of a game and every step of it."""

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from filon.core.events import EVERYONE, Event, all_but, only
from filon.core.game import CHANCE, OVER, State, rank_by
from filon.core.rng import Rng
from filon.games.nuggets.story import final_count
from filon.games.nuggets.tables import (
    ALL_EAST,
    ALL_SOUTH,
    BIT,
    BOARD,
    CELL_OF,
    CELLS,
    COLS,
    EAST_EDGES,
    EAST_OF,
    EDGES,
    ENOUGH,
    FENCE_EAST,
    FENCE_SOUTH,
    FENCED,
    FIRST,
    KINDS,
    LOWEST,
    MARKERS,
    MINE,
    MINES,
    PASS,
    PLAYERS_MINES,
    RANDOM_MINES,
    SOUTH_OF,
    STANDARD,
    STANDARD_MINES,
    STOCK,
    TILE,
    TILES,
    WALL,
)
from filon.games.nuggets.zones import (
    count,
    first_cell,
    gold_in,
    nth,
    split_off,
    sums_in,
    zone_names,
    zones_of,
)

# Phases.
DRAW_FIRST: Final = 0
LAYING_MINES: Final = 1
ACTING: Final = 2  # at the start of an action
SECOND_WALL: Final = 3  # between two walls
ENDED: Final = 4

NOTHING: Final = -1  # in `last`: no such part of a last action; walls are 0 to 66,
LAST_TILE: Final = EDGES  # a tile on a cell is 67 + cell,
LAST_PASS: Final = EDGES + CELLS  # and 107 is a pass


class Nuggets(State):
    """A position; cells and edges are bits of numbers, tiles stand in one list of cells."""

    unit: ClassVar[int] = 6  # NU-16: halves and thirds

    def __init__(
        self,
        players: int,
        mines: int,
        one_or_two: bool,
        memory: bool,
        starters: list[int],
        phase: int,
        turn: int,
        starter: int,
        rounds: int,
        passed: int,
        stock: int,
        walls_east: i64,
        walls_south: i64,
        open_east: i64,
        open_south: i64,
        free: i64,
        cells: list[int],
        markers: list[int],
        hands: list[int],
        left: list[int],
        walls: list[int],
        last: list[int],
    ) -> None:
        self.players = players
        self.mines = mines  # NU-18
        self.one_or_two = one_or_two  # NU-9
        self.memory = memory  # NU-13
        self.starters = starters  # never changed, so clones share it
        self.phase = phase
        self.turn = turn  # whose turn it is; the seat that lays a mine
        self.starter = starter
        self.rounds = rounds  # times the turn has come round to the starter's place
        self.passed = passed  # bits of the seats that passed
        self.stock = stock  # walls left
        self.walls_east: i64 = walls_east
        self.walls_south: i64 = walls_south
        self.open_east: i64 = open_east  # edges that may still take a wall
        self.open_south: i64 = open_south
        self.free: i64 = free  # cells without mine and tile
        self.cells = cells  # 0 free, -value a mine, seat * 8 + value a tile
        self.markers = markers  # mines still to be laid, by value from 4
        self.hands = hands  # tiles held: seat * 5 + (value - 1)
        self.left = left  # tiles held in all, per seat
        self.walls = walls  # edges with a wall, in the order they were laid
        self.last = last  # two numbers per seat: what its last action laid
        self.story = None

    def actor(self) -> int:
        """The seat to act; CHANCE draws the first player and, by option, lays the mines."""
        if self.phase == ACTING or self.phase == SECOND_WALL:
            return self.turn
        if self.phase == LAYING_MINES:
            return self.turn if self.mines == PLAYERS_MINES else CHANCE
        return OVER if self.phase == ENDED else CHANCE

    def legal(self) -> list[int]:
        """Every step allowed now, ascending."""
        steps: list[int] = []
        if self.phase == ACTING:
            self.add_walls(steps)
            self.add_tiles(steps)
            steps.append(PASS)  # NU-11
        elif self.phase == SECOND_WALL:
            self.add_walls(steps)
            if self.one_or_two:  # NU-9
                steps.append(ENOUGH)
        elif self.phase == LAYING_MINES:
            self.add_mines(steps)
        elif self.phase == DRAW_FIRST:
            for seat in self.starters:
                steps.append(FIRST + seat)
        return steps

    def add_walls(self, steps: list[int]) -> None:
        """NU-7, NU-8: the edges that may take a wall, while the stock lasts."""
        if self.stock == 0:
            return
        east: i64 = self.open_east
        south: i64 = self.open_south
        for edge in range(EAST_EDGES):
            if east & BIT[CELL_OF[edge]]:
                steps.append(WALL + edge)
        for edge in range(EAST_EDGES, EDGES):
            if south & BIT[CELL_OF[edge]]:
                steps.append(WALL + edge)

    def add_tiles(self, steps: list[int]) -> None:
        """NU-10: every free cell with every different value held."""
        if self.left[self.turn] == 0:
            return
        held: list[int] = []
        for kind in range(KINDS):
            if self.hands[self.turn * KINDS + kind]:
                held.append(kind)
        free: i64 = self.free
        for cell in range(CELLS):
            if free & BIT[cell]:
                for kind in held:
                    steps.append(TILE + cell * KINDS + kind)

    def add_mines(self, steps: list[int]) -> None:
        """NU-18: free cells, with the next marker by chance or with any by the players."""
        chance = self.mines == RANDOM_MINES
        upcoming = MARKERS[MINES - self.markers_left()] - LOWEST
        for cell in range(CELLS):
            if self.free & BIT[cell]:
                for kind in range(KINDS):
                    if self.markers[kind] and (not chance or kind == upcoming):
                        steps.append(MINE + cell * KINDS + kind)

    def markers_left(self) -> int:
        """Mines still to be laid."""
        total = 0
        for count_of_kind in self.markers:
            total += count_of_kind
        return total

    def weights(self) -> list[int]:
        """NU-6, NU-18: all outcomes alike."""
        return [1] * len(self.legal())

    def thrower(self) -> int:
        """NU-6: the lot for who begins is nobody's; NU-18: who begins turns the mines up."""
        return CHANCE if self.phase == DRAW_FIRST else self.turn

    def pick(self, rng: Rng) -> int:
        """A legal step, all equally likely, found without listing them."""
        if self.phase != ACTING and self.phase != SECOND_WALL:
            steps = self.legal()
            return steps[rng.below(len(steps))]
        east = 0
        south = 0
        if self.stock:
            east = count(self.open_east)
            south = count(self.open_south)
        kinds = 0
        tiles = 0
        if self.phase == ACTING and self.left[self.turn]:
            for kind in range(KINDS):
                if self.hands[self.turn * KINDS + kind]:
                    kinds += 1
            tiles = count(self.free) * kinds
        more = 1 if self.phase == ACTING or self.one_or_two else 0
        at = rng.below(east + south + tiles + more)
        if at < east:
            return WALL + EAST_OF[nth(self.open_east, at)]
        at -= east
        if at < south:
            return WALL + SOUTH_OF[nth(self.open_south, at)]
        at -= south
        if at >= tiles:
            return PASS if self.phase == ACTING else ENOUGH
        cell = nth(self.free, at // kinds)
        skip = at % kinds
        for kind in range(KINDS):
            if self.hands[self.turn * KINDS + kind]:
                if skip == 0:
                    return TILE + cell * KINDS + kind
                skip -= 1
        raise AssertionError("the kinds were counted")

    def apply(self, step: int) -> None:
        """Take a legal step."""
        if step == PASS:
            self.passed |= 1 << self.turn
            self.remember(LAST_PASS, NOTHING)
            self.tell("pass", self.turn, ())
            self.next_turn()
        elif step >= TILE:
            self.lay_tile((step - TILE) // KINDS, (step - TILE) % KINDS + 1)
        elif step == ENOUGH:
            self.tell("enough", self.turn, ())
            self.next_turn()
        elif step >= WALL:
            self.lay_wall(step - WALL)
        elif step >= MINE:
            self.lay_mine((step - MINE) // KINDS, (step - MINE) % KINDS + LOWEST)
        else:  # NU-6
            self.turn = step - FIRST
            self.starter = self.turn
            self.phase = ACTING if self.mines == STANDARD_MINES else LAYING_MINES
            self.tell("first", self.turn, ())

    def lay_mine(self, cell: int, value: int) -> None:
        """NU-18: one marker; after the eighth the starter has the first turn."""
        self.cells[cell] = -value
        self.free &= ~BIT[cell]
        self.markers[value - LOWEST] -= 1
        if self.mines == PLAYERS_MINES:
            self.tell("mine", self.turn, (cell // COLS, cell % COLS + 1, value))
            self.turn = (self.turn + 1) % self.players
        else:
            self.tell("found", CHANCE, (cell // COLS, cell % COLS + 1, value))
        if self.markers_left() == 0:
            self.turn = self.starter
            self.phase = ACTING

    def lay_wall(self, edge: int) -> None:
        """NU-7 to NU-9: a wall, and who acts after it."""
        self.stock -= 1
        self.walls.append(edge)
        self.close_edge(edge)
        if self.story is not None:
            self.tell_wall(edge)
        if self.phase == SECOND_WALL:
            self.last[2 * self.turn + 1] = edge
            self.next_turn()
            return
        self.remember(edge, NOTHING)
        if self.can_wall():
            self.phase = SECOND_WALL
        else:
            self.next_turn()  # NU-9: a single wall is the whole action

    def close_edge(self, edge: int) -> None:
        """NU-8: the wall stands; edges that would now complete the fence of a patch are lost."""
        bit: i64 = BIT[CELL_OF[edge]]
        if edge < EAST_EDGES:
            self.walls_east |= bit
            self.open_east &= ~bit
        else:
            self.walls_south |= bit
            self.open_south &= ~bit
        for patch in FENCED[edge]:
            fence_east: i64 = FENCE_EAST[patch]
            fence_south: i64 = FENCE_SOUTH[patch]
            east: i64 = fence_east & ~self.walls_east
            south: i64 = fence_south & ~self.walls_south
            if south == 0:
                if east & (east - 1) == 0:
                    self.open_east &= ~east
            elif east == 0 and south & (south - 1) == 0:
                self.open_south &= ~south

    def lay_tile(self, cell: int, value: int) -> None:
        """NU-10: a tile face down; its value is told to its owner only (NU-13)."""
        seat = self.turn
        self.cells[cell] = seat * 8 + value
        self.free &= ~BIT[cell]
        self.hands[seat * KINDS + value - 1] -= 1
        self.left[seat] -= 1
        self.remember(LAST_TILE + cell, NOTHING)
        story = self.story
        if story is not None:
            place = (cell // COLS, cell % COLS + 1)
            if self.memory:
                story.append(Event("tile", seat, place, EVERYONE))
            else:
                story.append(Event("tile", seat, place, all_but(seat)))
                story.append(Event("laid", seat, (place[0], place[1], value), only(seat)))
        self.next_turn()

    def remember(self, first: int, second: int) -> None:
        """Keep what the seat on turn did last."""
        self.last[2 * self.turn] = first
        self.last[2 * self.turn + 1] = second

    def can_wall(self) -> bool:
        """Whether a wall can be laid, by whomever."""
        return self.stock > 0 and (self.open_east != 0 or self.open_south != 0)

    def next_turn(self) -> None:
        """NU-11, NU-12: the next seat that can act; those that cannot are passed for good."""
        everyone = (1 << self.players) - 1
        while self.passed != everyone:
            self.turn = (self.turn + 1) % self.players
            if self.turn == self.starter:
                self.rounds += 1
            if (self.passed >> self.turn) & 1:
                continue
            if self.can_wall() or (self.left[self.turn] > 0 and self.free != 0):
                self.phase = ACTING
                return
            self.passed |= 1 << self.turn
            self.tell("stuck", self.turn, ())
        self.phase = ENDED
        story = self.story
        if story is not None:
            story.append(Event("over", self.turn, (), EVERYONE))
            story.extend(final_count(self.cells, self.walls, self.sides(), self.players == 4))

    def tell_wall(self, edge: int) -> None:
        """The wall, and the zone it closed if it parted one."""
        cell = CELL_OF[edge]
        side = 0 if edge < EAST_EDGES else 1
        self.tell("wall", self.turn, (cell // COLS, cell % COLS + 1, side, cell % COLS + 2))
        new: i64 = split_off(self.walls_east, self.walls_south, edge)
        if new:
            names = zone_names(self.walls)
            gold = gold_in(self.cells, new)
            self.tell("zone", self.turn, (names[first_cell(new)], count(new), gold))

    def tell(self, kind: str, seat: int, args: tuple[int, ...]) -> None:
        """Something everyone may know."""
        story = self.story
        if story is not None:
            story.append(Event(kind, seat, args, EVERYONE))

    def sides(self) -> int:
        """NU-5: those who count apart: seats, or two teams."""
        return 2 if self.players == 4 else self.players

    def clone(self) -> State:
        """An equal, independent state with no story."""
        return Nuggets(
            self.players,
            self.mines,
            self.one_or_two,
            self.memory,
            self.starters,
            self.phase,
            self.turn,
            self.starter,
            self.rounds,
            self.passed,
            self.stock,
            self.walls_east,
            self.walls_south,
            self.open_east,
            self.open_south,
            self.free,
            self.cells[:],
            self.markers[:],
            self.hands[:],
            self.left[:],
            self.walls[:],
            self.last[:],
        )

    def redeal(self, seat: int, rng: Rng) -> None:
        """NU-13: others' tiles fall anew over their places and hands; own ones with `memory`."""
        if self.phase == ENDED:
            return  # NU-14: all is open
        for owner in range(self.players):
            if owner != seat:
                self.shuffle_tiles(owner, True, rng)
            elif self.memory:
                self.shuffle_tiles(owner, False, rng)

    def shuffle_tiles(self, owner: int, with_hand: bool, rng: Rng) -> None:
        """Every order of the physical tiles over the laid places (and the hand) alike."""
        places: list[int] = []
        tiles = [0] * KINDS
        for cell in range(CELLS):
            tile = self.cells[cell]
            if tile > 0 and tile >> 3 == owner:
                places.append(cell)
                tiles[(tile & 7) - 1] += 1
        if with_hand:
            for kind in range(KINDS):
                tiles[kind] += self.hands[owner * KINDS + kind]
                self.hands[owner * KINDS + kind] = 0
        pool: list[int] = []  # by value first, so that the truth leaves no trace in the guess
        for kind in range(KINDS):
            for _ in range(tiles[kind]):
                pool.append(kind + 1)
        rng.shuffle(pool)
        for at in range(len(pool)):
            if at < len(places):
                self.cells[places[at]] = owner * 8 + pool[at]
            else:
                self.hands[owner * KINDS + pool[at] - 1] += 1

    def scores(self) -> list[int]:
        """NU-15, NU-16: gold in sixths; with teams every partner carries the team's."""
        sides = self.sides()
        points = [0] * sides
        for zone in zones_of(self.walls_east, self.walls_south):
            gold = gold_in(self.cells, zone)
            if gold:
                sums = sums_in(self.cells, zone, sides)
                best = max(sums)
                if best:
                    share = 6 * gold // sums.count(best)
                    for side in range(sides):
                        if sums[side] == best:
                            points[side] += share
        return [points[seat % sides] for seat in range(self.players)]

    def ranks(self) -> list[int]:
        """NU-17: by points alone; equals share the place."""
        keys: list[tuple[int, ...]] = []
        for points in self.scores():
            keys.append((points,))
        return rank_by(keys)

    def why_not(self, step: int) -> str:
        """The clause that forbids the step now."""
        if step in self.legal():
            return ""
        if self.phase == ENDED:
            return "NU-12"
        if self.phase == DRAW_FIRST or step < MINE:
            return "NU-6"
        if self.phase == LAYING_MINES or step < WALL:
            return "NU-18"
        if step == PASS:
            return "NU-11"
        if step == ENOUGH or (step >= TILE and self.phase == SECOND_WALL):
            return "NU-9"
        if step >= TILE:
            return "NU-10"
        if self.walls.count(step - WALL):
            return "NU-7"
        return "NU-3" if self.stock == 0 else "NU-8"


def begin(players: int, mines: int, one_or_two: bool, memory: bool, starters: list[int]) -> Nuggets:
    """A new game, before `first`."""
    cells = [0] * CELLS
    free: i64 = BOARD
    markers = [0] * KINDS
    for row, col, value in STANDARD:
        if mines == STANDARD_MINES:
            cells[row * COLS + col] = -value
            free &= ~BIT[row * COLS + col]
        else:
            markers[value - LOWEST] += 1
    hands: list[int] = []
    left: list[int] = []
    for _ in range(players):
        hands += TILES[players]
        left.append(sum(TILES[players]))
    return Nuggets(
        players,
        mines,
        one_or_two,
        memory,
        starters,
        DRAW_FIRST,
        0,
        0,
        1,
        0,
        STOCK,
        0,
        0,
        ALL_EAST,
        ALL_SOUTH,
        free,
        cells,
        markers,
        hands,
        left,
        [],
        [NOTHING] * (2 * players),
    )


def nuggets(state: State) -> Nuggets:
    """The state as this game's own."""
    return cast(Nuggets, state)
