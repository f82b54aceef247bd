"""A step costs the same in a long game, and undo has limits."""

import tracemalloc
from dataclasses import replace

import pytest

from filon.core.errors import Refusal
from filon.core.setup import Setup
from filon.core.spec import Options
from filon.match.entry import PERSON, Entry
from filon.match.header import Header
from filon.match.match import Match
from filon.match.undo import DEEPEST, MOST
from support.hidden_game import Cave, cave

work: list[str] = []  # every time a state was played on or copied


class Counted(Cave):
    """A position that writes down what it costs."""

    def apply(self, step: int) -> None:
        work.append("apply")
        super().apply(step)

    def clone(self) -> "Counted":
        work.append("clone")
        return Counted(self.length, self.turn, self.tiles[:], self.known[:])


def counted() -> Setup:
    def begin(players: int, options: Options, starters: tuple[int, ...]) -> Counted:
        return Counted(100_000, starters[0], [0] * 4, [0] * 4)

    setup = cave()
    return replace(setup, spec=replace(setup.spec, begin=begin))


def at_length(length: int, undos: int = 0) -> Match:
    """A match of so many steps in which, here and there, one was taken back."""
    match = Match(Header("sample-1", bytes(32), counted(), ("", "")))
    entries: list[Entry] = []
    for n in range(length):
        for kind in ("step", *("undo", "step") * (undos if n % 10 == 0 else 0)):
            v = len(entries) + 1
            text = "rest" if kind == "step" else ""
            entries.append(
                Entry(v, "undo" if kind == "undo" else "step", n % 2, PERSON, text, 0, v)
            )
    match.absorb(entries)
    return match


def cost(match: Match) -> tuple[list[str], int]:
    """The work of a step, its undo, and what is told of both; and the memory that needs."""
    spent: list[int] = []
    done: list[str] = []
    for _ in range(8):  # a list that happens to be moved as it grows is not counted
        work.clear()
        tracemalloc.start()
        seat = match.state.actor()
        for act in ("step", "undo", "step"):
            v, undo = match.v, act == "undo"
            match.adopt(match.undo(seat, 0) if undo else match.choose(seat, ["rest"], PERSON, 0))
            match.undoable(seat)
            match.events(seat, v)
        spent.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        done = work.copy()
    return done, min(spent)


@pytest.mark.parametrize("undos", [0, 10])
def test_a_step_costs_the_same_however_long_the_game(undos: int) -> None:
    short, small = cost(at_length(50, undos))
    assert short == ["clone", "apply", "clone", "apply"]
    for length in (1000, 3000):
        work_there, large = cost(at_length(length, undos))
        assert work_there == short
        assert large < 1.5 * small


def test_a_choice_can_be_undone_a_limited_number_of_times() -> None:
    match = Match(Header("sample-1", bytes(32), cave(), ("", "")))
    for _ in range(MOST):
        match.adopt(match.choose(0, ["lay 0 1"], PERSON, 0))
        match.adopt(match.undo(0, 0))
    match.adopt(match.choose(0, ["lay 0 2"], PERSON, 0))
    again = Match(match.header)
    again.absorb(match.entries)
    for one in (match, again):  # the journal tells it to another process too
        assert one.undoable(0) == 0
        with pytest.raises(Refusal) as refused:
            one.undo(0, 0)
        assert (refused.value.code, refused.value.facts) == ("undo_limit", {"most": MOST})
        one.adopt(one.choose(1, ["rest"], PERSON, 0))
        assert one.undoable(1) == 1  # each point of the game counts by itself


def test_a_limited_number_of_choices_can_be_undone_in_a_row() -> None:
    match = at_length(60)
    states = [match.n]
    while match.undoable(1 - match.state.actor()):
        match.adopt(match.undo(1 - match.state.actor(), 0))
        states.append(match.n)
    assert states == list(range(60, 60 - DEEPEST - 1, -1))
    assert match.state.actor() == match.n % 2


def test_a_journal_with_more_undos_than_are_allowed_now_is_still_read() -> None:
    """Journals of version 0.1 may hold any number of them, as deep as they like."""
    match = at_length(40)
    entries = [*match.entries]
    entries += [
        Entry(v, "undo", (40 - v) % 2, PERSON, "", 0, v) for v in range(41, 41 + DEEPEST + 10)
    ]
    again = Match(match.header)
    again.absorb(entries)
    assert again.n == 40 - DEEPEST - 10
    assert again.state.actor() == again.n % 2
    again.adopt(again.choose(again.state.actor(), ["lay 2 3"], PERSON, 0))
    assert again.record(None)[-1] == "lay 2 ?"
