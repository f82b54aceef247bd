"""The commands in documents: each is understood, and the cheap ones run as printed."""

import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest
import typer.main

from commands.test_cli import filon
from filon.cli import app
from repo.test_docs import ROOT
from support.games import LONG

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
WORD = re.compile(r"^(?:    )?((?:filon/bin/)?filon |make |(?:FILON_\w+=\S+ )?pip )(.+)$")
# Only understood, not run: a server, and what touches the reader's own games.
PARSED = ("serve", "backup", "restore", "verify", "purge", "doctor", "train")
FEWER = {"--games": "2", "--divisor": "1000"}


def commands() -> list[tuple[str, str]]:
    """Every command in a block of code, with its page."""
    found = []
    for page in PAGES:
        inside, text = False, page.read_text("utf-8")
        for line in text.splitlines():
            if line.startswith("```"):
                inside = line.startswith("```sh")
            elif (inside or line.startswith("    ")) and (hit := WORD.match(line)):
                found.append((page.name, f"{hit[1].strip()} {hit[2].partition(' # ')[0]}".strip()))
    return list(dict.fromkeys(found))


FILON = [(page, text) for page, text in commands() if " ".join(text.split()[:1]).endswith("filon")]
# Of each subcommand the first example is run in the short form.
FIRST = list({text.split()[1]: (page, text) for page, text in reversed(FILON)}.values())


def test_there_are_commands_to_try() -> None:
    assert FILON
    assert FIRST


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the documents speak of: their examples, a record, a bot of one's own."""
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    page = (ROOT / "docs" / "writing-a-bot.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?class Last.*?)```", page, re.S)
    (tmp_path / "my_bot.py").write_text(example, "utf-8")
    (tmp_path / "FILE").write_text(filon("transcript", "claim_it").stdout, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_every_command_of_filon_is_understood(desk: Path) -> None:
    for _, text in FILON:
        words = shlex.split(text)[1:]
        command = typer.main.get_command(app).commands[words[0]]  # type: ignore[attr-defined]
        command.make_context(words[0], words[1:])


@pytest.mark.parametrize(
    ("page", "text"), FILON if LONG else FIRST, ids=lambda value: str(value)[:60]
)
def test_a_command_of_filon_runs(page: str, text: str, desk: Path) -> None:
    words = shlex.split(text)[1:]
    if words[0] in PARSED or "@" in text:  # levels of a release that `make frozen` would build
        return
    if words[0] in ("arena", "study", "games-of"):
        for option, value in FEWER.items():
            words += [option, value]  # the last one counts
    done = filon(*words, given="q\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_targets_of_make_and_extras_of_pip_are_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    for page, text in commands():
        words = shlex.split(text)
        if words[0] == "make":
            assert words[1] in targets, (page, text)
        for named in re.findall(r"\.\[([a-z,]+)\]", text):
            assert set(named.split(",")) <= set(extras), (page, text)
    assert "filon[" not in "".join(page.read_text("utf-8") for page in PAGES), "not on an index"
