"""Compare the speed of two builds. Rounds alternate, so that a busy machine affects both.

    python bench/compare.py BEFORE/bin/python AFTER/bin/python [--rounds 9] [GAME ...]

Each round runs both interpreters on the same games. The result is the median over the rounds of
the ratio of their speeds, by processor time. The work uses only the contract, so that old versions
can be measured.
"""

import argparse
import json
import subprocess
import sys
from statistics import median

WORK = """
import json, sys, time
from filon.bots import Peephole
try:
    from filon.bots.search_bot import search_for
except ImportError:  # releases before 0.2
    from filon.bots.thinking import search_for
from filon.core.rng import Rng
from filon.games import load
try:
    from filon.core.drive import playout
except ImportError:
    playout = None

def play(state, rng, stop=10**9):
    steps = 0
    while state.actor() != -2 and steps < stop:
        if state.actor() == -1:
            state.apply(state.legal()[rng.weighted(state.weights())])
        else:
            state.apply(state.pick(rng))
        steps += 1
    return steps

def middle(spec, players):
    "A position in the second half of a random game in which a seat has a choice."
    for seed in range(1000):
        state = spec.start(players)
        play(state, Rng(seed), play(spec.start(players), Rng(seed)) // 2)
        while state.actor() == -1:
            play(state, Rng(seed), 1)
        if state.actor() >= 0 and len(state.legal()) > 1:
            return state

SPAN = 0.5
try:
    from filon.core import cycles
    cycles.seldom()  # as this build's workers do
except ImportError:
    pass

def timed(work):
    "How much work a second; work() does some and says how much."
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < SPAN:
        done += work()
    return done / spent

found = {}
for slug in sys.argv[1:]:
    spec = load(slug)
    players = spec.seats[-1]
    rng, state = Rng(1), middle(spec, players)
    search = search_for(Peephole(spec, state, state.actor()), Rng(4))
    def grow():
        search.grow(16)
        return 16
    def clones():
        for _ in range(1000):
            state.clone()
        return 1000
    def views():
        for seat in range(players):
            spec.view(state, seat)
        return players
    found[slug] = {
        "steps": timed(lambda: (playout or play)(spec.start(players), rng)),
        "clones": timed(clones),
        "simulations": timed(grow),
        "views": timed(views),
    }
print(json.dumps(found))
"""


def measured(python: str, games: list[str]) -> dict[str, dict[str, float]]:
    """One round on one interpreter: per game and kind of work, how much a second."""
    asked = [python, "-c", WORK, *games]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=300)
    told: dict[str, dict[str, float]] = json.loads(done.stdout)
    return told


def main() -> None:
    """Print the medians, after to before: above 1 is faster."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("before")
    said.add_argument("after")
    said.add_argument("games", nargs="*")
    said.add_argument("--rounds", type=int, default=9)
    given = said.parse_intermixed_args()
    games = given.games
    if not games:
        listed = [given.after, "-c", "from filon.games import slugs; print(*slugs())"]
        games = subprocess.check_output(listed, text=True).split()
    rounds = []
    for number in range(given.rounds):
        order = [given.before, given.after][:: 1 if number % 2 else -1]  # neither is always first
        told = {python: measured(python, games) for python in order}
        rounds.append((told[given.before], told[given.after]))
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
    for game in games:
        line = []
        for kind in rounds[0][0][game]:
            ratio = median(new[game][kind] / old[game][kind] for old, new in rounds)
            line.append(f"{kind} {ratio:5.2f}")
        print(f"{game:<16}{'   '.join(line)}")


if __name__ == "__main__":
    main()
