"""Measure the engine here: random games, clones, views; one thread, the installed build.

`.venv-fast/bin/python bench/engine.py` on the compiled build, `.venv/bin/python` on the sources.
"""

import os
import platform
import sys
import time
from collections.abc import Callable
from functools import partial

from filon.build_info import this_build
from filon.core.drive import playout
from filon.core.game import State
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs

SPAN = float(os.environ.get("SECONDS_EACH", "1"))


def rate(work: Callable[[], int]) -> float:
    """Pieces of work a second; work() does some and returns how many."""
    work()
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < SPAN:
        done += work()
    return done / spent


def random_game(spec: Spec, players: int, rng: Rng) -> int:
    """Play one random game; returns its steps."""
    return playout(spec.start(players), rng)


def random_game_length(spec: Spec, players: int) -> float:
    """The mean length of a random game, in steps."""
    return sum(random_game(spec, players, Rng(seed)) for seed in range(20)) / 20


def middle(spec: Spec, players: int, rng: Rng) -> State:
    """A position halfway through a random game."""
    half = random_game(spec, players, Rng(1)) // 2
    state = spec.start(players)
    playout(state, rng, half)
    return state


def clones(state: State) -> int:
    """A thousand copies."""
    for _ in range(1000):
        state.clone()
    return 1000


def views(spec: Spec, state: State) -> int:
    """Ten views of the first seat."""
    for _ in range(10):
        spec.view(state, 0)
    return 10


def main() -> None:
    """Print one line a game."""
    print(this_build())
    where = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{platform.system()}, {where}; load {os.getloadavg()[0]:.1f}")
    print(f"{'':<16}{'players':>8}{'steps/s':>12}{'games/s':>10}{'clones/s':>12}{'views/s':>10}")
    for slug in sys.argv[1:] or slugs():
        spec = load(slug)
        players, rng = spec.seats[-1], Rng(1)
        steps = rate(partial(random_game, spec, players, rng))
        games = steps / random_game_length(spec, players)
        state = middle(spec, players, rng)
        copies = rate(partial(clones, state))
        seen = rate(partial(views, spec, state))
        print(f"{slug:<16}{players:>8}{steps:>12,.0f}{games:>10,.0f}{copies:>12,.0f}{seen:>10,.0f}")


if __name__ == "__main__":
    main()
