"""The planted faults of tools/planted/*.toml: what each breaks, and which tests must see it."""

import re
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

LISTS = Path(__file__).with_name("planted")
CHOSEN = ("-m", "not long and not postgres")
PYTEST = (
    *(".venv/bin/python", "-m", "pytest", "-x", "-q", "--tb=short", *CHOSEN),
    *("-p", "no:cacheprovider", "-p", "no:schemathesis", "--timeout=300"),
)
# How a fault is looked for: the words of the command, and where its output names what noticed.
FAILED = r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$"
RUNNERS: dict[str, tuple[tuple[str, ...], str]] = {
    "pytest": ((*PYTEST, "-p", "no:playwright"), FAILED),  # which takes a second to import
    "browser": (PYTEST, FAILED),  # with the page built anew
    "mypy": ((".venv/bin/python", "-m", "mypy"), r"^(\S+:\d+): error"),
    "ruff": (
        (".venv/bin/ruff", "check", "--no-cache", "--output-format=concise"),
        r"^(\S+:\d+):\d+: ",
    ),
    "vitest": (("npx", "vitest", "run"), r"FAIL\s+(\S.*?)\s*$"),
    "svelte-check": (
        ("npm", "run", "--silent", "check", "--", "--output", "machine"),
        r'ERROR "(.*?)"',
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """A fault: what it breaks, the text it replaces, and the tests that should detect it."""

    name: str
    kind: str  # of check
    file: str
    old: str
    new: str
    by: str  # one of RUNNERS
    run: tuple[str, ...]  # files, a file's test (FILE::TEST), and options

    @property
    def page(self) -> bool:
        """Whether the page is built with the fault in it."""
        return self.by == "browser"

    def planted(self, text: str) -> str:
        """The file with the fault in it; ValueError unless the old text stands there once."""
        times = text.count(self.old)
        if times != 1:
            raise ValueError(
                f'"{self.name}" cannot be planted: its old text stands {times} times in '
                f"{self.file}, not once. Bring the list in tools/planted up to date."
            )
        return text.replace(self.old, self.new)

    def command(self) -> list[str]:
        """What is run in the root of a tree."""
        return [*RUNNERS[self.by][0], *self.run]

    def noticed(self, run: subprocess.CompletedProcess[str]) -> str:
        """The first test or line that fails; empty if none does, or if none could run."""
        if run.returncode != 1:
            return ""
        match = re.search(RUNNERS[self.by][1], run.stdout + run.stderr, re.MULTILINE)
        return match[1] if match else ""


def listed() -> list[Fault]:
    """Every fault of the list, in order."""
    faults = []
    for file in sorted(LISTS.glob("*.toml")):
        for row in tomllib.loads(file.read_text("utf-8"))["fault"]:
            run = (row["run"],) if isinstance(row["run"], str) else tuple(row["run"])
            texts = (row["name"], row["kind"], row["file"], row["old"], row["new"])
            faults.append(Fault(*texts, row.get("by", "pytest"), run))
    return faults
