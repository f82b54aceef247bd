"""Forks: the record, what is dealt again, and what each seat may learn."""

from itertools import pairwise

import pytest

from filon.core.errors import Refusal
from filon.core.fork import Origin, forked, moment, origin, veiled_from
from filon.core.game import CHANCE, OVER
from filon.core.paper import seat_record
from filon.core.record import Record, final, read
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.games import load, slugs

pytestmark = pytest.mark.engine


def played(slug: str, seed: str = "fork", players: int = 2, **options: object) -> Record:
    """A game at random to its end."""
    setup, rng = agreed(load(slug), players, options), Rng(f"{slug} {seed}")
    state, record = setup.start(), Record(setup, [], {"match": "abcd-1"})
    while (actor := state.actor()) != OVER:
        step = state.draw(rng) if actor == CHANCE else state.pick(rng)
        record.steps.append(setup.spec.layout.text(step))
        state.apply(step)
    return record


@pytest.mark.parametrize("slug", slugs())
def test_a_fork_replays_by_itself_and_names_its_parent(slug: str) -> None:
    parent = played(slug)
    for n in range(0, len(parent.steps), max(1, len(parent.steps) // 3)):
        for seat in (None, 0, 1):
            child = forked(parent, n, seat, Rng(n))
            told = origin(child.notes)
            assert told is not None
            assert (told.parent, told.seat) == ("abcd-1", seat)
            assert told.step == len(child.steps) <= n
            again = read(child.text(), parent.setup.spec)  # every reader of records replays it
            assert (again.steps, again.notes) == (child.steps, child.notes)
            assert final(again).actor() != OVER
            whose = 0 if seat is None else seat
            before = seat_record(parent.setup, parent.steps[: told.step], whose)
            assert seat_record(child.setup, child.steps, whose) == before
            if seat is None:
                assert child.steps == parent.steps[: told.step]


def test_no_fork_begins_at_the_end() -> None:
    parent = played("claim_it")
    with pytest.raises(Refusal) as refused:
        forked(parent, len(parent.steps))
    assert refused.value.code == "fork_over"
    assert origin({}) is None
    assert origin({"fork": "x"}) is None
    assert origin(Origin("a-1", 7, 1).notes()) == Origin("a-1", 7, 1)


def test_sealed_choices_that_were_half_made_are_made_anew() -> None:
    """A fork never holds one seat's sealed bid while the other still thinks."""
    spec, seen = load("gold_river"), 0
    for seed in range(4):
        parent = played("gold_river", str(seed))
        state = parent.setup.start()
        halves = []
        for n, text in enumerate(parent.steps):
            before = state.sealed()
            state.apply(spec.layout.number(text))
            if before and state.sealed():
                halves.append(n + 1)
        for n in halves:
            seen += 1
            assert moment(parent, n) < n
            assert final(forked(parent, n)).sealed()
    assert seen


def test_a_redeal_uses_nothing_but_what_the_seat_knew() -> None:
    """Two games that a seat cannot tell apart give it the same fork, sign by sign."""
    one = played("nuggets", "apart")
    n = len(one.steps) * 2 // 3
    other = Record(one.setup, forked(one, n, 0, Rng("another")).steps, one.notes)
    assert other.steps != one.steps[: len(other.steps)]
    assert forked(one, n, 0, Rng(1)).text() == forked(other, n, 0, Rng(1)).text()


def test_something_is_hidden_from_the_first_veiled_step_on() -> None:
    parent = played("nuggets")
    first = next(at for at, text in enumerate(parent.steps) if text.startswith("tile"))
    assert veiled_from(parent) == first + 1
    assert all(veiled_from(played(slug)) is None for slug in slugs() if slug != "nuggets")


def test_a_record_written_by_hand_names_the_line_that_cannot_be_read() -> None:
    text = "# mine\ngame: claim_it\nplayers: 2\n\n# go\nfirst 0\n\n"
    spec = load("claim_it")
    lines = ["dice 2 3 5", "squat 3 5 2", "hop", "stop"]
    for line, code in (("hop", "notation_line"), ("first 1", "illegal_line")):
        lines[2] = line
        with pytest.raises(Refusal) as refused:
            final(read(text.rstrip() + "\n" + "\n".join(lines) + "\n", spec))
        assert (refused.value.code, refused.value.facts["line"]) == (code, 9)
    assert all(a < b for a, b in pairwise(read(text, spec).lines))
