"""The environment .venv-fast: Filon installed from its wheel, rules compiled.

`python3 tools/fast.py` brings it up to date; with `tests` it can also run the tests, and with
`rules` it gets only so far as is possible before the page is built.
"""

import json
import sys

import environment
import wheel
from stage import ROOT, alone, run, say
from stamp import fresh, press

FAST = ROOT / ".venv-fast"
STAMP = FAST / ".filon-wheel"


def is_fresh() -> bool:
    """Whether .venv-fast holds what the sources would give now."""
    return fresh(STAMP, wheel.inputs())


def plain() -> str:
    """Why the rules in .venv-fast are not compiled; empty if they are."""
    (note,) = FAST.glob("lib/python*/site-packages/filon/build.json")
    return str(json.loads(note.read_text())["why"])


def prepare(tests: bool = False) -> None:
    """Make or renew .venv-fast, all but Filon itself."""
    environment.make(FAST)
    environment.install(FAST, "dev" if tests else "run")


def update(tests: bool = False) -> None:
    """Make or renew .venv-fast; compiles only what is not compiled yet."""
    with alone("fast"):
        prepare(tests)
        value = wheel.inputs()
        if not fresh(STAMP, value):
            made = wheel.build(ROOT / "build" / "wheels")
            command = environment.pip(FAST, "--no-deps", "--reinstall", str(made))
            run("Filon in .venv-fast, from its wheel", command, log="fast")
            press(STAMP, value)


if __name__ == "__main__":
    environment.sync("run")
    tests = "tests" in sys.argv[1:]
    if "rules" in sys.argv[1:]:
        with alone("fast"):
            prepare(tests)
            wheel.rules()
    else:
        update(tests)
        say("  .venv-fast is ready")
