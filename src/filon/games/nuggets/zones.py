"""Zones of the valley: sets of cells as bits, parted by walls."""

from mypy_extensions import i64

from filon.games.nuggets.tables import BIT, BOARD, CELL_OF, CELLS, COLS, EAST_EDGES, LAST_COL


def count(bits: i64) -> int:
    """How many bits are set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


def first_cell(bits: i64) -> int:
    """The lowest cell of a set that is not empty."""
    cell = 0
    while not bits & BIT[cell]:
        cell += 1
    return cell


def nth(bits: i64, n: int) -> int:
    """The cell of the set that has n cells of it below."""
    for _ in range(n):
        bits &= bits - 1
    return first_cell(bits)


def flood(start: i64, walls_east: i64, walls_south: i64) -> i64:
    """NU-14: the cells joined to `start` past no wall."""
    reached: i64 = start
    while True:
        wider: i64 = reached
        wider |= (reached & ~(walls_east | LAST_COL)) << 1
        wider |= (reached >> 1) & ~(walls_east | LAST_COL)
        wider |= ((reached & ~walls_south) << COLS) & BOARD
        wider |= (reached >> COLS) & ~walls_south
        if wider == reached:
            return reached
        reached = wider


def zones_of(walls_east: i64, walls_south: i64) -> list[i64]:
    """NU-14: the zones, by their first cell."""
    zones: list[i64] = []
    left: i64 = BOARD
    while left:
        zone: i64 = flood(left & -left, walls_east, walls_south)
        zones.append(zone)
        left &= ~zone
    return zones


def split_off(walls_east: i64, walls_south: i64, edge: int) -> i64:
    """The zone that a wall just laid has closed: the smaller part, or 0 if it parted nothing."""
    one = CELL_OF[edge]
    other = one + 1 if edge < EAST_EDGES else one + COLS
    start: i64 = BIT[one]
    here: i64 = flood(start, walls_east, walls_south)
    if here & BIT[other]:
        return 0
    beyond: i64 = BIT[other]
    there: i64 = flood(beyond, walls_east, walls_south)
    if count(here) != count(there):
        return here if count(here) < count(there) else there
    return there if first_cell(here) < first_cell(there) else here


def zone_names(walls: list[int]) -> list[int]:
    """By cell: 0 for the ground still open, otherwise the number its zone got when it closed."""
    names = [0] * CELLS
    east: i64 = 0
    south: i64 = 0
    closed = 0
    for edge in walls:
        if edge < EAST_EDGES:
            east |= BIT[CELL_OF[edge]]
        else:
            south |= BIT[CELL_OF[edge]]
        new: i64 = split_off(east, south, edge)
        if new:
            closed += 1
            for cell in range(CELLS):
                if new & BIT[cell]:
                    names[cell] = closed
    return names


def gold_in(cells: list[int], zone: i64) -> int:
    """The mine points of a zone."""
    total = 0
    for cell in range(CELLS):
        if cells[cell] < 0 and zone & BIT[cell]:
            total -= cells[cell]
    return total


def sums_in(cells: list[int], zone: i64, sides: int) -> list[int]:
    """NU-15: the strength of every side in a zone; of two teams, the partners' together."""
    total = [0] * sides
    for cell in range(CELLS):
        tile = cells[cell]
        if tile > 0 and zone & BIT[cell]:
            total[(tile >> 3) % sides] += tile & 7
    return total
