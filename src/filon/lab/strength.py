"""`make strength`: how strong the levels are, row by row, so that it can be interrupted.

Rows that are in the results file are not played again; inside a row finished batches are kept too.
"""

import argparse
import hashlib
import json
import re
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from filon.bots.weights import NAME, best_hints, shipped_weights
from filon.core.hints import Plan
from filon.core.levels import BEST, NAMES, LevelSpec
from filon.core.setup import agreed
from filon.core.spec import Spec
from filon.games import load, slugs
from filon.lab.arena import ArenaRequest, request, run, sets_of
from filon.lab.bench import machine
from filon.lab.bout import Outcome
from filon.lab.executor import Here, Processes
from filon.lab.statistics import credits

PACE = 16  # both budgets are divided by it, so that a game takes at most a few seconds
GAMES, MORE = 200, 400  # more where 200 do not decide
LARGER = 4
LONG = 100  # thousandths of a budget from which on games take seconds
FULL = 60  # games at the budgets of a table
BEFORE = f"{BEST}@0.1"  # the release that progress is counted from
# Budgets of the best level beside each other: each is four times the next.
TIMES = (f"{BEST}*4", BEST, f"{BEST}/4", f"{BEST}/16")


@dataclass(frozen=True)
class Pairing:
    """Two bots in one game with one number of players."""

    game: str
    players: int
    upper: str
    lower: str
    divisor: int
    lone: bool = False  # one of the upper against all seats of the lower
    part: str = "ladder"  # of the page: before, ladder, time or luck

    @property
    def key(self) -> str:
        """Its name in the results."""
        alone = " lone" if self.lone else ""
        return f"{self.game} {self.players} {self.upper} {self.lower} {self.divisor}{alone}"

    @property
    def even(self) -> float:
        """The share of victories of an equal."""
        return 1 / self.players if self.lone else 0.5

    @property
    def games(self) -> int:
        """How many make the row whole."""
        if self.divisor == 1 and self.costly:
            return FULL
        return MORE if self.part == "before" else GAMES

    @property
    def levels(self) -> list[str]:
        """Both as levels, without release and budget."""
        return [re.split("[@*/]", name)[0] for name in (self.upper, self.lower)]

    @property
    def costly(self) -> bool:
        """Whether a level of it thinks long."""
        return any(level["share"] >= LONG for level in self.settings)

    @property
    def settings(self) -> list[dict[str, Any]]:
        """How its levels are set, by stored names: a row played with other settings is stale."""
        spec = load(self.game)
        levels = [spec.minds.level(name) for name in self.levels if name in NAMES]
        return [setting(spec, level, self.players) for level in levels]


def setting(spec: Spec, level: LevelSpec, players: int) -> dict[str, Any]:
    """A level's settings, a checksum of its weights if it has any, and its plan if it searches."""
    start = spec.start(players)
    fields = stored(asdict(level))
    hints = spec.minds.hints
    if level.learned:
        fields["learned"] = weights_of(spec, players)
        hints = best_hints(spec, start)
    if level.share and hints is not None:
        fields["plan"] = stored(hints.plan(start).as_dict())
    return fields


# Parameters that were renamed: results on disk keep the names they were written with.
STORED = {
    "divisor": "pace",
    "expand_after": "patience",
    "expectimax": "luck",
    "expectimax_draws": "luck",
    "lead_scale": "scale",
    "lead_weight": "margin",
    "prior_power": "keen",
    "rave_k": "echo",
    "reexamine_margin": "close",
    "solver_nodes": "exact",
}


