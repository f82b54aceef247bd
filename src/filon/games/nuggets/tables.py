"""The printed facts of Nuggets, and the numbers of its steps."""

from typing import Final

from mypy_extensions import i64

ROWS: Final = 5  # NU-1
COLS: Final = 8
CELLS: Final = 40  # cell = row * 8 + column, from the top left
EAST_EDGES: Final = 35  # between a cell and its east neighbour: columns 0 to 6
EDGES: Final = 67  # NU-1: the east edges row by row, then the south edges row by row
SMALLEST: Final = 4  # NU-8: cells of the smallest zone
STOCK: Final = 35  # NU-3
SEATS: Final = 4
UNIT: Final = 6  # NU-16: points are counted in sixths, for halves and thirds

# NU-2: the standard mines, (row, column, value). The values are the rulebook's; its diagram lost
# a blank in every row and the empty middle row, so the columns are a reconstruction.
STANDARD: Final[list[tuple[int, int, int]]] = [
    (0, 1, 7), (0, 5, 8),
    (1, 3, 4), (1, 7, 5),
    (3, 0, 6), (3, 2, 6), (3, 6, 7),
    (4, 4, 5),
]
MINES: Final = 8
GOLD: Final = 48
MARKERS: Final[list[int]] = [value for _, _, value in STANDARD]  # the order of NU-18
LOWEST: Final = 4  # marker values run from 4 to 8
KINDS: Final = 5  # different markers, and different tiles

# NU-4: how many tiles of value 1, 2, 3, 4, 5 a seat has, by number of players.
TILES: Final[list[list[int]]] = [
    [], [],
    [11, 2, 1, 1, 1],
    [7, 2, 1, 1, 0],
    [5, 1, 1, 1, 0],
]

# NU-18: ways to lay the mines.
STANDARD_MINES: Final = 0
RANDOM_MINES: Final = 1
PLAYERS_MINES: Final = 2

# Steps, in the order of layout.py.
FIRST: Final = 0  # + seat
MINE: Final = 4  # + cell * 5 + (value - 4)
WALL: Final = 204  # + edge
ENOUGH: Final = 271
TILE: Final = 272  # + cell * 5 + (value - 1)
PASS: Final = 472

# One bit a cell: shifting is done once, here (a compiled shift stops at 32 bits). An edge is the
# bit of its north-western cell, in one number for the east edges and one for the south edges.
BIT: Final[list[int]] = [1 << cell for cell in range(CELLS)]
BOARD: Final = (1 << CELLS) - 1
LAST_COL: Final = sum(1 << (row * COLS + COLS - 1) for row in range(ROWS))
LAST_ROW: Final = sum(1 << ((ROWS - 1) * COLS + col) for col in range(COLS))
ALL_EAST: Final = BOARD & ~LAST_COL
ALL_SOUTH: Final = BOARD & ~LAST_ROW

# By edge: the cell that names it, and the one beyond it, to the east or to the south.
CELL_OF: Final[list[int]] = (
    [row * COLS + col for row in range(ROWS) for col in range(COLS - 1)]
    + [row * COLS + col for row in range(ROWS - 1) for col in range(COLS)]
)
BEYOND: Final[list[int]] = [
    CELL_OF[edge] + (1 if edge < EAST_EDGES else COLS) for edge in range(EDGES)
]
# By cell: the number of its east and of its south edge, or -1 on the rim.
EAST_OF: Final[list[int]] = [
    row * (COLS - 1) + col if col < COLS - 1 else -1 for row in range(ROWS) for col in range(COLS)
]
SOUTH_OF: Final[list[int]] = [
    EAST_EDGES + cell if cell < CELLS - COLS else -1 for cell in range(CELLS)
]


def _beside(cell: int) -> list[int]:
    row, col = cell // COLS, cell % COLS
    return ([cell - COLS] * (row > 0) + [cell + COLS] * (row < ROWS - 1)
            + [cell - 1] * (col > 0) + [cell + 1] * (col < COLS - 1))


def _patches() -> list[int]:
    """NU-8: every connected patch that is too small for a zone, as bits of its cells."""
    masks = {1 << cell for cell in range(CELLS)}
    grown = set(masks)
    for _ in range(SMALLEST - 2):
        grown = {patch | 1 << other for patch in grown for cell in range(CELLS)
                 if patch >> cell & 1 for other in _beside(cell) if not patch >> other & 1}
        masks |= grown
    return sorted(masks)


def _fence(patch: int) -> list[int]:
    """The edges that part the patch from the rest: a wall on each would close it."""
    return [edge for edge in range(EDGES)
            if (patch >> CELL_OF[edge] & 1) != (patch >> BEYOND[edge] & 1)]


def _bits(edges: list[int]) -> int:
    return sum(1 << CELL_OF[edge] for edge in edges)


# NU-8 without floods: a wall is forbidden exactly when it would be the last one of some fence.
PATCHES: Final[list[int]] = _patches()  # 273 of them
FENCES: Final[list[list[int]]] = [_fence(patch) for patch in PATCHES]


class Fence:
    """The edges around a patch, as native numbers: they are read at every wall."""

    def __init__(self, edges: list[int]) -> None:
        self.east: i64 = _bits([edge for edge in edges if edge < EAST_EDGES])
        self.south: i64 = _bits([edge for edge in edges if edge >= EAST_EDGES])


# By edge: the fences it belongs to.
FENCED: Final[list[list[Fence]]] = [
    [Fence(edges) for edges in FENCES if edge in edges] for edge in range(EDGES)
]
