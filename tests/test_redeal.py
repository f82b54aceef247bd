"""Proofs 3 and 4: what a seat cannot see has no influence on anything it is shown."""

import json

import pytest

from filon.core.events import SPECTATOR
from filon.core.game import CHANCE, OVER, State
from filon.core.rng import Rng
from filon.core.spec import Spec
from shelf import LONG, Box, boxes, bytes_seen, examples, fingerprint, take, thinned

pytestmark = pytest.mark.engine
HIDDEN = [box for box in boxes() if box.spec.hidden]


@pytest.mark.parametrize("box", thinned(boxes()), ids=str)
def test_a_redealt_position_looks_the_same(box: Box) -> None:
    """After redeal(seat) the seat's view and legal steps are the same bytes."""
    for seed in range(examples(1)):
        rng, state = Rng(seed), box.start()
        while state.actor() != OVER:
            if rng.below(9) == 0:
                for seat in range(box.players):
                    other = state.clone()
                    other.redeal(seat, rng)
                    assert bytes_seen(box.spec, other, seat) == bytes_seen(box.spec, state, seat)
            state.apply(take(state, rng))


@pytest.mark.parametrize("box", thinned(HIDDEN), ids=str)
def test_a_guess_does_not_depend_on_the_truth(box: Box) -> None:
    """Two truths a seat cannot tell apart are redealt alike: the truth leaves no trace."""
    rng, state = Rng(31), box.start()
    while state.actor() != OVER:
        if rng.below(6) == 0:
            seat = rng.below(box.players)
            other = state.clone()
            other.redeal(seat, rng)
            one, two = state.clone(), other.clone()
            one.redeal(seat, Rng(99))
            two.redeal(seat, Rng(99))
            assert fingerprint(one) == fingerprint(two)
        state.apply(take(state, rng))


@pytest.mark.parametrize("box", boxes(), ids=str)
def test_nothing_hidden_means_nothing_redealt(box: Box) -> None:
    """A game that says it hides nothing keeps that word: redeal changes nothing."""
    if box.spec.hidden:
        return
    rng, state = Rng(1), box.start()
    while state.actor() != OVER:
        if rng.below(20) == 0:
            for seat in range(box.players):
                other = state.clone()
                other.redeal(seat, rng)
                assert fingerprint(other) == fingerprint(state)
        state.apply(take(state, rng))


@pytest.mark.parametrize("box", thinned(HIDDEN), ids=str)
def test_two_truths_tell_a_seat_the_same_story(box: Box) -> None:
    """From states a seat cannot tell apart, others' steps give it the same bytes.

    Each other seat takes a step that both truths allow and that the seat reads alike; view,
    events, masked notation and reasons for refusals must agree until the end reveals the truth.
    """
    spec = box.spec
    for seed in range(examples(1)):
        rng, state = Rng(seed), box.start()
        while state.actor() != OVER:
            if rng.below(10) == 0:
                seat = rng.below(box.players)
                other = state.clone()
                other.redeal(seat, rng)
                compare(spec, state.clone(), other, seat, Rng(seed))
            state.apply(take(state, rng))


def compare(spec: Spec, one: State, two: State, seat: int, rng: Rng) -> None:
    for _ in range(8):
        if one.actor() == OVER or two.actor() == OVER:
            return  # the end turns everything over
        assert one.actor() == two.actor()
        if one.actor() in (seat, CHANCE):
            assert one.legal() == two.legal()
            step = take(one, rng)
            pair = (step, step)
        else:
            found = alike(spec, one, two, rng)
            if found is None:
                return
            pair = found
        sealed = len(spec.sealed(one)) > 0
        said = [told(spec, state, step, seat) for state, step in zip((one, two), pair, strict=True)]
        if OVER in (one.actor(), two.actor()) or (sealed and not spec.sealed(one)):
            return  # sealed choices are turned over when the last one is in
        assert said[0] == said[1]
        assert bytes_seen(spec, one, seat) == bytes_seen(spec, two, seat)
        if one.actor() == seat:
            for step in range(0, spec.layout.size, max(1, spec.layout.size // 60)):
                assert one.why_not(step) == two.why_not(step)
                assert spec.because(one, seat, step) == spec.because(two, seat, step)


def alike(spec: Spec, one: State, two: State, rng: Rng) -> tuple[int, int] | None:
    """A step of each truth that outsiders read as the same."""
    steps = one.legal()
    step = steps[rng.below(len(steps))]
    read = spec.layout.masked(step)
    fits = [other for other in two.legal() if spec.layout.masked(other) == read]
    return (step, fits[rng.below(len(fits))]) if fits else None


def told(spec: Spec, state: State, step: int, seat: int) -> bytes:
    state.story = []
    state.apply(step)
    heard = [spec.tell(event) for event in state.story if event.seen_by(seat)]
    return json.dumps([heard, spec.layout.masked(step)]).encode()


@pytest.mark.parametrize("box", thinned(HIDDEN), ids=str)
def test_spectators_learn_nothing_hidden(box: Box) -> None:
    """Whatever any seat's hidden things are, the spectators' view is the same."""
    rng, state = Rng(21), box.start()
    while state.actor() != OVER:
        for seat in range(box.players) if LONG or rng.below(3) == 0 else ():
            other = state.clone()
            other.redeal(seat, rng)
            assert json.dumps(box.spec.view(other, SPECTATOR)) == json.dumps(
                box.spec.view(state, SPECTATOR)
            )
        state.apply(take(state, rng))
