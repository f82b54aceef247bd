"""Proof 2: a clone is equal and independent; earlier copies never change."""

import pytest

from support.doc_example import proven
from support.games import Box, fingerprint, lists, take, thinned
from support.random_games import Walk, walks

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("box", thinned(proven()), ids=str)
def test_earlier_copies_never_change(box: Box) -> None:
    for walk in walks(box):
        rng, state = walk.rng("copies"), box.start()
        state.story = []
        copies = []
        for step in walk.steps:
            if rng.below(12) == 0:
                copy = state.clone()
                assert fingerprint(copy) == fingerprint(state)
                assert copy.story is None
                copies.append((copy, fingerprint(copy)))
            state.apply(step)
        for copy, kept in copies:
            assert fingerprint(copy) == kept


@pytest.mark.parametrize("box", thinned(proven()), ids=str)
def test_a_clone_is_independent(box: Box) -> None:
    """Playing on with a clone leaves the original alone, and both can play the same game."""
    for walk in walks(box):
        rng, state = walk.rng("own way"), box.start()
        for step in walk.steps:
            if rng.below(14) == 0:
                kept, other = fingerprint(state), state.clone()
                for _ in range(25):
                    if other.legal():
                        other.apply(take(other, rng))
                assert fingerprint(state) == kept
            twin = state.clone()
            state.apply(step)
            twin.apply(step)
            if rng.below(6) == 0:
                assert fingerprint(twin) == fingerprint(state)


@pytest.mark.parametrize("box", thinned(proven()), ids=str)
def test_no_step_writes_into_a_list_that_a_clone_shares(box: Box) -> None:
    for walk in walks(box):
        check_lists(walk)


def check_lists(walk: Walk) -> None:
    """At every step, since it may be rare: a list may be shared only if steps replace it whole."""
    state = walk.box.start()
    shared: dict[str, tuple[list[int], list[int]]] = {}
    for step in walk.steps:
        own = lists(state.clone())
        shared = {name: (one, one[:]) for name, one in lists(state).items() if own[name] is one}
        state.apply(step)
        for name, (kept, was) in shared.items():
            assert kept == was, f"{name} was written into, and a clone has it too"
