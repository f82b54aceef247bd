"""Who learns something by a step: what neither a look may tell nor an undo take back (ADR 18).

This is security code. It asks the step's verb, the eyes of its events and what everybody reads on
paper, never the hidden things themselves, so the answer is the same whatever these are.
"""

from collections.abc import Sequence

from filon.core.events import EVERYONE, Event, all_but, only
from filon.core.game import CHANCE, OVER, State
from filon.core.paper import Paper, PaperLine
from filon.core.spec import Spec

NOBODY = 0  # the eyes of no one


def learners(
    spec: Spec, line: PaperLine, story: Sequence[Event], after: State, paper: Paper
) -> int:
    """Eyes of the seats that learn something new by this step, which was just taken."""
    if line.actor == CHANCE:
        return EVERYONE  # what was drawn
    if not spec.hidden:
        return NOBODY
    if line.sealed:
        return EVERYONE  # the last of them opens them all, and none is taken back
    eyes = NOBODY
    for event in story:
        if event.kind in spec.uncovers or not _own_echo(line, event):
            eyes |= event.eyes
    if after.actor() == OVER:
        eyes |= paper.blind()  # the end opens every paper
    return eyes


def _own_echo(line: PaperLine, event: Event) -> bool:
    """Whether an event only repeats the step: in full to its seat, masked to the others."""
    if event.eyes == EVERYONE:
        return True
    return line.veiled and event.eyes in (only(line.actor), all_but(line.actor))
