"""Nuggets: the state of a game and every step of it."""

from typing import Any, ClassVar, Final, cast

from mypy_extensions import i64

from filon.core.bits import count, nth
from filon.core.events import EVERYONE, Event, all_but, only
from filon.core.game import CHANCE, OVER, State, rank_by, replaced
from filon.core.rng import Rng
from filon.games.nuggets import tables
from filon.games.nuggets.story import final_count, rim, wall_laid
from filon.games.nuggets.walls import Walls, no_walls
from filon.games.nuggets.zones import gold_in, shares, sums_in

# Phases.
DRAW_FIRST: Final = 0
LAYING_MINES: Final = 1
ACTING: Final = 2  # at the start of an action
SECOND_WALL: Final = 3  # between two walls
ENDED: Final = 4

NOTHING: Final = -1  # in `last`: no such part of a last action; walls are 0 to 66,
LAST_TILE: Final = tables.EDGES  # a tile on a cell is 67 + cell,
LAST_PASS: Final = tables.EDGES + tables.CELLS  # and 107 is a pass


class Nuggets(State):
    """A position; cells are bits of numbers, tiles stand in one list of cells."""

    unit: ClassVar[int] = tables.UNIT

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
        walls: Walls,
        free: i64,
        cells: list[int],
        markers: list[int],
        hands: list[int],
        left: list[int],
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
        self.walls = walls
        self.free: i64 = free  # cells without mine and tile
        self.cells = cells  # 0 free, -value a mine, seat * 8 + value a tile
        self.markers = (
            markers  # mines still to be laid, by value from 4; replaced, so clones share it
        )
        self.hands = hands  # tiles held: seat * 5 + (value - 1)
        self.left = left  # tiles held in all, per seat
        self.last = last  # two numbers per seat: what its last action laid

    def actor(self) -> int:
        """The seat to act; CHANCE draws the first player and, by option, lays the mines."""
        if self.phase == ACTING or self.phase == SECOND_WALL:
            return self.turn
        if self.phase == LAYING_MINES:
            return self.turn if self.mines == tables.PLAYERS_MINES else CHANCE
        return OVER if self.phase == ENDED else CHANCE

    def legal(self) -> list[int]:
        """Every step allowed now, ascending."""
        steps: list[int] = []
        if self.phase == ACTING:
            self.walls.add_steps(steps)
            self.add_tiles(steps)
            steps.append(tables.PASS)  # NU-11
        elif self.phase == SECOND_WALL:
            self.walls.add_steps(steps)
            if self.one_or_two:  # NU-9
                steps.append(tables.ENOUGH)
        elif self.phase == LAYING_MINES:
            self.add_mines(steps)
        elif self.phase == DRAW_FIRST:
            for seat in self.starters:
                steps.append(tables.FIRST + seat)
        return steps

    def add_tiles(self, steps: list[int]) -> None:
        """NU-10: every free cell with every different value held."""
        if self.left[self.turn] == 0:
            return
        held: list[int] = []
        for kind in range(tables.KINDS):
            if self.hands[self.turn * tables.KINDS + kind]:
                held.append(kind)
        free: i64 = self.free
        for cell in range(tables.CELLS):
            if free & tables.BIT[cell]:
                for kind in held:
                    steps.append(tables.TILE + cell * tables.KINDS + kind)

    def add_mines(self, steps: list[int]) -> None:
        """NU-18: free cells, with the next marker by chance or with any by the players."""
        chance = self.mines == tables.RANDOM_MINES
        upcoming = tables.MARKERS[tables.MINES - self.markers_left()] - tables.LOWEST
        for cell in range(tables.CELLS):
            if self.free & tables.BIT[cell]:
                for kind in range(tables.KINDS):
                    if self.markers[kind] and (not chance or kind == upcoming):
                        steps.append(tables.MINE + cell * tables.KINDS + kind)

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
        """NU-6, NU-18: who begins and where the mines lie is nobody's throw."""
        return CHANCE

    def pick(self, rng: Rng) -> int:
        """A legal step, all equally likely, found without listing them."""
        if self.phase != ACTING and self.phase != SECOND_WALL:
            steps = self.legal()
            return steps[rng.below(len(steps))]
        turn: i64 = self.turn
        hands = self.hands
        edges = self.walls.openings()
        kinds = 0
        tiles = 0
        if self.phase == ACTING and self.left[turn]:
            for kind in range(tables.KINDS):
                if hands[turn * tables.KINDS + kind]:
                    kinds += 1
            tiles = count(self.free) * kinds
        more = 1 if self.phase == ACTING or self.one_or_two else 0
        at = rng.below(edges + tiles + more)
        if at < edges:
            return tables.WALL + self.walls.opening(at)
        at -= edges
        if at >= tiles:
            return tables.PASS if self.phase == ACTING else tables.ENOUGH
        cell = nth(self.free, at // kinds)
        skip = at % kinds
        for kind in range(tables.KINDS):
            if hands[turn * tables.KINDS + kind]:
                if skip == 0:
                    return tables.TILE + cell * tables.KINDS + kind
                skip -= 1
        raise AssertionError("the kinds were counted")

    def draw(self, rng: Rng) -> int:
        """NU-6, NU-18: all outcomes alike."""
        if self.phase == DRAW_FIRST:
            return tables.FIRST + self.starters[rng.below(len(self.starters))]
        return self.pick(rng)

    def apply(self, step: int) -> None:
        """Take a legal step."""
        if step == tables.PASS:
            self.passed |= 1 << self.turn
            self.remember(LAST_PASS, NOTHING)
            self.tell("pass", self.turn, ())
            self.next_turn()
        elif step >= tables.TILE:
            at = step - tables.TILE
            self.lay_tile(at // tables.KINDS, at % tables.KINDS + 1)
        elif step == tables.ENOUGH:
            self.tell("enough", self.turn, ())
            self.next_turn()
        elif step >= tables.WALL:
            self.lay_wall(step - tables.WALL)
        elif step >= tables.MINE:
            at = step - tables.MINE
            self.lay_mine(at // tables.KINDS, at % tables.KINDS + tables.LOWEST)
        else:  # NU-6
            self.turn = step - tables.FIRST
            self.starter = self.turn
            self.phase = ACTING if self.mines == tables.STANDARD_MINES else LAYING_MINES
            self.tell("first", self.turn, ())

    def lay_mine(self, cell: int, value: int) -> None:
        """NU-18: one marker; after the eighth the starter has the first turn."""
        self.cells[cell] = -value
        self.free &= ~tables.BIT[cell]
        kind = value - tables.LOWEST
        self.markers = replaced(self.markers, kind, self.markers[kind] - 1)
        if self.mines == tables.PLAYERS_MINES:
            self.tell("mine", self.turn, (*rim(cell), value))
            self.turn = (self.turn + 1) % self.players
        else:
            self.tell("found", CHANCE, (*rim(cell), value))
        if self.markers_left() == 0:
            self.turn = self.starter
            self.phase = ACTING

    def lay_wall(self, edge: int) -> None:
        """NU-7 to NU-9: a wall, and who acts after it."""
        self.walls.lay(edge)
        story = self.story
        if story is not None:
            story.extend(wall_laid(self.cells, self.walls, self.turn, edge))
        if self.phase == SECOND_WALL:
            self.last[2 * self.turn + 1] = edge
            self.next_turn()
            return
        self.remember(edge, NOTHING)
        if self.walls.can_lay():
            self.phase = SECOND_WALL
        else:
            self.next_turn()  # NU-9: a single wall is the whole action

    def lay_tile(self, cell: int, value: int) -> None:
        """NU-10: a tile face down; its value is told to its owner only (NU-13)."""
        seat = self.turn
        self.cells[cell] = seat * 8 + value
        self.free &= ~tables.BIT[cell]
        at = seat * tables.KINDS + value - 1
        self.hands[at] = self.hands[at] - 1
        self.left[seat] = self.left[seat] - 1
        self.remember(LAST_TILE + cell, NOTHING)
        story = self.story
        if story is not None:
            if self.memory:
                story.append(Event("tile", seat, rim(cell), EVERYONE))
            else:
                story.append(Event("tile", seat, rim(cell), all_but(seat)))
                story.append(Event("laid", seat, (*rim(cell), value), only(seat)))
        self.next_turn()

    def remember(self, first: int, second: int) -> None:
        """Keep what the seat on turn did last."""
        self.last[2 * self.turn] = first
        self.last[2 * self.turn + 1] = second

    def next_turn(self) -> None:
        """NU-11, NU-12: the next seat that can act; those that cannot are passed for good."""
        everyone = (1 << self.players) - 1
        while self.passed != everyone:
            self.turn = (self.turn + 1) % self.players
            if self.turn == self.starter:
                self.rounds += 1
            if (self.passed >> self.turn) & 1:
                continue
            if self.walls.can_lay() or (self.left[self.turn] > 0 and self.free != 0):
                self.phase = ACTING
                return
            self.passed |= 1 << self.turn
            self.tell("stuck", self.turn, ())
        self.phase = ENDED
        story = self.story
        if story is not None:
            story.append(Event("over", self.turn, (), EVERYONE))
            story.extend(final_count(self.cells, self.walls, self.sides(), self.teams()))

    def tell(self, kind: str, seat: int, args: tuple[int, ...]) -> None:
        """Something everyone may know."""
        story = self.story
        if story is not None:
            story.append(Event(kind, seat, args, EVERYONE))

    def teams(self) -> bool:
        """NU-5: whether those who sit across are partners."""
        return self.players == 4

    def sides(self) -> int:
        """NU-5: those who count apart: seats, or two teams; seat % sides is a seat's side."""
        return 2 if self.teams() else self.players

    def knows(self, seat: int, owner: int) -> bool:
        """NU-13: whether the seat may look at the laid tiles of their owner now."""
        return self.phase == ENDED or (owner == seat and not self.memory)

    def clone(self) -> "Nuggets":
        """An equal, independent state with no story."""
        return Nuggets(
            players=self.players,
            mines=self.mines,
            one_or_two=self.one_or_two,
            memory=self.memory,
            starters=self.starters,
            phase=self.phase,
            turn=self.turn,
            starter=self.starter,
            rounds=self.rounds,
            passed=self.passed,
            walls=self.walls.clone(),
            free=self.free,
            cells=self.cells[:],
            markers=self.markers,
            hands=self.hands[:],
            left=self.left[:],
            last=self.last[:],
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
        tiles = [0] * tables.KINDS
        for cell in range(tables.CELLS):
            tile = self.cells[cell]
            if tile > 0 and tile >> 3 == owner:
                places.append(cell)
                kind = (tile & 7) - 1
                tiles[kind] = tiles[kind] + 1
        if with_hand:
            for kind in range(tables.KINDS):
                tiles[kind] = tiles[kind] + self.hands[owner * tables.KINDS + kind]
                self.hands[owner * tables.KINDS + kind] = 0
        pool: list[int] = []  # by value first, so that the truth leaves no trace in the guess
        for kind in range(tables.KINDS):
            for _ in range(tiles[kind]):
                pool.append(kind + 1)
        rng.shuffle(pool)
        for at in range(len(pool)):
            if at < len(places):
                self.cells[places[at]] = owner * 8 + pool[at]
            else:
                held = owner * tables.KINDS + pool[at] - 1
                self.hands[held] = self.hands[held] + 1

    def scores(self) -> list[int]:
        """NU-15, NU-16: the gold; with teams every partner carries the team's."""
        sides = self.sides()
        points = [0] * sides
        for zone in self.walls.zones():
            gold = gold_in(self.cells, zone)
            if gold:
                taken = shares(gold, sums_in(self.cells, zone, sides))
                for side in range(sides):
                    points[side] = points[side] + taken[side]
        return [points[seat % sides] for seat in range(self.players)]

    def ranks(self) -> list[int]:
        """NU-17: by points alone; equals share the place."""
        keys: list[tuple[int, ...]] = []
        for points in self.scores():
            keys.append((points,))
        return rank_by(keys)

    def ending(self) -> str:
        """NU-12: all have passed, or nothing can be laid any more (NU-11)."""
        if self.phase != ENDED:
            return ""
        tiles = self.free != 0 and max(self.left) > 0
        return "passed" if tiles or self.walls.can_lay() else "stuck"

    def why_not(self, step: int) -> str:
        """The clause that forbids the step now."""
        if step in self.legal():
            return ""
        if self.phase == ENDED:
            return "NU-12"
        if self.phase == DRAW_FIRST or step < tables.MINE:
            return "NU-6"
        if self.phase == LAYING_MINES or step < tables.WALL:
            return "NU-18"
        if step == tables.PASS:
            return "NU-11"
        if step == tables.ENOUGH or (step >= tables.TILE and self.phase == SECOND_WALL):
            return "NU-9"
        if step >= tables.TILE:
            return "NU-10"
        if step - tables.WALL in self.walls.laid:
            return "NU-7"
        return "NU-3" if self.walls.stock == 0 else "NU-8"

    def because(self, seat: int, step: int) -> dict[str, Any]:
        """NU-8: the zone that would be too small; the same for every seat."""
        if step < tables.WALL or step >= tables.ENOUGH or self.why_not(step) != "NU-8":
            return {}
        zone: i64 = self.walls.too_small(step - tables.WALL)
        cells = [divmod(cell, tables.COLS) for cell in range(tables.CELLS) if zone >> cell & 1]
        return {"cells": cells}

    def ways(self, step: int) -> int:
        """NU-13: a tile laid face down may be any of the equal ones in that hand."""
        if step < tables.TILE or step >= tables.PASS:
            return 1
        return self.hands[self.turn * tables.KINDS + (step - tables.TILE) % tables.KINDS]


def begin(players: int, mines: int, one_or_two: bool, memory: bool, starters: list[int]) -> Nuggets:
    """A new game, before `first`."""
    cells = [0] * tables.CELLS
    free: i64 = tables.BOARD
    markers = [0] * tables.KINDS
    for row, col, value in tables.STANDARD:
        if mines == tables.STANDARD_MINES:
            cells[row * tables.COLS + col] = -value
            free &= ~tables.BIT[row * tables.COLS + col]
        else:
            markers[value - tables.LOWEST] += 1
    hands: list[int] = []
    left: list[int] = []
    for _ in range(players):
        hands += tables.TILES[players]
        left.append(sum(tables.TILES[players]))
    return Nuggets(
        players=players,
        mines=mines,
        one_or_two=one_or_two,
        memory=memory,
        starters=starters,
        phase=DRAW_FIRST,
        turn=0,
        starter=0,
        rounds=1,
        passed=0,
        walls=no_walls(),
        free=free,
        cells=cells,
        markers=markers,
        hands=hands,
        left=left,
        last=[NOTHING] * (2 * players),
    )


def nuggets(state: State) -> Nuggets:
    """The state as this game's own."""
    return cast(Nuggets, state)
