"""Proof 2: a clone is equal and independent; earlier copies never change."""

import pytest

from filon.core.rng import Rng
from guide import proven
from shelf import Box, fingerprint, lists, played, take, wander

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("box", proven(), ids=str)
def test_earlier_copies_stay_as_they_were(box: Box) -> None:
    rng = Rng(11)
    state = box.start()
    state.story = []
    copies = []
    for _ in range(60):
        copy = state.clone()
        assert fingerprint(copy) == fingerprint(state)
        assert copy.story is None
        copies.append((copy, fingerprint(copy)))
        for _ in range(1 + rng.below(12)):
            if state.legal():
                state.apply(take(state, rng))
    for copy, kept in copies:
        assert fingerprint(copy) == kept


@pytest.mark.parametrize("box", proven(), ids=str)
def test_a_clone_goes_its_own_way(box: Box) -> None:
    """Playing on with a clone leaves the original alone, and both can play the same game."""
    steps = played(box, 5)
    state = box.start()
    for at, step in enumerate(steps):
        if at % 7 == 0:
            kept = fingerprint(state)
            other, rng = state.clone(), Rng(at)
            for _ in range(25):
                if other.legal():
                    other.apply(take(other, rng))
            assert fingerprint(state) == kept
        twin = state.clone()
        state.apply(step)
        twin.apply(step)
        assert fingerprint(twin) == fingerprint(state)


@pytest.mark.parametrize("box", proven(), ids=str)
def test_no_step_writes_into_a_list_that_a_clone_shares(box: Box) -> None:
    """Also where it is rare: a list may be shared only if steps replace it whole."""
    state = box.start()
    shared: dict[str, tuple[list[int], list[int]]] = {}
    for _ in wander(state, Rng(3)):
        for name, (kept, was) in shared.items():
            assert kept == was, f"{name} was written into, and a clone has it too"
        own = lists(state.clone())
        shared = {name: (one, one[:]) for name, one in lists(state).items() if own[name] is one}
