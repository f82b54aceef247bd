"""The walls of the valley: where they stand, where one may still be laid, what they part."""

from mypy_extensions import i64

from filon.core.bits import count, first, nth
from filon.games.nuggets import tables
from filon.games.nuggets.zones import flood


class Walls:
    """The stock and the edges; one bit an edge, that of its north-western cell."""

    def __init__(
        self,
        stock: int,
        east: i64,
        south: i64,
        open_east: i64,
        open_south: i64,
        laid: list[int],
    ) -> None:
        self.stock = stock  # walls left
        self.east: i64 = east
        self.south: i64 = south
        self.open_east: i64 = open_east  # edges that may still take a wall
        self.open_south: i64 = open_south
        self.laid = laid  # edges with a wall, in the order they were laid

    def clone(self) -> "Walls":
        """Equal and independent."""
        return Walls(
            stock=self.stock,
            east=self.east,
            south=self.south,
            open_east=self.open_east,
            open_south=self.open_south,
            laid=self.laid[:],
        )

    def can_lay(self) -> bool:
        """NU-3, NU-8: whether a wall can be laid, by whomever."""
        return self.stock > 0 and (self.open_east != 0 or self.open_south != 0)

    def add_steps(self, steps: list[int]) -> None:
        """NU-7, NU-8: the edges that may take a wall, while the stock lasts."""
        if self.stock == 0:
            return
        east: i64 = self.open_east
        south: i64 = self.open_south
        for edge in range(tables.EAST_EDGES):
            if east & tables.BIT[tables.CELL_OF[edge]]:
                steps.append(tables.WALL + edge)
        for edge in range(tables.EAST_EDGES, tables.EDGES):
            if south & tables.BIT[tables.CELL_OF[edge]]:
                steps.append(tables.WALL + edge)

    def openings(self) -> int:
        """How many steps `add_steps` would add."""
        return count(self.open_east) + count(self.open_south) if self.stock else 0

    def opening(self, at: int) -> int:
        """The edge of the step that `add_steps` would add at this place."""
        east = count(self.open_east)
        if at < east:
            return tables.EAST_OF[nth(self.open_east, at)]
        return tables.SOUTH_OF[nth(self.open_south, at - east)]

    def barred(self, edge: int) -> bool:
        """NU-8: whether the edge is free, and a wall on it would close too small a zone."""
        bit: i64 = tables.BIT[tables.CELL_OF[edge]]
        if edge < tables.EAST_EDGES:
            return (self.east | self.open_east) & bit == 0
        return (self.south | self.open_south) & bit == 0

    def lay(self, edge: int) -> None:
        """NU-8: the wall stands; edges that would now complete the fence of a patch are lost."""
        self.stock -= 1
        self.laid.append(edge)
        self.put(edge)
        no_east: i64 = ~self.east
        no_south: i64 = ~self.south
        for fence in tables.FENCED[edge]:
            east: i64 = fence.east & no_east
            south: i64 = fence.south & no_south
            if south == 0:
                if east & (east - 1) == 0:
                    self.open_east &= ~east
            elif east == 0 and south & (south - 1) == 0:
                self.open_south &= ~south

    def put(self, edge: int) -> None:
        """The wall alone."""
        bit: i64 = tables.BIT[tables.CELL_OF[edge]]
        if edge < tables.EAST_EDGES:
            self.east |= bit
            self.open_east &= ~bit
        else:
            self.south |= bit
            self.open_south &= ~bit

    def beside(self, edge: int) -> tuple[i64, i64]:
        """The zones on both sides of a wall on the edge: twice the same if it parts nothing."""
        east: i64 = self.east
        south: i64 = self.south
        if edge < tables.EAST_EDGES:
            east |= tables.BIT[tables.CELL_OF[edge]]
        else:
            south |= tables.BIT[tables.CELL_OF[edge]]
        beyond: i64 = tables.BIT[tables.BEYOND[edge]]
        start: i64 = tables.BIT[tables.CELL_OF[edge]]
        here: i64 = flood(start, east, south)
        there: i64 = here if here & beyond else flood(beyond, east, south)
        return here, there

    def too_small(self, edge: int) -> i64:
        """NU-8: the zone of too few cells that a wall on the edge would close in; 0 if none."""
        here, there = self.beside(edge)
        if count(here) < tables.SMALLEST:
            return here
        return there if count(there) < tables.SMALLEST else 0

    def closes(self, edge: int) -> i64:
        """The zone that a wall on the edge closes: the smaller part, or 0 if it parts nothing."""
        here, there = self.beside(edge)
        if here == there:
            return 0
        if count(here) != count(there):
            return here if count(here) < count(there) else there
        return there if first(here) < first(there) else here

    def zones(self) -> list[i64]:
        """NU-14: the zones, by their first cell."""
        areas: list[i64] = []
        left: i64 = tables.BOARD
        while left:
            zone: i64 = flood(left & -left, self.east, self.south)
            areas.append(zone)
            left &= ~zone
        return areas

    def numbered(self) -> list[i64]:
        """The zones by number: 0 is the ground still open, the others as they were closed."""
        areas: list[i64] = [tables.BOARD]
        walls = no_walls()
        for edge in self.laid:
            walls.put(edge)
            new: i64 = walls.closes(edge)
            if new:
                for number in range(len(areas)):
                    areas[number] &= ~new
                areas.append(new)
        return areas


def no_walls() -> Walls:
    """NU-3: all of them in the stock."""
    return Walls(
        stock=tables.STOCK,
        east=0,
        south=0,
        open_east=tables.ALL_EAST,
        open_south=tables.ALL_SOUTH,
        laid=[],
    )
