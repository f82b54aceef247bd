"""The daily challenge: the same luck for everyone, and every ranked run is verified."""

import hashlib
from datetime import date, timedelta
from pathlib import Path

import pytest

from filon.challenge.day import Challenge, challenge, day_of, week
from filon.challenge.draws import Fortune, fallen, taken
from filon.challenge.run import Run, checked
from filon.core.errors import Refusal
from filon.core.game import CHANCE, OVER
from filon.core.record import read
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.games import load, slugs
from filon.match.attempt import Attempt, ranked
from support.serving import Device, server

MONDAY = date(2026, 11, 16)
DAYS = [(MONDAY + timedelta(days=after)).isoformat() for after in range(len(slugs()))]
QUICK = [day for day in DAYS if challenge(day).setup.game in ("butin", "chercheurs_dor")]


def run_of(day: str, seed: int, most: int = 10_000) -> Run:
    """A run in which the person chooses at random."""
    run, rng = Run(challenge(day)), Rng(seed)
    while len(run.steps) < most:
        text = run.next()
        if text is None:
            if run.state.actor() == OVER:
                break
            text = run.challenge.setup.spec.layout.text(run.state.pick(rng))
        run.take(text)
    return run


@pytest.mark.engine
def test_every_game_has_its_day_and_a_day_its_seat() -> None:
    assert {challenge(day).setup.game for day in DAYS} == set(slugs())
    assert challenge(DAYS[0]) == challenge(DAYS[0])
    assert week("2026-11-22")[0] == "2026-11-16"
    assert day_of(challenge(DAYS[0]).origin) == DAYS[0]
    for wrong in ("", "yesterday", "2026-13-01", "2026-1-1"):
        with pytest.raises(Refusal):
            challenge(wrong)


@pytest.mark.engine
def test_each_outcome_of_a_days_draw_has_its_share() -> None:
    weights = [1, 2, 3]
    counted = [0, 0, 0]
    for n in range(3000):
        counted[taken(fallen("2026-11-17", "die", 0, n, 0), [0, 1, 2], weights)] += 1
    for count, weight in zip(counted, weights, strict=True):
        assert abs(count - 500 * weight) < 120
    assert taken(0, [7, 8], [1, 1]) == 7
    assert taken(2**64 - 1, [7, 8], [1, 1]) == 8


@pytest.mark.engine
def test_an_extra_throw_does_not_shift_the_throws_of_others() -> None:
    """Seat 0 rolls on or stops: seat 1's first throw is the same in both games."""
    setup = challenge(next(day for day in DAYS if challenge(day).setup.game == "claim_it")).setup
    met = set()
    for rolls in (0, 1, 2):
        state, fortune = setup.start(), Fortune("2026-11-20", setup.spec)
        fortune.take(state, setup.spec.layout.number("first 0"))
        left = rolls
        while state.actor() != CHANCE or state.thrower() == 0:
            if state.actor() == CHANCE:
                step = fortune.draw(state)
            else:
                words = [setup.spec.layout.text(one) for one in state.legal()]
                wanted = "roll" if left else "stop"
                left -= "roll" in words
                step = state.legal()[words.index(wanted) if wanted in words else 0]
            fortune.take(state, step)
        met.add((fortune.place(state), fortune.draw(state)))
    assert {place for place, _ in met} == {("dice", 1, 1, 0)}
    assert len({step for _, step in met}) == 1


@pytest.mark.engine
@pytest.mark.parametrize("day", DAYS)
def test_two_runs_with_the_same_choices_have_the_same_luck(day: str) -> None:
    most = 12
    one, other = run_of(day, 1, most), run_of(day, 1, most)
    assert one.steps == other.steps
    another = run_of(day, 2, most)
    split = next((n for n in range(most) if one.steps[n] != another.steps[n]), most)
    again = Run(challenge(day))
    for text in another.steps[:split]:
        right = again.next()
        assert right in (None, text)
        again.take(text)
    assert again.state.actor() in (challenge(day).seat, OVER) or split == most


ANSWERS = {  # digests of games by the scheme's name; other answers need another name
    "butin": "3b367bf88b5aadac",
    "chercheurs_dor": "4ca6726794495058",
    "claim_it": "915779cd4e2c4f69",
    "gold_river": "99609bf5ce9d83b7",
    "nuggets": "c0176f5e1e4a274d",
}


