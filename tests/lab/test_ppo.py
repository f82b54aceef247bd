"""docs/examples/ppo.py: a known library learns Claim It! and beats greedy in ten minutes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_ppo_beats_greedy_after_ten_minutes() -> None:
    """Two idle cores are meant; the interval stands above one half."""
    pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib: it brings PyTorch")
    said = subprocess.check_output(
        [sys.executable, "docs/examples/ppo.py", "--games", "1000"], cwd=ROOT, text=True
    )
    share, wide = map(float, re.findall(r"([0-9.]+)% \+- ([0-9.]+)% against greedy", said)[-1])
    assert share - wide > 50.0, said
