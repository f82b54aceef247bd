"""Annotations of a record: which steps a bot took for a person, and an early end.

They stand in optional header lines and after a `#`; the steps stay as they are.
"""

from collections.abc import Iterable
from dataclasses import replace

from filon.core.record import Record
from filon.match.entry import Entry

STAND_IN = "stand-in"
ENDED = "ended"


def marked(record: Record, entries: Iterable[Entry]) -> Record:
    """The same record with what the table did about it."""
    standing: dict[int, str] = {}
    took: list[str] = []  # per step that stands: the level that stood in, or nothing
    periods: list[str] = []
    ended = ""
    for entry in entries:
        if entry.kind == "step":
            took.append(standing.get(entry.seat, ""))
        elif entry.kind == "undo":
            took.pop()
        elif entry.kind in ("takeover", "resign"):
            standing[entry.seat] = entry.notation
            periods.append(f"seat {entry.seat} {entry.notation} from {len(took)}")
        elif entry.kind == "return":
            standing.pop(entry.seat, None)
            periods.append(f"seat {entry.seat} back from {len(took)}")
        elif entry.kind == "end":
            who = f" seat {entry.seat}" if entry.seat >= 0 else ""
            ended = f"{entry.notation}{who}"
    notes = dict(record.notes)
    if periods:
        notes[STAND_IN] = ", ".join(periods)
    if ended:
        notes[ENDED] = ended
    steps = [
        f"{text:<16} # stand-in {level}" if level else text
        for text, level in zip(record.steps, took, strict=True)
    ]
    return replace(record, steps=steps, notes=notes)
