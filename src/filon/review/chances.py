"""Chances as whole numbers that add up to one victory, and the marks for what moved them."""

from collections.abc import Sequence
from math import floor, sqrt
from typing import Final

from filon.review.form import ONE, POINT, Mark, ReviewThresholds

Shares = list[int]

THRESHOLDS: Final = ReviewThresholds(
    inaccuracy=3 * POINT, mistake=6 * POINT, blunder=12 * POINT, lucky=8 * POINT
)


def apportion(parts: Sequence[float], ranked: Sequence[int]) -> Shares:
    """Parts of a victory in whole numbers that add up to ONE; the largest remainders round up."""
    total = sum(parts[seat] for seat in ranked)
    whole = [0] * len(parts)
    rests: list[tuple[float, int]] = []
    for seat in ranked:
        exact = parts[seat] / total * ONE if total > 0 else ONE / len(ranked)
        whole[seat] = floor(exact + 1e-6)  # what is whole but for its last digit is whole
        rests.append((whole[seat] - exact, seat))
    left = ONE - sum(whole)
    for _, seat in sorted(rests)[:left] if left > 0 else ():
        whole[seat] += 1
    if left < 0:  # the forgiven last digits were too many
        whole[max(ranked, key=lambda seat: whole[seat])] += left
    return whole


def even(players: int, ranked: Sequence[int]) -> Shares:
    """The same chance for every seat that can win."""
    return [ONE // len(ranked) if seat in ranked else 0 for seat in range(players)]


def minus(ours: Sequence[int], theirs: Sequence[int]) -> Shares:
    """Seat by seat."""
    return [a - b for a, b in zip(ours, theirs, strict=True)]


def half_width(variance: float) -> int:
    """Half of a 95 % interval from the variance of a mean, in parts of ONE."""
    return round(1.96 * sqrt(max(0.0, variance)) * ONE)


def tenths(value: int) -> int:
    """In tenths of a percentage point, halves away from 0."""
    size = (abs(value) * 20 + POINT) // (2 * POINT)
    return size if value >= 0 else -size


def mark(lost: int, error: int) -> Mark:
    """The mark by the thresholds; none if the loss lies within its own interval."""
    if lost <= error:
        return ""
    if lost >= THRESHOLDS.blunder:
        return "blunder"
    if lost >= THRESHOLDS.mistake:
        return "mistake"
    return "inaccuracy" if lost >= THRESHOLDS.inaccuracy else ""


def striking(luck: list[int], hand: int) -> bool:
    """Whether a draw is marked: by the luck of the hand that threw, or of any seat if none did."""
    luck_of = [luck[hand]] if 0 <= hand < len(luck) else luck
    return max(abs(part) for part in luck_of) >= THRESHOLDS.lucky
