"""Run the engine's tests on the compiled build, away from the source tree.

The tests are copied to build/engine-tests first: started there, nothing of src/ is on the path, so
that what they import is the installed wheel. A machine without a C compiler says so and passes.
"""

import os
import shutil
import subprocess
import sys

import environment
import fast
from stage import ROOT, say

HERE = ROOT / "build" / "engine-tests"


def lay_out() -> None:
    """A fresh copy of all tests at their usual places, and of nothing they could import."""
    shutil.rmtree(HERE, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tests", HERE / "tests", ignore=ignored)
    # Without __init__.py pytest names each module after its whole path, so that two games may
    # both have a test_clauses.py; conftest.py lets them import their own helpers.
    ignored = shutil.ignore_patterns("__pycache__", "__init__.py")
    for tests in ROOT.glob("src/filon/games/*/tests"):
        shutil.copytree(tests, HERE / tests.relative_to(ROOT), ignore=ignored)
    shutil.copytree(ROOT / "docs", HERE / "docs")
    for name in ("README.md", "conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, HERE / name)


def main() -> int:
    """The exit code of pytest."""
    environment.sync("dev")
    fast.update(tests=True)
    if why := fast.plain():
        say(f"The engine's tests did not run on the compiled build: {why}.")
        return 0 if why.startswith("no C compiler") else 1
    python = str(environment.python_of(fast.FAST))
    lay_out()
    env = {**os.environ, "FILON_EXPECT": "compiled"}
    command = [python, "-m", "pytest", "-m", "engine and not long", *sys.argv[1:]]
    return subprocess.run(command, cwd=HERE, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
