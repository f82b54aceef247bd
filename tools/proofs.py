"""`make proofs`: the long form of every proof, in parts that end within an hour and can be resumed.

`make proofs` runs the parts that have not passed with the present sources. After an interruption it
continues with the interrupted part. `make proofs ARGS="kills fuzz"` runs these parts,
`ARGS=--list` shows all parts with their last results, `ARGS=--again` runs all of them anew, and
`ARGS=--page` only writes docs/proofs.md. Each part has its folder in build/proofs: log, tests.xml.
"""

import argparse
import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import environment
import fast
import node
import proof_page
from proof_parts import Part, parts, shared_out
from proof_state import counted, present_commit, present_sources
from stage import ROOT, say

HOUR, GRACE = 3600, 30
# What `make` hands down to the makes below it: the words are ours, not theirs.
OURS = ("ARGS", "MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS")
Result = dict[str, Any]


@dataclass
class Proofs:
    """Runs parts and stores their results."""

    file: Path  # the last result of each part
    folder: Path  # logs
    state: str  # of the sources when this began
    commit: str
    tests: Mapping[str, Sequence[str]]  # the files of each part
    words: Mapping[str, str]  # what stands for {make}, {python} and {wheel}
    now: Callable[[], str] = lambda: ""  # the state of the sources at this moment
    limit: float = HOUR

    def results(self) -> dict[str, Result]:
        """The last result of each part that ever ran."""
        return dict(json.loads(self.file.read_text("utf-8"))) if self.file.exists() else {}

    def has_passed(self, part: Part) -> bool:
        """Whether the part passed with the present sources."""
        result = self.results().get(part.name, {})
        return result.get("result") == "passed" and result.get("state") == self.state

    def run(self, chosen: Sequence[Part]) -> bool:
        """Run the parts one after another, storing each result at once; True if all passed."""
        good = True
        for part in chosen:
            say(f"{datetime.now():%H:%M} {part.name}: {part.shows}")
            result = self.carry_out(part)
            self.file.write_text(
                json.dumps(self.results() | {part.name: result}, indent=1, sort_keys=True) + "\n",
                "utf-8",
            )
            say(f"      {proof_page.told(result)}, {proof_page.lasted(result['seconds'])}")
            good = good and result["result"] == "passed"
            if self.now() != self.state:
                say("The sources have changed since this began: start it again.")
                return False
        return good

    def carry_out(self, part: Part) -> Result:
        """Run one part to its end or to its limit."""
        here = self.folder / part.name
        shutil.rmtree(here, ignore_errors=True)
        here.mkdir(parents=True)
        words = {**self.words, "results": str(here)}
        began, why = time.monotonic(), ""
        with (here / "log").open("wb") as log:
            for command in self.commands(part, words):
                left = self.limit - (time.monotonic() - began)
                if left <= 0:
                    why = f"cut off after {proof_page.lasted(self.limit)}"
                    break
                why = self.command(command, part, log, left) or why
        counts, figures = counted(here)
        if not why and not counts["passed"] and part.files:
            why = "no test ran"
        if self.now() != self.state:
            why = why or "sources changed meanwhile"
        return {
            "result": why or "passed",
            "date": f"{datetime.now(UTC):%Y-%m-%d}",
            "commit": self.commit,
            "state": self.state,
            "seconds": round(time.monotonic() - began),
            "tests": dict(counts),
            "figures": figures,
        }

    def commands(self, part: Part, words: Mapping[str, str]) -> list[list[str]]:
        """The part's commands, its tests among them."""
        before, after = (
            [[word.format(**words) for word in shlex.split(text)] for text in texts]
            for texts in (part.before, part.after)
        )
        files = self.tests.get(part.name, ())
        return [*before, *([self.pytest(part, files, words)] if files else []), *after]

    def pytest(self, part: Part, files: Sequence[str], words: Mapping[str, str]) -> list[str]:
        """The pytest command of a part: the long form, with no time limit but the part's."""
        in_browser = any(file.startswith("tests/browser/") for file in files)
        command = ["env", "FILON_LONG=1", "FILON_EXPECT=compiled", words["wheel"], "-m", "pytest"]
        command += [*files, "-q", "--timeout=0", "-n", str(part.workers), "--dist", "loadgroup"]
        command += ["-p", "no:schemathesis" if in_browser else "no:playwright"]
        command += ["-k", part.only] if part.only else []
        return [*command, f"--junitxml={words['results']}/tests.xml"]

    def command(self, command: Sequence[str], part: Part, log: Any, limit: float) -> str:
        """Run one command; returns why it failed, or an empty text."""
        env = clean()
        env["FILON_COUNTS"] = str(self.folder / part.name)
        log.write(f"$ {shlex.join(command)}\n".encode())
        log.flush()
        made = subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=log,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            code = made.wait(limit)
        except subprocess.TimeoutExpired:
            return f"cut off after {proof_page.lasted(self.limit)}"
        finally:  # an interruption, too, leaves no server and no browser behind
            end(made)
        return "failed" if code else ""


