"""Luck over several games: the sums, and the verdict of the test."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from filon.cli import app
from filon.core.errors import Refusal
from filon.review.form import POINT
from filon.review.luck_report import draws_of, report
from filon.review.review import review
from support.reviewed import hasten, played


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hasten(monkeypatch)


def test_luck_adds_up_the_draws_of_the_reviews() -> None:
    record = played("butin", 2, 5, 40)
    whole, draws = review(record), draws_of(record)
    assert draws.draws == whole.draws
    told = report([(draws, 0)])
    counted = [draw for draw in whole.draws if draw.outcomes > 1]
    assert told.draws == len(counted)
    assert told.luck == sum(draw.luck[0] for draw in counted) == sum(k.luck for k in told.kinds)
    assert sum(kind.draws for kind in told.kinds) == told.draws
    assert report([(draws, 0)]).luck == -report([(draws, 1)]).luck


def test_the_verdict_follows_from_the_spread() -> None:
    """A sum of 1, 2.5 and 4 deviations: usual, unusual, rare; few draws: nothing."""
    draws = draws_of(played("butin", 2, 5, 4))
    draw = next(one for one in draws.draws if one.outcomes > 1)

    def told(count: int, size: float) -> str:
        each = round(size * POINT * count**0.5 / count)
        many = [replace(draw, luck=[each, -each], spread=[POINT, POINT])] * count
        return report([(replace(draws, draws=many), 0)]).verdict

    assert [told(100, size) for size in (1, 2.5, 4)] == ["none", "some", "much"]
    assert told(10, 4) == "few"


def test_the_command_finds_a_seat_by_name(tmp_path: Path) -> None:
    files = []
    for seed in range(2):
        record = played("butin", 2, seed, 30)
        record.notes["seat 1"] = "Sample"
        files.append(tmp_path / f"{seed}.txt")
        files[-1].write_text(record.text(), "utf-8")
    names = [str(file) for file in files]
    done = CliRunner().invoke(app, ["luck", *names, "--seat", "sample", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["games"] == 2
    done = CliRunner().invoke(app, ["luck", *names, "--seat", "sample", "--lang", "fr"])
    assert "La chance sur 2 parties" in done.stdout
    for bad, code in (("9", "luck_seat"), ("nobody", "luck_none")):
        done = CliRunner().invoke(app, ["luck", *names, "--seat", bad])
        assert isinstance(done.exception, Refusal)
        assert done.exception.code == code
