"""Which steps of a record a bot took for a person: what its header line `stand-in` says."""

from filon.core.record import Record

LINE = "stand-in"  # `seat 1 panner from 30, seat 1 back from 52`


def stood_in(record: Record) -> list[set[int]]:
    """Per step, the seats for which a bot played; what cannot be read says nothing."""
    changes: dict[int, list[tuple[int, bool]]] = {}
    for period in record.notes.get(LINE, "").split(","):
        words = period.split()
        if len(words) == 5 and words[0] == "seat" and words[3] == "from":
            whose, since = words[1], words[4]
            if whose.isascii() and whose.isdigit() and since.isascii() and since.isdigit():
                changes.setdefault(int(since), []).append((int(whose), words[2] != "back"))
    standing: set[int] = set()
    told = []
    for n in range(len(record.steps)):
        for seat, bot in changes.get(n, ()):
            (standing.add if bot else standing.discard)(seat)
        told.append(set(standing))
    return told
