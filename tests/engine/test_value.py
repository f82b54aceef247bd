"""Positions are values: equality, hash, copy and pickle by their fields, on both builds."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import pytest

from filon.core.game import State
from filon.core.rng import Rng
from filon.core.value import packed, unpacked
from support.games import Box, boxes, defaults, fingerprint, take, thinned
from support.hidden_game import cave
from support.random_games import walks

pytestmark = pytest.mark.engine


def copies(state: State) -> list[State]:
    return [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ]


@pytest.mark.parametrize("box", thinned(boxes()), ids=str)
def test_copies_are_equal_and_independent(box: Box) -> None:
    for walk in walks(box):
        rng = walk.rng("ways")
        for found in walk.some("copies", 90):
            state = found.clone()
            state.story = []
            kept = fingerprint(state)
            for other in copies(state):
                assert other == state
                assert hash(other) == hash(state)
                assert fingerprint(other) == kept
                assert other.story is None
                assert other.legal() == state.legal()
                if other.legal():
                    other.apply(take(other, rng))
                    assert other != state
                    assert fingerprint(state) == kept


@pytest.mark.parametrize("box", thinned(defaults()), ids=str)
def test_positions_with_equal_fields_are_equal(box: Box) -> None:
    """Equality and the fingerprint agree over many positions, and so do sets of both."""
    found = [state for walk in walks(box) for state in walk.some("equals", 5)]
    told = [fingerprint(state) for state in found]
    assert len(set(found)) == len(set(told))
    for one in range(0, len(found), 1 + len(found) // 20):
        for two in range(0, len(found), 1 + len(found) // 20):
            assert (found[one] == found[two]) == (told[one] == told[two])


@pytest.mark.parametrize("box", defaults(), ids=str)
def test_every_field_counts_for_equality(box: Box) -> None:
    """A position that differs in one thing only is another one."""
    state, rng = box.start(), Rng(3)
    for _ in range(30):
        state.apply(take(state, rng))
    kind, held = packed(state)
    for name, value in held.items():
        if other := changed(value):
            assert unpacked(kind, {**held, name: other[0]}) != state, name


def changed(value: Any) -> list[Any]:
    """The same a little different; nothing for what is empty."""
    if isinstance(value, tuple):  # a part of a position: its class and what it holds
        kind, held = value
        name = next(name for name in held if changed(held[name]))
        return [(kind, {**held, name: changed(held[name])[0]})]
    if isinstance(value, list):
        return [[*value[:-1], *changed(value[-1])]] if value else []
    return [not value] if isinstance(value, bool) else [value + 1]


def test_a_position_is_equal_to_nothing_else() -> None:
    one, two = (box.start() for box in defaults()[:2])
    assert one != two
    assert one != "a position"
    assert one is not None


def test_a_game_that_is_not_compiled_is_a_value_too() -> None:
    """On the compiled build a game of another package may be plain Python."""
    state, rng = cave().start(), Rng(1)
    for _ in range(6):
        state.apply(take(state, rng))
    for other in copies(state):
        assert other == state
        assert hash(other) == hash(state)
        other.apply(take(other, rng))
        assert other != state


READ = "import pickle, sys; state = pickle.load(sys.stdin.buffer); print(state.legal())"


def test_another_process_reads_a_pickled_position() -> None:
    for box in defaults()[::3]:
        state, rng = box.start(), Rng(2)
        for _ in range(20):
            state.apply(take(state, rng))
        told = subprocess.run(
            [sys.executable, "-c", READ], input=pickle.dumps(state), capture_output=True, check=True
        )
        assert told.stdout.decode().strip() == str(state.legal())
