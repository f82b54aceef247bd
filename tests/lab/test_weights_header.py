"""The header of learned weights: figures from measured rows; nothing else changes."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from filon.bots.weights import overridden, shipped, unpacked
from filon.games import load
from filon.lab.evaluation import with_figures
from filon.lab.strength import Pairing, counted, engrave, rows, weights_of

SHARE = {"mean": 0.61234, "low": 0.55, "high": 0.67, "sets": 200}


def told(row: Pairing) -> dict[str, object]:
    return {**asdict(row), "rungs": row.settings, "games": 400, "share": SHARE}


def test_figures_are_written_into_a_header_and_weights_stay(tmp_path: Path) -> None:
    spec = load("claim_it")
    assert spec.minds.features is not None
    before = shipped(spec)
    assert before is not None
    kept = {row.key: told(row) for row in rows() if row.game == "claim_it" and row.divisor == 16}
    for row in rows():  # of the four-player rows one was played with levels of other settings
        if row.key in kept and row.players == 4:
            kept[row.key]["rungs"] = []
    (tmp_path / "claim_it").mkdir()
    for slug in ("butin", "chercheurs_dor", "gold_river", "nuggets"):
        (tmp_path / slug).mkdir()
    engrave(tmp_path, kept)
    after = (tmp_path / "claim_it" / "learned.bin").read_bytes()
    old, new = (unpacked(spec, spec.minds.features, content) for content in (before, after))
    assert [(one.rows, one.tops, one.shift) for one in old] == [
        (one.rows, one.tops, one.shift) for one in new
    ]
    figures = {one.players: dict(one.figures) for one in new}
    assert figures[2]["sourdough@0.1/16"] == {
        "games": 400, "seats": "two", "mean": 0.612, "low": 0.55, "high": 0.67,
    }  # fmt: skip
    assert "sourdough@0.1/16" not in figures[4]
    assert figures[3]["seconds"] == next(one.figures["seconds"] for one in old if one.players == 3)
    row = next(row for row in rows() if row.game == "claim_it")
    was = row.settings
    weights_of.cache_clear()
    with overridden(spec, after):
        assert row.settings == was
    weights_of.cache_clear()


def test_a_search_that_does_not_ask_the_value_says_nothing_about_it() -> None:
    spec = load("nuggets")
    kept = {row.key: told(row) for row in rows() if row.game == "nuggets"}
    content = with_figures(spec, kept)
    assert content is not None
    header = json.loads(content.split(b"\n")[1])
    assert all(set(one["figures"]) <= {"seconds"} for one in header["lessons"])


def test_a_row_outlives_a_plan_that_says_more_and_no_other_plan() -> None:
    row = next(row for row in rows() if row.game == "claim_it")
    noted = told(row)
    noted["rungs"] = levels = [{**one, "plan": dict(one["plan"])} for one in row.settings]
    assert counted(row, noted) == 400
    for one in levels:  # as recorded before plans had this field
        assert one["plan"].pop("echo") == 0
    assert counted(row, noted) == 400
    levels[0]["plan"].pop("close")
    assert row.settings[0]["plan"]["close"] > 0
    assert counted(row, noted) == 0


@pytest.mark.parametrize("slug", ["butin", "claim_it", "gold_river"])
def test_shipped_weights_have_figures_in_their_headers(slug: str) -> None:
    """With two players and with four, as the page of strengths has it."""
    content = shipped(load(slug))
    assert content is not None
    figures = {
        one["players"]: one["figures"] for one in json.loads(content.split(b"\n")[1])["lessons"]
    }
    page = json.loads((Path(__file__).parents[2] / "bench/strength.json").read_text("utf-8"))
    for row in rows():
        if row.game == slug and row.part == "before" and row.key in page["rows"]:
            share = page["rows"][row.key]["share"]["mean"]
            assert figures[row.players][f"{row.lower}/{row.divisor}"]["mean"] == round(share, 3)
    assert {"sourdough@0.1/16", "sourdough@0.1/1"} <= set(figures[2])
