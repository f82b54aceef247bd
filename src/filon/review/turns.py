"""A game's steps in turns: the blocks of the strip under the curve."""

from collections.abc import Sequence

from filon.review.form import ReviewTurn


def turns(hands: Sequence[frozenset[int]]) -> list[ReviewTurn]:
    """Runs of steps in the same hands; nobody's steps belong to the run before them.

    What is nobody's at the very beginning belongs to whoever comes first.
    """
    found: list[ReviewTurn] = []
    whose: frozenset[int] = frozenset()
    first = 0
    for at, hand in enumerate(hands):
        if hand and whose and hand != whose:
            found.append(ReviewTurn(seats=sorted(whose), first=first, last=at - 1))
            first = at
        whose = hand or whose
    if hands:
        found.append(ReviewTurn(seats=sorted(whose), first=first, last=len(hands) - 1))
    return found


def turn_of(found: Sequence[ReviewTurn], step: int) -> int:
    """The index of the turn that a step belongs to."""
    return next(at for at, turn in enumerate(found) if turn.first <= step <= turn.last)
