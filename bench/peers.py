"""Measure the peers, as one JSON object: run by `make bench` in their own environment.

    .venv-peers/bin/python bench/peers.py [SECONDS]

OpenSpiel is written in C++ and PettingZoo in Python. Their games are different and mostly smaller:
the figures compare engines, not games.
"""

import json
import random
import sys
import time
from collections.abc import Callable

import pyspiel  # type: ignore[import-not-found,unused-ignore]
from pettingzoo.classic import connect_four_v3, tictactoe_v3  # type: ignore[import-untyped,import-not-found,unused-ignore]

SPAN = float(sys.argv[1]) if sys.argv[1:] else 0.5
GAMES = ("connect_four", "pig", "backgammon")
SEARCHED = ("connect_four", "pig")


def rate(work: Callable[[], float]) -> float:
    """How much work a second of processor time; work() does some and says how much."""
    began, done = time.process_time(), 0.0
    while (spent := time.process_time() - began) < SPAN:
        done += work()
    return done / spent


def spiel_game(name: str) -> Callable[[], float]:
    """A random game step by step from Python, as a user of the library writes it."""
    game = pyspiel.load_game(name)

    def play() -> float:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def spiel_search(name: str) -> float:
    """Simulations a second of its C++ MCTS bot with random rollouts, from the first choice."""
    game, count = pyspiel.load_game(name), 5000
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, count, 1000, False, 7, False)

    def search() -> float:
        bot.step(state)
        return count

    return rate(search)


def zoo_game(module: object) -> Callable[[], float]:
    """A random game of a PettingZoo environment."""
    env = module.env()  # type: ignore[attr-defined]

    def play() -> float:
        env.reset()
        steps = 0
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(seen["action_mask"]))
            steps += 1
        return steps

    return play


def main() -> None:
    """Measure all."""
    found: dict[str, dict[str, float]] = {"compiled loop": {}, "library loop": {}, "search": {}}
    for name in GAMES:
        found["library loop"][f"OpenSpiel, {name}"] = rate(spiel_game(name))
    for name in SEARCHED:
        play, simulations = spiel_game(name), spiel_search(name)
        found["search"][f"OpenSpiel, {name}"] = simulations
        # Its C++ loop has no door to Python: what its search plays is a little less than it could.
        length = sum(play() for _ in range(100)) / 100
        found["compiled loop"][f"OpenSpiel, {name}, inside its search"] = simulations * length
    for name, module in (("connect_four", connect_four_v3), ("tictactoe", tictactoe_v3)):
        found["library loop"][f"PettingZoo, {name}"] = rate(zoo_game(module))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
