"""`make strength`: every level against the one below, row by row, so that it can be interrupted.

Rows that are in the results file are not played again; inside a row finished batches are kept too.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from filon.core.setup import agreed
from filon.games import load, slugs
from filon.lab.arena import Request, request, run, sets_of
from filon.lab.bout import Outcome
from filon.lab.executor import Here, Processes
from filon.lab.figures import credits
from filon.lab.machine import machine

PACE = 20  # the same for all: a game then takes at most about two seconds
GAMES, MORE = 200, 400  # more where 200 leave it open who is better
LARGER = 4
FULL = 40  # games at the budgets of a table, top against second
# The most telling first, in case there is no time for all.
PAIRS = (
    ("sourdough", "greedy"),
    ("sourdough", "prospector"),
    ("prospector", "panner"),
    ("panner", "tenderfoot"),
)


@dataclass(frozen=True)
class Row:
    """One pair in one game with one number of players."""

    game: str
    players: int
    upper: str
    lower: str
    pace: int

    @property
    def key(self) -> str:
        """Its name in the results."""
        return f"{self.game} {self.players} {self.upper} {self.lower} {self.pace}"


def rows() -> Iterator[Row]:
    """All rows in the order they are played."""
    for players in (2, LARGER):
        for upper, lower in PAIRS:
            for game in slugs():
                if players in load(game).seats:
                    yield Row(game, players, upper, lower, PACE)
    for game in slugs():
        yield Row(game, 2, "sourdough", "prospector", 1)


def wanted(row: Row) -> int:
    """The games that make a row whole."""
    return FULL if row.pace == 1 else GAMES


def measured(row: Row, workers: int, journals: Path, most: int) -> dict[str, Any]:
    """Play one row, more games if the first leave it open; at most so many."""
    began = time.monotonic()
    counts = [wanted(row)] if row.pace == 1 else [GAMES, MORE]
    if most < counts[0]:
        counts = [most]
    setup = agreed(load(row.game), row.players)
    for games in counts:
        asked = request(setup, [row.upper, row.lower], games, pace=row.pace)
        file = journals / (f"{row.key} {games}.jsonl".replace(" ", "-"))
        on = Processes(workers) if workers > 1 else Here()
        found, outcomes = run(asked, on, file, resume=file.exists())
        share = next(line for line in found.rows if line.bot == row.upper)
        if not share.share.contains(0.5):
            break
    return {
        **asdict(row),
        "games": found.games,
        "share": asdict(share.share),
        "rating": share.rating.mean - next(r.rating.mean for r in found.rows if r.bot == row.lower),
        "same_seat": same_seat(asked, outcomes),
        "milliseconds": {line.bot: line.milliseconds for line in found.rows},
        "seconds": time.monotonic() - began,
        "build": found.build,
    }


def same_seat(asked: Request, outcomes: list[Outcome]) -> float | None:
    """With two players: how often one seat won both games over the same dice, whoever sat there."""
    if asked.setup.players != 2:
        return None
    same = 0
    for games in sets_of(outcomes):
        parts = [credits(one.ranks) for one in games]
        same += parts[0] == parts[1] and 1.0 in parts[0]
    return same / len(sets_of(outcomes))


def main() -> None:
    """Measure what is missing and write the results and the page after each row."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--results", type=Path, default=Path("bench/strength.json"))
    said.add_argument("--page", type=Path, default=Path("docs/strength.md"))
    said.add_argument("--journals", type=Path, default=Path("build/strength"))
    said.add_argument("--workers", type=int, default=2)
    said.add_argument("--only", default="", help="rows whose name contains this")
    said.add_argument("--games", type=int, default=MORE, help="a first look with fewer a row")
    said.add_argument("--render", action="store_true", help="only write the page anew")
    given = said.parse_args()
    kept: dict[str, Any] = {"machine": machine(), "rows": {}}
    if given.results.exists():
        kept = json.loads(given.results.read_text(encoding="utf-8"))
    for row in rows():
        had = kept["rows"].get(row.key, {"games": 0})["games"]
        if given.render or had >= min(wanted(row), given.games) or given.only not in row.key:
            continue
        told = measured(row, given.workers, given.journals, given.games)
        if given.results.exists():  # another run may have added rows meanwhile
            kept = json.loads(given.results.read_text(encoding="utf-8"))
        kept["rows"][row.key] = told
        kept["machine"] = machine()
        kept["rows"] = {one.key: kept["rows"][one.key] for one in rows() if one.key in kept["rows"]}
        given.results.parent.mkdir(parents=True, exist_ok=True)
        given.results.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        given.page.write_text(page(kept), encoding="utf-8")
        sys.stdout.write(f"{row.key}: {line(told)}\n")
        sys.stdout.flush()
    given.page.write_text(page(kept), encoding="utf-8")


