"""Steps a second by every interface for learners, as a table of docs/library.md.

    python bench/routes.py [--rounds 3] [--seconds 0.4] [--write] [--pgx PYTHON]

Choices of seats are counted, not draws of chance; two players, any legal step. The same PettingZoo
loop runs on release 0.1 if `make frozen` has built it, in turn with ours. OpenSpiel is measured if
`make bench-peers` has installed it, PGX if a Python that has it is named. Medians of the rounds,
per second of processor time.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "library.md"
PEERS = ROOT / ".venv-peers" / "bin" / "python"
BEGIN, END = "<!-- routes: written by bench/routes.py -->", "<!-- end of routes -->"
COUNT = 256  # games side by side
BEFORE = "PettingZoo, 0.1"
FROZEN = ROOT / "build" / "frozen" / "0.1" / "venv"


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much work a second of processor time; work() does some and says how much."""
    work()
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def zoo(slug: str) -> Callable[[], int]:
    """A random game of the PettingZoo environment, as its manual drives one."""
    import numpy as np

    import filon

    env, rng = filon.env(slug, players=2), random.Random(1)

    def play() -> int:
        env.reset(seed=rng.randrange(10**6))
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            legal = np.flatnonzero(seen["action_mask"])
            if over or cut or not len(legal):  # 0.1 may begin with a finished game
                break
            env.step(int(legal[rng.randrange(len(legal))]))
            steps += 1
        return steps

    return play


def seat(slug: str) -> Callable[[], int]:
    """A random game of the Gymnasium environment, a random bot on the other seat."""
    import numpy as np

    from filon.adapters.gymnasium import SeatEnv

    env, rng = SeatEnv(slug, bots="random"), random.Random(1)

    def play() -> int:
        _, info = env.reset(seed=rng.randrange(10**6))
        steps, over = 0, False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            _, _, over, _, info = env.step(int(legal[rng.randrange(len(legal))]))
            steps += 1
        return steps

    return play


def vector(slug: str) -> Callable[[], int]:
    """A few steps of many games; any legal step, chosen by the vector itself."""
    import filon

    games = filon.vector(slug, COUNT, 2, seed=1)

    def play() -> int:
        for _ in range(4):
            games.step(games.sample())
        return 4 * COUNT

    return play


def bare(slug: str) -> Callable[[], int]:
    """The compiled loop without observations; choices are counted."""
    import filon
    from filon.core.rng import Rng

    spec, rng = filon.load(slug), Rng(1)

    def play() -> int:
        state, steps = spec.start(2), 0
        while (actor := state.actor()) != filon.OVER:
            state.apply(state.draw(rng) if actor == filon.CHANCE else state.pick(rng))
            steps += actor >= 0
        return steps

    return play


def spiel(slug: str) -> Callable[[], int]:
    """A random game of the OpenSpiel game, as a user of that library drives one."""
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    from filon.adapters.openspiel import register

    register()
    game, rng = pyspiel.load_game(f"filon_{slug}"), random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.observation_tensor()
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def pgx(name: str) -> Callable[[], int]:
    """A PGX game on the same processor, as many side by side, any legal step, compiled by XLA."""
    import jax  # type: ignore[import-not-found,unused-ignore]
    import jax.numpy as jnp  # type: ignore[import-not-found,unused-ignore]
    import pgx as library  # type: ignore[import-not-found,unused-ignore]

    env = library.make(name)
    keys = jax.random.split(jax.random.PRNGKey(1), COUNT)
    state = jax.jit(jax.vmap(env.init))(keys)
    once = library.experimental.auto_reset(env.step, env.init)

    @jax.jit  # type: ignore[untyped-decorator,unused-ignore]
    def turn(state: Any, key: Any) -> Any:
        first, second = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        steps = jax.random.categorical(first, logits, axis=1)
        return jax.vmap(once)(state, steps, jax.random.split(second, COUNT))

    kept = [state, jax.random.PRNGKey(2)]

    def play() -> int:
        for _ in range(4):
            kept[1], key = jax.random.split(kept[1])
            kept[0] = turn(kept[0], key)
        kept[0].observation.block_until_ready()
        return 4 * COUNT

    return play


