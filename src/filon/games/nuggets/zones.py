"""Zones of the valley: sets of cells as bits, the gold in them, and who takes it."""

from mypy_extensions import i64

from filon.games.nuggets.tables import BOARD, COLS, LAST_COL, UNIT


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


def gold_in(cells: list[int], zone: i64) -> int:
    """The mine points of a zone."""
    total: i64 = 0
    bit: i64 = 1
    for worth in cells:
        if worth < 0 and zone & bit:
            total -= worth
        bit += bit
    return total


def sums_in(cells: list[int], zone: i64, sides: int) -> list[int]:
    """NU-15: the strength of every side in a zone; of two teams, the partners' together."""
    total = [0] * sides
    bit: i64 = 1
    for tile in cells:
        if tile > 0 and zone & bit:
            side = (tile >> 3) % sides
            total[side] = total[side] + (tile & 7)
        bit += bit
    return total


def shares(gold: int, sums: list[int]) -> list[int]:
    """NU-15, NU-16: what each side takes of a zone's gold, in units; the strongest, alike."""
    best = max(sums)
    if best == 0:
        return [0] * len(sums)
    each = UNIT * gold // sums.count(best)
    return [each if strength == best else 0 for strength in sums]
