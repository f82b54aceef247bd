"""Clocks are pure functions of waits and marks, in any process at any time."""

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from filon.match.clocks import (
    AWAY_GAME,
    AWAY_TURN,
    NOBODY,
    QUIET,
    TERMS,
    Account,
    Mark,
    MarkKind,
    Reading,
    Terms,
    Wait,
)

T = Terms(turn=60_000, bank=100_000, warning=20_000)
BOTH = (0, 1)


def mark(kind: MarkKind, at: int, seat: int = NOBODY, v: int = 0) -> Mark:
    return Mark("" if seat == NOBODY and kind != "begun" else "m-1", v, seat, kind, at)


def read(waits: Sequence[Wait], marks: Sequence[Mark], now: int, seat: int = 0) -> Reading:
    return Account.of(T, BOTH, waits, marks).read(now)[seat]


def asked(v: int, at: int, *seats: int, acted: tuple[int, ...] = ()) -> Wait:
    return Wait(v, at, seats, acted)


def test_a_turn_has_its_own_time_then_the_bank_then_it_is_late() -> None:
    waits, marks = [asked(1, 1000, 0)], [mark("shown", 1000, 0, 1)]
    assert read(waits, marks, 1000) == Reading(60_000, 100_000, 0, 0)
    assert read(waits, marks, 31_000) == Reading(30_000, 100_000, 0, 0)
    assert read(waits, marks, 81_000) == Reading(0, 80_000, 0, 0)
    late = read(waits, marks, 171_000)
    assert late == Reading(0, 0, 10_000, 0)
    assert late.left(T) == 10_000
    assert read(waits, marks, 171_000, 1) == Reading(60_000, 100_000, 0, None)


def test_the_next_turn_has_its_own_time_again_and_the_bank_stays_used() -> None:
    waits = [
        asked(1, 0, 0),
        asked(2, 100_000, 1, acted=(0,)),
        asked(3, 101_000, 0, acted=(1,)),
    ]
    marks = [mark("shown", 0, 0, 1), mark("shown", 101_000, 0, 3)]
    assert read(waits, marks, 101_000) == Reading(60_000, 60_000, 0, 0)


def test_one_turn_of_several_choices_has_its_time_once() -> None:
    waits = [
        asked(1, 0, 0),
        asked(2, 40_000, acted=(0,)),  # chance is drawn
        asked(3, 50_000, 0),
        asked(4, 70_000, 1, acted=(0,)),
        asked(5, 75_000, 0),  # undone: no other seat had acted
    ]
    marks = [mark("shown", wait.at, 0, wait.v) for wait in waits]
    assert read(waits, marks, 75_000) == Reading(0, 100_000, 0, 0)
    assert read(waits, marks, 95_000) == Reading(0, 80_000, 0, 0)


@pytest.mark.parametrize("said", [None, 4_000, 90_000], ids=["silent", "in-time", "late"])
def test_what_the_page_still_has_to_show_does_not_count(said: int | None) -> None:
    waits = [asked(1, 1000, 0)]
    marks = [] if said is None else [mark("shown", 1000 + said, 0, 1)]
    free = min(QUIET, said) if said is not None else QUIET
    assert read(waits, marks, 1000 + free + 7000).turn == 53_000
    assert read(waits, marks, 1000 + free - 1000).rest == 1000
    assert read(waits, marks, 1000 + free).turn == 60_000


def test_shown_for_another_version_or_seat_starts_no_clock() -> None:
    waits = [asked(3, 1000, 0)]
    marks = [mark("shown", 1000, 1, 3), mark("shown", 1000, 0, 2)]
    assert read(waits, marks, 1000 + QUIET).turn == 60_000


def test_a_lost_connection_is_excused_for_a_while_each_turn_and_each_game() -> None:
    waits, marks = [asked(1, 0, 0)], [mark("shown", 0, 0, 1), mark("gone", 10_000, 0)]
    assert read(waits, marks, 10_000 + AWAY_TURN) == Reading(50_000, 100_000, 0, 0)
    assert read(waits, marks, 10_000 + AWAY_TURN + 5000).turn == 45_000
    back = [*marks, mark("back", 20_000, 0), mark("gone", 25_000, 0)]
    # ten seconds away, five here, then twenty of thirty are left for this turn
    assert read(waits, back, 25_000 + 20_000).turn == 45_000
    assert read(waits, back, 25_000 + 20_000 + 1000).turn == 44_000
    assert read(waits, back, 30_000).rest == 15_000


def test_the_allowance_of_a_game_ends() -> None:
    waits: list[Wait] = []
    marks = [mark("gone", 1, 0)]
    for turn in range(8):  # each turn: away throughout, so that thirty seconds are excused
        at = 100_000 * turn
        waits += [asked(2 * turn + 1, at, 0, acted=(1,)), asked(2 * turn + 2, at + 40_000, 1)]
        waits[-1] = Wait(2 * turn + 2, at + 40_000, (1,), (0,))
        marks.append(mark("shown", at, 0, 2 * turn + 1))
    assert AWAY_GAME // AWAY_TURN == 6
    account = Account.of(T, BOTH, waits, marks)
    assert account.purses[0].away_game == AWAY_GAME
    last = Account.of(T, BOTH, waits[:-1], marks).read(700_000 + 40_000)[0]
    assert last.turn == 20_000  # nothing of the eighth turn was excused
    first = Account.of(T, BOTH, waits[:1], marks).read(40_000)[0]
    assert first.turn == 50_000


