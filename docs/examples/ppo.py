"""PPO by a known library: stable-baselines3's MaskablePPO learns Claim It! against `greedy`.

    python docs/examples/ppo.py [--minutes 10] [--envs 64] [--seed 1] [--games 400]

Needs `pip install '.[research]' sb3-contrib` (which brings PyTorch) and, to get anywhere in ten
minutes, the compiled rules. It learns whom to trust. Beside the observation it is told how the
game's hints like every legal step, and what the learned value that comes with the game thinks of
the position after it. It begins with the hints, as greedy does, and with no trust in the value; the
policy learns how far to go by it, and a network over the observation what to change about both. The
reward is told choice by choice, as what happened to the learned value; over a game that adds up
to the result (potential-based shaping), so that what is best stays best. At the end it plays games
against greedy that it has never seen, for the result alone.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import nn

from filon.adapters.gymnasium import SeatEnv
from filon.bots.weights import learned_value

WIDE = 128
FIRM = 40.0  # so many points of a hint's weight make a step e times as likely
FLOOR = -6.0
LOUD = 2400.0  # how loud a whole victory is told: a small trust must be enough to be heard


class Numbers(gymnasium.Wrapper[Any, Any, Any, Any]):
    """The observation as floats, with the hints' weights and learned values of the steps."""

    def __init__(self, env: SeatEnv, shaped: bool) -> None:
        super().__init__(env)
        self.env, self.shaped = env, shaped
        space, steps = env.observation_space, env.game.layout.size
        assert isinstance(space, gymnasium.spaces.Box)
        self.low, self.span = space.low, np.maximum(1, space.high - space.low)
        wide = space.shape[0] + 2 * steps
        self.observation_space = gymnasium.spaces.Box(-LOUD, 1.0, (wide,), np.float32)
        self.liked = np.full(steps, FLOOR, np.float32)
        self.judged = np.full(steps, 0.0, np.float32)
        self.learned_value = learned_value(env.game, env.players)
        self.worth = 0.0

    def reset(self, **given: Any) -> tuple[Any, dict[str, Any]]:
        """A new game."""
        seen, info = self.env.reset(**given)
        self.worth = self.standing()
        return self.numbers(seen), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take a choice; the reward is the change of the value, at the end the result."""
        seen, reward, over, cut, info = self.env.step(action)
        if self.shaped:
            before, self.worth = self.worth, reward if over else self.standing()
            reward = self.worth - before
        return self.numbers(seen), reward, over, cut, info

    def standing(self) -> float:
        """The learner's expected result, between -1 and 1."""
        if self.learned_value is None or not self.shaped:
            return 0.0
        return 2 * self.learned_value.shares(self.env.now)[self.env.seat] - 1

    def numbers(self, observation: Any) -> Any:
        """The observation, scaled, and how far each step is behind the best."""
        game, hints, seat = self.env.now, self.env.game.minds.hints, self.env.seat
        self.liked.fill(FLOOR)
        self.judged.fill(0.0)
        if game.actor() == seat and hints is not None and self.learned_value is not None:
            steps = game.legal()
            weights = np.array(hints.weights(game, steps), np.float32)
            self.liked[steps] = np.maximum(FLOOR, (weights - weights.max()) / FIRM)
            worths = np.array([self.learned_value.after(game, step)[seat] for step in steps], np.float32)
            self.judged[steps] = LOUD * (worths - worths.max())
        seen = (observation - self.low) / self.span
        return np.concatenate([seen, self.liked, self.judged]).astype(np.float32)

    def action_masks(self) -> Any:
        """The mask of legal steps; MaskablePPO calls this name."""
        return self.env.action_masks()


class Beside(nn.Module):
    """Two layers over the observation, with skip connections for the hints."""

    def __init__(self, seen: int, steps: int) -> None:
        super().__init__()
        self.seen, self.steps = seen, steps
        self.trust = nn.Parameter(torch.zeros(1))
        self.latent_dim_pi, self.latent_dim_vf = WIDE + steps, WIDE
        self.chooser, self.learned_value = (
            nn.Sequential(nn.Linear(seen, WIDE), nn.Tanh(), nn.Linear(WIDE, WIDE), nn.Tanh())
            for _ in range(2)
        )

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The features of the policy and of the value."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """The features of the policy."""
        seen, liked, judged = features.split([self.seen, self.steps, self.steps], 1)
        return torch.cat([self.chooser(seen), liked + self.trust * judged], 1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """The features of the value."""
        judged: torch.Tensor = self.learned_value(features[:, : self.seen])
        return judged


class Residual(MaskableActorCriticPolicy):
    """A policy that starts from the hints."""

    def _build_mlp_extractor(self) -> None:
        steps = int(self.action_space.n)  # type: ignore[attr-defined]
        self.mlp_extractor = Beside(self.features_dim - 2 * steps, steps)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        with torch.no_grad():
            weight = self.action_net.weight
            weight[:, WIDE:] = torch.eye(weight.shape[0])
            self.value_net.weight.zero_()  # the potential knows: nothing to add at first


def made(shaped: bool) -> Numbers:
    """One seat of Claim It!, the other played by greedy."""
    return Numbers(SeatEnv("claim_it", bots="greedy"), shaped)


class Until(BaseCallback):
    """Stop training when the time is up."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def won(model: MaskablePPO, games: int, seed: int) -> tuple[float, float]:
    """The share of games won against greedy, and half the width of its 95 % interval."""
    env = made(shaped=False)
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
    said.add_argument("--envs", type=int, default=64)
    said.add_argument("--seed", type=int, default=1)
    said.add_argument("--games", type=int, default=400)
    given = said.parse_args()
    torch.set_num_threads(1)  # so small a network is no work for two, and they wait for each other
    shipped_weights = DummyVecEnv([lambda: made(shaped=True) for _ in range(given.envs)])
    model = MaskablePPO(
        Residual, shipped_weights, n_steps=256, batch_size=2048, n_epochs=4, gamma=1.0, gae_lambda=0.5,
        clip_range=0.2, ent_coef=0.0, learning_rate=3e-4, seed=given.seed,
    )  # fmt: skip
    for part in (0.0, 1.0):  # before and after
        if part:
            model.learn(1_000_000_000, Until(60 * given.minutes * part))
        share, wide = won(model, given.games, 1_000_000)
        trust = LOUD * model.policy.mlp_extractor.trust.item()  # a hundredth of it: per percent
        print(f"after {model.num_timesteps} choices, trust in the value {trust:.0f}: "
              f"{share:.1%} +- {wide:.1%} against greedy", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
