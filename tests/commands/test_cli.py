"""The command line: its output, its refusals, and whole games in the terminal."""

import io
import json
import subprocess
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from filon import cli
from filon.bots import BOTS
from filon.core.spec import written
from filon.games import load, slugs
from filon.lab import executor
from support.games import LONG, Box, boxes

GOLDEN = Path(__file__).parents[2] / "src/filon/games/claim_it/tests/golden"


@dataclass
class Told:
    """The output and exit code of a run of the command."""

    returncode: int
    stdout: str
    stderr: str


def filon(*words: str, lang: str = "en", given: str = "") -> Told:
    """Run the command in this process, as `filon WORDS` would."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["filon", *words])
        patch.setattr(sys, "stdin", io.StringIO(given))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.setenv("LC_ALL", {"en": "C.UTF-8", "fr": "fr_FR.UTF-8"}[lang])
        patch.setenv("COLUMNS", "120")
        try:
            cli.main()
            code = 0
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Told(code, out.getvalue(), err.getvalue())


def transcript(*words: str) -> list[dict[str, Any]]:
    done = filon("transcript", *words)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_version_names_the_build() -> None:
    told = subprocess.check_output([sys.executable, "-m", "filon", "--version"], text=True)
    assert told.startswith("filon 0.")
    assert "pure Python" in told or "compiled rules" in told


def test_games_lists_the_shelf() -> None:
    told = filon("games").stdout
    for slug in slugs():
        assert slug in told
        for option in load(slug).options:
            values = "|".join(map(written, option.values))
            assert f"{slug} --option {option.key}={values}" in told


@pytest.mark.parametrize("box", [box for box in boxes() if box.slug == "claim_it"], ids=str)
def test_a_transcript_holds_the_whole_game(box: Box) -> None:
    options = [f"--option={key}={written(value)}" for key, value in box.options]
    head, *steps, end = transcript(box.slug, "--players", str(box.players), "--seed", "7", *options)
    spec, state = box.spec, box.start()
    assert head == {"game": box.slug, "edition": spec.edition, "players": box.players,
                    "options": dict(box.options), "seed": 7}  # fmt: skip
    for n, line in enumerate(steps):
        actor = "chance" if state.actor() < 0 else state.actor()
        legal = [spec.layout.text(step) for step in state.legal()]
        expected = {"n": n, "actor": actor, "legal": legal, "step": line["step"]}
        if actor == "chance":
            expected["weights"] = state.weights()
        assert line == expected
        state.apply(spec.layout.number(line["step"]))
    assert end == {"scores": [str(points) for points in spec.points(state)],
                   "ranks": [rank or None for rank in state.ranks()]}  # fmt: skip


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_transcripts(slug: str) -> None:
    lines = transcript(slug, "--seed", "1", "--games", "2")
    heads = [line for line in lines if "seed" in line]
    ends = [line for line in lines if "scores" in line]
    assert [head["seed"] for head in heads] == [1, 2]
    assert len(ends) == 2
    for end in ends:
        assert all(isinstance(score, str) for score in end["scores"])
        assert 1 in end["ranks"]


def test_the_same_seed_gives_the_same_game() -> None:
    words = ("claim_it", "--players", "3", "--seed", "5", "--bot", "greedy")
    assert transcript(*words) == transcript(*words)


def test_a_script_gives_its_own_steps(tmp_path: Path) -> None:
    lines = transcript("claim_it", "--players", "2", "--seed", "3")
    script = tmp_path / "script.txt"
    script.write_text("\n".join(line["step"] for line in lines if "step" in line) + "\n")
    again = transcript("claim_it", "--players", "2", "--seed", "3", "--script", str(script))
    assert again == lines


@pytest.mark.parametrize(
    ("text", "line", "clause"),
    [
        ("first 0\ndice 1 2 3\nsquat 1 2 4\n", "3", "CI-5"),
        ("first 0\n\n# a remark\ndice 1 2 3\nroll\n", "5", "CI-10"),
        ("dice 1 2 3\n", "1", "CI-4"),
        ("first 0\nfirst 9\n", "2", ""),
        ("first 0\nhello\n", "2", ""),
    ],
)
def test_a_script_stops_at_its_first_illegal_line(
    tmp_path: Path, text: str, line: str, clause: str
) -> None:
    script = tmp_path / "script.txt"
    script.write_text(text)
    done = filon("transcript", "claim_it", "--script", str(script))
    assert done.returncode == 2
    assert f"Line {line}:" in done.stderr
    assert clause in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) >= 1, "what was legal is printed"


def test_a_reader_that_stops_early_sees_no_traceback() -> None:
    command = f"{sys.executable} -m filon transcript claim_it --games 3 | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


REFUSED = [
    (["transcript", "chess"], slugs()),
    (["transcript", "claim_it", "--option", "wings=true"], ["long_turns"]),
    (["transcript", "claim_it", "--option", "long_turns=perhaps"], ["false", "true"]),
    (["transcript", "claim_it", "--option", "long_turns"], ["long_turns"]),
    (["transcript", "claim_it", "--players", "9"], ["2", "5"]),
    (["transcript", "claim_it", "--bot", "nobody"], list(BOTS)),
    (["transcript", "claim_it", "--script", "no-such-file"], ["no-such-file"]),
    (["play", "chess"], slugs()),
    (["play", "claim_it", "--lang", "de"], ["fr", "en"]),
    (["play", "claim_it", "--humans", "7"], ["7", "2"]),
    (["play", "claim_it", "--bot", "no_such:Bot"], ["no_such:Bot", "ModuleNotFoundError"]),
    (["arena", "claim_it", "--bots", "greedy"], ["greedy"]),
    (["arena", "claim_it", "--bots", "greedy,nobody"], list(BOTS)),
    (["arena", "claim_it", "--bots", "greedy,json:Nobody"], ["json:Nobody", "Nobody"]),
    (["arena", "claim_it", "--bots", "greedy,json:JSONDecoder"], ["JSONDecoder", "choose"]),
    (["arena", "claim_it", "--bots", "greedy,cmd:no-such-program"], ["no-such-program"]),
    (["arena", "claim_it", "--bots", "greedy,random", "--resume"], ["--journal"]),
    *[(["arena", "claim_it", "--bots", "greedy,random", word, "no/such/file"], ["no/such/file"])
      for word in ("--html", "--json", "--journal")],
    (["arena", "claim_it", "--bots", "greedy,random", "--html", "docs"], ["docs"]),
    (["study", "claim_it", "--html", "no/such/file"], ["no/such/file"]),
    (["replay", "no-such-file"], ["no-such-file"]),
    (["serve", "--pace", "sleepy"], ["calm", "brisk", "instant"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "listed", "lang"),
    [(*case, lang) for case, lang in product(REFUSED, ("en", "fr"))],
    ids=lambda value: "-".join(value) if isinstance(value, list) else value,
)
def test_a_refusal_is_one_sentence_with_what_is_valid(
    words: list[str], listed: list[str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "play_batch", None)  # and not a game was played before
    done = filon(*words, lang=lang)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert all(word in done.stderr for word in listed), done.stderr


def test_refusals_speak_french() -> None:
    assert "Il n’y a pas de jeu" in filon("play", "chess", lang="fr").stderr


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_replay_tells_a_golden_game(lang: str) -> None:
    done = filon("replay", str(GOLDEN / "2p-long_turns-false.txt"), lang=lang)
    assert done.returncode == 0, done.stderr
    assert {"fr": "Résultat", "en": "Result"}[lang] in done.stdout
    ending = {"fr": "Le dernier tour est fini.", "en": "The last round is over."}[lang]
    assert ending in done.stdout


def test_replay_reads_what_transcript_writes(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(filon("transcript", "claim_it", "--seed", "4").stdout)
    done = filon("replay", str(file), "--at", "6")
    assert done.returncode == 0, done.stderr
    assert "6 steps" in done.stdout


def test_replay_names_the_line_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game: claim_it\nplayers: 2\n\nfirst 0\nstop\n")
    done = filon("replay", str(file))
    assert done.returncode == 2
    assert "CI-10" in done.stderr


@pytest.mark.parametrize(
    ("slug", "lang"),
    [(slug, lang) for n, slug in enumerate(slugs()) for lang in ("en", "fr")
     if LONG or lang == ("en", "fr")[n % 2]],
)  # fmt: skip
def test_a_whole_game_in_the_terminal(slug: str, lang: str, tmp_path: Path) -> None:
    """The first choice again and again ends every game; the record replays."""
    saved = tmp_path / "game.txt"
    done = filon("play", slug, "--seed", "1", "--bot", "greedy", "--save", str(saved),
                 lang=lang, given="1\n" * 3000)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert {"fr": "Résultat", "en": "Result"}[lang] in done.stdout
    assert filon("replay", str(saved)).returncode == 0


def test_questions_at_the_prompt_change_nothing() -> None:
    asked = "?\nb\nr\nr CI-9\nr CI-12\nr CI-99\nc\n\n77\nfly\nstop\n1\nq\n"
    done = filon("play", "claim_it", "--seed", "1", given=asked)
    assert done.returncode == 0, done.stderr
    for told in ("leave the game", "CI-9", "CI-99", "neither a number", "not possible now"):
        assert told in done.stdout
    assert done.stdout.count("    Example. ") == 1, "with its clause, not in the whole list"
    assert "golden" not in done.stdout
    assert "The game was left." in done.stdout


def test_the_end_of_input_leaves_the_game() -> None:
    done = filon("play", "claim_it", "--seed", "1", given="")
    assert done.returncode == 0
    assert "The game was left." in done.stdout


def test_hidden_things_stay_behind_the_curtain() -> None:
    """With two people at one keyboard each is called before anything of theirs is shown."""
    done = filon("play", "nuggets", "--humans", "2", "--seed", "1", given="\n1\n\n1\nq\n")
    assert "The keyboard goes to Seat 1" in done.stdout
    assert "The keyboard goes to Seat 2" in done.stdout


def test_the_former_name_of_an_option_means_the_same() -> None:
    done = filon("arena", "claim_it", "--pace", "0")
    assert done.returncode == 2
    assert "--divisor" in done.stderr
    assert "--pace" not in filon("arena", "--help").stdout
