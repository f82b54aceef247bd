"""Time of a learned value: microseconds a position, for every game and number of players.

    python bench/judge_speed.py

Processor time, the best of seven rounds over positions of games that the hints play.
"""

import time

from filon.bots.weights import learned_value
from filon.build_info import this_build
from filon.core.game import CHANCE, OVER, State
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs

POSITIONS = 300
ROUNDS = 7


def positions(spec: Spec, players: int) -> list[State]:
    """Positions that can be evaluated without search."""
    features, hints, rng = spec.minds.features, spec.minds.hints, Rng(3)
    assert features is not None
    assert hints is not None
    found: list[State] = []
    while len(found) < POSITIONS:
        state = spec.start(players)
        while state.actor() != OVER:
            chance = state.actor() == CHANCE
            state.apply(state.draw(rng) if chance else hints.quick(state, rng))
            if state.actor() != OVER and features.ready(state) and rng.below(5) == 0:
                found.append(state.clone())
    return found[:POSITIONS]


def main() -> None:
    """Print a table."""
    print(this_build())
    for slug in slugs():
        spec = load(slug)
        for players in spec.seats:
            found = learned_value(spec, players)
            if found is None:
                continue
            states, best = positions(spec, players), 1e9
            for _ in range(ROUNDS):
                began = time.process_time()
                for state in states:
                    found.shares(state)
                best = min(best, time.process_time() - began)
            print(f"{slug:15} {players} players: {1e6 * best / len(states):6.1f} us a position")


if __name__ == "__main__":
    main()
