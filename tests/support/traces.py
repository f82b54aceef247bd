"""What a build does in games of every box, step by step, for the comparison of both builds.

`python -m support.traces` prints a digest of every step of every game as JSON; `... BOX KIND
NUMBER` prints the steps of one game in full. With the sources first on the path, they play.
"""

import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from copy import copy
from pathlib import Path

from filon.bots import Peephole, named
from filon.build_info import this_build
from filon.core.game import CHANCE, OVER, State
from filon.core.rng import Rng
from support.doc_example import proven
from support.games import LONG, SEED, Box, as_bytes, eyes, fingerprint, seeded, take

ROOT = Path(__file__).parents[2]
KINDS = ("random", "greedy")
GAMES = 12 if LONG else 1  # of each kind, for each box
MANY = 20  # legal steps: where there are more, hints are slow and asked for few steps only
APART = 12 if LONG else 24  # positions between two that are looked at closely, on average
Digests = dict[str, list[str]]  # of every step, by game


def games() -> Iterator[tuple[Box, str, int]]:
    """The games that are compared: box, kind and number."""
    for box in proven():
        for kind in KINDS:
            for number in range(GAMES):
                yield box, kind, number


def trace(box: Box, kind: str, number: int) -> Iterator[str]:
    """One line of text for every step: what could be done, what was told, what it led to."""
    rng, state = seeded(f"trace {box} {kind} {number}"), box.start()
    while state.actor() != OVER:
        seen = look(box, state, rng) if rng.below(APART) == 0 else ""
        chances = state.weights() if state.actor() == CHANCE else []
        could = f"{state.actor()} {state.thrower()} {state.legal()} {chances}"
        step = choose(box, state, kind, rng)
        events = state.narrate(step)
        told = [(event.kind, event.seat, event.args, event.eyes) for event in events]
        yield f"{could} {seen} {box.spec.layout.text(step)} {told}"
    yield f"{look(box, state, rng)} {state.scores()} {box.spec.points(state)} {state.ranks()}"


def look(box: Box, state: State, rng: Rng) -> str:
    """A position in full: attributes, equality, views, and reasons of refusals."""
    spec = box.spec
    views = [spec.view(state, seat) for seat in eyes(spec, box.players)]
    numbers = [spec.observe(state, seat) for seat in range(box.players)]
    steps = [rng.below(spec.layout.size) for _ in range(12)]
    refusals = [state.why_not(step) for step in steps]
    guess = state.clone()
    guess.redeal(rng.below(box.players), rng)
    twins = [state.clone(), copy(state), pickle.loads(pickle.dumps(state))]
    values = [(twin == state, hash(twin) == hash(state)) for twin in [*twins, guess]]
    parts = [views, numbers, refusals, values, [fingerprint(state), fingerprint(guess)]]
    return as_bytes(parts).decode()


def choose(box: Box, state: State, kind: str, rng: Rng) -> int:
    """The next step: by its weight, at random, or as the bot `greedy` likes best."""
    hints, legal = box.spec.minds.hints, state.legal()
    if state.actor() == CHANCE or kind == "random" or hints is None:
        return take(state, rng)
    if len(legal) > MANY and (lot := rng.below(24 if LONG else 72)):
        return hints.quick(state, rng) if lot % 4 == 0 else take(state, rng)
    return named("greedy").choose(Peephole(box.spec, state, state.actor()), rng)


def digests() -> Digests:
    """Short digests of the steps of all games, by the game's name."""
    return {f"{box} {kind} {n}": [*map(digest, trace(box, kind, n))] for box, kind, n in games()}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def on_sources(script: str, *words: str) -> str:
    """The output of a script of tests/support/ on the sources."""
    said = subprocess.run(
        [sys.executable, "-m", f"support.{script}", *words],
        env={**os.environ, "PYTHONPATH": f"{ROOT}/src:{ROOT}/tests"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    return said.stdout


def first_difference(one: list[str], two: list[str]) -> int:
    """The number of the first step that differs; -1 if none does."""
    if one == two:
        return -1
    pairs = zip(one, two, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))


def main(words: list[str]) -> None:
    """All digests, or one game in full."""
    if words:
        wanted, kind, number = words
        box = next(box for box in proven() if str(box) == wanted)
        found: object = list(trace(box, kind, int(number)))
    else:
        found = digests()
    told = {"compiled": this_build().compiled, "seed": SEED, "found": found}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1:])