@pytest.mark.engine
@pytest.mark.parametrize("game", ANSWERS)
def test_draws_and_bots_of_a_day_stay_as_they_were(game: str) -> None:
    """Else a run that began before an upgrade is not ranked after it."""
    spec, rng = load(game), Rng(game)
    players = 3 if 3 in spec.seats else spec.seats[0]
    run = Run(Challenge("2026-11-20", agreed(spec, players), 0))
    while len(run.steps) < 24:
        text = run.next()
        if text is None:
            legal = run.state.legal()
            text = spec.layout.text(legal[rng.below(len(legal))])
        run.take(text)
    digest = hashlib.sha256("\n".join(run.steps).encode()).hexdigest()
    assert digest[:16] == ANSWERS[game]


@pytest.mark.engine
@pytest.mark.parametrize("day", QUICK)
def test_an_impossible_run_is_not_ranked(day: str) -> None:
    run = run_of(day, 3)
    task, steps = challenge(day), run.steps
    assert checked(task, steps) == run.outcome()
    state = task.setup.start()
    for n, text in enumerate(steps):
        if state.actor() == CHANCE and len(state.legal()) > 1:
            other = next(one for one in state.legal() if task.setup.spec.layout.text(one) != text)
            wrong = [*steps[:n], task.setup.spec.layout.text(other), *steps[n + 1 :]]
            with pytest.raises(Refusal) as refused:
                checked(task, wrong)
            assert refused.value.code == "challenge_step"
            assert refused.value.facts["n"] == n + 1
            break
        state.apply(task.setup.spec.layout.number(text))
    with pytest.raises(Refusal) as refused:
        checked(task, steps[:-1])
    assert refused.value.code in ("challenge_open", "challenge_step")
    again = read(run.record().text(), load(task.setup.game))
    assert again.notes["parent"] == f"challenge {day}"


def test_ranks_are_shared_and_unfinished_runs_have_none() -> None:
    runs = [
        Attempt("d", "a", "A", "x-1", "done", 1, "7", 5),
        Attempt("d", "b", "B", "y-1", "done", 1, "15/2", 9),
        Attempt("d", "c", "C", "z-1", "begun"),
        Attempt("d", "e", "E", "w-1", "done", 1, "7", 6),
        Attempt("d", "f", "F", "v-1", "void", 1, "99", 1),
    ]
    assert [(rank, one.name) for rank, one in ranked(runs)] == [(1, "B"), (2, "A"), (2, "E")]


def test_the_first_run_counts_and_is_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = QUICK[0]
    monkeypatch.setattr("filon.app.challenge.Judge.today", lambda self: day)
    with server(tmp_path) as running:
        ada, ben = Device(running), Device(running)
        told = ada.get("/api/challenge")
        assert (told["day"], told["mine"], told["count"]) == (day, None, 0)
        assert [one["state"] for one in told["week"]].count("today") == 1
        table = ada.post("/api/challenge", name="Ada")
        assert table["challenge"] == day
        assert table["fork"] is None
        [seat] = table["you"]["seats"]
        assert seat == told["seat"]
        second = ada.post("/api/challenge", name="Ada")["id"]  # to practise: it does not count
        first_steps = {}
        for id in (table["id"], second):
            while (view := ada.turn(id, seat))["waiting"]["kind"] != "over":
                step = {"v": view["v"], "seat": seat, "steps": [view["legal"][0]]}
                ada.post(f"/api/tables/{id}/steps", **step)
            first_steps[id] = ada.client.get(f"/api/tables/{id}/record").text
        bodies = [text.partition("\n\n")[2] for text in first_steps.values()]
        assert bodies[0] == bodies[1]  # the same choices meet the same draws and the same answers
        told = ada.get("/api/challenge")
        assert told["mine"]["state"] == "done"
        assert (told["mine"]["rank"], told["mine"]["table"]) == (1, table["id"])
        # Who has not played yet is not shown how others did it.
        assert [run["table"] for run in ben.get("/api/challenge")["runs"]] == [None]
        no = ada.client.get(f"/api/tables/{table['id']}/proof").json()
        assert no["code"] == "challenge_dice"
        # A run from elsewhere is computed anew before it is ranked.
        record = first_steps[second]
        other = record.replace("draw gold1", "draw gold2", 1).replace("dice 1", "dice 2", 1)
        wrong = ben.refused("/api/challenge/runs", day=day, record=other, name="Ben")
        assert wrong["code"] in ("challenge_step", "illegal")
        brought = ben.post("/api/challenge/runs", day=day, record=record, name="Ben")
        assert brought["mine"]["state"] == "done"
        assert brought["count"] == 2
        assert {run["rank"] for run in brought["runs"]} == {1}
        no = ben.refused("/api/challenge/runs", day="2020-01-01", record=record)
        assert no["code"] == "no_day"
