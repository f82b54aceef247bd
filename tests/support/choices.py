"""What the levels choose on positions of every game, as JSON: `python -m support.choices COUNT`.

Run with the sources first on the path it tells the pure build's choices, else the installed one's.
"""

import json
import sys

from filon.bots import Peephole, named
from filon.core.game import CHANCE, OVER
from filon.core.rng import Rng
from filon.games import load, slugs

SIMULATIONS = 32  # for each choice, on either build


def choices(slug: str, count: int) -> list[str]:
    """The steps that the game's levels, one after the other, would take on so many positions."""
    spec, rng, told = load(slug), Rng(f"choices {slug}"), list[str]()
    assert spec.minds.hints is not None
    while len(told) < count:
        players = spec.seats[rng.below(len(spec.seats))]
        state = spec.start(players)
        while (actor := state.actor()) != OVER and len(told) < count:
            if actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            if len(state.legal()) > 1 and rng.below(4) == 0:
                level = spec.minds.levels[len(told) % len(spec.minds.levels)]
                pace = max(
                    1, spec.minds.hints.plan(state).budget * level.share // (1000 * SIMULATIONS)
                )
                hole = Peephole(spec, state, actor)
                step = named(level.name, pace).choose(hole, Rng(len(told)))
                told.append(f"{level.name} {spec.layout.text(step)}")
            state.apply(state.pick(rng))
    return told


if __name__ == "__main__":
    found = {slug: choices(slug, int(sys.argv[1])) for slug in slugs()}
    from filon.build_info import this_build

    sys.stdout.write(json.dumps({"compiled": this_build().compiled, "choices": found}))
