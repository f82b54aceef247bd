"""The printed facts of Claim It!, and the numbers of its steps."""

from typing import Final

from mypy_extensions import i64

SIDE: Final = 6
PARCELS: Final = 36  # CI-1; parcel = (row - 1) * 6 + (column - 1)
SQUATTERS: Final = 6  # CI-2
THROWS: Final = 216  # ordered throws of three dice

# CI-14: claimed parcels that call the last round, by number of players. Read by `ClaimIt.need`.
# A change is a new edition: stored games end by these numbers.
NEED: Final[list[int]] = [0, 0, 13, 9, 7, 6]

# Steps, in the order of layout.py.
FIRST: Final = 0  # + seat
DICE: Final = 5  # + index of the throw below
SQUAT: Final = 61  # + ((col - 1) * 6 + (row - 1)) * 6 + (n - 1)
CLAIM: Final = 277  # + (col - 1) * 6 + (row - 1)
ROLL: Final = 313
STOP: Final = 314

# By parcel: its bit (shifted once, here: a compiled shift stops at 32 bits), column and row.
BIT: Final[list[int]] = [1 << parcel for parcel in range(PARCELS)]
COLUMN: Final[list[int]] = [parcel % SIDE + 1 for parcel in range(PARCELS)]
ROW: Final[list[int]] = [parcel // SIDE + 1 for parcel in range(PARCELS)]

LEFT_EDGE: Final = sum(1 << (row * SIDE) for row in range(SIDE))
RIGHT_EDGE: Final = LEFT_EDGE << (SIDE - 1)
MAP: Final = (1 << PARCELS) - 1


def _throws() -> list[tuple[int, int, int]]:
    return [(a, b, c) for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)]


def _ways(a: int, b: int, c: int) -> int:
    if a == b == c:
        return 1
    return 3 if a == b or b == c else 6


# The 56 throws in ascending order, and in how many of the 216 ways each falls.
THROW: Final[list[tuple[int, int, int]]] = _throws()
WAYS: Final[list[int]] = [_ways(a, b, c) for a, b, c in THROW]
# The 216 in the order of these throws: which throw each is.
FALLS: Final[list[int]] = [throw for throw, ways in enumerate(WAYS) for _ in range(ways)]


def _assignments(throw: tuple[int, int, int]) -> list[int]:
    """CI-5: every different (column, row, marker) of a throw, packed as its `squat` offset."""
    a, b, c = throw
    orders = [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]
    return sorted({((x - 1) * SIDE + (y - 1)) * SIDE + (n - 1) for x, y, n in orders})


ASSIGNMENTS: Final[list[list[int]]] = [_assignments(throw) for throw in THROW]

# By `claim` offset: the parcel it names.
CLAIMED_AT: Final[list[int]] = [
    offset % SIDE * SIDE + offset // SIDE for offset in range(PARCELS)
]
# By `squat` offset: the parcel it names and the squatter it wants (0 to 5).
SQUATTED_AT: Final[list[int]] = [
    CLAIMED_AT[offset // SIDE] for offset in range(PARCELS * SQUATTERS)
]
SQUATTER_OF: Final[list[int]] = [offset % SIDE for offset in range(PARCELS * SQUATTERS)]

# Throws as bits: those that fall in 1, 3 and 6 ways. Squatter n free, row r, columns as six bits
# (n * 6 + r) * 64 + columns: the throws of which an assignment puts n on one of these parcels; and
# by row and columns those that name one of these parcels with any squatter.
IN_WAYS: Final[list[int]] = [
    sum(1 << throw for throw, ways in enumerate(WAYS) if ways == wanted) for wanted in (1, 3, 6)
]


def _placing(n: int, row: int, columns: int) -> int:
    return sum(
        1 << throw for throw, offsets in enumerate(ASSIGNMENTS)
        if any(SQUATTER_OF[offset] == n and SQUATTED_AT[offset] // SIDE == row
               and columns >> SQUATTED_AT[offset] % SIDE & 1 for offset in offsets)
    )


_ONE: Final[list[int]] = [
    _placing(n, row, 1 << col) for n in range(SQUATTERS) for row in range(SIDE)
    for col in range(SIDE)
]


def _union(at: int, columns: int) -> int:
    bits = 0
    for col in range(SIDE):
        if columns >> col & 1:
            bits |= _ONE[at * SIDE + col]
    return bits


class Throws:
    """A set of throws as a native number."""

    def __init__(self, bits: i64) -> None:
        self.bits: i64 = bits


PLACING: Final[list[Throws]] = [
    Throws(_union(at, columns)) for at in range(SQUATTERS * SIDE) for columns in range(64)
]


def _naming(row: int, columns: int) -> int:
    bits = 0
    for n in range(SQUATTERS):
        bits |= _union(n * SIDE + row, columns)
    return bits


NAMING: Final[list[Throws]] = [
    Throws(_naming(row, columns)) for row in range(SIDE) for columns in range(64)
]
ALL_THROWS: Final = sum(IN_WAYS)


class Assignment:
    """One way to read a throw, with native numbers: they are read at every placement."""

    def __init__(self, offset: int) -> None:
        self.squat = SQUAT + offset  # the steps
        self.claim = CLAIM + offset // SIDE
        self.at = SQUATTED_AT[offset]  # the parcel and the squatter, and their bits
        self.n = SQUATTER_OF[offset]
        self.parcel: i64 = BIT[self.at]
        self.squatter: i64 = BIT[self.n]


# By `squat` offset.
WAYS_TO_SQUAT: Final[list[Assignment]] = [Assignment(at) for at in range(PARCELS * SQUATTERS)]


class Reading:
    """All ways to read a throw: a parcel is named with one squatter, the die that is left."""

    def __init__(self, offsets: list[int]) -> None:
        self.ways = [WAYS_TO_SQUAT[offset] for offset in offsets]
        dice = sorted({SQUATTER_OF[offset] for offset in offsets})
        named = [0, 0, 0]
        for offset in offsets:
            named[dice.index(SQUATTER_OF[offset])] |= BIT[SQUATTED_AT[offset]]
        bits = [BIT[n] for n in dice] + [0, 0]
        self.parcels: i64 = named[0] | named[1] | named[2]
        self.low: i64 = named[0]  # the parcels that leave each of the dice, and its squatter
        self.mid: i64 = named[1]
        self.high: i64 = named[2]
        self.low_bit: i64 = bits[0]
        self.mid_bit: i64 = bits[1]
        self.high_bit: i64 = bits[2]

    def free(self, out: i64) -> i64:
        """CI-6: the parcels whose squatter is off the map."""
        free: i64 = 0
        if not out & self.low_bit:
            free = self.low
        if not out & self.mid_bit:
            free |= self.mid
        if not out & self.high_bit:
            free |= self.high
        return free


READINGS: Final[list[Reading]] = [Reading(offsets) for offsets in ASSIGNMENTS]
