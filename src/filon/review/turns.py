"""Who had the turn at each step, and for which seats a bot stood in."""

from collections.abc import Sequence

from filon.core.record import Record
from filon.review.form import ReviewTurn

LINE = "stand-in"  # `seat 1 panner from 30, seat 1 back from 52`


def turns(hands: Sequence[frozenset[int]]) -> list[ReviewTurn]:
    """Runs of steps of the same seats; draws without a hand belong to the run before them.

    Such draws at the very beginning belong to the first run.
    """
    runs: list[ReviewTurn] = []
    whose: frozenset[int] = frozenset()
    first = 0
    for at, hand in enumerate(hands):
        if hand and whose and hand != whose:
            runs.append(ReviewTurn(seats=sorted(whose), first=first, last=at - 1))
            first = at
        whose = hand or whose
    if hands:
        runs.append(ReviewTurn(seats=sorted(whose), first=first, last=len(hands) - 1))
    return runs


def turn_of(turns: Sequence[ReviewTurn], step: int) -> int:
    """The index of the turn that a step belongs to."""
    return next(at for at, turn in enumerate(turns) if turn.first <= step <= turn.last)


def stood_in(record: Record) -> list[set[int]]:
    """Per step, the seats for which a bot played; unreadable parts are ignored."""
    changes: dict[int, list[tuple[int, bool]]] = {}
    for period in record.notes.get(LINE, "").split(","):
        words = period.split()
        if len(words) == 5 and words[0] == "seat" and words[3] == "from":
            whose, since = words[1], words[4]
            if whose.isascii() and whose.isdigit() and since.isascii() and since.isdigit():
                changes.setdefault(int(since), []).append((int(whose), words[2] != "back"))
    standing: set[int] = set()
    per_step = []
    for n in range(len(record.steps)):
        for seat, bot in changes.get(n, ()):
            (standing.add if bot else standing.discard)(seat)
        per_step.append(set(standing))
    return per_step