def stored(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters by the names that results have them by."""
    return {STORED.get(name, name): value for name, value in fields.items()}


@cache
def weights_of(spec: Spec, players: int) -> str:
    """Which learned value the best level has, by a part of the checksum of its numbers."""
    weights = shipped_weights(spec, players)
    numbers = (weights.shift, *weights.rows, *weights.tops) if weights is not None else ()
    return hashlib.sha256(repr(numbers).encode()).hexdigest()[:8]


def rungs_of(game: str) -> list[tuple[str, str]]:
    """Every level with the one below, the best first."""
    names = [level.name for level in load(game).minds.levels if level.name in NAMES]
    return [(upper, lower) for lower, upper in pairwise(names)][::-1]


def rows() -> Iterator[Pairing]:
    """All rows in the order they are played: the most telling first."""
    for game in slugs():
        yield Pairing(game, 2, BEST, BEFORE, PACE, part="before")
    for game in slugs():
        yield from ladder_of(game, 2)
    for game in slugs():
        yield Pairing(game, 2, BEST, "greedy", PACE, part="luck")
    for game in slugs():
        if LARGER in load(game).seats:
            yield Pairing(game, LARGER, BEST, BEFORE, PACE, lone=True, part="before")
    for game in slugs():
        for upper, lower in pairwise(TIMES):
            yield Pairing(game, 2, upper, lower, 1, part="time")
    for game in slugs():
        yield Pairing(game, 2, BEST, BEFORE, 1, part="before")
    for game in slugs():
        if LARGER in load(game).seats:
            yield Pairing(game, LARGER, BEST, "greedy", PACE, part="luck")
            yield from ladder_of(game, LARGER)


def ladder_of(game: str, players: int) -> Iterator[Pairing]:
    """Neighbouring levels with the budgets of a table; slow ones with a quarter of it."""
    for upper, lower in rungs_of(game):
        paced = load(game).minds.level(upper).share >= 2 * LONG
        yield Pairing(game, players, upper, lower, 4 if paced else 1)


def bots_of(row: Pairing) -> list[str]:
    """The bots of a row."""
    return [row.upper] + [row.lower] * (row.players - 1 if row.lone else 1)


class Enough(KeyboardInterrupt):
    """The time for a row is over; its games so far count."""


def measured(
    row: Pairing, workers: int, journals: Path, most: int, minutes: float
) -> dict[str, Any]:
    """Play one row, with more games if the first do not decide it, within the limits."""
    began = time.monotonic()
    counts = [GAMES, MORE] if row.games == GAMES else [row.games]
    if most < counts[0]:
        counts = [most]

    def watch(done: int, total: int) -> None:
        if minutes and time.monotonic() - began > 60 * minutes and done:
            raise Enough

    setup = agreed(load(row.game), row.players)
    for games in counts:
        arena = request(setup, bots_of(row), games, divisor=row.divisor)
        file = journals / (f"{row.key} {games}.jsonl".translate(PLAIN))
        on = Processes(workers) if workers > 1 else Here()
        standings, outcomes = run(arena, on, file, resume=file.exists(), progress=watch)
        share = next(line for line in standings.rows if line.bot == row.upper)
        if not share.share.contains(row.even) or not standings.whole:
            break
    return {
        **stored(asdict(row)),
        "rungs": row.settings,
        "games": standings.games,
        "share": asdict(share.share),
        "same_seat": same_seat(arena, outcomes),
        "milliseconds": {line.bot: line.milliseconds for line in standings.rows},
        "faults": sum(line.illegal for line in standings.rows),
        "seconds": round(sum(sum(game.seconds) for game in outcomes), 1),
        "build": standings.build,
    }


PLAIN = str.maketrans({" ": "-", "/": "by", "*": "x"})


def same_seat(request: ArenaRequest, outcomes: list[Outcome]) -> float | None:
    """With two players: how often the same seat won both games of a set."""
    if request.setup.players != 2:
        return None
    same = counted = 0
    for games in sets_of(outcomes):
        if len(games) == 2:
            parts = [credits(game.ranks) for game in games]
            counted += 1
            same += parts[0] == parts[1] and 1.0 in parts[0]
    return same / counted if counted else None


def counted(row: Pairing, result: dict[str, Any] | None) -> int:
    """The games that were played for the row with its levels as they are now."""
    if result is None or list(map(completed, result.get("rungs", []))) != row.settings:
        return 0
    return int(result["games"])


def completed(level: Mapping[str, Any]) -> dict[str, Any]:
    """A stored setting; a parameter that plans did not have then counts as its default."""
    if "plan" not in level:
        return dict(level)
    return {**level, "plan": {**stored(Plan().as_dict()), **level["plan"]}}


def standing(results: dict[str, Any]) -> dict[str, Any]:
    """Of the results those that count now, in the order of the rows."""
    return {row.key: results[row.key] for row in rows() if counted(row, results.get(row.key))}


def engrave(folder: Path, results: dict[str, Any]) -> None:
    """Write measured strength into the header of every game's weights."""
    from filon.lab.evaluation import with_figures

    for slug in slugs():
        content = with_figures(load(slug), standing(results))
        if content is not None:
            (folder / slug / NAME).write_bytes(content)


def main() -> None:
    """Measure what is missing and write the results and the page after each row."""
    from filon.lab.strength_page import line, page

    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--results", type=Path, default=Path("bench/strength.json"))
    said.add_argument("--page", type=Path, default=Path("docs/strength.md"))
    said.add_argument("--journals", type=Path, default=Path("build/strength"))
    said.add_argument("--workers", type=int, default=2)
    said.add_argument("--only", default="", help="rows whose name contains this")
    said.add_argument("--part", default="", help="rows of this part of the page")
    said.add_argument("--games", type=int, default=MORE, help="a first look with fewer a row")
    said.add_argument("--minutes", type=float, default=0, help="end a row after so long")
    said.add_argument("--render", action="store_true", help="only write the page anew")
    said.add_argument("--engrave", type=Path, help="only write figures into the files of learned "
                      "values, in the folder of the games")  # fmt: skip
    given = said.parse_args()
    results: dict[str, Any] = {"machine": machine(), "rows": {}}
    if given.results.exists():
        results = json.loads(given.results.read_text(encoding="utf-8"))
    if given.engrave:
        engrave(given.engrave, results["rows"])
        return
    for row in rows():
        had = counted(row, results["rows"].get(row.key))
        unasked = given.only not in row.key or given.part not in row.part
        if given.render or unasked or had >= min(row.games, given.games):
            continue
        result = measured(row, given.workers, given.journals, given.games, given.minutes)
        if given.results.exists():  # another run may have added rows meanwhile
            results = json.loads(given.results.read_text(encoding="utf-8"))
        results["rows"][row.key] = result
        results["machine"] = machine()
        results["rows"] = standing(results["rows"])
        given.results.parent.mkdir(parents=True, exist_ok=True)
        given.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        given.page.write_text(page(results), encoding="utf-8")
        sys.stdout.write(f"{row.key}: {line(result)}\n")
        sys.stdout.flush()
    given.page.write_text(page(results), encoding="utf-8")


if __name__ == "__main__":
    main()
