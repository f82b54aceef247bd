"""Proofs 3 and 4: hidden information has no influence on anything a seat is sent."""

import json

import pytest

from filon.core.events import SPECTATOR
from filon.core.game import CHANCE, OVER, State
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import slugs
from support.doc_example import card, proven
from support.games import Box, as_bytes, bytes_seen, examples, fingerprint, seeded, take, thinned
from support.random_games import walks
from support.second_world import masked, moments, pairs, read

pytestmark = pytest.mark.engine
HIDDEN = [box for box in proven() if box.spec.hidden]
GUESSES = 24  # with other dice, of which at least two must differ


@pytest.mark.parametrize("box", thinned(proven()), ids=str)
def test_a_redealt_position_looks_the_same(box: Box) -> None:
    """After redeal(seat) the seat's view and legal steps are the same bytes."""
    for walk in walks(box):
        rng = walk.rng("redeals")
        for state in walk.some("redealt", 18, ends=False):
            for seat in range(box.players):
                other = state.clone()
                other.redeal(seat, rng)
                assert bytes_seen(box.spec, other, seat) == bytes_seen(box.spec, state, seat)


@pytest.mark.parametrize("box", thinned(HIDDEN), ids=str)
def test_a_guess_does_not_depend_on_the_truth(box: Box) -> None:
    """Two truths behind one record are redealt alike, and not always the same way."""
    for one, two, seat in pairs(box, seeded(31), examples(12)):
        first, second = one.state.clone(), two.state.clone()
        first.redeal(seat, Rng(99))
        second.redeal(seat, Rng(99))
        assert fingerprint(first) == fingerprint(second), "the truth leaves a trace"
        assert len({guessed(one.state, seat, seed) for seed in range(GUESSES)}) > 1, (
            "always one guess"
        )


def guessed(state: State, seat: int, seed: int) -> str:
    other = state.clone()
    other.redeal(seat, Rng(seed))
    return fingerprint(other)


@pytest.mark.parametrize("slug", [*slugs(), card().slug])
def test_a_game_that_hides_something_has_two_truths(slug: str) -> None:
    """Else these proofs would compare nothing; and what hides nothing has one truth."""
    ways = [box for box in proven() if box.slug == slug]
    assert ways[0].spec.hidden == any(secretive(box) for box in ways)


def secretive(box: Box) -> bool:
    """Whether another truth is found in one of a few games."""
    veiled = any(verb.hidden for verb in box.spec.layout.verbs)
    return veiled and any(True for seed in range(3) for _ in pairs(box, Rng(seed), 1))


@pytest.mark.parametrize("box", thinned(proven()), ids=str)
def test_a_redeal_keeps_what_is_on_every_paper(box: Box) -> None:
    """A seat whose record has no `?` knows everything: its redeal changes nothing."""
    rng = seeded(1)
    for told in moments(box, rng):
        if rng.below(12) and not told.state.sealed():
            continue
        full = told.paper.full()
        for seat in range(box.players):
            if read(told.paper, seat) == full:
                assert guessed(told.state, seat, 5) == fingerprint(told.state)


@pytest.mark.parametrize("box", thinned(HIDDEN), ids=str)
def test_two_truths_tell_a_seat_the_same_story(box: Box) -> None:
    """From states a seat cannot tell apart, others' steps give it the same bytes.

    All that was told so far was the same. Then each other seat takes a step that both truths allow
    and that the seat reads alike; view, events, masked notation and reasons for refusals must agree
    until something is turned over.
    """
    for one, two, seat in pairs(box, seeded(32), examples(8)):
        for at in range(len(one.stories)):
            assert one.heard(seat, at) == two.heard(seat, at), one.paper.lines[at]
        assert bytes_seen(box.spec, one.state, seat) == bytes_seen(box.spec, two.state, seat)
        compare(box.spec, one.state.clone(), two.state, seat, Rng(seat))


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
        sealed = one.sealed()
        said = [told(spec, state, step, seat) for state, step in zip((one, two), pair, strict=True)]
        if OVER in (one.actor(), two.actor()) or (sealed and not one.sealed()):
            return  # sealed choices are turned over when the last one is in
        if any(kind in spec.uncovers for kind in kinds(said[0]) | kinds(said[1])):
            return  # something was turned over in the middle
        assert said[0] == said[1]
        assert bytes_seen(spec, one, seat) == bytes_seen(spec, two, seat)
        if one.actor() == seat:
            for step in range(0, spec.layout.size, max(1, spec.layout.size // 60)):
                assert one.why_not(step) == two.why_not(step)
                assert one.because(seat, step) == two.because(seat, step)


def kinds(said: bytes) -> set[str]:
    heard, _ = json.loads(said)
    return {event["kind"] for event in heard}


def alike(spec: Spec, one: State, two: State, rng: Rng) -> tuple[int, int] | None:
    """A step of each truth that outsiders read as the same."""
    steps = one.legal()
    step = steps[rng.below(len(steps))]
    read = masked(spec.layout)
    fits = [other for other in two.legal() if read[other] == read[step]]
    return (step, fits[rng.below(len(fits))]) if fits else None


def told(spec: Spec, state: State, step: int, seat: int) -> bytes:
    story = state.narrate(step)
    heard = [spec.tell(event) for event in story if event.seen_by(seat)]
    return as_bytes([heard, spec.layout.masked(step)])


@pytest.mark.parametrize("box", thinned(HIDDEN), ids=str)
def test_spectators_learn_nothing_hidden(box: Box) -> None:
    """Whatever any seat's hidden things are, the spectators' view is the same."""
    for one, two, _ in pairs(box, seeded(21), examples(12), spectator=True):
        seen = [as_bytes(box.spec.view(told.state, SPECTATOR)) for told in (one, two)]
        assert len(set(seen)) == 1
        for at in range(len(one.stories)):
            assert one.heard(SPECTATOR, at) == two.heard(SPECTATOR, at), one.paper.lines[at]
