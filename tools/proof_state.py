"""The sources that a part ran on, and the counts of its tests."""

import json
import subprocess
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from stage import ROOT
from stamp import digest


def counted(folder: Path) -> tuple[Counter[str], dict[str, int]]:
    """How many tests passed, failed and were skipped, and the figures they counted."""
    tests, figures = Counter[str](), Counter[str]()
    for file in folder.glob("*.xml"):
        for suite in ElementTree.parse(file).iter("testsuite"):
            all_of_it, failed, errors, skipped = (
                int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")
            )
            tests["passed"] += all_of_it - failed - errors - skipped
            tests["failed"] += failed + errors
            tests["skipped"] += skipped
    for file in folder.glob("*.jsonl"):
        for line in file.read_text("utf-8").splitlines():
            figures.update({name: n for name, n in json.loads(line).items() if name != "proof"})
    return tests, dict(figures)


def present_sources() -> str:
    """A hash of the files that tests depend on: all but documents and results."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = [ROOT / name for name in listing.stdout.split("\0") if name]
    return digest(file for file in files if file.is_file() and counts_as_source(file))[:12]


def counts_as_source(file: Path) -> bool:
    """Whether tests depend on the file: examples in docs/ do, other documents and results not."""
    place = file.relative_to(ROOT)
    if place.parts[0] == "docs":
        return place.parts[1] == "examples"
    return place.suffix != ".md" and not (place.parts[0] == "bench" and place.suffix == ".json")


def present_commit() -> str:
    """The commit, with "+changes" if a file has uncommitted changes."""
    commit = subprocess.check_output(
        ["git", "rev-parse", "--short=10", "HEAD"], cwd=ROOT, text=True
    ).strip()
    changed = subprocess.check_output(["git", "status", "--porcelain"], cwd=ROOT, text=True)
    names = [line[3:] for line in changed.splitlines()]
    return commit + ("+changes" if any(counts_as_source(ROOT / name) for name in names) else "")
