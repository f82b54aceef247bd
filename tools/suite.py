"""`make test`: run every stage as soon as the stages it needs have passed, two at a time.

The output of a stage is printed when it has ended, so that outputs are not mixed; a stage that
runs alone is printed line by line. All stages run even if one fails. The end says what failed, what
every stage cost, and how much of the cores was used.

`python3 tools/suite.py --write` puts the costs of the last whole run into CONTRIBUTING.md.
"""

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from meter import Meter, processes
from stage import ROOT, say

INSTALLED = "found, or installed by the system's packages"
SLOTS = 2
GLANCE = 0.5  # seconds between two looks at what the stages' processes have used
MAKE = os.environ.get("MAKE", "make")
COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")
COSTS = ROOT / "build" / "suite.json"
TABLE = re.compile(r"(?<=<!-- costs -->\n).*?(?=<!-- /costs -->)", re.S)


@dataclass
class Stage:
    """One target of the Makefile, and its result."""

    target: str
    shows: str  # for the table in CONTRIBUTING.md
    needs: tuple[str, ...] = ()
    light: bool = False  # mostly waits for a disk or a network, so it takes no slot
    state: str = "waiting"
    wall: float = 0.0
    work: float = 0.0  # processor time, of all its processes
    output: list[str] = field(default_factory=list)
    printed: int = 0  # how many lines of the output

    def counts(self) -> dict[str, int]:
        """How many tests passed, failed or were skipped, by the last line of pytest or vitest."""
        closing = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in self.output[-12:]]
        results = [line for line in closing if re.search(r"\d+ (passed|failed|errors?)\b", line)]
        return {what: int(n) for n, what in COUNT.findall(results[-1])} if results else {}


def stages() -> list[Stage]:
    """The stages, those on the critical path first."""
    return [
        Stage("dev", "the environment is made from the locks"),
        Stage("chromium", INSTALLED, ("dev",), light=True),
        # After Chromium: both may call apt-get.
        Stage("postgresql", INSTALLED, ("chromium",), light=True),
        Stage("rules", "the rules compile", ("dev",)),
        Stage("page", "the page builds", ("dev",)),
        Stage("browser", "the page's tests, in Chromium", ("rules", "page", "chromium")),
        Stage("compiled", "all other Python tests, on the wheel", ("rules", "page", "postgresql")),
        Stage("types", "mypy --strict over everything", ("dev",)),
        Stage("pure", "on the sources: planted faults, golden games", ("dev",)),
        Stage("lint", "ruff, codespell, import rules, prettier, eslint", ("page",)),
        Stage("page-checks", "svelte-check, and the page's unit tests", ("page",)),
        Stage("fuzz", "random requests, against the OpenAPI description", ("rules", "page")),
    ]  # fmt: skip


class Suite:
    """Runs stages side by side and prints one stage at a time."""

    def __init__(self, todo: Sequence[Stage]) -> None:
        self.todo = todo
        self.changed = threading.Condition()
        self.printing: Stage | None = None
        self.meters: dict[str, Meter] = {}

    def run(self) -> bool:
        """True if all stages passed."""
        with self.changed:
            while any(stage.state in ("waiting", "running") for stage in self.todo):
                seen = processes()
                for meter in self.meters.values():
                    meter.look(seen)
                for stage in self.todo:
                    if stage.state == "waiting" and self.may_begin(stage):
                        stage.state = "running"
                        threading.Thread(target=self.carry_out, args=(stage,)).start()
                if any(stage.state == "running" for stage in self.todo):
                    self.changed.wait(GLANCE)
        return all(stage.state == "passed" for stage in self.todo)

    def may_begin(self, stage: Stage) -> bool:
        """True if its needs are met and a slot is free; never after a failure of a need."""
        needed = [other.state for other in self.todo if other.target in stage.needs]
        if any(state in ("failed", "not run") for state in needed):
            stage.state = "not run"
            return False
        busy = sum(other.state == "running" and not other.light for other in self.todo)
        return all(state == "passed" for state in needed) and (stage.light or busy < SLOTS)

    def carry_out(self, stage: Stage) -> None:
        """Run the target to its end and keep its output."""
        began = time.monotonic()
        process = subprocess.Popen(
            [MAKE, "--no-print-directory", stage.target],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            encoding="utf-8", errors="replace",
        )  # fmt: skip
        assert process.stdout is not None
        with self.changed:
            self.meters[stage.target] = Meter(process.pid)
        for line in process.stdout:
            with self.changed:
                stage.output.append(line.rstrip("\n"))
                self.print_output()
        _, status, used = os.wait4(process.pid, 0)  # the only wait that tells the processor time
        process.returncode = os.waitstatus_to_exitcode(status)
        with self.changed:
            stage.wall = time.monotonic() - began
            # Short processes are missed by the meter, those of Chromium by the wait.
            stage.work = max(used.ru_utime + used.ru_stime, self.meters.pop(stage.target).seconds)
            stage.state = "failed" if process.returncode else "passed"
            self.print_output()
            self.changed.notify_all()

    def print_output(self) -> None:
        """Print finished stages as a whole, and a stage that runs alone line by line."""
        alone = sum(stage.state == "running" for stage in self.todo) == 1
        while True:
            if self.printing is None:
                ready = [stage for stage in self.todo if stage.output and not stage.printed
                         and (stage.state != "running" or alone)]  # fmt: skip
                if not ready:
                    return
                self.printing = min(ready, key=lambda stage: stage.state == "running")
                say(f"\n== {self.printing.target}")
            stage = self.printing
            if stage.printed < len(stage.output):
                say("\n".join(stage.output[stage.printed :]))
            stage.printed = len(stage.output)
            if stage.state == "running":
                return
            self.printing = None


