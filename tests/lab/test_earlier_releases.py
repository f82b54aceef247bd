"""Levels of earlier releases: found where they were built, and asked in lines."""

import subprocess
import sys
from pathlib import Path

import pytest

from filon.bots.external import any_bot, is_frozen
from filon.bots.lines import LineBot
from filon.core.errors import Refusal
from filon.core.setup import agreed
from filon.games import load, slugs
from filon.lab.arena import request, run
from filon.lab.executor import Here
from filon.messages import catalogue
from repo.test_packaging import ROOT
from support.scripts import tool

# A release's Python and speaker in small: it answers with its last legal step and notes its words.
SPEAKER = """
import json, pathlib, sys
pathlib.Path(__file__).with_name("words").write_text(" ".join(sys.argv[1:]))
for line in sys.stdin:
    asked = json.loads(line)
    told = {"id": asked["id"], "step": asked["legal"][-1], "stay": True}
    print(json.dumps(told), flush=True)
"""


def built(clone: Path, release: str = "9.9") -> Path:
    """A release as `make frozen` leaves it."""
    home = clone / "build" / "frozen" / release
    (home / "venv" / "bin").mkdir(parents=True)
    (home / "venv" / "bin" / "python").symlink_to(sys.executable)
    (home / "speak.py").write_text(SPEAKER, encoding="utf-8")
    (home / "bots").write_text("greedy sourdough\n", encoding="utf-8")
    return home


def test_names_of_earlier_releases() -> None:
    assert is_frozen("sourdough@0.1")
    assert not any(map(is_frozen, ("sourdough", "cmd:a@0.1", "my.module:Bot", "a@b", "@0.1")))


def test_a_release_plays_an_arena_with_the_same_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = built(tmp_path)
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    asked = request(agreed(load("butin"), 2), ["greedy", "sourdough@9.9"], 4, divisor=20)
    found, outcomes = run(asked, Here())
    assert {row.bot for row in found.rows} == {"greedy", "sourdough@9.9"}
    assert all(row.illegal == 0 for row in found.rows)
    assert found.games == len(outcomes) == 4
    assert (home / "words").read_text(encoding="utf-8") == "sourdough 20"


def test_a_release_that_was_not_built_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(Refusal) as refused:
        any_bot("sourdough@9.9")
    assert refused.value.code == "frozen"
    for lang in ("fr", "en"):
        assert "make frozen ARGS=9.9" in catalogue(lang).say("error.frozen", **refused.value.facts)
    built(tmp_path)
    assert isinstance(any_bot("sourdough@9.9"), LineBot)
    with pytest.raises(Refusal) as refused:
        any_bot("nobody@9.9")
    assert refused.value.facts["valid"] == "greedy@9.9, sourdough@9.9"


def test_a_folder_without_the_commit_says_what_it_lacks(tmp_path: Path) -> None:
    frozen = tool("frozen")
    assert "0.1" in frozen.known()
    assert "no clone" in frozen.missing("0.1", tmp_path)
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert "git fetch --unshallow --tags" in frozen.missing("0.1", tmp_path)
    assert "There are: 0.1" in frozen.missing("7.7", tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("game", slugs())
def test_the_first_release_plays_every_game_without_a_fault(game: str) -> None:
    frozen = tool("frozen")
    if why := frozen.missing("0.1"):
        pytest.skip(why)
    subprocess.run([sys.executable, "tools/frozen.py", "0.1"], cwd=ROOT, check=True)
    asked = request(agreed(load(game), 2), ["greedy", "sourdough@0.1"], 4, divisor=100)
    found, _ = run(asked, Here())
    assert [row.illegal for row in found.rows] == [0, 0]
