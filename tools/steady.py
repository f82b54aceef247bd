"""`make steady`: ten whole runs of `make test` at the last commit, each in a fresh clone.

Six runs are on the idle machine, two beside two busy loops, two on one core. One more run in the
last idle clone shows what a second run costs. The first red run ends it: a red run is understood
and mended, and the count starts anew. Logs lie in build/steady/.
"""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from stage import ROOT, say

LOGS = ROOT / "build" / "steady"
PLAN = ["idle", "second", "idle", "busy", "one core", "idle", "idle", "busy", "one core", "idle",
        "idle"]  # fmt: skip
LIMITS = {"idle": 300, "second": 210, "busy": 600}  # seconds; told, and no reason to fail
LAST = re.compile(r"^make test: .*$|^make test +\d+ +\d+ .*$", re.M)


@contextlib.contextmanager
def beside(kind: str) -> Iterator[None]:
    """Make the machine busy, or small, while a run goes on."""
    whole = os.sched_getaffinity(0)
    loops = []
    try:
        if kind == "busy":
            loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
        if kind == "one core":
            os.sched_setaffinity(0, {min(whole)})
        yield
    finally:
        os.sched_setaffinity(0, whole)
        for loop in loops:
            loop.kill()
            loop.wait()


def run(clone: Path, kind: str, log: Path) -> tuple[bool, float]:
    """One whole run: whether it is green, and its seconds."""
    began = time.monotonic()
    with beside(kind), log.open("wb") as out:
        ended = subprocess.run(
            ["make", "test"], cwd=clone, stdout=out, stderr=subprocess.STDOUT, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    return ended.returncode == 0, time.monotonic() - began


def main(plan: list[str]) -> int:
    """Run the plan; the exit code says whether all of it was green."""
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    if changed:
        sys.exit("Commit first: the runs are made in clones of the last commit.")
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="filon-steady-") as folder:
        clone = Path(folder) / "filon"
        for n, kind in enumerate(plan, start=1):
            if kind != "second":
                shutil.rmtree(clone, ignore_errors=True)
                subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
            log = LOGS / f"{n:02}-{kind.replace(' ', '-')}.log"
            green, seconds = run(clone, kind, log)
            verdict = " · ".join(LAST.findall(log.read_text("utf-8", "replace")))
            late = " OVER THE LIMIT" if seconds > LIMITS.get(kind, seconds) else ""
            say(f"{n:2} {kind:<9}{seconds:5.0f} s{late}  {verdict}")
            if not green:
                say(f"Red: see {log.relative_to(ROOT)}. The count starts anew.")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or PLAN))
