"""Run the Python tests on one of the two builds; further words go to pytest.

`python3 tools/tests.py compiled` runs all of them on the wheel in .venv-fast, whose rules are
compiled; `python3 tools/tests.py pure` runs the engine's once more on the sources in .venv. On a
machine without a C compiler the sources stand in for the wheel, so that nothing goes untested.
"""

import os
import subprocess
import sys
from pathlib import Path

import environment
import fast
import node
from stage import ROOT, say


def engine_files() -> list[str]:
    """The files with engine tests: nothing else is imported, which is half of a short run."""
    ours = sorted((ROOT / "tests").glob("test_*.py"))
    marked = [file for file in ours if "pytest.mark.engine" in file.read_text("utf-8")]
    return [str(file.relative_to(ROOT)) for file in (*marked, ROOT / "src/filon/games")]


def pytest(python: Path, which: str, *words: str, **more: str) -> int:
    """Run pytest with this Python and give back its exit code."""
    long = bool(os.environ.get("FILON_LONG"))
    chosen = " and ".join(filter(None, [which, "" if long else "not long"]))
    command = [str(python), "-m", "pytest", *(["-m", chosen] if chosen else []), *words]
    if data := os.environ.get("FILON_COVER"):  # a folder: each build leaves what it has reached
        command += ["--cov=filon", "--cov-report=", "--cov-fail-under=0"]
        more["COVERAGE_FILE"] = str(Path(data) / (which or "all"))
    return subprocess.run(
        command, cwd=ROOT, env={**node.environment(), **more}, check=False
    ).returncode


def compiled(*words: str) -> int:
    """Everything, on the compiled wheel."""
    fast.update(tests=True)
    if why := fast.plain():
        say(f"All tests run on the sources instead of the compiled wheel: {why}.")
        if not why.startswith("no C compiler"):
            return 1
        return pytest(environment.python_of(environment.VENV), "", *words)
    return pytest(environment.python_of(fast.FAST), "", *words, FILON_EXPECT="compiled")


def pure(*words: str) -> int:
    """The engine's tests, on the sources."""
    spared = ("-p", "no:schemathesis", "-p", "no:playwright")  # seconds of imports in each worker
    python = environment.python_of(environment.VENV)
    return pytest(python, "engine", *engine_files(), *spared, *words)


if __name__ == "__main__":
    builds = {"compiled": compiled, "pure": pure}
    if sys.argv[1:2] not in ([name] for name in builds):
        sys.exit("usage: python3 tools/tests.py compiled|pure [words for pytest]")
    environment.sync("dev")
    sys.exit(builds[sys.argv[1]](*sys.argv[2:]))
