"""Sets of places as the bits of one native number: how many, and which."""

from mypy_extensions import i64


def count(bits: i64) -> i64:
    """How many bits are set, of a number that is not negative."""
    bits -= (bits >> 1) & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    bits += bits >> 32
    return bits & 0x7F


def first(bits: i64) -> i64:
    """The lowest place of a set that is not empty."""
    return count((bits & -bits) - 1)


def nth(bits: i64, n: i64) -> i64:
    """The place of the set that has n places of it below."""
    while n > 0:
        bits &= bits - 1
        n -= 1
    return first(bits)
