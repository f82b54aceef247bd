"""A recorded game as it looked, step by step, through one pair of eyes."""

from collections.abc import Iterator
from dataclasses import dataclass

from filon.core.events import OPEN, SPECTATOR, Event
from filon.core.game import State
from filon.core.record import Record, narrated
from filon.core.spec import Seen, View


@dataclass(frozen=True)
class Frame:
    """The game after n steps: what was seen, and the story of the step that led here."""

    n: int
    view: Seen
    events: list[View]
    actor: int  # who is to act now: a seat, CHANCE or OVER
    awaited: list[int]  # the seats that choose or throw now, several where they choose in secret
    sealed: bool


def frames(record: Record, eyes: int, first: int, last: int) -> list[Frame]:
    """The frames after `first` to `last` steps, for a seat, SPECTATOR or OPEN; Refusal names the
    first step that cannot be played."""
    shown: list[Frame] = []
    spec = record.setup.spec
    for n, state, events in _seen(record, eyes, last):
        if n >= first:
            view, awaited = spec.view(state, eyes), sorted(state.awaited())
            shown.append(Frame(n, view, events, state.actor(), awaited, state.sealed()))
    return shown


def story(record: Record, eyes: int) -> list[View]:
    """Every event that these eyes may read, each with the number of its step."""
    last = len(record.steps)
    return [event for _, _, events in _seen(record, eyes, last) for event in events]


def _seen(record: Record, eyes: int, last: int) -> Iterator[tuple[int, State, list[View]]]:
    """Step by step: how many were taken, the one live state, and what the last one told."""
    spec = record.setup.spec
    for n, (state, events) in enumerate(narrated(record)):
        if n > last:
            return
        seen = [event for event in events if _read(event, eyes)]
        yield n, state, [spec.tell(event) | {"v": n, "step": n - 1} for event in seen]


def _read(event: Event, eyes: int) -> bool:
    """Who sees all reads what the doer read, so that nothing is told twice."""
    if eyes == OPEN:
        eyes = event.seat if event.seat >= 0 else SPECTATOR
    return event.seen_by(eyes)
