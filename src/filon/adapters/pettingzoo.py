"""PettingZoo: a game as an agent-environment cycle, every seat seeing its own view only."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from filon.adapters.rewards import zero_sum
from filon.core.drive import by_weight, drive, nobody
from filon.core.game import OVER, State
from filon.core.rng import Rng
from filon.games import load

Observation = dict[str, Any]
FAR = 2**31 - 1


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game; luck is drawn inside, an illegal step ends the game at its taker's cost."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.spec = load(game)
        self.players = self.spec.seats[0] if players is None else players
        self.options = self.spec.agree(options)
        self.render_mode = render_mode
        self.metadata = {"name": f"filon_{game}_v1", "render_modes": ["ansi"],
                         "is_parallelizable": False}  # fmt: skip
        self.state_now: State = self.spec.start(self.players, self.options)
        seats = list(self.spec.turns(self.players))
        self.possible_agents = [agent_of(seat) for seat in seats]
        self.seat_of = {agent_of(seat): seat for seat in seats}
        width = len(self.spec.observe(self.spec.view(self.state_now, seats[0])))
        space = spaces.Dict(
            {
                "observation": spaces.Box(-FAR, FAR, (width,), np.int32),
                "action_mask": spaces.Box(0, 1, (self.spec.layout.size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: spaces.Discrete(self.spec.layout.size) for agent in self.possible_agents
        }
        self._rng = Rng(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The seat's view as numbers, and which steps are legal now."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The steps of the game's layout."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same luck."""
        if seed is not None:
            self._rng = Rng(seed)
        self.state_now = self.spec.start(self.players, self.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._draw()
        self.agent_selection = agent_of(max(0, self.state_now.actor()))

    def observe(self, agent: str) -> Observation:
        """Built from the seat's view alone; the mask is empty unless the seat is to act."""
        seat = self.seat_of[agent]
        view = self.spec.view(self.state_now, seat)
        mask = np.zeros(self.spec.layout.size, np.int8)
        if self.state_now.actor() == seat and not self.terminations.get(agent, False):
            mask[self.state_now.legal()] = 1
        seen = np.asarray(self.spec.observe(view), np.int64).clip(-FAR, FAR).astype(np.int32)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the selected agent's step and let luck fall until a seat is to act again."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if action is None or int(action) not in self.state_now.legal():
            self.rewards[agent] = -1.0
            self.infos[agent]["illegal"] = action
            self._end()
        else:
            self.state_now.apply(int(action))
            self._draw()
            if self.state_now.actor() == OVER:
                gained = zero_sum(self.state_now.ranks())
                self.rewards = {one: gained[self.seat_of[one]] for one in self.agents}
                self._end()
            else:
                self.agent_selection = agent_of(self.state_now.actor())
        self._accumulate_rewards()

    def render(self) -> str | None:
        """With render_mode="ansi": the spectator's view as JSON."""
        if self.render_mode != "ansi":
            return None
        import json

        from filon.core.events import SPECTATOR

        return json.dumps(self.spec.view(self.state_now, SPECTATOR), ensure_ascii=False)

    def close(self) -> None:
        """Nothing is held open."""

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _draw(self) -> None:
        for _ in drive(self.state_now, by_weight(self._rng), nobody):
            pass


def agent_of(seat: int) -> str:
    """The agent's name of a seat."""
    return f"seat_{seat}"


def env(game: str, players: int | None = None, **options: Any) -> GameEnv:
    """A PettingZoo environment; further keywords are the game's options."""
    mode = options.pop("render_mode", None)
    return GameEnv(game, players, options, mode)
