"""The best level's loss against perfect play on small endings that are solved exactly.

    python bench/regret.py [--out bench/regret.json]

Regret is the share of a victory that a choice loses, on average over positions. The search is
also measured without its exact solver, which is what plays where an ending is a little too large.
"""

import argparse
import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from filon.bots import Peephole, named
from filon.bots.search_bot import search_for
from filon.bots.solver import Solver
from filon.core.drive import by_weight, drive
from filon.core.game import OVER, State
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs
from filon.lab.bench import machine

POSITIONS, GUESSES = 40, 30  # positions a game, and guesses at what is hidden in each
Worths = dict[int, float]  # per legal step, the mover's expected part of the victory


def game(spec: Spec, seed: int) -> Iterator[State]:
    """Every position of a game between greedy bots."""
    state, rng, bot = spec.start(2), Rng(seed), named("greedy")
    yield state
    for _ in drive(
        state, by_weight(rng), lambda here, seat: bot.choose(Peephole(spec, here, seat), rng)
    ):
        if state.actor() != OVER:
            yield state


def solved(state: State, limit: int = 400_000) -> Worths | None:
    """Solve by every continuation, if that is possible."""
    seat, worths = state.actor(), {}
    for step in state.legal():
        later = state.clone()
        later.apply(step)
        found = Solver(limit).worth(later)
        if not found:
            return None
        worths[step] = found[seat]
    return worths


def over_guesses(state: State) -> Worths | None:
    """With hidden information: the mean over fair guesses, each solved."""
    seat, total, rng = state.actor(), dict.fromkeys(state.legal(), 0.0), Rng(1)
    for _ in range(GUESSES):
        guess = state.clone()
        guess.redeal(seat, rng)
        found = solved(guess, 20_000)
        if found is None:
            return None
        for step, worth in found.items():
            total[step] += worth / GUESSES
    return total


def exact(spec: Spec, state: State) -> Worths | None:
    """The value of every step, in a position that the game calls small enough."""
    endings = import_module(f"filon.games.{spec.slug}.endings")
    if not endings.small(state):
        return None
    if hasattr(endings, "worths"):
        worths: Worths = endings.worths(state)
        return worths
    return over_guesses(state) if getattr(endings, "HIDES", spec.hidden) else solved(state)


def measured_games() -> list[str]:
    """The games that say which of their endings can be solved."""
    return [slug for slug in slugs() if find_spec(f"filon.games.{slug}.endings")]


@cache
def simulations(slug: str) -> int:
    """The top level's budget."""
    spec = load(slug)
    assert spec.minds.hints is not None
    return spec.minds.hints.plan(spec.start(2)).budget


def measure(slug: str) -> dict[str, Any]:
    """The top level and the bare search on the solved positions in which the choice matters."""
    spec = load(slug)
    lost: dict[str, list[float]] = {"sourdough": [], "search alone": [], "greedy": []}
    endings = import_module(f"filon.games.{slug}.endings")
    for seed in range(getattr(endings, "SEEDS", 300)):
        if len(lost["greedy"]) >= POSITIONS:
            break
        for state in game(spec, seed):
            if state.actor() < 0 or len(state.legal()) < 2 or len(lost["greedy"]) >= POSITIONS:
                continue
            worths = exact(spec, state)
            if worths is None or max(worths.values()) - min(worths.values()) < 1e-9:
                continue
            hole, best = Peephole(spec, state, state.actor()), max(worths.values())
            search = search_for(hole, Rng(seed))
            search.grow(simulations(slug))
            lost["search alone"].append(best - worths[search.best()])
            for name in ("sourdough", "greedy"):
                lost[name].append(best - worths[named(name).choose(hole, Rng(seed))])
    told: dict[str, Any] = {"positions": len(lost["greedy"])}
    for name, values in lost.items():
        told[name] = {
            "regret": round(sum(values) / max(1, len(values)), 4),
            "worst": round(max(values, default=0.0), 4),
            "mistakes": sum(value > 1e-9 for value in values),
        }
    return told


def main() -> None:
    """Measure and keep."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--out", type=Path, default=Path("bench/regret.json"))
    said.add_argument("games", nargs="*", default=measured_games())
    given = said.parse_args()
    kept: dict[str, Any] = {}
    if given.out.exists():
        kept = json.loads(given.out.read_text(encoding="utf-8"))
    for slug in given.games:
        kept[slug] = measure(slug)
        kept["machine"] = machine()
        given.out.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        print(slug, kept[slug], flush=True)


if __name__ == "__main__":
    main()
