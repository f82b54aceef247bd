"""How fast this build is on this machine: steps of random games, and simulations of the search."""

import time
from dataclasses import dataclass

from filon.bots import Peephole
from filon.bots.search_bot import search_for
from filon.core.drive import at_random, by_weight, drive, playout
from filon.core.game import State
from filon.core.rng import Rng
from filon.games import load


@dataclass(frozen=True)
class Speed:
    """Per second of processor time."""

    game: str
    players: int
    steps: float
    simulations: float


def speed(game: str, players: int, seconds: float) -> Speed:
    """Random games for half of the time, the search from one of their positions for the rest."""
    steps, spent, middle = _random(game, players, seconds / 2)
    spec = load(game)
    search = search_for(Peephole(spec, middle, middle.actor()), Rng(1))
    began = time.process_time()
    while (took := time.process_time() - began) < seconds / 2:
        search.grow(8)
    return Speed(game, players, steps / spent, search.done / took)


def _random(game: str, players: int, seconds: float) -> tuple[int, float, State]:
    """Steps taken, time spent, and a position in which a seat has a choice."""
    spec, rng, steps = load(game), Rng(1), 0
    middle: State | None = None
    began = time.process_time()
    while middle is None or time.process_time() - began < seconds:
        state = spec.start(players)
        if middle is None:
            middle = _choice(state.clone(), rng)
        steps += playout(state, rng)
    return steps, time.process_time() - began, middle


def _choice(state: State, rng: Rng) -> State | None:
    """A position some way into a random game in which a seat has a choice, if it comes to one."""
    for _ in drive(state, by_weight(rng), at_random(rng)):
        if state.actor() >= 0 and rng.below(6) == 0 and len(state.legal()) > 1:
            return state
    return None
