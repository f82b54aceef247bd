"""Chances as whole numbers that make exactly one victory together."""

from collections.abc import Sequence
from math import floor, sqrt

from filon.review.form import ONE, POINT

Shares = list[int]


def apportion(parts: Sequence[float], ranked: Sequence[int]) -> Shares:
    """Parts of a victory in whole numbers that add up to ONE; the largest remainders round up."""
    total = sum(parts[seat] for seat in ranked)
    told = [0] * len(parts)
    rests: list[tuple[float, int]] = []
    for seat in ranked:
        exact = parts[seat] / total * ONE if total > 0 else ONE / len(ranked)
        told[seat] = floor(exact + 1e-6)  # what is whole but for its last digit is whole
        rests.append((told[seat] - exact, seat))
    left = ONE - sum(told)
    for _, seat in sorted(rests)[:left] if left > 0 else ():
        told[seat] += 1
    if left < 0:  # the forgiven last digits were too many
        told[max(ranked, key=lambda seat: told[seat])] += left
    return told


def even(players: int, ranked: Sequence[int]) -> Shares:
    """The same chance for every seat that can win."""
    return [ONE // len(ranked) if seat in ranked else 0 for seat in range(players)]


def minus(one: Sequence[int], other: Sequence[int]) -> Shares:
    """Seat by seat."""
    return [mine - theirs for mine, theirs in zip(one, other, strict=True)]


def half_width(variance: float) -> int:
    """Half of a 95 % interval from the variance of a mean, in parts of ONE."""
    return round(1.96 * sqrt(max(0.0, variance)) * ONE)


def tenths(value: int) -> int:
    """In tenths of a percentage point, halves away from 0."""
    size = (abs(value) * 20 + POINT) // (2 * POINT)
    return size if value >= 0 else -size
