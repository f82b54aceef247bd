"""How long the levels think at a table on this build: processor seconds for a choice.

    .venv/bin/python bench/answers.py         # the sources
    .venv-fast/bin/python bench/answers.py    # compiled rules

Without compiled rules budgets are divided (`filon.bots.table_pace`) so that no choice takes more
than three seconds. Positions come from a game between greedy bots.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from filon.bots import Peephole, named, table_divisor
from filon.build_info import this_build
from filon.core.game import CHANCE, OVER, State
from filon.core.levels import NAMES
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs
from filon.lab.bench import machine

MOMENTS = 6  # positions a game and number of players


def moments(spec: Spec, players: int) -> list[tuple[State, int]]:
    """Positions with a choice, spread over a game between greedy bots."""
    state, rng, bot = spec.start(players), Rng("answers"), named("greedy")
    found: list[tuple[State, int]] = []
    while (actor := state.actor()) != OVER:
        if actor == CHANCE:
            state.apply(state.draw(rng))
            continue
        if len(state.legal()) > 1:
            found.append((state.clone(), actor))
        state.apply(bot.choose(Peephole(spec, state, actor), rng))
    return found[:: max(1, len(found) // MOMENTS)][:MOMENTS]


def measure(slug: str, players: int) -> dict[str, Any]:
    """Mean and worst seconds of the best level and the one below it."""
    spec, told = load(slug), dict[str, Any]()
    graded = [level for level in spec.minds.levels if level.name in NAMES]
    for level in graded[-2:]:
        bot, spent = named(level.name, table_divisor(level.name, spec)), []
        for state, seat in moments(spec, players):
            began = time.process_time()
            bot.choose(Peephole(spec, state, seat), Rng(1))
            spent.append(time.process_time() - began)
        told[level.name] = {
            "mean": round(sum(spent) / len(spent), 3),
            "worst": round(max(spent), 3),
        }
    return told


def main() -> None:
    """Measure and keep, one entry a build."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--out", type=Path, default=Path("bench/answers.json"))
    said.add_argument("games", nargs="*", default=slugs())
    given = said.parse_args()
    kept: dict[str, Any] = {}
    if given.out.exists():
        kept = json.loads(given.out.read_text(encoding="utf-8"))
    build = kept.setdefault("compiled" if this_build().compiled else "pure", {})
    build["machine"] = machine()
    for slug in given.games:
        for players in sorted({load(slug).seats[0], min(4, load(slug).seats[-1])}):
            build[f"{slug} {players}"] = told = measure(slug, players)
            given.out.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
            print(slug, players, told, flush=True)


if __name__ == "__main__":
    main()