def test_while_the_server_is_down_no_clock_runs_and_all_may_come_back() -> None:
    waits = [asked(1, 0, 0)]
    marks = [mark("shown", 0, 0, 1), mark("down", 20_000), mark("up", 500_000)]
    assert read(waits, marks, 500_000).turn == 40_000
    # up again: no device is connected yet, and a lost connection is excused
    assert read(waits, marks, 510_000) == Reading(40_000, 100_000, 0, AWAY_TURN - 10_000)
    back = [*marks, mark("back", 510_000, 0)]
    assert read(waits, back, 520_000).turn == 30_000


def test_marks_of_one_moment_are_read_in_one_order() -> None:
    waits = [asked(1, 0, 0)]
    marks = [mark("shown", 0, 0, 1), mark("gone", 5000, 0), mark("back", 5000, 0)]
    for told in (marks, marks[::-1]):
        assert read(waits, told, 9000).turn == 51_000


def test_two_processes_that_start_together_note_one_time_down() -> None:
    marks = [mark("shown", 0, 0, 1), mark("back", 600_000, 0)]
    once = [mark("down", 20_000), mark("up", 500_000)]
    twice = [*once, mark("down", 20_000), mark("up", 500_007)]
    waits = [asked(1, 0, 0)]
    assert read(waits, [*marks, *once], 700_000) == read(waits, [*marks, *twice], 700_000)


def test_no_clock_runs_without_a_waiting_seat_or_for_the_last_person() -> None:
    paused = [asked(1, 0, 0), asked(2, 30_000), asked(3, 900_000, 0)]
    marks = [mark("shown", 0, 0, 1), mark("shown", 900_000, 0, 3)]
    assert read(paused, marks, 910_000).turn == 20_000
    alone = [Wait(1, 0, (0,), stood=frozenset({1}))]
    assert read(alone, marks, 900_000) == Reading(60_000, 100_000, 0, None)
    stood = [Wait(1, 0, (1,), stood=frozenset({1}))]
    assert read(stood, marks, 900_000, 1) == Reading(60_000, 100_000, 0, None)


def test_a_returning_person_has_a_full_turn_of_time() -> None:
    waits = [
        asked(1, 0, 0),
        Wait(2, 190_000, (0,), stood=frozenset({0})),
        Wait(3, 191_000, (0,), fresh=0),
    ]
    marks = [mark("shown", 0, 0, 1), mark("shown", 191_000, 0, 3)]
    assert read(waits, marks, 191_000) == Reading(60_000, 0, 0, 0)


def test_during_sealed_choices_both_clocks_run() -> None:
    """Nothing stored or sent depends on which seats have chosen."""
    waits = [asked(1, 0, 0, 1)]
    marks = [mark("shown", 0, 0, 1), mark("shown", 0, 1, 1)]
    told = Account.of(T, BOTH, waits, marks)
    assert told.read(10_000)[0] == told.read(10_000)[1]
    assert told.running() == (0, 1)


def test_the_first_wait_counts_from_the_start_of_the_match() -> None:
    waits = [Wait(0, 0, (0,))]
    assert read(waits, [], 10**12) == Reading(60_000, 100_000, 0, None)
    assert read(waits, [mark("begun", 5000)], 5000 + QUIET + 1000).turn == 59_000


def test_an_account_is_the_same_in_whatever_order_marks_are_read() -> None:
    dice = random.Random(5)
    for _ in range(100):
        at, waits = 0, [Wait(0, 0, ())]
        marks: list[Mark] = []
        for v in range(1, 30):
            at += dice.randrange(60_000)
            last = waits[-1].seats[:1]
            waits.append(Wait(v, at, ((0, 1), (0,), (1,), ())[dice.randrange(4)], last))
            kinds: tuple[MarkKind, ...] = ("shown", "gone", "back", "down", "up")
            kind = kinds[dice.randrange(5)]
            seat = NOBODY if kind in ("down", "up") else dice.randrange(2)
            marks.append(mark(kind, at + 1 + dice.randrange(20_000), seat, v))
        told = Account.of(T, BOTH, waits, marks).read(at + 9000)
        mixed = dice.sample(marks, len(marks))
        assert Account.of(T, BOTH, waits, mixed).read(at + 9000) == told
        # More time never gives a seat time back, and what is used is bounded by what has passed.
        later = Account.of(T, BOTH, waits, marks).read(at + 19_000)
        for seat in BOTH:
            before = told[seat].turn + told[seat].bank - told[seat].late
            after = later[seat].turn + later[seat].bank - later[seat].late
            assert 0 <= before - after <= 10_000


def test_every_kind_gives_more_than_the_one_before() -> None:
    order = [TERMS["brisk"], TERMS["relaxed"], TERMS["days"]]
    for quick, slow in pairwise(order):
        assert quick is not None
        assert slow is not None
        assert (quick.turn, quick.bank, quick.warning) < (slow.turn, slow.bank, slow.warning)
    assert TERMS["none"] is None
