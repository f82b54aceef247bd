"""`filon review`: its output, its page and its texts."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from filon.cli import app
from filon.core.errors import Refusal
from filon.review.form import FORMAT
from filon.review.html import page
from filon.review.review import review
from filon.review.telling import COLUMNS, Teller
from support.reviewed import hasten, played


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hasten(monkeypatch)


def kept(folder: Path) -> Path:
    file = folder / "game.txt"
    file.write_text(played("butin", 3, 2, 60).text(), "utf-8")
    return file


def test_the_review_command_prints_writes_and_names_its_files(tmp_path: Path) -> None:
    html, data = tmp_path / "out.html", tmp_path / "out.json"
    asked = ["review", str(kept(tmp_path)), "--html", str(html), "--json", str(data), "--lang=fr"]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    account = done.output.partition("└")[0]  # the heads of its columns fit 80 characters
    for word in ("Incertain", "Résultat", "autres"):
        assert word in account, account
    told = json.loads(data.read_text("utf-8"))
    assert told["format"] == FORMAT
    assert len(told["chances"]) == 61
    assert html.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_page_fetches_nothing_and_adds_up(lang: str) -> None:
    record = played("butin", 3, 2)
    found, spec = review(record), record.setup.spec
    text = page(found, spec, lang)
    assert not re.search(r'(src|href)="(?!#)', text)
    assert "url(" not in text and "<script" not in text and "@import" not in text  # noqa: PT018
    assert not re.search(r"\breview\.[a-z]", text), "a text is missing"
    teller = Teller(found, spec, lang)
    for row in found.account:
        cells = [value for value, _ in teller.cells(row)]
        numbers = [float(one.replace("\u2212", "-").replace(",", ".")) for one in cells]
        assert len(numbers) == len(COLUMNS) + 2
        assert round(sum(numbers[:-1]), 6) == numbers[-1]
    for chances in found.chances:
        assert sum(teller.percent(chances, seat) for seat in found.ranked) == 100


def test_bad_input_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("game: butin\nplayers: 2\n\nfirst 0\nfirst 0\n", "utf-8")
    done = CliRunner().invoke(app, ["review", str(file)])
    assert isinstance(done.exception, Refusal)
    assert done.exception.code == "illegal_line"
    done = CliRunner().invoke(app, ["review", str(kept(tmp_path)), "--depth", "0"])
    assert isinstance(done.exception, Refusal)
    assert done.exception.code == "review_depth"
