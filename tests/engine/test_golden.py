"""Proof 10: stored games still play the same, legal steps and results included."""

from pathlib import Path

import pytest

from filon.core.record import annotated, read
from filon.core.spec import written
from filon.games import load, slugs
from support.games import Box, boxes

pytestmark = [pytest.mark.engine, pytest.mark.sources]
GAMES = Path(__file__).parents[2] / "src" / "filon" / "games"
FILES = sorted(GAMES.glob("*/tests/golden/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_golden(file: Path) -> None:
    """Replaying the steps gives the file back, byte for byte."""
    spec = load(file.parts[-4])
    text = file.read_text("utf-8")
    assert annotated(read(text, spec)) == text


def test_every_game_has_golden_games() -> None:
    assert {file.parts[-4] for file in FILES} == set(slugs())


def golden_of(box: Box) -> Path:
    """The golden game of this player count and these options."""
    told = [f"{key}-{written(value)}" for key, value in box.options]
    name = "-".join([f"{box.players}p", *told])
    return GAMES / box.slug / "tests" / "golden" / f"{name}.txt"


@pytest.mark.parametrize("box", boxes(), ids=str)
def test_every_count_and_option_has_one(box: Box) -> None:
    assert golden_of(box).exists()
