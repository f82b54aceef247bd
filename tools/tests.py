"""Run a part of the Python tests on one of the two builds; further words go to pytest.

`compiled`, `browser` and `fuzz` together are all tests, on the wheel in .venv-fast, whose rules
are compiled. They are separate, because the libraries for browsers and random requests take
seconds to import in every worker. `pure` are the tests that need the sources in .venv: planted
faults, golden games, clauses, and digests of both builds; tests/engine/test_both_builds.py
compares the builds step by step. In the long form `pure` runs the engine's tests again. `engine`
runs them in the short form, for work on rules without compiling. Without a C compiler the sources
stand in for the wheel.
"""

import os
import subprocess
import sys
from pathlib import Path

import environment
import fast
import node
from stage import ROOT, say

BROWSER, FUZZ = "tests/browser", "tests/server/test_server_fuzz.py"
# Each takes about a second to import in every worker. Only made-up requests use Hypothesis.
NO_FUZZ = ("-p", "no:schemathesis", "-p", "no:hypothesispytest")
SPARED = (*NO_FUZZ, "-p", "no:playwright")


def files(mark: str) -> list[str]:
    """The files with tests of this mark; importing the others would double a short run."""
    ours = sorted((ROOT / "tests").rglob("test_*.py"))
    marked = [file for file in ours if f"pytest.mark.{mark}" in file.read_text("utf-8")]
    return [str(file.relative_to(ROOT)) for file in marked]


def pytest(python: Path, which: str, *words: str, **more: str) -> int:
    """Run pytest with this Python and give back its exit code."""
    long = bool(os.environ.get("FILON_LONG"))
    chosen = " and ".join(filter(None, [which, "" if long else "not long"]))
    command = [str(python), "-m", "pytest", *(["-m", chosen] if chosen else []), *words]
    if long:
        command.append("--timeout=0")  # the limit is for the short form
    if data := os.environ.get("FILON_COVER"):  # a folder: each build leaves what it has reached
        command += ["--cov=filon", "--cov-report=", "--cov-fail-under=0"]
        more["COVERAGE_FILE"] = str(Path(data) / (which or "all"))
    return subprocess.run(
        command, cwd=ROOT, env={**node.environment(), **more}, check=False
    ).returncode


def on_wheel(*words: str) -> int:
    """Tests on the compiled wheel."""
    fast.update(tests=True)
    if why := fast.plain():
        say(f"All tests run on the sources instead of the compiled wheel: {why}.")
        if not why.startswith("no C compiler"):
            return 1
        return pytest(environment.python_of(environment.VENV), "", *words)
    return pytest(environment.python_of(fast.FAST), "", *words, FILON_EXPECT="compiled")


def compiled(*words: str) -> int:
    """All tests but those of the page and fuzzing, which run separately."""
    apart = (f"--ignore={BROWSER}", f"--ignore={FUZZ}")
    return on_wheel(*apart, *SPARED, *words)


def browser(*words: str) -> int:
    """The page's tests, in Chromium."""
    os.environ.pop("FILON_COVER", None)
    return on_wheel(BROWSER, *NO_FUZZ, *words)


def fuzz(*words: str) -> int:
    """The tests that send random requests."""
    os.environ.pop("FILON_COVER", None)
    return on_wheel(FUZZ, "-p", "no:playwright", *words)


def engine(*words: str) -> int:
    """The engine's tests, on the sources."""
    python = environment.python_of(environment.VENV)
    return pytest(python, "engine", *files("engine"), "src/filon/games", *SPARED, *words)


def pure(*words: str) -> int:
    """Tests that need the sources."""
    if os.environ.get("FILON_LONG"):
        return engine(*words)
    python = environment.python_of(environment.VENV)
    clauses = sorted(map(str, ROOT.glob("src/filon/games/*/tests/test_clauses.py")))
    return pytest(python, "sources", *files("sources"), *clauses, *SPARED, *words)


if __name__ == "__main__":
    parts = {"compiled": compiled, "browser": browser, "fuzz": fuzz, "pure": pure, "engine": engine}
    if sys.argv[1:2] not in ([name] for name in parts):
        sys.exit(f"usage: python3 tools/tests.py {'|'.join(parts)} [words for pytest]")
    environment.sync("dev")
    name, *words = sys.argv[1:]
    os.environ["FILON_PART"] = name  # for the command that repeats a test, see conftest.py
    sys.exit(parts[name](*words))
