"""A recorded game played on from one of its moments; the new record begins with the old steps."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from filon.core.errors import Refusal
from filon.core.game import OVER
from filon.core.paper import Paper
from filon.core.record import Record, replay
from filon.core.rng import Rng
from filon.core.worlds import history

PARENT, STEP, DEAL = "parent", "fork", "deal"  # lines of a header
LONGEST = 80  # signs of a parent's name


@dataclass(frozen=True)
class Origin:
    """Where a forked game comes from: its first `step` steps are not its own."""

    parent: str  # the parent's match, or a fingerprint of its record
    step: int
    seat: int | None = None  # hidden things were dealt anew around what this seat knew
    starters: tuple[int, ...] | None = None  # as the parent began
    edition: str = ""

    def notes(self) -> dict[str, str]:
        """The header's lines that say so."""
        lines = {PARENT: self.parent, STEP: str(self.step)}
        return lines if self.seat is None else lines | {DEAL: f"seat {self.seat}"}


def origin(notes: Mapping[str, str]) -> Origin | None:
    """Where a record's game comes from, by its notes; None: it was played from its beginning."""
    step, deal = notes.get(STEP, ""), notes.get(DEAL, "").removeprefix("seat ")
    if not step.isascii() or not step.isdigit():
        return None
    return Origin(notes.get(PARENT, "-"), int(step), int(deal) if deal.isdigit() else None)


def name_of(record: Record) -> str:
    """What a fork calls its parent: the match, else a fingerprint of the steps."""
    steps = "\n".join([record.setup.game, *record.steps]).encode()
    named = record.notes.get("match", "")
    usable = named and len(named) <= LONGEST and named.isprintable()
    return named if usable else "record " + hashlib.sha256(steps).hexdigest()[:12]


def moment(record: Record, n: int) -> int:
    """The last moment not after n at which no sealed choice is half made: they are made anew."""
    at, shut = 0, False
    for step, state in enumerate(replay(record)):
        if step > n:
            break
        sealed = state.sealed()
        if not (sealed and shut):
            at = step
        shut = sealed
    return at


def veiled_from(record: Record) -> int | None:
    """After how many steps something is hidden from somebody until the end; None: never."""
    layout = record.setup.spec.layout
    if not any(verb.hidden for verb in layout.verbs):
        return None
    paper, state = Paper(record.setup), record.setup.start()
    for n, text in enumerate(record.steps, start=1):
        if paper.take(state, layout.number(text)).veiled:
            return n
    return None


def forked(record: Record, n: int, seat: int | None = None, rng: Rng | None = None) -> Record:
    """The record of a new game that goes on after n steps; Refusal `fork_over` if nothing does.

    `seat`: what it could not know is dealt anew, fairly, around what it knew; its own steps, and
    everything it saw, stay. None: all as it was.
    """
    at = moment(record, n)
    paper, state = Paper(record.setup), record.setup.start()
    for text in record.steps[:at]:
        paper.take(state, record.setup.spec.layout.number(text))
    if state.actor() == OVER:
        raise Refusal("fork_over")
    steps = paper.full()
    if seat is not None:
        if not 0 <= seat < record.setup.players:
            raise Refusal("no_seat", seat=seat)
        known = Record(record.setup, paper.read_by(seat))
        drawn = history(known, rng or Rng(name_of(record))).steps
        steps = [record.setup.spec.layout.text(step) for step in drawn]
    setup = record.setup
    source = Origin(name_of(record), at, seat, setup.starters, setup.edition)
    return Record(setup, steps, source.notes())
