"""Gymnasium: one seat for the learner, bots on all others; one game, or many at once.

Importing this module registers every game of the shelf: `gymnasium.make("filon/ClaimIt-v0")`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from filon.adapters.arrays import array, box
from filon.adapters.vector import GameVector
from filon.bots import Bot, Peephole, Random, named
from filon.core.batch import Window
from filon.core.drive import fall
from filon.core.game import OVER, State
from filon.core.rewards import forfeit, zero_sum
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs


class SeatEnv(gymnasium.Env[Any, Any]):
    """The learner's seat of one game; an illegal step ends the episode with reward -1.

    Games that end before the learner is asked anything are passed over by `reset`.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.game = load(game)
        self.players = self.game.seats[0] if players is None else players
        self.options = self.game.agree(options)
        self.seat = a_taker(self.game, self.players, seat)
        self.bots = table_of(bots, self.players)
        self._start = self.game.start(self.players, self.options)
        self.now: State = self._start.clone()
        steps, observer = self.game.layout.size, self.game.observer
        self._window = Window(observer, steps, 1)
        self._row = array(self._window.row.cells, np.int32, observer.width)
        self._mask = array(self._window.mask, np.int8, steps)
        self.observation_space = box(observer)
        self.action_space = spaces.Discrete(steps)
        self._rng = Rng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game, played up to the learner's first choice."""
        super().reset(seed=seed)
        self._rng = Rng(int(self.np_random.integers(2**31)))
        skipped = -1
        over = True
        while over:
            self.now = self._start.clone()
            over = self._others()
            skipped += 1
        return self._seen(), {**self._info(), "skipped": skipped}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's step, then everyone else's until it is asked again."""
        if not self._window.allows(0, int(action)):
            takers = list(self.game.turns(self.players))
            reward = forfeit(self.seat, takers, self.players)[self.seat]
            return self._seen(), reward, True, False, {**self._info(), "illegal": int(action)}
        self.now.apply(int(action))
        over = self._others()
        reward = zero_sum(self.now.ranks())[self.seat] if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> Any:
        """Which steps are legal: the name sb3-contrib's MaskablePPO looks for."""
        return self._mask.astype(np.bool_)

    def _seen(self) -> Any:
        self._window.look(0, self.now, self.seat)
        return self._row.copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy()}

    def _others(self) -> bool:
        """Luck and bots until the learner is asked; whether the game is over instead."""
        state, rng = self.now, self._rng
        while (actor := fall(state, rng)) not in (OVER, self.seat):
            state.apply(self.bots[actor].choose(Peephole(self.game, state, actor), rng))
        self._window.mark(0, state.legal())
        return actor == OVER


class SeatsEnv(VectorEnv):  # type: ignore[misc,unused-ignore]
    """The learner's seat of many games at once; a game that ends is followed by the next one.

    The observation is then the new game's, the old one's last is `final_obs` of the info.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        options: Mapping[str, object] | None = None,
    ) -> None:
        spec = load(game)
        players = spec.seats[0] if players is None else players
        self.seat = a_taker(spec, players, seat)
        self.bots = table_of(bots, players)
        # Those who step at random do so in the compiled loop.
        others = [
            other
            for other in spec.turns(players)
            if other != seat and not isinstance(self.bots[other], Random)
        ]
        self.games = GameVector(game, num_envs, players, 0, options, learners=[seat, *others])
        self.num_envs = num_envs
        self.single_observation_space = box(spec.observer)
        self.single_action_space = spaces.Discrete(spec.layout.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rng = Rng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games, each at the learner's first choice."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**31))
        self._rng = Rng(drawn)
        self.games.reset(drawn)
        self._others()
        seen = self.games.seen()
        return seen.observations, {"action_mask": seen.masks.astype(np.int8)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The learner's steps, then everyone else's until it is asked again in every game."""
        first = self.games.step(actions)
        ends, rewards = first.ends, first.rewards[:, self.seat].copy()
        last = self.games.last.copy() if ends.any() else None
        for place, reward, final in self._others():
            if not ends[place]:  # games that never asked the learner are passed over
                last = self.games.last.copy() if last is None else last
                ends[place], rewards[place], last[place] = True, reward, final
        seen = self.games.seen()
        info: dict[str, Any] = {"action_mask": seen.masks.astype(np.int8)}
        if last is not None:
            finals = np.empty(self.num_envs, object)
            for ended in np.flatnonzero(ends):
                finals[ended] = last[ended]
            info |= {"final_obs": finals, "_final_obs": ends.copy()}
        return seen.observations, rewards, ends, np.zeros(self.num_envs, np.bool_), info

    def _others(self) -> list[tuple[int, float, Any]]:
        """Let the bots step; the ends they bring: the game, the learner's reward, its last look."""
        batch, ended_games = self.games.batch, []
        for place in range(self.num_envs):
            while (actor := batch.games[place].actor()) != self.seat:
                hole = Peephole(self.games.spec, batch.games[place], actor)
                batch.take(place, self.bots[actor].choose(hole, self._rng))
                if batch.ended[place]:
                    reward = float(batch.rewards[place * self.games.players + self.seat])
                    ended_games.append((place, reward, self.games.last[place].copy()))
        return ended_games


def a_taker(spec: Spec, players: int, seat: int) -> int:
    """The seat, if it takes turns; else a sentence that says which do."""
    spec.start(players)  # a bad count has its own refusal
    takers = list(spec.turns(players))
    if seat not in takers:
        valid = ", ".join(map(str, takers))
        raise ValueError(f"Seat {seat} takes no turns with {players} players; these do: {valid}.")
    return seat


def table_of(bots: str | Sequence[str], players: int) -> list[Bot]:
    """A bot for every seat: one name for all, or a name for each."""
    names = [bots] * players if isinstance(bots, str) else list(bots)
    if len(names) != players:
        raise ValueError(f"{players} seats want {players} bots, not {len(names)}.")
    return [named(name) for name in names]


def name_of(slug: str) -> str:
    """The game's name in an id: its slug, every word with a capital, without underscores."""
    return "".join(word.capitalize() for word in slug.split("_"))


def register() -> list[str]:
    """Register every game with Gymnasium; gives their ids."""
    ids = []
    for slug in slugs():
        ids.append(f"filon/{name_of(slug)}-v0")
        if ids[-1] not in gymnasium.registry:
            gymnasium.register(
                id=ids[-1],
                entry_point="filon.adapters.gymnasium:SeatEnv",
                vector_entry_point="filon.adapters.gymnasium:SeatsEnv",
                kwargs={"game": slug},
            )
    return ids


register()