ROUTES: dict[str, Callable[[str], Callable[[], int]]] = {
    "bare": bare, "zoo": zoo, "seat": seat, "vector": vector, "spiel": spiel, "pgx": pgx,
}  # fmt: skip
NAMES = {
    "before": BEFORE,
    "zoo": "PettingZoo",
    "seat": "Gymnasium",
    "vector": f"`filon.vector`, {COUNT} games",
    "spiel": "OpenSpiel, Python loop",
    "bare": "the rules alone",
}


def elsewhere(python: str, route: str, slugs: list[str], seconds: float, path: str) -> Any:
    """The same program in another environment or on another build."""
    done = subprocess.run(
        [python, __file__, "--only", route, *slugs, "--seconds", str(seconds)],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False,
        cwd="/",
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    return json.loads(done.stdout.splitlines()[-1])


def build_for_others(site: Path, name: str) -> str:
    """A folder with the build of that site-packages alone, for another environment's Python."""
    folder = ROOT / "build" / "bench" / name
    folder.mkdir(parents=True, exist_ok=True)
    for pattern in ("filon", "filon__mypyc*", "librt", "mypy_extensions.py"):
        for path in site.glob(pattern):
            link = folder / path.name
            link.unlink(missing_ok=True)
            link.symlink_to(path)
    return str(folder)


def one_round(given: argparse.Namespace, slugs: list[str]) -> dict[str, dict[str, float]]:
    """Everything once, in turn."""
    import filon

    found: dict[str, dict[str, float]] = {}
    for site in FROZEN.glob("lib/python*/site-packages"):
        path = build_for_others(site, "before")
        found["before"] = elsewhere(sys.executable, "zoo", slugs, given.seconds, path)
    for route in ("zoo", "seat", "vector"):
        found[route] = {slug: rate(ROUTES[route](slug), given.seconds) for slug in slugs}
    if PEERS.exists():
        path = build_for_others(Path(filon.__file__).parent.parent, "peers")
        found["spiel"] = elsewhere(str(PEERS), "spiel", slugs, given.seconds, path)
    found["bare"] = {slug: rate(bare(slug), given.seconds) for slug in slugs}
    if given.pgx:
        games = ["tic_tac_toe", "connect_four", "backgammon"]
        found["pgx"] = elsewhere(given.pgx, "pgx", games, given.seconds, "")
    return found


def table(rounds: list[dict[str, dict[str, float]]], slugs: list[str]) -> str:
    """Markdown: routes by game, beside the old PettingZoo route where it was measured."""
    from filon.games import load
    from filon.lab.bench import machine

    facts = machine()
    lines = [
        f"Measured {facts['date']} on {facts['cpu']}, {facts['cores']} cores shared with other",
        f"work (load {os.getloadavg()[0]:.0f}), Python {facts['python']}; {facts['build']}.",
        "Choices a second of processor time,",
        f"medians of {len(rounds)} rounds; in brackets, times the first line.",
        "",
        "| | " + " | ".join(load(slug).title_in("en") for slug in slugs) + " |",
        "|---|" + "---:|" * len(slugs),
    ]
    for route, name in NAMES.items():
        if route not in rounds[0]:
            continue
        cells = []
        for slug in slugs:
            figure = median(one[route][slug] for one in rounds)
            old = median(one["before"][slug] for one in rounds) if "before" in rounds[0] else 0.0
            by = figure / old if old and route not in ("before", "bare") else 0.0
            times = f" ({by:.0f})" if by >= 10 else f" ({by:.1f})" if by else ""
            cells.append(f"{figure:,.0f}{times}")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    if "pgx" in rounds[0]:
        told = ", ".join(
            f"{name} {median(one['pgx'][name] for one in rounds):,.0f}" for name in rounds[0]["pgx"]
        )
        lines += ["", f"PGX on the same processor, {COUNT} games compiled by XLA: {told}."]
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and write if asked to."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--seconds", type=float, default=0.4)
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--pgx")
    asked.add_argument("--only", nargs="+", metavar=("ROUTE", "GAME"))
    given = asked.parse_args()
    if given.only:
        route, *games = given.only
        print(json.dumps({one: rate(ROUTES[route](one), given.seconds) for one in games}))
        return
    from filon.games import slugs

    rounds = [one_round(given, slugs()) for _ in range(given.rounds)]
    text = table(rounds, slugs())
    print(text)
    if given.write:
        page = PAGE.read_text("utf-8")
        head, _, rest = page.partition(BEGIN)
        PAGE.write_text(f"{head}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