def line(told: dict[str, Any]) -> str:
    """A share with its interval."""
    share = told["share"]
    return (f"{100 * share['mean']:.1f} % ({100 * share['low']:.1f} to "
            f"{100 * share['high']:.1f}) of {told['games']} games")  # fmt: skip


def page(kept: dict[str, Any]) -> str:
    """docs/strength.md from the results."""
    host = kept["machine"]
    text = [HEAD.format(**host, pace=PACE)]
    for game in slugs():
        text.append(f"\n## {load(game).title['en']} (`{game}`)\n")
        text.append(verdict(game, kept["rows"]))
        text.append(
            "| players | pair | games | the upper wins | same seat won both | ms a choice |"
        )
        text.append("|---:|---|---:|---:|---:|---:|")
        for row in rows():
            if row.game != game:
                continue
            told = kept["rows"].get(row.key)
            pair = f"{row.upper} against {row.lower}" + (", full budget" if row.pace == 1 else "")
            short = told is not None and told["games"] < wanted(row)
            if told is None:
                text.append(f"| {row.players} | {pair} | 0 | not measured yet | | |")
                continue
            share = told["share"]
            same = "" if told["same_seat"] is None else f"{100 * told['same_seat']:.0f} %"
            won = (f"{100 * share['mean']:.1f} % ({100 * share['low']:.1f} to "
                   f"{100 * share['high']:.1f})")  # fmt: skip
            spent = f"{told['milliseconds'][row.upper]:.1f}"
            games = f"{told['games']}{'*' * short}"
            text.append(f"| {row.players} | {pair} | {games} | {won} | {same} | {spent} |")
    return "\n".join(text) + "\n"


def verdict(game: str, done: dict[str, Any]) -> str:
    """A sentence on skill and luck, read off the row against the bot that does not look ahead."""
    told = done.get(Row(game, 2, "sourdough", "greedy", PACE).key)
    if told is None:
        return "Whether skill shows is not measured yet.\n"
    share, same = told["share"], 100 * told["same_seat"]
    if share["low"] > 0.5:
        said = "Skill shows: the best level is ahead of greedy."
    elif share["high"] < 0.5:
        said = "At this pace the best level is behind greedy."
    else:
        said = "No skill shows between the best level and greedy at this pace."
    return f"{said} In {same:.0f} % of the sets the dice gave both games to the same seat.\n"


HEAD = """# How strong the levels are

This page is written by `make strength`, which goes on where it was interrupted. Every row is an
arena: the two bots play sets of games over the same dice, each holding every seat once, and share
a victory when they tie. The share is of all victories, 50 % is even, the brackets are the 95 %
interval over sets. 200 games a row, 400 where 200 leave it open who is better; a star marks a first
look with fewer, which the next run replaces.

All budgets are divided by {pace} (arena pace), so that a game takes at most about two seconds; the
rows marked *full budget* are played as at a table. "Same seat won both" is luck: with two players,
how often one seat won both games of a set, whoever sat there. Where it is near 100 % the dice
decide; 0 % would be pure skill. The last column is what the upper level spends on a choice, with
two games at a time on the machine below.

{date}, {cpu}, {cores} cores, {memory}, {os}, Python {python}, {build}.
"""


if __name__ == "__main__":
    main()
