"""Simulations per second of the search, per game, beside OpenSpiel's C++ MCTS in the same run.

    python bench/search_speed.py [--out bench/search_speed.json]

Run it with the compiled build and with the sources; lines of a build replace those it wrote
before. OpenSpiel is measured if it can be imported (`pip install open_spiel`, for this only).
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from filon.bots import Peephole, named
from filon.bots.search_bot import search_for
from filon.build_info import this_build
from filon.core.drive import by_weight, drive
from filon.core.game import State
from filon.core.hints import Plan
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs
from filon.lab.bench import machine

POSITIONS = 8  # spread over one game
SHARE = 0.1  # seconds of processor time per position; what others do on the machine stays out


def positions(spec: Spec, players: int) -> list[tuple[State, int]]:
    """Positions with a real choice, met in a game between greedy bots."""
    state, rng, found = spec.start(players), Rng(1), []

    def choose(here: State, seat: int) -> int:
        if len(here.legal()) > 1:
            found.append((here.clone(), seat))
        return named("greedy").choose(Peephole(spec, here, seat), rng)

    for _ in drive(state, by_weight(rng), choose):
        pass
    stride = max(1, len(found) // POSITIONS)
    return found[::stride][:POSITIONS]


def ours(slug: str, players: int, plan: Plan | None) -> float:
    """Simulations per second of processor time over the game's positions."""
    spec = load(slug)
    done, spent = 0, 0.0
    for state, seat in positions(spec, players):
        search = search_for(Peephole(spec, state, seat), Rng(3), plan)
        began = time.process_time()
        while (took := time.process_time() - began) < SHARE:
            search.grow(16)
        done += search.done
        spent += took
    return done / spent


def spiel(name: str) -> float | None:
    """OpenSpiel's C++ MCTS bot with random rollouts, from the game's first decision."""
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    count = 20_000
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, count, 1000, False, 7, False
    )
    began = time.process_time()
    bot.step(state)
    return count / (time.process_time() - began)


def main() -> None:
    """Measure and keep."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--out", type=Path, default=Path("bench/search_speed.json"))
    given = said.parse_args()
    kept: dict[str, Any] = {}
    if given.out.exists():
        kept = json.loads(given.out.read_text(encoding="utf-8"))
    build = "compiled" if this_build().compiled else "pure"
    lines: dict[str, float] = {}
    for slug in slugs():
        for players in (2, 4):
            lines[f"{slug} {players}, as played"] = round(ours(slug, players, None))
            bare = round(ours(slug, players, Plan(depth=-1)))
            lines[f"{slug} {players}, random playouts to the end"] = bare
            print(slug, players, lines[f"{slug} {players}, as played"], bare, flush=True)
    kept[build] = {"machine": machine(), "simulations per second": lines}
    peers = {name: speed for name in ("pig", "connect_four") if (speed := spiel(name))}
    if peers:
        told = {name: round(speed) for name, speed in peers.items()}
        kept["OpenSpiel C++ MCTS"] = {"machine": machine(), "simulations per second": told}
        print(told)
    given.out.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
