"""What the tests of reviews share: games played by bots, and a review that is quick to make.

`python tests/support/reviewed.py` tells the reviews of every game with learned values, as JSON.
"""

import json
import sys

import pytest

from filon.bots.baseline import Greedy
from filon.bots.bot import Peephole
from filon.core.game import CHANCE, OVER
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.games import load, slugs
from filon.review import choice, reference
from filon.review.review import review
from support.games import LONG

PARTS = ("luck", "own", "others", "hidden", "estimate")


def played(slug: str, players: int, seed: int, most: int = 100_000, **options: object) -> Record:
    """A game of greedy bots that now and then take any step; or its first steps."""
    spec = load(slug)
    setup = agreed(spec, players, options)
    state, rng, steps, bot = setup.start(), Rng(seed), list[str](), Greedy()
    while (actor := state.actor()) != OVER and len(steps) < most:
        if actor == CHANCE:
            step = state.draw(rng)
        elif rng.below(8) == 0:
            step = state.pick(rng)
        else:
            step = bot.choose(Peephole(spec, state, actor), rng)
        steps.append(spec.layout.text(step))
        state.apply(step)
    return Record(setup, steps)


def hasten(
    patch: pytest.MonkeyPatch, playouts: int = 2, samples: int = 4, learned: bool = False
) -> None:
    """The same review from fewer samples: what is proven does not depend on their number."""
    patch.setattr(reference, "LEARNED", learned)  # other lessons must not change what is kept
    patch.setattr(reference, "PLAYOUTS", playouts)
    patch.setattr(reference, "SETTLING", playouts)
    patch.setattr(reference, "SOLVED", 400)
    patch.setattr(choice, "SAMPLES", samples)
    patch.setattr(choice, "BRIEF", 1)
    patch.setattr(choice, "WEIGHED", 4)


def learned(slug: str) -> dict[str, object]:
    """The review of a short game, by learned values where there are any."""
    return review(played(slug, 2, 11, 24 if LONG else 8)).plain()


if __name__ == "__main__":
    from filon.build_info import this_build

    with pytest.MonkeyPatch.context() as quick:
        hasten(quick, learned=True)
        found = {slug: learned(slug) for slug in slugs()}
    json.dump({"compiled": this_build().compiled, "reviews": found}, sys.stdout)
