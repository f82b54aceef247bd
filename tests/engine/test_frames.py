"""Proof 28, replays: each frame is what a seat saw then, and no more."""

import json
from typing import get_type_hints

import pytest

from filon.core import frames
from filon.core.errors import Refusal
from filon.core.events import OPEN, SPECTATOR
from filon.core.game import OVER
from filon.core.record import Record
from filon.core.setup import agreed
from filon.core.spec import Seen, View
from support.games import Box, defaults, eyes, played, thinned
from support.view_types import misfit

pytestmark = pytest.mark.engine


def recorded(box: Box, seed: int = 5) -> Record:
    """A random game on paper."""
    spec = box.spec
    steps = [spec.layout.text(step) for step in played(box, seed)]
    return Record(agreed(spec, box.players, dict(box.options)), steps)


@pytest.mark.parametrize("box", thinned(defaults()), ids=str)
def test_a_frame_equals_the_view_at_that_moment(box: Box) -> None:
    """Views and events are those of the live game, for every seat and a spectator."""
    record, spec = recorded(box), box.spec
    middle = range(len(record.steps) // 2, len(record.steps) // 2 + 4)
    for seat in eyes(spec, box.players):
        state = record.setup.start()
        live: dict[int, tuple[Seen, list[View]]] = {}
        for n, text in enumerate(record.steps, start=1):
            story = state.narrate(spec.layout.number(text))
            if n in middle or n == len(record.steps):
                told = [spec.tell(event) for event in story if event.seen_by(seat)]
                live[n] = (spec.view(state, seat), told)
        for n, (view, events) in live.items():
            (frame,) = frames.frames(record, seat, n, n)
            assert json.dumps(frame.view) == json.dumps(view)
            assert [{**event, "v": n, "step": n - 1} for event in events] == frame.events
        assert frames.frames(record, seat, 0, 0)[0].n == 0
        assert frame.actor == OVER
        assert not frame.awaited


@pytest.mark.parametrize("box", thinned(defaults()), ids=str)
def test_the_view_with_everything_open_has_the_same_fields(box: Box) -> None:
    """The view with everything open fits the game's declared type, at every tenth step."""
    kind = get_type_hints(box.spec.view)["return"]
    for frame in frames.frames(recorded(box), OPEN, 0, 10_000)[::10]:
        assert not misfit(frame.view, kind)


@pytest.mark.parametrize("box", defaults()[::3], ids=str)
def test_the_story_equals_the_events_of_all_frames(box: Box) -> None:
    """Every event once, in order, with the number of its step."""
    record = recorded(box)
    told = frames.story(record, SPECTATOR)
    shown = frames.frames(record, SPECTATOR, 0, len(record.steps))
    assert told == [event for frame in shown for event in frame.events]
    assert [frame.n for frame in shown] == list(range(len(record.steps) + 1))


def test_an_impossible_step_is_named_by_its_line() -> None:
    """A record written by hand: the first line that cannot be played, and why."""
    record = recorded(defaults()[0])
    record.steps[3] = record.steps[2]
    with pytest.raises(Refusal) as refused:
        frames.frames(record, SPECTATOR, 0, 9)
    assert refused.value.facts["line"] == 4
