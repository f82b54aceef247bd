"""Puzzles: each has one clearly best step, and the page does not receive it."""

import json
from pathlib import Path

import pytest

from filon.core.game import OVER
from filon.core.record import final
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.games import load, slugs
from filon.puzzles.finder import CLEAR, Effort, posed, puzzles_of
from filon.puzzles.puzzle import Collection, opened, read, shipped
from support.serving import Device, server

WITH = [slug for slug in slugs() if shipped(slug)]
ENOUGH = 20
# Where so many were not found: all there are, with how many games were looked through.
FEWER = {"chercheurs_dor"}


def test_each_game_has_twenty_puzzles_or_all_that_were_found() -> None:
    assert {slug for slug in WITH if len(shipped(slug)) < ENOUGH} <= FEWER
    assert len(WITH) >= 4  # a game in the making has none yet


@pytest.mark.engine
@pytest.mark.parametrize("slug", WITH)
def test_every_puzzle_replays_and_its_best_step_is_clearly_better(slug: str) -> None:
    seen = set()
    for puzzle in shipped(slug):
        state = final(puzzle.record())
        assert state.actor() == puzzle.seat != OVER
        assert not state.sealed()
        legal = puzzle.legal()
        assert {puzzle.best, puzzle.liked, *puzzle.shares} <= set(legal)
        assert puzzle.liked != puzzle.best == max(puzzle.shares, key=lambda s: puzzle.shares[s])
        assert puzzle.lead >= 1000 * CLEAR - 1  # shares are rounded
        seen.add(puzzle.steps)
        assert read(puzzle.setup.spec, json.loads(json.dumps(puzzle.as_dict()))) == puzzle
    assert len(seen) == len(shipped(slug))


@pytest.mark.engine
def test_searching_for_puzzles_continues_where_it_stopped(tmp_path: Path) -> None:
    spec, file = load("butin"), tmp_path / "puzzles.json"
    assert opened(file, spec) == Collection(spec)
    kept = Collection(spec, 7, list(shipped("butin")[:3]))
    file.write_text(kept.text(), "utf-8")
    assert opened(file, spec) == kept


@pytest.mark.engine
def test_the_same_seed_finds_the_same_puzzles(tmp_path: Path) -> None:
    setup, effort = agreed(load("butin"), 2), Effort(look=200, deep=200)
    first = [one.as_dict() for one in puzzles_of(setup, "same", effort)]
    assert first == [one.as_dict() for one in puzzles_of(setup, "same", effort)]
    state = setup.start()
    while len(state.legal()) == 1 or state.actor() < 0:
        state.apply(state.legal()[0])
    assert posed(setup, [], state, state.actor(), effort, Rng(1)) is None or first is not None


@pytest.mark.parametrize("slug", WITH)
def test_a_puzzles_answer_is_checked_and_never_sent_before(tmp_path: Path, slug: str) -> None:
    puzzle = shipped(slug)[0]
    with server(tmp_path) as running:
        ada = Device(running)
        told = ada.get(f"/api/puzzles/{slug}/1")
        assert set(told) == {*("game", "number", "count", "players", "seat"), "options", "view",
                             "story"}  # fmt: skip
        assert told["view"]["legal"] == puzzle.legal()
        right = ada.post(f"/api/puzzles/{slug}/1", steps=[puzzle.best])
        assert right["right"]
        wrong = ada.post(f"/api/puzzles/{slug}/1", steps=[puzzle.liked])
        assert not wrong["right"]
        assert wrong["shares"][wrong["best"]] > wrong["shares"][wrong["played"]]
        assert ada.refused(f"/api/puzzles/{slug}/1", steps=["hop"])["code"] == "illegal"
        count = told["count"]
        answer = ada.client.get(f"/api/puzzles/{slug}/{count + 1}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_puzzle")
        games = {one["slug"]: one["puzzles"] for one in ada.get("/api/games")["games"]}
        assert games[slug] == count
