"""Sets of parcels, as the bits of one number: how many, and which are joined."""

from mypy_extensions import i64

from filon.core.bits import count
from filon.games.claim_it import tables


def beside(parcels: i64) -> i64:
    """The parcels next to any of these, side by side; some of these may be among them."""
    near: i64 = (parcels & ~tables.RIGHT_EDGE) << 1
    near |= (parcels & ~tables.LEFT_EDGE) >> 1
    near |= (parcels << tables.SIDE) & tables.MAP
    return near | parcels >> tables.SIDE


def flood(start: i64, within: i64) -> i64:
    """The parcels of `within` joined to `start` side by side."""
    reached: i64 = start
    while True:
        wider: i64 = reached
        wider |= (reached & ~tables.RIGHT_EDGE) << 1
        wider |= (reached & ~tables.LEFT_EDGE) >> 1
        wider |= (reached << tables.SIDE) & tables.MAP
        wider |= reached >> tables.SIDE
        wider &= within
        if wider == reached:
            return reached
        reached = wider


def largest_group(within: i64) -> i64:
    """CI-16: the most parcels joined side by side; of equal groups, the one with the lowest."""
    left: i64 = within
    best: i64 = 0
    size: i64 = 0
    rest: i64 = count(left)
    while rest > size:
        group: i64 = flood(left & -left, left)
        n: i64 = count(group)
        if n > size:
            best = group
            size = n
        left &= ~group
        rest -= n
    return best
