"""The gold that sides may hope for, counted once a position, and what one more tile changes."""

from typing import Final

from mypy_extensions import i64

from filon.core.bits import count
from filon.games.nuggets.rules import Nuggets
from filon.games.nuggets.tables import BIT, CELLS, KINDS, SMALLEST

FINE: Final = 16  # strengths are weighed in sixteenths, so that hopes can be spread over zones
DOUBT: Final = 24  # what a free cell takes from the firmness of a lead, in sixteenths of strength
NEAR: Final = 4  # sixteenths of strength lost with each step from the mine, in the open valley
LEAST: Final = 2  # sixteenths that a tile counts for at least
CAP: Final = 1  # the strength a free cell may be expected to get at most

SIDES: Final = 3  # at most: seats, or two teams
ABSENT: Final = -1  # the strength of a side that is not there: below every other


class Prospects:
    """A position that is not over, by its zones with gold and the mines in each."""

    def __init__(self, game: Nuggets) -> None:
        self.sides: i64 = game.sides()
        self.held = in_hand(game)
        self.idle = tiles_left(game)
        self.zones: list[i64] = []  # those with gold
        self.golds: list[int] = []  # by zone,
        self.rooms: list[int] = []  # its free cells,
        self.fades: list[int] = []  # how much distance counts in it,
        self.ends: list[int] = []  # and the number after its last mine
        self.mines: list[int] = []  # the cells of the mines, zone by zone
        self.worths: list[int] = []  # their gold
        self.sums: list[int] = []  # by zone * SIDES + side: its strength there
        self.near: list[int] = []  # by mine * SIDES + side: the strength around it
        self.contested: i64 = 0  # the gold of zones with free cells
        cells = game.cells
        gold_at: list[int] = []
        tiles: list[int] = []
        for cell in range(CELLS):
            if cells[cell] < 0:
                gold_at.append(cell)
            elif cells[cell] > 0:
                tiles.append(cell)
        for zone in game.walls.zones():
            self.add_zone(game, zone, gold_at, tiles)

    def add_zone(self, game: Nuggets, zone: i64, gold_at: list[int], tiles: list[int]) -> None:
        """Count a zone, if there is gold in it."""
        cells = game.cells
        gold: i64 = 0
        for cell in gold_at:
            bit: i64 = BIT[cell]
            if zone & bit:
                self.mines.append(cell)
                self.worths.append(-cells[cell])
                gold -= cells[cell]
        if gold == 0:
            return
        room: i64 = count(game.free & zone)
        fade: i64 = NEAR * (count(zone) - SMALLEST)  # in a wide zone the walls to come may part us
        if room > 0:
            self.contested += gold
        first = self.ends[-1] if self.ends else 0
        for _ in range(first, len(self.mines)):
            for side in range(SIDES):
                self.near.append(0 if side < self.sides else ABSENT)
        base = len(self.sums)
        for _ in range(SIDES):
            self.sums.append(0)
        for cell in tiles:
            within: i64 = BIT[cell]
            if zone & within:
                tile = cells[cell]
                side = (tile >> 3) % self.sides
                self.sums[base + side] = self.sums[base + side] + (tile & 7)
                for at in range(first, len(self.mines)):
                    where = at * SIDES + side
                    more = (tile & 7) * weight(cell, self.mines[at], fade)
                    self.near[where] = self.near[where] + more
        self.zones.append(zone)
        self.golds.append(gold)
        self.rooms.append(room)
        self.fades.append(fade)
        self.ends.append(len(self.mines))

    def zone_of(self, cell: i64) -> i64:
        """The number of the zone with gold in which the cell lies, or -1."""
        bit: i64 = BIT[cell]
        for at in range(len(self.zones)):
            if self.zones[at] & bit:
                return at
        return -1

    def lead(self, side: i64, cell: i64 = 0, value: i64 = 0) -> i64:
        """The gold a side may hope for beyond its best rival's, in thousandths of a point.

        With a value: once it has laid a tile of it on the free cell, from a hand that had it.
        """
        held: i64 = self.held[side] - value
        idle: i64 = self.idle[side] - (1 if value else 0)
        # The other two, the second of them perhaps absent.
        first: i64 = 1 if side == 0 else 0
        second: i64 = 1 if side == 2 else 2
        held_one: i64 = self.held[first]
        held_two: i64 = self.held[second]
        idle_one: i64 = self.idle[first]
        idle_two: i64 = self.idle[second]
        rivals: i64 = max(idle_one, idle_two)
        rivals_one: i64 = max(idle, idle_two)
        rivals_two: i64 = max(idle, idle_one)
        laid: i64 = self.zone_of(cell) if value else -1
        contested: i64 = self.contested
        if laid >= 0 and self.rooms[laid] == 1:
            contested -= self.golds[laid]
        own: i64 = 0
        gain_one: i64 = 0
        gain_two: i64 = 0
        near = self.near
        third: bool = self.sides == SIDES
        at: i64 = 0
        for zone in range(len(self.golds)):
            room: i64 = self.rooms[zone]
            fade: i64 = -1
            if zone == laid:
                room -= 1
                fade = self.fades[zone]
            hope: i64 = 0
            hope_one: i64 = 0
            hope_two: i64 = 0
            if room > 0:  # what is in hand is thought to follow the gold
                gold: i64 = FINE * self.golds[zone]
                cap: i64 = FINE * CAP * room
                hope = min(held * gold // contested, cap)
                hope_one = min(held_one * gold // contested, cap)
                if third:
                    hope_two = min(held_two * gold // contested, cap)
            end: i64 = self.ends[zone]
            while at < end:
                strong: i64 = near[at * SIDES + side] + hope
                strong_one: i64 = near[at * SIDES + first] + hope_one
                strong_two: i64 = near[at * SIDES + second] + hope_two
                if fade >= 0:
                    strong += value * weight(cell, self.mines[at], fade)
                worth: i64 = self.worths[at]
                own += worth * part(strong, strong_one, strong_two, room, idle, rivals)
                gain_one += worth * part(strong_one, strong, strong_two, room, idle_one, rivals_one)
                if third:
                    gain_two += worth * part(
                        strong_two, strong, strong_one, room, idle_two, rivals_two
                    )
                at += 1
        return own - max(gain_one, gain_two)


def weight(cell: i64, mine: i64, fade: i64) -> i64:
    """What a tile's strength counts for around a mine of its zone, in sixteenths."""
    rows: i64 = (cell >> 3) - (mine >> 3)
    cols: i64 = (cell & 7) - (mine & 7)
    far: i64 = (rows if rows >= 0 else -rows) + (cols if cols >= 0 else -cols)
    return max(FINE - fade * (far - 1) // 36, LEAST)


def part(own: i64, first: i64, second: i64, room: i64, idle: i64, rivals: i64) -> i64:
    """The part of a mine that a side may hope for against two others, in thousandths."""
    best: i64 = max(first, second)
    if own == best:
        if own == 0:
            return 0
        return 333 if first == second else 500
    if own > best:  # `cells`: where the lead may yet turn
        ahead: i64 = own - best
        cells: i64 = min(room, rivals)
        return 500 + 500 * ahead // (ahead + DOUBT * cells)
    ahead = best - own
    cells = min(room, idle)
    return 500 - 500 * ahead // (ahead + DOUBT * cells)


def in_hand(game: Nuggets) -> list[int]:
    """The strength each side still holds and may lay."""
    sides = game.sides()
    total = [0] * SIDES
    for seat in range(game.players):
        if not (game.passed >> seat) & 1:
            side = seat % sides
            for kind in range(KINDS):
                total[side] = total[side] + (kind + 1) * game.hands[seat * KINDS + kind]
    return total


def tiles_left(game: Nuggets) -> list[int]:
    """The tiles each side may still lay."""
    sides = game.sides()
    total = [0] * SIDES
    for seat in range(game.players):
        if not (game.passed >> seat) & 1:
            side = seat % sides
            total[side] = total[side] + game.left[seat]
    return total
