"""The table of the parts of `make proofs` in docs/proofs.md, and the same in a terminal."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from proof_parts import Part

BEGIN, END = "<!-- written by tools/proofs.py -->", "<!-- until here -->"
NEVER = "never run in parts"
Results = Mapping[str, Mapping[str, Any]]


def lasted(seconds: float) -> str:
    """Seconds in a readable unit."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min"


def told(result: Mapping[str, Any]) -> str:
    """The result with the counts of tests."""
    counts = ", ".join(f"{n:,} {what}" for what, n in result["tests"].items() if n)
    return f"{result['result']} ({counts})" if counts else str(result["result"])


def figures(result: Mapping[str, Any]) -> str:
    """The figures that tests counted, such as kills."""
    return ", ".join(f"{n:,} {what}" for what, n in result["figures"].items())


def table(parts: Sequence[Part], results: Results) -> str:
    """The conclusion, then a row for each part."""
    ran = [results[part.name] for part in parts if part.name in results]
    passed = sum(result["result"] == "passed" for result in ran)
    lines = [
        f"**{passed} of {len(parts)} parts passed when they last ran, {len(ran) - passed} did not, "
        f"{len(parts) - len(ran)} have {NEVER}.**",
        "",
        "| part | what it shows | last result | figures | date | commit | time |",
        "|---|---|---|---|---|---|---:|",
    ]
    for part in parts:
        result = results.get(part.name)
        cells = [f"`{part.name}`", part.shows]
        if result is None:
            cells += [NEVER, "", "", "", ""]
        else:
            cells += [told(result), figures(result), result["date"], f"`{result['commit']}`",
                      lasted(result["seconds"])]  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def filled(text: str, parts: Sequence[Part], results: Results) -> str:
    """The page with the table between its two marks."""
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise LookupError(f"the page lacks {BEGIN} or {END}")
    return f"{before}{BEGIN}\n\n{table(parts, results)}\n\n{END}{after}"


def write(page: Path, parts: Sequence[Part], results: Results) -> None:
    """Write the table into the page."""
    page.write_text(filled(page.read_text("utf-8"), parts, results), "utf-8")


def listed(parts: Sequence[Part], results: Results, state: str) -> str:
    """All parts for a terminal; a star marks what was run with other sources."""
    lines = []
    for part in parts:
        result = results.get(part.name)
        if result is None:
            lines.append(f"  {part.name:<22}{NEVER}")
        else:
            star = " " if result["state"] == state else "*"
            lines.append(f"{star} {part.name:<22}{result['date']}  {lasted(result['seconds']):>7}  "
                         f"{told(result)}")  # fmt: skip
    return "\n".join([*lines, "* with other sources than the present ones"])