def end(made: "subprocess.Popen[bytes]") -> None:
    """End a command and its children; tests have time to end their own servers."""
    for how, seconds in ((signal.SIGINT, GRACE), (signal.SIGKILL, None)):
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            os.killpg(made.pid, how)
            made.wait(seconds)


def make_ready(make: str) -> None:
    """Prepare what several parts need: both environments, the page, browsers, PostgreSQL."""
    for command in (
        [make, "dev", "page", "chromium", "postgresql"],
        [sys.executable, "tools/fast.py", "tests"],
        [sys.executable, "tools/chromium.py", "--windows"],
    ):
        subprocess.run(command, cwd=ROOT, env=clean(), check=True)


def clean() -> dict[str, str]:
    """The environment variables with Node, without those meant for this command."""
    return {name: value for name, value in node.environment().items() if name not in OURS}


def main(words: Sequence[str]) -> int:
    """The command line."""
    every = parts()
    ask = argparse.ArgumentParser(prog="make proofs ARGS=", description=__doc__)
    ask.add_argument("parts", nargs="*", metavar="PART", help="only these parts")
    ask.add_argument("--list", action="store_true", help="show all parts with their last results")
    ask.add_argument("--again", action="store_true", help="also what has passed with these sources")
    ask.add_argument("--page", action="store_true", help="only write docs/proofs.md")
    arguments = ask.parse_args(words)
    unknown = set(arguments.parts) - {part.name for part in every}
    if unknown:
        ask.error(f"no such part: {', '.join(sorted(unknown))}; --list shows them")
    make = os.environ.get("MAKE", "make")
    run = Proofs(
        ROOT / "docs" / "proofs.json", ROOT / "build" / "proofs", present_sources(),
        present_commit(), shared_out(every),
        {"make": make, "python": str(environment.python_of(environment.VENV)),
         "wheel": str(environment.python_of(fast.FAST))}, present_sources,
    )  # fmt: skip
    page = ROOT / "docs" / "proofs.md"
    if arguments.list:
        say(proof_page.listed(every, run.results(), run.state))
        return 0
    if arguments.page:
        proof_page.write(page, every, run.results())
        return 0
    chosen = [part for part in every if not arguments.parts or part.name in arguments.parts]
    if not arguments.again and not arguments.parts:
        chosen = [part for part in chosen if not run.has_passed(part)]
    if not chosen:
        say("Every part has passed with these sources; --again runs them anew.")
        return 0
    make_ready(make)
    try:
        return 0 if run.run(chosen) else 1
    except KeyboardInterrupt:
        say("Interrupted; make proofs goes on with this part.")
        return 130
    finally:
        proof_page.write(page, every, run.results())


if __name__ == "__main__":
    sys.exit(main(shlex.split(os.environ.get("ARGS", "")) or sys.argv[1:]))
