"""OpenSpiel: `register()` makes every game of the shelf loadable as `filon_SLUG`."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]

from filon.adapters.rewards import zero_sum
from filon.core.game import CHANCE, OVER
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs

LONGEST = 50_000  # steps; no game comes near when luck is drawn by weight


def register() -> list[str]:
    """Register all games with OpenSpiel; gives their names there."""
    return [_register(load(slug)) for slug in slugs()]


def _register(spec: Spec) -> str:
    name = f"filon_{spec.slug}"
    if name in pyspiel.registered_names():
        return name
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"Filon: {spec.title['en']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if spec.hidden
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=spec.seats[-1],
        min_num_players=spec.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": spec.seats[0]},
    )

    class Game(pyspiel.Game):  # type: ignore[misc]
        """One Filon game as OpenSpiel knows games."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = dict(params or {})
            self.players = int(given.get("players", spec.seats[0]))
            info = pyspiel.GameInfo(
                num_distinct_actions=spec.layout.size,
                max_chance_outcomes=spec.layout.size,
                num_players=self.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, given)

        def new_initial_state(self) -> "SpielState":
            """Before the first step."""
            return SpielState(self, spec, self.players)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
            """The seat's view as numbers."""
            return Observer(spec, self.players)

    pyspiel.register_game(kind, Game)
    return name


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position with its steps so far; OpenSpiel's action numbers are the layout's."""

    def __init__(self, game: Any, spec: Spec, players: int) -> None:
        super().__init__(game)
        self.spec = spec
        self.players = players
        self.now = spec.start(players)
        self.past: list[int] = []  # a clone's own history begins anew, so it is kept here

    def current_player(self) -> Any:
        """A seat, or OpenSpiel's names for chance and the end."""
        actor = self.now.actor()
        if actor == OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.now.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes with their probabilities."""
        weights = self.now.weights()
        whole = sum(weights)
        return [(step, part / whole) for step, part in zip(self.now.legal(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.now.apply(action)
        self.past.append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.spec.layout.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.now.actor() == OVER

    def returns(self) -> list[float]:
        """Zero-sum, by rank."""
        return zero_sum(self.now.ranks()) if self.is_terminal() else [0.0] * self.players

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state this player cannot tell from this one."""
        other = self.clone()
        other.now.redeal(player, Rng(int(sampler() * 2**31)))
        return other

    def clone(self) -> "SpielState":
        """An independent copy."""
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: Any) -> "SpielState":
        other = SpielState(self.get_game(), self.spec, self.players)
        other.now = self.now.clone()
        other.past = self.past[:]
        return other

    def __str__(self) -> str:
        return " | ".join(self.spec.layout.text(action) for action in self.past)


class Observer:
    """Fills `tensor` with what a seat sees."""

    def __init__(self, spec: Spec, players: int) -> None:
        self.spec = spec
        view = spec.view(spec.start(players), 0)
        self.tensor = np.zeros(len(spec.observe(view)), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at the position from a seat."""
        self.tensor[:] = self.spec.observe(self.spec.view(state.now, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """The seat's view as text."""
        return str(self.spec.view(state.now, player))
