"""PPO by a known library: stable-baselines3's MaskablePPO learns Claim It! against `greedy`.

    python docs/examples/ppo.py [--minutes 10] [--envs 16] [--seed 1] [--games 400]

Needs `pip install '.[research]' sb3-contrib` (which brings PyTorch) and, to get anywhere in ten
minutes, the compiled rules. It learns first against the random bot, whose games cost next to
nothing, then against greedy, and at the end plays games against greedy that it has never seen.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from filon.adapters.gymnasium import SeatEnv


class Numbers(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The observation as floats between 0 and 1, which networks like better."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        self.env = env
        space = env.observation_space
        assert isinstance(space, gymnasium.spaces.Box)
        self.low, self.span = space.low, np.maximum(1, space.high - space.low)
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, space.shape, np.float32)

    def observation(self, observation: Any) -> Any:
        """What a seat sees, scaled."""
        return ((observation - self.low) / self.span).astype(np.float32)

    def action_masks(self) -> Any:
        """Which steps are legal: MaskablePPO asks by this name."""
        return self.env.action_masks()


def made(bots: str) -> Numbers:
    """One seat of Claim It!, the other played by the bot."""
    return Numbers(SeatEnv("claim_it", bots=bots))


class Until(BaseCallback):
    """Ends the lesson when its time is up."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def won(model: MaskablePPO, games: int, seed: int) -> tuple[float, float]:
    """The part of games won against greedy, and half the width of its 95 % interval."""
    env = made("greedy")
    results = []
    for game in range(games):
        seen, _ = env.reset(seed=seed + game)
        reward, over = 0.0, False
        while not over:
            step, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, last, over, _, _ = env.step(int(step))
            reward = float(last)
        results.append(0.5 + reward / 2)
    share = float(np.mean(results))
    return share, 1.96 * float(np.std(results)) / games**0.5


def main() -> None:
    """Learn, and say what it brought."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--minutes", type=float, default=10)
    said.add_argument("--envs", type=int, default=16)
    said.add_argument("--seed", type=int, default=1)
    said.add_argument("--games", type=int, default=400)
    given = said.parse_args()
    torch.set_num_threads(2)
    model = None
    for bots, part in (("random", 0.3), ("greedy", 0.7)):
        lesson = DummyVecEnv([lambda bots=bots: made(bots) for _ in range(given.envs)])
        if model is None:
            model = MaskablePPO(
                "MlpPolicy", lesson, n_steps=256, batch_size=1024, n_epochs=4, gamma=1.0,
                gae_lambda=0.9, ent_coef=0.005, learning_rate=7e-4, seed=given.seed,
                policy_kwargs={"net_arch": [128, 128]},
            )  # fmt: skip
        else:
            model.set_env(lesson)
        model.learn(1_000_000_000, Until(60 * given.minutes * part), reset_num_timesteps=False)
        share, wide = won(model, given.games if bots == "greedy" else 60, 1_000_000)
        print(f"after {model.num_timesteps} choices, the last against {bots}: "
              f"{share:.1%} +- {wide:.1%} against greedy", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
