"""`filon games-of`: whole games in one file, resumed where it ends, read back step by step."""

import json
from pathlib import Path

import pytest

from commands.test_cli import filon
from filon.core.errors import Refusal
from filon.core.game import CHANCE, OVER
from filon.core.setup import agreed
from filon.games import load
from filon.lab.executor import Here, Processes
from filon.lab.games_of import DataSet, games_in, opened, walk, whole_lines


def written(file: Path, games: int, bots: tuple[str, ...] = ("greedy",), seed: int = 1) -> DataSet:
    """A data set of Claim It!."""
    found = DataSet(file, agreed(load("claim_it"), 2), bots, games, seed, 1)
    found.play(Here())
    return found


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "jsonl.xz"])
def test_an_interrupted_file_becomes_the_same_as_a_whole_one(tmp_path: Path, ending: str) -> None:
    whole, cut = tmp_path / f"whole.{ending}", tmp_path / f"cut.{ending}"
    written(whole, 8, ("greedy", "random"))
    written(cut, 4, ("greedy", "random"))
    packed = cut.read_bytes()
    cut.write_bytes(packed[: -len(packed) // 9])  # killed while it wrote
    there = len(list(whole_lines(cut)))
    assert there < 5
    assert written(cut, 8, ("greedy", "random")).done == 8
    assert list(whole_lines(cut)) == list(whole_lines(whole))


def test_every_game_can_be_walked(tmp_path: Path) -> None:
    written(tmp_path / "games.jsonl", 3)
    head, games = games_in(tmp_path / "games.jsonl")
    assert (head["kind"], head["game"], head["bots"]) == ("filon-games-1", "claim_it", ["greedy"])
    told = list(games)
    assert [game["seed"] for game in told] == [1, 2, 3]
    for game in told:
        last = None
        for state, step in walk(head, game):
            assert step in state.legal()
            assert state.actor() != OVER
            last = state
        assert last is not None
        assert last.actor() == OVER
        assert (last.ranks(), last.scores()) == (game["ranks"], game["scores"])
        assert len(game["steps"]) > 10
        assert last.actor() != CHANCE


def test_other_requests_and_other_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    written(file, 2)
    with pytest.raises(Refusal) as refused:
        written(file, 2, seed=2)
    assert refused.value.code == "data_set"
    assert written(file, 4).done == 4  # more of the same is a longer file
    strange = tmp_path / "strange.jsonl"
    strange.write_text('{"kind": "something else"}\n', encoding="utf-8")
    with pytest.raises(Refusal):
        games_in(strange)


def test_workers_do_not_change_the_file(tmp_path: Path) -> None:
    written(tmp_path / "here.jsonl", 6)
    beside = DataSet(tmp_path / "two.jsonl", agreed(load("claim_it"), 2), ["greedy"], 6, 1, 1)
    beside.play(Processes(2))
    assert (tmp_path / "two.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl.gz"
    said = filon("games-of", "butin", "--bots", "random", "--games", "3", "--out", str(file))
    assert said.returncode == 0
    assert str(file) in said.stdout
    with opened(file, "rb") as packed:
        assert [json.loads(line).get("seed") for line in packed][1:] == [1, 2, 3]
