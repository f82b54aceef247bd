"""Reviews are the same on both builds; those of one committed game are pinned."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from filon.games import slugs
from filon.review.form import POINT
from filon.review.review import review
from support.games import COMPILED
from support.reviewed import hasten, learned, played

pytestmark = [pytest.mark.engine, pytest.mark.sources]
ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).parent / "snapshots" / "reviews.json"  # REVIEWS=write writes it anew


def told(slug: str) -> str:
    """A short game's review in tenths of a point: the last digits of logarithms may differ."""
    found = review(played(slug, 2, 11, 24))
    coarse = {
        "chances": [[round(10 * one / POINT) for one in row] for row in found.chances],
        "luck": [[round(10 * one / POINT) for one in draw.luck] for draw in found.draws],
        "best": [[choice.step, choice.best.text, choice.mark] for choice in found.choices],
    }
    return hashlib.sha256(json.dumps(coarse).encode()).hexdigest()[:16]


@pytest.mark.parametrize("slug", slugs())
def test_a_review_is_the_same_on_both_builds(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hasten(monkeypatch)
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    found = told(slug)
    if os.environ.get("REVIEWS") == "write":
        KEPT.write_text(json.dumps(kept | {slug: found}, indent=1, sort_keys=True) + "\n", "utf-8")
        return
    assert kept[slug] == found


@pytest.mark.skipif(not COMPILED, reason="one build alone has nothing to be compared with")
def test_reviews_by_learned_values_are_the_same_bytes_on_both_builds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Compared and not kept: what is learnt anew judges otherwise, on both alike."""
    said = subprocess.run(
        [sys.executable, "-m", "support.reviewed"],
        env={**os.environ, "PYTHONPATH": f"{ROOT}/src:{ROOT}/tests"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    there = json.loads(said.stdout)
    assert not there["compiled"]
    hasten(monkeypatch, learned=True)
    for slug in slugs():
        here = learned(slug)
        assert here["reference"] == "learned", f"nothing was learnt of {slug}"
        assert json.dumps(there["reviews"][slug]) == json.dumps(here), slug