def busy() -> float | None:
    """Seconds that all cores of this machine have worked since it started; None if not known."""
    try:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return None
    user, nice, system, _idle, _waiting, irq, softirq = map(int, fields[:7])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def summary(done: Sequence[Stage], wall: float, worked: float | None) -> str:
    """What every stage cost, how many tests there were, and what failed."""
    lines = ["", f"{'stage':<14}{'seconds':>8}{'of work':>9}"]
    total: dict[str, int] = {}
    for stage in done:
        counts = stage.counts()
        for what, n in counts.items():
            total[what] = total.get(what, 0) + n
        result = ", ".join([stage.state, *(f"{n} {what}" for what, n in counts.items())])
        lines.append(f"{stage.target:<14}{stage.wall:>8.0f}{stage.work:>9.0f}  {result}")
    work = sum(stage.work for stage in done)
    lines.append(f"{'make test':<14}{wall:>8.0f}{work:>9.0f}")
    if worked is not None:
        all_cores = os.cpu_count() or 1
        share = 100 * worked / (wall * all_cores)
        lines.append(f"This machine's {all_cores} cores were busy for {share:.0f} % of that time.")
    tests = ", ".join(f"{n} {what}" for what, n in total.items())
    bad = [stage.target for stage in done if stage.state != "passed"]
    verdict = f"FAILED: {', '.join(bad)}" if bad else "all of it passed"
    hints = [f"again: make {target}" for target in bad]
    return "\n".join([*lines, *hints, f"make test: {verdict} ({tests})."])


def keep_costs(done: Sequence[Stage], wall: float) -> None:
    """Store the costs of the run, for --write."""
    COSTS.parent.mkdir(exist_ok=True)
    rows = [{"stage": stage.target, "shows": stage.shows, "work": round(stage.work)}
            for stage in done]  # fmt: skip
    COSTS.write_text(json.dumps({"wall": round(wall), "stages": rows}))


def write_costs() -> None:
    """Put the costs of the last run into CONTRIBUTING.md."""
    costs = json.loads(COSTS.read_text())
    work = sum(row["work"] for row in costs["stages"])
    rows = [f"| {row['stage']} | {row['work']} | {row['shows']} |" for row in costs["stages"]]
    whole = f"| all | {work} | in {costs['wall']} seconds of the clock |"
    head = ["| stage | seconds of work | what it shows |", "|---|---:|---|"]
    table = "\n".join([*head, *rows, whole, ""])
    page = ROOT / "CONTRIBUTING.md"
    page.write_text(TABLE.sub(lambda _: table, page.read_text("utf-8")), "utf-8")


def main() -> int:
    """Run the whole suite, or write the costs of the last one."""
    if sys.argv[1:] == ["--write"]:
        write_costs()
        return 0
    began, worked = time.monotonic(), busy()
    suite = Suite(stages())
    passed = suite.run()
    wall = time.monotonic() - began
    if passed:
        keep_costs(suite.todo, wall)
    say(summary(suite.todo, wall, None if worked is None else (busy() or worked) - worked))
    return not passed


if __name__ == "__main__":
    sys.exit(main())
