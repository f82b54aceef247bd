"""Writes docs/reliability.md from the results of tests and measurements.

    .venv-fast/bin/python -m bench.reliability [FOLDER]

`make reliability` first runs the short proofs and the measurements and gives their folder. Without
a folder the results of `make proofs` are used.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from filon.lab.bench import machine

ROOT = Path(__file__).parent.parent
PEER = "boardgame.io"
PAGE = ROOT / "docs" / "reliability.md"
LOAD = ROOT / "build" / "load"
# Files of tests/server that attack the server, and what they attack it with.
HOSTILE = {
    "test_front_door": "requests too big, too slow, half-sent, under wrong names, invalid bytes",
    "test_api": "wrong tables, seats, tokens, options and numbers over HTTP",
    "test_seats": "links and seats of others, taken, forged, old",
    "test_socket": "broken, oversized, late and flooding messages over sockets",
    "test_server_fuzz": "requests made up from the API's own description",
}
INTRO = """# Reliability

For operators: what happened when the server was killed, attacked and loaded. `bench/reliability.py`
writes this page from the counts of tests and measurements. `make reliability` repeats them in their
short form, `make proofs` in the long one. Measured on {cpu}, {cores} cores,
{memory}, {os}, Python {python}, {build}, on {date}.
"""


def counted(folder: Path) -> dict[str, Counter[str]]:
    """The counts of all processes, by proof."""
    sums: dict[str, Counter[str]] = {}
    for file in folder.rglob("*.jsonl"):
        for line in file.read_text("utf-8").splitlines():
            told = json.loads(line)
            sums.setdefault(told.pop("proof"), Counter()).update(told)
    return sums


def passed(folder: Path) -> dict[str, tuple[int, int]]:
    """By file of tests: how many ran, and how many of them failed."""
    found: dict[str, tuple[int, int]] = {}
    for file in folder.rglob("*.xml"):
        for case in ElementTree.parse(file).iter("testcase"):
            name = str(case.get("classname")).rpartition(".")[2]
            bad = case.find("failure") is not None or case.find("error") is not None
            ran, failed = found.get(name, (0, 0))
            if case.find("skipped") is None:
                found[name] = (ran + 1, failed + bad)
    return found


def load(name: str) -> Any:
    """The results of a measurement of the server; None if there are none."""
    file = LOAD / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else None


def rows(head: list[str], lines: list[list[object]]) -> list[str]:
    """A Markdown table; numbers have at most two decimals."""
    shown = [
        [f"{one:,.2f}" if isinstance(one, float) else str(one) for one in line] for line in lines
    ]
    rule = ["---", *["---:"] * (len(head) - 1)]
    return ["| " + " | ".join(line) + " |" for line in [head, rule, *shown]] + [""]


def page(folder: Path) -> str:
    """The whole page, from the results in a folder and of the measurements."""
    sums, tests = counted(folder), passed(folder)
    if missing := {"kills", "leaks"} - set(sums):
        sys.exit(f"No counts of {', '.join(sorted(missing))} in {folder}: run it first.")
    measured = {name: load(name) for name in MEASURED}
    text = [INTRO.format(**machine())]
    text += proofs(sums["kills"], sums["leaks"], tests)
    for name, found in measured.items():
        if found is not None:
            text += MEASURED[name](found)
    unmeasured = [name for name, found in measured.items() if found is None]
    if unmeasured:
        text += [f"Not measured in this run: {', '.join(unmeasured)}.", ""]
    text += thinking()
    return "\n".join(text).rstrip("\n") + "\n"


def proofs(
    kills: Counter[str], leaks: Counter[str], tests: dict[str, tuple[int, int]]
) -> list[str]:
    """The tables of what tests counted."""
    text = ["## Kills, and messages compared", ""]
    text += rows(
        ["what", "times", "checked", "lost or different"],
        [
            ["kill -9 in the middle of a step; confirmed choices found again", kills["kills"],
             kills["confirmed"], kills["lost"]],
            ["positions that a seat cannot tell apart; messages compared byte by byte",
             leaks["positions"], leaks["messages"], leaks["different"]],
        ],
    )  # fmt: skip
    text += ["## Attacks", "", "Every class is refused clearly and changes nothing.", ""]
    attacks = [
        [f"{what} (`tests/server/{name}.py`)", *tests[name]]
        for name, what in HOSTILE.items()
        if name in tests
    ]
    return text + rows(["class", "tests", "failed"], attacks)


def under_load(games: Any) -> list[str]:
    """The table of every game beside a peer's server."""
    text = [f"## Under load: {games['tables']} tables, two sockets each, every step committed", ""]
    text += [f"The machine's load was {games['load']}: server, people and whatever else ran shared"]
    if games.get("first"):
        text += ["its cores; these two went before the rest (`chrt -r 1`). Processor time is the"]
    else:
        text += ["its cores. Rates and waits are those of a machine so busy; processor time is the"]
    text += ["server's own.", ""]
    found = games["rows"]
    asked = {
        "acts/s": "acts/s",
        "p50 ms": "p50 ms",
        "p99 ms": "p99 ms",
        "half p99 ms": "p99 ms at half the rate",
        "cpu ms/act": "server's ms an act",
    }
    names = [name for name in asked if all(name in row for row in found.values())]
    head = ["", *(asked[name] for name in names)]
    lines: list[list[object]] = [
        [name, *(row[one] for one in names)] for name, row in found.items()
    ]
    if PEER in found:
        head += ["acts/s of boardgame.io's", "ms of boardgame.io's"]
        peer, ratios = found[PEER], ("acts/s", "cpu ms/act")
        lines = [
            [*line, *(found[str(line[0])][one] / peer[one] for one in ratios)] for line in lines
        ]
    text += rows(head, lines)
    if PEER in found:
        text += ["boardgame.io keeps its games in memory and stores nothing.", ""]
    return text


