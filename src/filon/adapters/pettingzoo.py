"""PettingZoo: a game as an agent-environment cycle, every seat seeing its own view only."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from filon.adapters.arrays import array, box
from filon.core.batch import Window
from filon.core.drive import fall
from filon.core.game import OVER, State
from filon.core.rewards import forfeit, zero_sum
from filon.core.rng import Rng
from filon.games import load

Observation = dict[str, Any]


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
        self.metadata = {"name": f"filon_{game}_v2", "render_modes": ["ansi"],
                         "is_parallelizable": False}  # fmt: skip
        self._start = self.spec.start(self.players, self.options)
        self.state_now: State = self._start.clone()
        seats = list(self.spec.turns(self.players))
        self.possible_agents = [agent_of(seat) for seat in seats]
        self.seat_of = {agent_of(seat): seat for seat in seats}
        steps, observer = self.spec.layout.size, self.spec.observer
        self._window = Window(observer, steps, 1)
        self._seen = array(self._window.row.cells, np.int32, observer.width)
        self._mask = array(self._window.mask, np.int8, steps)
        self._nothing = np.zeros(steps, np.int8)
        space = spaces.Dict(
            {"observation": box(observer), "action_mask": spaces.Box(0, 1, (steps,), np.int8)}
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(steps) for agent in self.possible_agents}
        self.state_space = box(observer, self.players)
        self._rng = Rng(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What the seat sees as numbers, and which steps are legal now."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The steps of the game's layout."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same luck. One that asks nobody is passed over."""
        if seed is not None:
            self._rng = Rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        while True:
            self.state_now = self._start.clone()
            actor = fall(self.state_now, self._rng)
            if actor != OVER:
                break
        self._ask(actor)

    def observe(self, agent: str) -> Observation:
        """What the seat may know and no more; the mask is empty unless the seat is to act."""
        seat = self.seat_of[agent]
        self._window.look(0, self.state_now, seat)
        due = agent == self.agent_selection and not self.terminations.get(agent, False)
        mask = self._mask if due else self._nothing
        return {"observation": self._seen.copy(), "action_mask": mask.copy()}

    def state(self) -> Any:
        """The observations of all seats, one after the other: for critics that may see all."""
        row = []
        for seat in range(self.players):
            self._window.look(0, self.state_now, seat)
            row.append(self._seen.copy())
        return np.concatenate(row)

    def step(self, action: int | None) -> None:
        """Take the selected agent's step and let luck fall until a seat is to act again."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if action is None or not self._window.allows(0, int(action)):
            self.infos[agent]["illegal"] = action
            takers = list(self.seat_of.values())
            self._end(forfeit(self.seat_of[agent], takers, self.players))
            return
        self.state_now.apply(int(action))
        actor = fall(self.state_now, self._rng)
        if actor == OVER:
            self._end(zero_sum(self.state_now.ranks()))
        else:
            self._ask(actor)

    def render(self) -> str | None:
        """With render_mode="ansi": the spectator's view as JSON."""
        if self.render_mode != "ansi":
            return None
        import json

        from filon.core.events import SPECTATOR

        return json.dumps(self.spec.view(self.state_now, SPECTATOR), ensure_ascii=False)

    def close(self) -> None:
        """Nothing is held open."""

    def _ask(self, seat: int) -> None:
        self.agent_selection = agent_of(seat)
        self._window.mark(0, self.state_now.legal())

    def _end(self, gained: list[float]) -> None:
        self.rewards = {name: gained[self.seat_of[name]] for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()


NAMES = [f"seat_{seat}" for seat in range(16)]


def agent_of(seat: int) -> str:
    """The agent's name of a seat."""
    return NAMES[seat]


def env(game: str, players: int | None = None, **options: Any) -> GameEnv:
    """A PettingZoo environment; further keywords are the game's options."""
    mode = options.pop("render_mode", None)
    return GameEnv(game, players, options, mode)
