"""Build Filon's wheel, with the page inside, and with compiled rules if possible.

`python3 tools/wheel.py` leaves one in dist/, with an sdist. tools/fast.py builds its own in
build/wheels/.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import environment
import page
from stage import ROOT, run, say
from stamp import digest, tree

PYTHON = environment.python_of(environment.VENV)
AS_IT_IS = {**os.environ, "FILON_PAGE": "0"}  # the page is for tools/page.py to build


def inputs() -> str:
    """The hash of everything that ends up in the wheel or decides how it is made."""
    package = tree(ROOT / "src" / "filon", skip=["tests", "web"])
    made_by = [ROOT / "pyproject.toml", ROOT / "build_rules.py", ROOT / "requirements/build.lock"]
    games = (ROOT / "src/filon/games").glob("*/web/messages.*.json")
    # A compiler that was installed since is a reason to try again.
    variables = [os.environ.get(name, "") for name in ("FILON_OPT", "FILON_PURE")]
    return digest([*package, *made_by, *games], compiler() or "none", sys.version, *variables)


def compiler() -> str | None:
    """The C compiler on the path; only compiling shows whether it works."""
    return next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


def quick() -> bool:
    """Whether these rules were compiled before, so that a wheel takes seconds."""
    code = "import build_rules as b; raise SystemExit(not b.ready(b.fingerprint()))"
    return subprocess.run([PYTHON, "-c", code], cwd=ROOT, check=False).returncode == 0


def rules() -> None:
    """Compile the rules, so that a wheel takes seconds afterwards."""
    run("Compiling the rules", [PYTHON, "build_rules.py"], log="rules")


def sdist(folder: Path) -> Path:
    """A new sdist, the only one in the folder: sources, page, and everything to build again."""
    shutil.rmtree(folder, ignore_errors=True)
    command: list[str | Path] = [PYTHON, "-m", "hatchling", "build", "-t", "sdist", "-d", folder]
    run("The sdist", command, log="sdist", env=AS_IT_IS)
    (made,) = folder.glob("*.tar.gz")
    return made


def build(folder: Path) -> Path:
    """A new wheel, the only one in the folder; says in one line if its rules are pure Python."""
    for old in folder.glob("*.whl"):
        old.unlink()
    command: list[str | Path] = [PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    title = "The wheel" if quick() else "Compiling the rules, building the wheel"
    run(title, command, log="wheel", env=AS_IT_IS)
    (wheel,) = folder.glob("*.whl")
    note = json.loads(zipfile.ZipFile(wheel).read("filon/build.json"))
    if not note["compiled"]:
        say_plain(note["why"])
    return wheel


def say_plain(why: str) -> None:
    """The one line for a build whose rules are not compiled."""
    say(f"  Rules in plain Python ({why}): they play the same, only slower.")


if __name__ == "__main__":
    environment.sync("run")
    page.build()
    for made in (sdist(ROOT / "dist"), build(ROOT / "dist")):
        say(f"  {made.relative_to(ROOT)}")
