"""OpenSpiel's own tests and ours, over every game, in the environment of the peers.

OpenSpiel is large and belongs to no environment of ours: it lies in .venv-peers, which is made here
if it is not there yet. What runs in it is this very build of Filon.
"""

import os
import subprocess
import sys
from pathlib import Path

import librt
import mypy_extensions
import pytest

import filon
from support.games import LONG

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-peers" / "bin" / "python"
pytestmark = [pytest.mark.engine, pytest.mark.xdist_group("openspiel")]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with this build and the little it needs, for another environment's Python."""
    done = subprocess.run(
        [sys.executable, "tools/peers.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"OpenSpiel cannot be had here:\n{done.stdout}{done.stderr}"
    package = Path(filon.__file__).parent
    shared = package.parent.glob("filon__mypyc*")  # what a compiled build has beside the package
    libraries = [Path(librt.__path__[0]), Path(str(mypy_extensions.__file__))]
    folder = tmp_path_factory.mktemp("build")
    for path in (package, *shared, *libraries):
        (folder / path.name).symlink_to(path)
    return folder


@pytest.mark.parametrize("slug", filon.slugs())
def test_openspiel_finds_every_game_sound(slug: str, here: Path) -> None:
    """Its random simulations with serialising, and what openspiel_checks.py asks."""
    told = subprocess.run(
        [PYTHON, "tests/support/openspiel_checks.py", slug, "20" if LONG else "1"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(here)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, (told.stdout + told.stderr)[-3000:]
    assert told.stdout.splitlines()[-1] == f"{slug}: sound"
