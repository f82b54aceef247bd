"""Both builds evaluate and choose alike: pinned digests over the same positions."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from filon.bots import Peephole, named
from filon.bots.weights import learned_value
from filon.core.game import CHANCE, OVER, State
from filon.core.rng import Rng
from filon.games import load, slugs
from support.games import LONG

pytestmark = [pytest.mark.engine, pytest.mark.sources]
PINNED = Path(__file__).parent / "learned_digests.json"  # FILON_PIN=1 writes it, after a training
JUDGED, CHOSEN = 1000 if LONG else 60, 1000 if LONG else 6
PACE = 1000  # a handful of simulations a choice: what differs at all differs at once


def positions(slug: str, count: int) -> list[State]:
    """Positions in which a seat has a choice, from games between hints with two players."""
    spec, rng, found = load(slug), Rng(f"builds {slug}"), list[State]()
    assert spec.minds.hints is not None
    while len(found) < count:
        state = spec.start(2)
        while state.actor() != OVER:
            chance = state.actor() == CHANCE
            if not chance and len(state.legal()) > 1 and rng.below(8) == 0:
                found.append(state.clone())
            state.apply(state.draw(rng) if chance else spec.minds.hints.quick(state, rng))
    return found[:count]


def digest(slug: str) -> dict[str, str]:
    """The learned values of the positions, and the best level's choices in some of them."""
    spec, found = load(slug), learned_value(load(slug), 2)
    assert found is not None
    states = positions(slug, max(JUDGED, CHOSEN))
    told = [found.shares(state) for state in states[:JUDGED]]
    bot = named("sourdough", PACE)
    taken = [
        bot.choose(Peephole(spec, state, state.actor()), Rng(at))
        for at, state in enumerate(states[:CHOSEN])
    ]
    return {
        "values": hashlib.sha256(repr(told).encode()).hexdigest()[:16],
        "choices": hashlib.sha256(repr(taken).encode()).hexdigest()[:16],
    }


@pytest.mark.parametrize("slug", slugs())
def test_both_builds_judge_and_choose_alike(slug: str) -> None:
    if learned_value(load(slug), 2) is None:
        pytest.skip("nothing was learnt of it yet")
    known = json.loads(PINNED.read_text("utf-8")) if PINNED.is_file() else {}
    form, found = "long" if LONG else "short", digest(slug)
    if os.environ.get("FILON_PIN"):
        known.setdefault(form, {})[slug] = found
        PINNED.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    assert found == known[form][slug]
