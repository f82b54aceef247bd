"""The levels choose alike on both builds at equal numbers of simulations."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from choices import choices
from filon.games import slugs
from shelf import COMPILED, LONG

ROOT = Path(__file__).parent.parent
COUNT = 1000 if LONG else 10  # positions a game


@pytest.mark.skipif(not COMPILED, reason="one build alone has nothing to be compared with")
def test_compiled_and_pure_levels_choose_alike() -> None:
    beside = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    said = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "choices.py"), str(COUNT)],
        env=beside, capture_output=True, text=True, check=True,
    )  # fmt: skip
    told = json.loads(said.stdout)
    assert not told["compiled"]
    for slug in slugs():
        here = choices(slug, COUNT)
        assert len(set(here)) > COUNT // 4
        assert told["choices"][slug] == here, slug
