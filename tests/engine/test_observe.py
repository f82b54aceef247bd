"""Observations contain what the view contains: no more, and no less but for named exceptions."""

from pathlib import Path
from typing import Any

import pytest

from filon.adapters.fields import page, slices
from filon.core.game import CHANCE, OVER, State
from filon.core.observe import Field, Observation
from filon.core.rng import Rng
from filon.core.spec import Seen, Spec
from filon.games import load, slugs
from support.doc_example import guide_boxes
from support.games import Box, boxes, bytes_seen, defaults, examples, seeded, take, thinned
from support.random_games import walks
from support.second_world import masked

pytestmark = pytest.mark.engine
GAMES = Path(__file__).parents[2] / "src" / "filon" / "games"
GUIDE = guide_boxes()
HIDDEN = [box for box in boxes() if box.spec.hidden]


@pytest.mark.parametrize("box", [*thinned(boxes()), *GUIDE], ids=str)
def test_every_number_is_named_and_within_its_bounds(box: Box) -> None:
    observer = box.spec.observer
    names = [field.name for field in observer.fields]
    assert len(names) == len(set(names))
    for walk in walks(box):
        for state in walk.some("numbers", 24):
            for seat in range(box.players):
                seen = box.spec.observe(state, seat)
                assert len(seen) == observer.width
                misfits = out_of_bounds(observer.fields, seen)
                assert not misfits, misfits


def out_of_bounds(fields: list[Field], seen: list[int]) -> list[tuple[str, int]]:
    found, at = [], 0
    for field in fields:
        for number in seen[at : at + field.size]:
            if not field.low <= number <= field.high:
                found.append((field.name, number))
        at += field.size
    return found


@pytest.mark.parametrize("box", [*thinned(HIDDEN), *GUIDE], ids=str)
def test_a_redealt_position_gives_the_same_numbers(box: Box) -> None:
    for walk in walks(box):
        rng = walk.rng("redeals")
        for state in walk.some("redealt", 18):
            for seat in range(box.players):
                other = state.clone()
                other.redeal(seat, rng)
                assert box.spec.observe(other, seat) == box.spec.observe(state, seat)


@pytest.mark.parametrize("box", [*thinned(HIDDEN), *GUIDE], ids=str)
def test_two_truths_with_one_view_give_the_same_numbers(box: Box) -> None:
    """The second truth is played, not dealt: others choose their hidden things otherwise."""
    chosen, apart = 0, 0
    for seed in range(examples(2)):
        hidden, differing = side_by_side(box.spec, box.start(), seed % box.players, seeded(seed))
        chosen += hidden
        apart += differing
    assert bool(apart) == bool(chosen)


def side_by_side(spec: Spec, one: State, seat: int, rng: Rng) -> tuple[int, int]:
    """Play two truths while the seat sees the same, in step again when something is turned over.

    Tells how often something hidden was chosen differently, and how many pairs were compared.
    """
    two, chosen, apart = one.clone(), 0, 0
    while one.actor() != OVER:
        step = take(one, rng)
        fits = [step] if step in two.legal() else []
        if one.actor() not in (seat, CHANCE):
            read = masked(spec.layout)
            other = [one for one in two.legal() if read[one] == read[step] and one != step]
            fits = other or fits
            chosen += bool(other)
        one.apply(step)
        if not fits:
            two = one.clone()
            continue
        two.apply(fits[rng.below(len(fits))])
        if one == two:
            continue
        if bytes_seen(spec, one, seat) != bytes_seen(spec, two, seat):
            two = one.clone()
        else:
            apart += 1
            assert spec.observe(one, seat) == spec.observe(two, seat)
    return chosen, apart


@pytest.mark.parametrize("box", [*thinned(boxes()), *GUIDE], ids=str)
def test_different_views_have_different_observations(box: Box) -> None:
    """Neighbours in the tree of a game are as alike as positions can be: each is told apart."""
    spec = box.spec
    for walk in walks(box):
        rng = walk.rng("neighbours")
        for state in walk.some("apart", 36):
            legal = state.legal()
            if len(legal) < 2:
                continue
            near = [state, *(after(state, legal[rng.below(len(legal))]) for _ in range(4))]
            for seat in range(box.players):
                seen = [(board(spec, one, seat), spec.observe(one, seat)) for one in near]
                for view, numbers in seen:
                    for other, others in seen:
                        assert view == other or numbers != others, differing(view, other)


def after(state: State, step: int) -> State:
    later = state.clone()
    later.apply(step)
    return later


def board(spec: Spec, state: State, seat: int) -> dict[str, Any]:
    """The facts of the view that the observation should contain."""
    seen = spec.view(state, seat)
    left_out = {"if", "refused", *spec.observer.untold}  # the first two follow from the rest
    return {key: value for key, value in seen.items() if key not in left_out}


def differing(one: Seen, two: Seen) -> list[str]:
    return [key for key in one if one[key] != two[key]]


@pytest.mark.parametrize("box", defaults(), ids=str)
def test_observations_number_seats_from_the_observer(box: Box) -> None:
    """Whose turn it is reads 1 for that seat, 2 for the one to whose left it is, and so on."""
    at = slices(box.spec.observer)["turn"].start
    asked = 0
    for walk in walks(box):
        for state in walk.positions:
            actor = state.actor()
            if actor >= 0 and not state.sealed():
                told = [box.spec.observe(state, seat)[at] for seat in range(box.players)]
                assert told == [(actor - seat) % box.players + 1 for seat in range(box.players)]
                asked += 1
    assert asked or box.slug == "chercheurs_dor"  # luck may leave no seat a choice


@pytest.mark.parametrize("slug", slugs())
def test_every_number_is_explained(slug: str) -> None:
    """tools/observations.py writes the page anew."""
    written = (GAMES / slug / "OBSERVATION.md").read_text("utf-8")
    assert written == page(load(slug))
    assert all(field.text for field in load(slug).observer.fields)


def test_a_row_is_reused() -> None:
    row = Observation(6)
    row.put(7)
    base = row.zeros(2)
    row.set(base + 1, -5)
    row.flags(0b101, 3)
    assert row.listed() == [7, 0, -5, 1, 0, 1]
    row.at = 0
    row.zeros(6)
    assert row.listed() == [0] * 6
