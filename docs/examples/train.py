"""A short training run: a linear policy learns Claim It! against the random bot.

    python docs/examples/train.py [EPISODES]

Needs `pip install '.[research]'`. Policy gradient (REINFORCE) over a handful of features of
each step, so that it learns something in a minute or two on one core.
"""

import sys

import numpy as np

from filon.adapters.gymnasium import SeatEnv

VERBS = ("squat", "claim", "roll", "stop")


def features(env: SeatEnv, legal: np.ndarray) -> np.ndarray:
    """Per legal step: its verb, and for roll and stop how risky another throw is."""
    risk = float(env.game.view(env.now, env.seat)["bust"] or 0) / 216
    rows = []
    for step in legal.tolist():
        verb = str(env.game.layout.words(step)["verb"])
        row = [float(verb == one) for one in VERBS]
        rows.append([*row, risk * (verb == "roll"), risk * (verb == "stop")])
    return np.array(rows)


def episode(env: SeatEnv, policy: np.ndarray, rng: np.random.Generator) -> tuple[float, np.ndarray]:
    """One game: the reward, and the sum of the score functions of the choices."""
    _, info = env.reset(seed=int(rng.integers(2**31)))
    slope, reward, over = np.zeros_like(policy), 0.0, False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        rows = features(env, legal)
        scores = rows @ policy
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        at = int(rng.choice(len(legal), p=chances))
        slope += rows[at] - chances @ rows
        _, reward, over, _, info = env.step(legal[at])
    return reward, slope


def share(env: SeatEnv, policy: np.ndarray, rng: np.random.Generator, games: int) -> float:
    """The part of games won."""
    return float(np.mean([episode(env, policy, rng)[0] > 0 for _ in range(games)]))


def main(episodes: int) -> None:
    """Train, and say what it brought."""
    env, rng = SeatEnv("claim_it", bots="random"), np.random.default_rng(1)
    policy = np.zeros(len(VERBS) + 2)
    print(f"before: {share(env, policy, rng, 60):.0%} won")
    mean = 0.0
    for _ in range(episodes):
        reward, slope = episode(env, policy, rng)
        policy += 0.05 * (reward - mean) * slope / max(1.0, float(np.linalg.norm(slope)))
        mean += 0.02 * (reward - mean)
    print(f"after:  {share(env, policy, rng, 60):.0%} won, policy {policy.round(2).tolist()}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
