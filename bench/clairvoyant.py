"""The share of victories of a player who sees all dice ahead: an upper bound on skill.

    python bench/clairvoyant.py [GAME] [--games 200] [--out bench/clairvoyant.json]

The clairvoyant tries each legal step against the very throws that will follow, everybody else and
itself playing on by the hints, and takes the step that ends best. It plays the best level over the
same dice in both seats. No other player can expect to win more where choices do not change
who throws when, as in Les Chercheurs d'or.
"""

import argparse
import json
import random
from pathlib import Path
from typing import Any

from filon.bots import Peephole, named
from filon.core.game import CHANCE, OVER, State
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load
from filon.lab.bench import machine
from filon.lab.statistics import credits, estimate


class Throws:
    """The dice of one game: what falls when is fixed, and can be looked at from any moment on."""

    def __init__(self, seed: int) -> None:
        source = random.Random(f"clairvoyant {seed}")
        self._units = [source.random() for _ in range(20_000)]
        self._fell = 0  # how many have been used up by the game itself

    def fall(self, state: State) -> None:
        """The next throw of the game itself."""
        rng = Rng(0)
        rng.unit = self._next
        state.apply(state.draw(rng))

    def ahead(self) -> Rng:
        """A source of the throws from now on."""
        rng, left = Rng(0), iter(self._units[self._fell :])
        rng.unit = lambda: next(left)
        return rng

    def _next(self) -> float:
        self._fell += 1
        return self._units[self._fell - 1]


def foreseen(spec: Spec, state: State, throws: Throws, seat: int) -> tuple[float, int]:
    """The seat's part of the victory, and its lead, if all play on by the hints."""
    assert spec.minds.hints is not None
    dice, minds = throws.ahead(), Rng(1)
    while (actor := state.actor()) != OVER:
        state.apply(state.draw(dice) if actor == CHANCE else spec.minds.hints.quick(state, minds))
    scores, ranks = state.scores(), state.ranks()
    rivals = [score for other, score in enumerate(scores) if other != seat and ranks[other]]
    return credits(ranks)[seat], scores[seat] - max(rivals)


def game(spec: Spec, seed: int, seat: int, pace: int) -> float:
    """The clairvoyant's share of the victory in one game against the best level."""
    state, throws, rng = spec.start(2), Throws(seed), Rng(seed)
    other = named("sourdough", pace)
    while (actor := state.actor()) != OVER:
        if actor == CHANCE:
            throws.fall(state)
            continue
        if actor != seat:
            state.apply(other.choose(Peephole(spec, state, actor), rng))
            continue
        best, top = -1, (-1.0, 0)
        for step in state.legal():
            later = state.clone()
            later.apply(step)
            found = foreseen(spec, later, throws, seat)
            if found > top:
                best, top = step, found
        state.apply(best)
    return credits(state.ranks())[seat]


def main() -> None:
    """Measure and keep."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("game")
    said.add_argument("--games", type=int, default=200)
    said.add_argument("--pace", type=int, default=16)
    said.add_argument("--out", type=Path, default=Path("bench/clairvoyant.json"))
    given = said.parse_args()
    spec = load(given.game)
    shares = [
        (game(spec, seed, 0, given.pace) + game(spec, seed, 1, given.pace)) / 2
        for seed in range(given.games // 2)
    ]
    found = estimate(shares)
    told: dict[str, Any] = {"game": given.game, "games": 2 * len(shares), "pace": given.pace,
            "share": {"mean": found.mean, "low": found.low, "high": found.high},
            "machine": machine()}  # fmt: skip
    given.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(told["share"], flush=True)


if __name__ == "__main__":
    main()
