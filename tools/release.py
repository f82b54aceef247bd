"""Build a release: if tag, version and changelog agree, write sdist and wheels to dist/.

`python3 tools/release.py` builds for every Python it finds, with words such as `3.12` for these;
each wheel is built from the sdist alone, in isolation. Nothing is sent anywhere.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import environment
import page
import wheel
from stage import ROOT, run, say

KNOWN = ("3.11", "3.12", "3.13", "3.14")


def faults(tags: list[str], version: str, changes: str) -> list[str]:
    """Disagreements of this commit's tags, the version and the changelog's section."""
    problems = []
    if f"v{version}" not in tags:
        problems.append(f"this commit has no tag v{version}")
    section = re.search(rf"^## {re.escape(version)}\b(.*)$", changes, re.MULTILINE)
    if section is None:
        problems.append(f"CHANGELOG.md has no section {version}")
    elif "not released" in section.group(1):
        problems.append(f"CHANGELOG.md says that {version} is not released yet")
    return problems


def here() -> list[str]:
    """The reasons against releasing this commit."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    missing = faults(_git("tag", "--points-at", "HEAD"), project["project"]["version"], changes)
    return missing + (["there are changes that are not committed"] if _git("status", "-s") else [])


def pythons() -> list[str]:
    """The Pythons of this machine that Filon runs on."""
    look: list[str | Path] = [wheel.PYTHON, "-m", "uv", "python", "find", "--no-python-downloads"]
    runs = {name: subprocess.run([*look, name], capture_output=True, check=False)
             for name in KNOWN}  # fmt: skip
    return [name for name, run in runs.items() if run.returncode == 0]


def build(sdist: Path, names: list[str]) -> None:
    """One wheel for each Python, from the sdist alone."""
    for name in names:
        words = ["-m", "uv", "build", "--wheel", "--python", name, "-o", str(ROOT / "dist")]
        run(f"The wheel for Python {name}", [wheel.PYTHON, *words, sdist], log=f"release-{name}")


def _git(*words: str) -> list[str]:
    run = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return run.stdout.split("\n")[:-1]


if __name__ == "__main__":
    if stands := here():
        sys.exit("No release: " + "; ".join(stands) + ".")
    environment.sync("run")
    page.build()
    build(wheel.sdist(ROOT / "dist"), sys.argv[1:] or pythons())
    for made in sorted((ROOT / "dist").iterdir()):
        say(f"  {made.relative_to(ROOT)}")
