"""The environment .venv-fast: Filon installed from its wheel, rules compiled.

`python3 tools/fast.py` brings it up to date; with `tests` it can also run the engine's tests.
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


def update(tests: bool = False) -> None:
    """Make or renew .venv-fast; compiles only what is not compiled yet."""
    with alone("fast"):
        environment.make(FAST)
        environment.install(FAST, "run")
        if tests:
            environment.install(FAST, "dev")
        value = wheel.inputs()
        if not fresh(STAMP, value):
            made = wheel.build(ROOT / "build" / "wheels")
            python = str(environment.python_of(FAST))
            command = [python, "-m", "uv", "pip", "install", "--python", python,
                       "--no-deps", "--reinstall", str(made)]  # fmt: skip
            run("Filon in .venv-fast, from its wheel", command, log="fast")
            press(STAMP, value)


if __name__ == "__main__":
    environment.sync("run")
    update(tests="tests" in sys.argv[1:])
    say("  .venv-fast is ready")
