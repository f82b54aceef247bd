"""`make test`: every stage as soon as what it needs is there, two at a time.

What a stage says is told when it has ended, so that no two are mixed; one that runs alone is heard
line by line. All stages run even if one fails: the end names it and says where the time went.
"""

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from stage import ROOT, say

SLOTS = 2
COVER = ROOT / "build" / "coverage"
# Compiling takes half as long at -O1, and what it makes does the same; `make play` has its own.
FOR_TESTS = {"FILON_COVER": str(COVER), "FILON_OPT": os.environ.get("FILON_OPT", "1")}
MAKE = os.environ.get("MAKE", "make")
COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")


@dataclass
class Stage:
    """One target of the Makefile, and what became of it."""

    target: str
    needs: tuple[str, ...] = ()
    light: bool = False  # mostly waits for a disk or a network, so it takes no slot
    state: str = "waiting"
    wall: float = 0.0
    work: float = 0.0
    said: list[str] = field(default_factory=list)
    told: int = 0  # how many of these lines were passed on

    def counts(self) -> dict[str, int]:
        """What pytest or vitest said at the end: how many tests passed, failed, were skipped."""
        closing = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in self.said[-12:]]
        told = [line for line in closing if re.search(r"\d+ (passed|failed|errors?)\b", line)]
        return {what: int(n) for n, what in COUNT.findall(told[-1])} if told else {}


def stages() -> list[Stage]:
    """In the order in which they begin where there is a choice: what others wait for first."""
    return [
        Stage("dev"),
        Stage("chromium", ("dev",), light=True),
        Stage("postgresql", ("chromium",), light=True),  # not both at once: both may call apt-get
        Stage("rules", ("dev",)),
        Stage("page", ("dev",)),
        Stage("lint", ("page",)),
        Stage("types", ("dev",)),
        Stage("page-checks", ("page",)),
        Stage("compiled", ("rules", "page", "postgresql")),
        Stage("browser", ("rules", "page", "chromium")),
        Stage("fuzz", ("rules", "page")),
        Stage("pure", ("dev",)),
        Stage("coverage", ("compiled", "pure")),
    ]


class Suite:
    """Runs stages side by side and lets one of them speak at a time."""

    def __init__(self, todo: Sequence[Stage]) -> None:
        self.todo = todo
        self.turn = threading.Condition()
        self.speaker: Stage | None = None

    def run(self) -> bool:
        """Whether all of it passed."""
        with self.turn:
            while any(one.state in ("waiting", "running") for one in self.todo):
                for one in self.todo:
                    if one.state == "waiting" and self.may_begin(one):
                        one.state = "running"
                        threading.Thread(target=self.carry_out, args=(one,)).start()
                if any(one.state == "running" for one in self.todo):
                    self.turn.wait()
        return all(one.state == "passed" for one in self.todo)

    def may_begin(self, one: Stage) -> bool:
        """Whether its needs are met and a slot is free; what needs a failed one never runs."""
        needed = [other.state for other in self.todo if other.target in one.needs]
        if any(state in ("failed", "not run") for state in needed):
            one.state = "not run"
            return False
        busy = sum(other.state == "running" and not other.light for other in self.todo)
        return all(state == "passed" for state in needed) and (one.light or busy < SLOTS)

    def carry_out(self, one: Stage) -> None:
        """Run the target to its end, keeping what it says."""
        began = time.monotonic()
        made = subprocess.Popen(
            [MAKE, "--no-print-directory", one.target],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            encoding="utf-8", errors="replace", env={**os.environ, **FOR_TESTS},
        )  # fmt: skip
        assert made.stdout is not None
        for line in made.stdout:
            with self.turn:
                one.said.append(line.rstrip("\n"))
                self.tell()
        _, status, used = os.wait4(made.pid, 0)  # the only wait that tells the processor's time
        made.returncode = os.waitstatus_to_exitcode(status)
        with self.turn:
            one.wall, one.work = time.monotonic() - began, used.ru_utime + used.ru_stime
            one.state = "failed" if made.returncode else "passed"
            self.tell()
            self.turn.notify_all()

    def tell(self) -> None:
        """What ended is told whole; who runs alone is heard line by line."""
        alone = sum(one.state == "running" for one in self.todo) == 1
        while True:
            if self.speaker is None:
                ready = [one for one in self.todo if one.said and not one.told
                         and (one.state != "running" or alone)]  # fmt: skip
                if not ready:
                    return
                self.speaker = min(ready, key=lambda one: one.state == "running")
                say(f"\n== {self.speaker.target}")
            one = self.speaker
            say("\n".join(one.said[one.told :])) if one.told < len(one.said) else None
            one.told = len(one.said)
            if one.state == "running":
                return
            self.speaker = None


def summary(done: Sequence[Stage], wall: float) -> str:
    """Where the time went, how many tests there were, and what failed."""
    lines = ["", f"{'stage':<14}{'seconds':>8}{'of work':>9}"]
    total: dict[str, int] = {}
    for one in done:
        counts = one.counts()
        for what, n in counts.items():
            total[what] = total.get(what, 0) + n
        told = ", ".join([one.state, *(f"{n} {what}" for what, n in counts.items())])
        lines.append(f"{one.target:<14}{one.wall:>8.0f}{one.work:>9.0f}  {told}")
    work = sum(one.work for one in done)
    lines.append(f"{'make test':<14}{wall:>8.0f}{work:>9.0f}")
    tests = ", ".join(f"{n} {what}" for what, n in total.items())
    bad = [one.target for one in done if one.state != "passed"]
    verdict = f"FAILED: {', '.join(bad)}" if bad else "all of it passed"
    return "\n".join([*lines, f"make test: {verdict} ({tests})."])


if __name__ == "__main__":
    began = time.monotonic()
    shutil.rmtree(COVER, ignore_errors=True)
    COVER.mkdir(parents=True)
    suite = Suite(stages())
    passed = suite.run()
    say(summary(suite.todo, time.monotonic() - began))
    sys.exit(not passed)
