"""Reviews: parts add up, luck is fair, and a seat is judged by what it could know."""

import json
from dataclasses import asdict, replace
from math import sqrt

import pytest

from filon.core.errors import Refusal
from filon.core.game import OVER
from filon.core.record import Record, final
from filon.core.rng import Rng
from filon.games import load, slugs
from filon.review import account
from filon.review.account import Weighed
from filon.review.chances import apportion, even, mark, striking
from filon.review.form import ONE, POINT, Review
from filon.review.review import Reviewer, review
from filon.review.turns import stood_in
from support.games import COMPILED, LONG, Box
from support.reviewed import PARTS, hasten, played
from support.second_world import pairs

HIDDEN = [
    Box("nuggets", 2, tuple(load("nuggets").agree().items())),
    Box("nuggets", 4, tuple(load("nuggets").agree({"one_or_two_walls": True}).items())),
    Box("gold_river", 2, tuple(load("gold_river").agree().items())),
]
GAMES = [
    (slug, players)
    for slug in slugs()
    for players in ((2, load(slug).seats[-1]) if LONG else (2 if slug == "claim_it" else 3,))
]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hasten(monkeypatch)


def total(found: Review, name: str) -> int:
    return sum(getattr(row, name).value for row in found.account)


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_accounts_add_up(slug: str, players: int) -> None:
    """Every part of every step sums to 0 over the seats, and a seat's parts to its result."""
    record = played(slug, players, 3)
    walk = Reviewer(record, 1)
    found = walk.run(None)
    for step in walk.ledger.steps:
        for part in (step.luck, step.choice, step.hidden, step.estimate):
            assert sum(part) == 0
    assert total(found, "luck") == total(found, "hidden") == total(found, "estimate") == 0
    assert total(found, "own") + total(found, "others") == 0
    end = final(record)
    winners = end.ranks().count(1)
    for row in found.account:
        parts = sum(getattr(row, name).value for name in PARTS)
        assert row.start == ONE // len(found.ranked)
        assert row.result == (ONE // winners if end.ranks()[row.seat] == 1 else 0)
        assert row.start + parts == row.result
        told = asdict(row.tenths)
        assert told["start"] + sum(told[name] for name in PARTS) == told["result"]
    assert all(sum(row) == ONE for row in found.chances)
    assert len(found.chances) == len(record.steps) + 1
    if not found.hidden:
        assert all(row.hidden.value == 0 for row in found.account)


def test_a_part_that_were_counted_twice_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(step: Weighed, name: str, seat: int) -> int:
        return _share(step, name, seat) * (2 if name == "luck" else 1)

    _share = account._share
    monkeypatch.setattr(account, "_share", twice)
    with pytest.raises(AssertionError):
        test_accounts_add_up("butin", 2)


@pytest.mark.parametrize(("slug", "players"), [("butin", 2), ("gold_river", 3)])
def test_the_estimate_is_zero_where_endings_are_solved(slug: str, players: int) -> None:
    """Exactly 0, to the last digit, at draws and at choices."""
    kinds = set()
    for seed in (0, 1) if LONG else (1,):
        walk = Reviewer(played(slug, players, seed), 1)
        walk.run(None)
        for at, step in enumerate(walk.ledger.steps):
            if walk.worths[at].exact:
                kinds.add(step.actor >= 0)
                assert step.estimate == [0] * players
    assert kinds, "nothing was solved"
    assert len(kinds) == 2 or slug != "butin", "only draws or only choices"


def test_luck_averages_to_zero() -> None:
    """Over many games; fair luck misses the bound less than once in 10,000 times (with few games by
    Student's distribution)."""
    sums: list[float] = []
    for seed in range(300 if LONG else 16):
        record = played("butin", 2, seed)
        walk = Reviewer(record, 1, luck=True)
        walk.run(None)
        sums.append(sum(step.luck[0] for step in walk.ledger.steps if step.actor < 0) / POINT)
    mean = sum(sums) / len(sums)
    spread = sqrt(sum((one - mean) ** 2 for one in sums) / (len(sums) - 1))
    assert spread > 1, "no luck in a game of draws"
    assert abs(mean) < (4.0 if len(sums) > 30 else 5.5) * spread / sqrt(len(sums))


def test_the_luck_of_every_draw_is_weighed_exactly() -> None:
    """By the weights over all outcomes the luck of a draw is nothing, but for rounding."""
    record = played("butin", 3, 5, 30)
    walk = Reviewer(record, 1)
    found = walk.run(None)
    state = record.setup.start()
    layout = record.setup.spec.layout
    done = {draw.step: draw for draw in found.draws}
    for at, text in enumerate(record.steps):
        if at in done and done[at].outcomes > 1:
            assert walk.ledger.steps[at].luck == done[at].luck  # what the account adds up
            whole, weights = 0.0, state.weights()
            mean = [a - b for a, b in zip(found.chances[at + 1], done[at].luck, strict=True)]
            for step, weight in zip(state.legal(), weights, strict=True):
                later = state.clone()
                later.apply(step)
                told = apportion(walk.reference.worth(later).parts, walk.ranked)
                whole += weight * (told[0] - mean[0])
            assert abs(whole / sum(weights)) <= 2
        state.apply(layout.number(text))


@pytest.mark.parametrize("box", HIDDEN, ids=str)
def test_choices_are_judged_without_the_truth(box: Box) -> None:
    """Two truths behind one seat's record: that seat's choices are judged alike, byte for byte."""
    compared = blind = 0
    for one, two, seat in pairs(box, Rng(77), 6 if COMPILED else 3):
        asked = one.state.actor() == seat and not one.state.sealed()
        next_step = [box.spec.layout.text(one.state.legal()[0])] if asked else []
        told = []
        for truth in (one, two):
            found = review(Record(truth.setup, truth.paper.full() + next_step))
            own = [choice for choice in found.choices if choice.seat == seat]
            blind += any(choice.hidden for choice in own)
            told.append(json.dumps([asdict(choice) for choice in own]))
        assert told[0] == told[1]
        compared += len(own)
    assert compared > 0
    assert blind > 0 or box.slug != "nuggets", "nothing was hidden from the choosing seat"


def test_choices_of_a_stand_in_are_not_the_seats_own() -> None:
    record = played("claim_it", 2, 1, 60)
    record.notes["stand-in"] = "seat 0 panner from 0, seat 0 back from 40"
    assert [0 in seats for seats in stood_in(record)] == [True] * 40 + [False] * 20
    found = review(record)
    first = [one for one in found.choices if one.seat == 0 and one.step < 40]
    assert first
    assert all(one.stand_in for one in first)
    own = sum(one.lost for one in found.choices if one.seat == 0 and not one.stand_in)
    row = next(row for row in found.account if row.seat == 0)
    assert row.own.value >= -own - 40  # what the bot lost is not the person's


def test_a_game_that_is_not_over_ends_with_its_last_chances() -> None:
    found = review(played("gold_river", 3, 2, 40))
    assert not found.over
    assert found.summary.winner == []
    for row in found.account:
        assert row.rank == 0
        assert row.result == found.chances[-1][row.seat]


def test_a_fork_starts_from_the_chances_there() -> None:
    record = played("butin", 2, 4)
    whole = review(record)
    fork = replace(record, notes={"parent": "somewhere", "fork": "30"})
    found = review(fork)
    assert found.parent == "somewhere"
    assert min(one.step for one in found.draws) >= 30
    assert min(one.step for one in found.choices) >= 30
    for row in found.account:
        assert row.start == whole.chances[30][row.seat]
        assert row.start + sum(getattr(row, name).value for name in PARTS) == row.result
    assert found.chances == whole.chances


def test_the_seat_that_is_not_ranked_has_no_account() -> None:
    found = review(played("chercheurs_dor", 7, 1, 40))
    assert [row.seat for row in sorted(found.account, key=lambda row: row.seat)] == [*range(6)]
    assert all(row[6] == 0 for row in found.chances)


def test_progress_is_reported_and_can_stop_a_review() -> None:
    heard: list[int] = []

    class Enough(Exception): ...

    def stop(done: int, total: int) -> None:
        heard.append(done)
        if done == 3:
            raise Enough

    with pytest.raises(Enough):
        review(played("butin", 2, 1, 10), progress=stop)
    assert heard == [0, 1, 2, 3]


def test_a_record_that_cannot_be_reviewed_is_refused() -> None:
    record = played("butin", 2, 1, 10)
    with pytest.raises(Refusal, match="review_depth"):
        review(record, depth=0)
    with pytest.raises(Refusal, match="illegal_line"):
        review(replace(record, steps=[*record.steps, "first 0"]))


def test_marks_follow_the_thresholds() -> None:
    assert [mark(points * POINT, 0) for points in (2, 3, 6, 12)] == [
        "", "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip
    assert mark(6 * POINT, 7 * POINT) == ""  # less than its own interval
    assert striking([8 * POINT, -8 * POINT], 0)
    assert not striking([7 * POINT, -7 * POINT], 0)


def test_shares_are_integers_and_sum_to_one_victory() -> None:
    assert apportion([1 / 3, 1 / 3, 1 / 3], [0, 1, 2]) == [ONE // 3] * 3
    assert sum(apportion([0.1234567, 0.5, 0.3765433], [0, 1, 2])) == ONE
    assert apportion([0.5, 0.5, 0.7], [0, 1]) == [ONE // 2, ONE // 2, 0]
    assert even(7, range(6)) == [ONE // 6] * 6 + [0]


def test_at_the_end_chances_are_certain() -> None:
    found = review(played("nuggets", 2, 6))
    assert final(played("nuggets", 2, 6)).actor() == OVER
    assert sorted(found.chances[-1]) in ([0, ONE], [ONE // 2, ONE // 2])
    assert len(found.moments) <= 3
    assert [one.step for one in found.moments] == sorted(one.step for one in found.moments)


def test_a_moment_of_luck_has_the_text_of_the_log() -> None:
    """The throw it names, and what came of it; a choice has its own sentence."""
    found = review(played("claim_it", 2, 3))
    assert {one.kind for one in found.moments} & {"draw"}
    for one in found.moments:
        if one.kind == "choice":
            assert one.events == []
            continue
        thrown = one.events[0]
        assert (thrown["kind"], thrown["seat"]) == ("dice", one.seat)
        assert one.text == f"dice {thrown['a']} {thrown['b']} {thrown['c']}"
