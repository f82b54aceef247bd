"""OpenSpiel: `register()` makes every game of the shelf loadable as `filon_SLUG`.

The options of a game are its parameters: `pyspiel.load_game("filon_SLUG(players=3,memory=true)")`.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]

from filon.adapters.fields import slices
from filon.adapters.spiel_bots import forbid
from filon.core.game import CHANCE, OVER, State
from filon.core.paper import Paper
from filon.core.record import Record
from filon.core.rewards import zero_sum
from filon.core.rng import Rng
from filon.core.setup import Setup, agreed
from filon.core.spec import Spec
from filon.core.worlds import history
from filon.games import load, slugs

LONGEST = 50_000  # steps; no game comes near when luck is drawn by weight


def register() -> list[str]:
    """Register all games with OpenSpiel; gives their names there."""
    forbid(SpielState)
    return [_register(load(slug)) for slug in slugs()]


def _register(spec: Spec) -> str:
    name = f"filon_{spec.slug}"
    if name in pyspiel.registered_names():
        return name
    options = {option.key: option.default for option in spec.options}
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"Filon: {spec.title_in('en')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if spec.hidden
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=spec.seats[-1],
        min_num_players=spec.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # a game may be of any length
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": spec.seats[0], **options},
    )

    class Game(pyspiel.Game):  # type: ignore[misc]
        """One Filon game as OpenSpiel knows games."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = {"players": spec.seats[0], **options, **(params or {})}
            chosen = {key: given[key] for key in options}
            self.setup = agreed(spec, int(given["players"]), chosen)
            info = pyspiel.GameInfo(
                num_distinct_actions=spec.layout.size,
                max_chance_outcomes=spec.layout.size,
                num_players=self.setup.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, given)

        def new_initial_state(self) -> "SpielState":
            """Before the first step."""
            return SpielState(self, self.setup)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Sight":
            """What a seat sees now, or with perfect recall all it has read."""
            return Sight(spec, iig_obs_type is not None and iig_obs_type.perfect_recall)

    pyspiel.register_game(kind, Game)
    return name


class Sitting:
    """A position and the steps to it; copied and pickled as the steps alone."""

    def __init__(self, setup: Setup, steps: list[int]) -> None:
        self.setup = setup
        self.now: State = setup.start()
        self.paper = Paper(setup)
        self.steps: list[int] = []
        for step in steps:
            self.take(step)

    def take(self, step: int) -> None:
        """The next step."""
        self.paper.take(self.now, step)
        self.steps.append(step)

    def read_by(self, seat: int) -> list[str]:
        """All that the seat knows: every step, `?` for what it may not know, all in the end."""
        return self.paper.full() if self.now.actor() == OVER else self.paper.read_by(seat)

    def __deepcopy__(self, memo: Any) -> "Sitting":
        other, sheet = Sitting(self.setup, []), self.paper.tail()
        sheet.lines = self.paper.lines[:]
        other.paper.join(sheet)
        other.now, other.steps = self.now.clone(), self.steps[:]
        return other

    def __reduce__(self) -> Any:
        return Sitting, (self.setup, self.steps)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position with its steps so far; OpenSpiel's action numbers are the layout's."""

    def __init__(self, game: Any, setup: Setup) -> None:
        super().__init__(game)
        self.sitting = Sitting(setup, [])

    def current_player(self) -> Any:
        """A seat, or OpenSpiel's names for chance and the end."""
        actor = self.sitting.now.actor()
        if actor == OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.sitting.now.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes with their probabilities."""
        weights = self.sitting.now.weights()
        whole, legal = sum(weights), self.sitting.now.legal()
        return [(step, part / whole) for step, part in zip(legal, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.sitting.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.sitting.setup.spec.layout.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.sitting.now.actor() == OVER

    def returns(self) -> list[float]:
        """Zero-sum, by rank."""
        state = self.sitting.now
        return zero_sum(state.ranks()) if self.is_terminal() else [0.0] * state.players

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A game this player cannot tell from this one; what it could not see, chosen anew.

        The history is the new one's.
        """
        known = Record(self.sitting.setup, self.sitting.read_by(player))
        other: SpielState = self.get_game().new_initial_state()
        for step in history(known, Rng(int(sampler() * 2**31))).steps:
            other.apply_action(step)
        return other

    def __str__(self) -> str:
        return " | ".join(self.sitting.paper.full())


class Sight:
    """What a seat sees: numbers in `tensor`, or with perfect recall its record as text."""

    def __init__(self, spec: Spec, recall: bool) -> None:
        self.spec = spec
        self.recall = recall
        self.tensor: Any = None if recall else np.zeros(spec.observer.width, np.float32)
        fields = {} if recall else slices(spec.observer)
        tensor: Any = self.tensor
        self.dict = {name: tensor[where] for name, where in fields.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at the position from a seat."""
        if not self.recall:
            self.tensor[:] = self.spec.observe(state.sitting.now, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The seat's view, or all it has read so far."""
        if self.recall:
            return "\n".join([f"seat {player}", *state.sitting.read_by(player)])
        return json.dumps(self.spec.view(state.sitting.now, player))
