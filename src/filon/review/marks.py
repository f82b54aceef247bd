"""Marks as in chess, by the share of victory that a choice lost; and draws worth a word."""

from typing import Final

from filon.review.form import POINT, Mark, ReviewThresholds

THRESHOLDS: Final = ReviewThresholds(
    inaccuracy=3 * POINT, mistake=6 * POINT, blunder=12 * POINT, lucky=8 * POINT
)


def mark(lost: int, error: int) -> Mark:
    """By the thresholds; none where the loss is not even beyond its own interval."""
    if lost <= error:
        return ""
    if lost >= THRESHOLDS.blunder:
        return "blunder"
    if lost >= THRESHOLDS.mistake:
        return "mistake"
    return "inaccuracy" if lost >= THRESHOLDS.inaccuracy else ""


def striking(luck: list[int], hand: int) -> bool:
    """Whether a draw is marked: by the luck of whose hand it was; nobody's hand: by anyone's."""
    told = [luck[hand]] if 0 <= hand < len(luck) else luck
    return max(abs(one) for one in told) >= THRESHOLDS.lucky
