"""`make steady`: ten whole runs of `make test` at the last commit, each in a fresh clone.

Six runs are on the idle machine, two beside two busy loops, and two on one core each, side by side.
One more run in the first clone shows what a second run costs. The first red run ends it: a red run
must be understood and fixed, and the count starts again. Logs lie in build/steady/.

`make steady ARGS="busy idle"` makes these runs only.
"""

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from proofs import OURS
from stage import ROOT, say

LOGS = ROOT / "build" / "steady"
PLAN = ["idle", "second", "busy", "one-core", "idle", "idle", "busy", "idle", "idle", "idle"]
LIMITS = {"idle": 300, "second": 210, "busy": 600}  # seconds; told, and no reason to fail
LAST = re.compile(r"^make test: .*$|^make test +\d+ +\d+ .*$|^This machine's .*$", re.M)


@contextlib.contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Processes that compute all the time."""
    command = [sys.executable, "-c", "while True: pass"]
    loops = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def clone(folder: Path) -> None:
    """A fresh clone of the last commit."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", ROOT, folder], check=True)


def run(folder: Path, log: Path, core: int | None = None) -> bool:
    """One whole run, on one core if it is named; True if it is green."""
    command = ["make", "test"]
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    began = time.monotonic()
    with log.open("wb") as out:
        ended = subprocess.run(
            command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, check=False,
            stdin=subprocess.DEVNULL,
            env={name: value for name, value in os.environ.items() if name not in OURS},
        )  # fmt: skip
    seconds = time.monotonic() - began
    verdict = " ".join(LAST.findall(log.read_text("utf-8", "replace")))
    late = " OVER THE LIMIT" if seconds > LIMITS.get(log.stem[3:], seconds) else ""
    say(f"{log.stem:<14}{seconds:5.0f} s{late}  {verdict}")
    if ended.returncode:
        say(f"Red: see {log.relative_to(ROOT)}. The count starts anew.")
    return ended.returncode == 0


def carry_out(n: int, kind: str, folder: Path) -> bool:
    """The run of this number and kind, or both runs on one core each; True if green."""
    log = LOGS / f"{n:02}-{kind}.log"
    if kind == "one-core":
        cores = sorted(os.sched_getaffinity(0))[:2]
        places = [folder.with_name(f"core-{core}") for core in cores]
        for place in places:
            clone(place)
        logs = [log, log.with_stem(f"{n + 1:02}-{kind}")]
        with ThreadPoolExecutor() as pool:
            return all([*pool.map(run, places, logs, cores)])
    if kind != "second":
        clone(folder)
    with busy_loops(2 if kind == "busy" else 0):
        return run(folder, log)


def main(plan: list[str]) -> int:
    """Carry out the plan; the exit code says whether all of it was green."""
    if unknown := set(plan) - set(PLAN):
        sys.exit(f"no such run: {', '.join(sorted(unknown))}; there are {', '.join(set(PLAN))}")
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    if changed:
        sys.exit("Commit first: the runs are made in clones of the last commit.")
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    n = 1
    with tempfile.TemporaryDirectory(prefix="filon-steady-") as folder:
        for kind in plan:
            if not carry_out(n, kind, Path(folder) / "filon"):
                return 1
            n += 2 if kind == "one-core" else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(shlex.split(os.environ.get("ARGS", "")) or sys.argv[1:] or PLAN))