def held(found: Any) -> list[str]:
    """The list of idle tables."""
    text = ["## Idle tables", "", f"While the load was {found['load']}:", ""]
    text += [f"- {name}: " + ", ".join(f"{what} {value:,.1f}" for what, value in row.items())
             for name, row in found["rows"].items()]  # fmt: skip
    return [*text, ""]


def databases(found: Any) -> list[str]:
    """The table of SQLite, PostgreSQL and several processes."""
    names = ["acts/s", "p99 ms", "cpu ms/act"]
    text = ["## Both databases", ""]
    text += [f"{found['tables']} tables of Claim It!, while the load was {found['load']}.", ""]
    return text + rows(
        ["", "acts/s", "p99 ms", "servers' ms an act"],
        [[name, *(row[one] for one in names)] for name, row in found["rows"].items()],
    )


def probed(found: Any) -> list[str]:
    """The table of how soon a health check is answered."""
    text = ["## Health checks under load", ""]
    text += [
        "`/readyz`, which writes, asked every tenth of a second on a new connection while tables"
    ]
    text += [
        f"are played and the load was {found['load']}; with a locked database the answer is no.",
        "",
    ]
    names = ["asked", "good", "p50 ms", "worst ms"]
    lines = [
        [name, int(row["asked"]), int(row["good"]), row["p50 ms"], row["worst ms"]]
        for name, row in found["rows"].items()
    ]
    return text + rows(["", *names], lines)


MEASURED: dict[str, Callable[[Any], list[str]]] = {
    "games": under_load,
    "held": held,
    "databases": databases,
    "probed": probed,
}


def thinking() -> list[str]:
    """The table of a server full of thinking bots."""
    found = json.loads((ROOT / "bench" / "thinking.json").read_text("utf-8"))
    text = ["## A server full of thinking bots", ""]
    text += ["Tables of bots of the best level in Nuggets, and a person's step elsewhere"]
    text += [f"(`bench/thinking.py`, {found['date']}, load {found['load']}).", ""]
    return text + rows(
        ["tables", "answers", "lost", "person's p50 ms", "p99 ms"],
        [
            [row[one] for one in ("tables", "answers", "lost", "p50", "p99")]
            for row in found["rows"]
        ],
    )


if __name__ == "__main__":
    results = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "proofs"
    PAGE.write_text(page(results), "utf-8")
