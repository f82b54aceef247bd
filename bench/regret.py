"""What the top level loses against perfect play on small endings that are solved exactly.

    python bench/regret.py [--out bench/regret.json]

Regret is the part of a victory given away by a choice, on the average over positions. The search is
also measured without its exact solver, which is what plays where an ending is a little too large.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from filon.bots import Peephole, named
from filon.bots.exact import Solver
from filon.bots.thinking import search_for
from filon.core.drive import by_weight, drive
from filon.core.game import OVER, State
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load
from filon.lab.machine import machine

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
    """By looking at every continuation, if that is possible."""
    seat, worths = state.actor(), {}
    for step in state.legal():
        later = state.clone()
        later.apply(step)
        found = Solver(limit).worth(later)
        if not found:
            return None
        worths[step] = found[seat]
    return worths


def butin(state: Any) -> Worths | None:
    """Le Partage du butin with at most four tokens left in the envelope."""
    return solved(state) if sum(state.left) <= 4 else None


def claim_it(state: Any) -> Worths | None:
    """Claim It!: roll or stop in the last turn of all, with at most two throws to come.

    Every throw and every placement is enumerated; a third throw is left out of both sides.
    """
    deciding = [load("claim_it").layout.text(step) for step in state.legal()] == ["roll", "stop"]
    if state.caller != state.turn or not deciding:
        return None
    seat = state.turn
    known: dict[tuple[int, int, int, int], float] = {}

    def part_of(here: Any) -> float:
        ranks = here.ranks()
        return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0

    def stop(here: Any) -> float:
        later = here.clone()
        later.apply(later.legal()[1])
        return part_of(later)

    def roll(here: Any, throws: int) -> float:
        here = here.clone()
        here.apply(here.legal()[0])
        total = 0.0
        for dice, part in zip(here.legal(), here.weights(), strict=True):
            thrown = here.clone()
            thrown.apply(dice)
            if thrown.actor() == OVER:
                total += part * part_of(thrown)
                continue
            best = 0.0
            for place in thrown.legal():
                later = thrown.clone()
                later.apply(place)
                best = max(best, worth(later, throws - 1))
            total += part * best
        return total / 216

    def worth(here: Any, throws: int) -> float:
        key = (here.squatted, here.out, here.fresh, throws)
        if key not in known:
            sure = stop(here)
            known[key] = sure if throws == 0 or sure == 1.0 else max(sure, roll(here, throws))
        return known[key]

    steps = state.legal()
    return {steps[0]: roll(state, 2), steps[1]: stop(state)}


def nuggets(state: Any) -> Worths | None:
    """Nuggets with few steps left: the mean over thirty fair guesses at the tiles, each solved."""
    if len(state.legal()) > 7:
        return None
    seat, total, rng = state.actor(), dict.fromkeys(state.legal(), 0.0), Rng(1)
    for _ in range(30):
        guess = state.clone()
        guess.redeal(seat, rng)
        found = solved(guess, 20_000)
        if found is None:
            return None
        for step, worth in found.items():
            total[step] += worth / 30
    return total


CASES: dict[str, tuple[Callable[[Any], Worths | None], int]] = {
    "butin": (butin, 40),
    "claim_it": (claim_it, 60),
    "nuggets": (nuggets, 30),
}


@cache
def simulations(slug: str) -> int:
    """The top level's budget."""
    spec = load(slug)
    assert spec.hints is not None
    return spec.hints.plan(spec.start(2)).budget


def measure(slug: str) -> dict[str, Any]:
    """The top level and the bare search on the solved positions in which the choice matters."""
    spec, (solve, wanted) = load(slug), CASES[slug]
    lost: dict[str, list[float]] = {"sourdough": [], "search alone": [], "greedy": []}
    for seed in range(300):
        if len(lost["greedy"]) >= wanted:
            break
        for state in game(spec, seed):
            if state.actor() < 0 or len(state.legal()) < 2 or len(lost["greedy"]) >= wanted:
                continue
            worths = solve(state)
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
    said.add_argument("games", nargs="*", default=list(CASES))
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
