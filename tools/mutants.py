"""Mutation tests: break the product in named places, one at a time; a test must detect each.

tools/planted/*.toml lists them. Each is planted in a copy of the tree in a temporary folder, after
its tests were green there without it; the Python runs from the copy's sources, the page is built.
"""

import argparse
import json
import os
import queue
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from copies import Copy, git
from faults import Fault, listed
from stage import ROOT, say

RESULT, PAGE = ROOT / "build" / "mutants.json", ROOT / "docs" / "mutants.md"


@dataclass
class Outcome:
    """The result of one fault."""

    name: str
    kind: str
    file: str
    noticed_by: str = ""
    wrong: str = ""  # why it does not count, a sentence
    seconds: float = 0.0
    tail: str = field(default="", repr=False)


def tried(faults: Sequence[Fault], copy: Copy) -> Iterator[Outcome]:
    """Run faults with the same tests: these must pass without a fault, then fail with each."""
    plain = copy.run(faults[0].command())
    for fault in faults:
        outcome, begun = Outcome(fault.name, fault.kind, fault.file), time.monotonic()
        if plain.returncode:
            outcome.wrong, outcome.tail = "red without the fault", _tail(plain)
        else:
            try:
                with copy.with_fault(fault):
                    run = copy.run(fault.command())
                outcome.noticed_by = fault.noticed(run)
                if not outcome.noticed_by:
                    outcome.wrong, outcome.tail = "not noticed", _tail(run)
            except ValueError as broken:
                outcome.wrong = str(broken)
        outcome.seconds = round(time.monotonic() - begun, 1)
        yield outcome


def tried_all(faults: Sequence[Fault], jobs: int) -> list[Outcome]:
    """Run all faults, on this many copies at a time; print each result when it is known."""
    groups: dict[tuple[str, ...], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.by, *fault.run), []).append(fault)
    jobs = min(jobs, len(groups))
    copies: queue.SimpleQueue[Copy] = queue.SimpleQueue()
    outcomes: dict[str, Outcome] = {}

    def work(group: Sequence[Fault]) -> None:
        copy = copies.get()
        try:
            for outcome in tried(group, copy):
                outcomes[outcome.name] = outcome
                said = outcome.noticed_by or f"{outcome.wrong}\n{outcome.tail}"
                say(f"  {outcome.seconds:5.0f} s  {outcome.name}: {said}")
        finally:
            copies.put(copy)

    with tempfile.TemporaryDirectory(prefix="filon-mutants-") as folder:
        for number in range(jobs):
            copies.put(Copy(Path(folder) / str(number)))
        with ThreadPoolExecutor(jobs) as pool:
            try:
                list(pool.map(work, groups.values()))
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    return [outcomes[fault.name] for fault in faults]


def table(outcomes: Sequence[Outcome]) -> str:
    """The detecting test of each fault, as Markdown."""
    lines = ["| fault | kind of check | noticed by | s |", "|---|---|---|---:|"]
    for outcome in outcomes:
        by = (
            f"`{outcome.noticed_by.replace('|', ' ')}`"
            if outcome.noticed_by
            else f"**{outcome.wrong}**"
        )
        lines.append(
            f"| {outcome.name} (`{outcome.file}`) | {outcome.kind} | {by} | {outcome.seconds:.0f} |"
        )
    return "\n".join(lines)


HEAD = """# Mutation tests: which test detects which fault

For developers. A test that was never seen to fail proves nothing. `make mutants` breaks the
product in {count} named places (`tools/planted/*.toml`), one at a time in a copy of the tree, and
records which test detects it. The same tests passed in the same copy without the fault.

Last run {date}, {commit}: {noticed} of {count} noticed, {minutes:.0f} minutes with {jobs} at a
time. `tools/mutants.py` writes this page.

"""


def keep(outcomes: Sequence[Outcome], seconds: float, jobs: int, write: bool) -> None:
    """Write the results as JSON, and with `write` also as a page."""
    commit = git(ROOT, "rev-parse", "--short=10", "HEAD").strip() or "no commit"
    if git(ROOT, "status", "--porcelain", "--", ".", f":!{PAGE.relative_to(ROOT)}"):
        commit += " and changes not committed"
    facts = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "commit": commit,
        "count": len(outcomes),
        "noticed": sum(bool(outcome.noticed_by) for outcome in outcomes),
        "minutes": seconds / 60,
        "jobs": jobs,
    }
    faults = [{**asdict(outcome), "tail": ""} for outcome in outcomes]
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps({**facts, "faults": faults}, indent=1) + "\n", "utf-8")
    if write:
        PAGE.write_text(HEAD.format(**facts) + table(outcomes) + "\n", "utf-8")


def chosen(words: argparse.Namespace) -> list[Fault]:
    """The selected faults; exits with a sentence if there are none."""
    faults = listed()
    unknown = set(words.names) - {fault.name for fault in faults}
    if unknown:
        sys.exit(f"no fault is called {', '.join(sorted(unknown))}; see --list")
    if words.names:
        faults = [fault for fault in faults if fault.name in words.names]
    if words.kind:
        faults = [fault for fault in faults if words.kind in fault.kind]
    return faults or sys.exit("no fault is of this kind; see --list")


def main() -> int:
    """The exit code: 0 if every fault was noticed."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("names", nargs="*", help="faults to plant; without names all of them")
    reader.add_argument("--list", action="store_true", help="list the faults and plant none")
    reader.add_argument("--kind", default="", help="only faults for this kind of check")
    reader.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    reader.add_argument("--write", action="store_true", help="docs/mutants.md, after a whole run")
    words = reader.parse_args()
    faults = chosen(words)
    if words.list:
        for fault in faults:
            say(f"{fault.kind:28} {fault.name} ({fault.file})")
        return 0
    for fault in faults:
        try:
            fault.planted((ROOT / fault.file).read_text("utf-8"))
        except (OSError, ValueError) as old:
            sys.exit(str(old))
    begun = time.monotonic()
    outcomes = tried_all(faults, words.jobs)
    keep(
        outcomes, time.monotonic() - begun, words.jobs, words.write and len(faults) == len(listed())
    )
    say("\n" + table(outcomes))
    missed = [outcome for outcome in outcomes if not outcome.noticed_by]
    say(f"\n{len(outcomes) - len(missed)} of {len(outcomes)} planted faults were noticed.")
    return 1 if missed else 0


def _tail(run: subprocess.CompletedProcess[str]) -> str:
    return "\n".join((run.stdout + run.stderr).splitlines()[-15:])


if __name__ == "__main__":
    sys.exit(main())
