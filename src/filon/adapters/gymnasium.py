"""Gymnasium: one seat for the learner, bots on all others."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from filon.adapters.rewards import zero_sum
from filon.bots import Peephole, named
from filon.core.drive import by_weight, drive
from filon.core.game import OVER, State
from filon.core.rng import Rng
from filon.games import load

FAR = 2**31 - 1


class SeatEnv(gymnasium.Env[Any, Any]):
    """The learner's seat of one game; an illegal step ends the episode with reward -1."""

    metadata = {"render_modes": []}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.box = load(game)
        self.players = self.box.seats[0] if players is None else players
        self.options = self.box.agree(options)
        self.seat = seat
        names = [bots] * self.players if isinstance(bots, str) else list(bots)
        self.bots = [named(name) for name in names]
        self.now: State = self.box.start(self.players, self.options)
        width = len(self.box.observe(self.box.view(self.now, seat)))
        self.observation_space = spaces.Box(-FAR, FAR, (width,), np.int32)
        self.action_space = spaces.Discrete(self.box.layout.size)
        self._rng = Rng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game, played up to the learner's first choice."""
        super().reset(seed=seed)
        self._rng = Rng(int(self.np_random.integers(2**31)))
        self.now = self.box.start(self.players, self.options)
        self._others()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's step, then everyone else's until it is asked again."""
        if int(action) not in self.now.legal():
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": int(action)}
        self.now.apply(int(action))
        self._others()
        over = self.now.actor() == OVER
        reward = zero_sum(self.now.ranks())[self.seat] if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> Any:
        """Which steps are legal: the name sb3-contrib's MaskablePPO looks for."""
        mask = np.zeros(self.box.layout.size, np.bool_)
        if self.now.actor() == self.seat:
            mask[self.now.legal()] = True
        return mask

    def _seen(self) -> Any:
        view = self.box.view(self.now, self.seat)
        return np.asarray(self.box.observe(view), np.int64).clip(-FAR, FAR).astype(np.int32)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def _others(self) -> None:
        for _ in drive(self.now, by_weight(self._rng), self._bot):
            pass

    def _bot(self, state: State, seat: int) -> int | None:
        if seat == self.seat:
            return None
        return self.bots[seat].choose(Peephole(self.box, state, seat), self._rng)
