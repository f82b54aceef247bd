"""Many games at once as NumPy arrays: every seat's choices by the caller, luck inside."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from filon.adapters.arrays import array
from filon.core.batch import Batch
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load


class Seen(NamedTuple):
    """The games as they wait; rewards and ends are what the last steps brought."""

    observations: Any  # (count, numbers) int32: as the seat that acts sees its game
    masks: Any  # (count, steps) bool: what it may do
    actors: Any  # (count,) int32: which seat that is
    rewards: Any  # (count, players) float64: of a game that ended, else 0; sums to 0
    ends: Any  # (count,) bool: the last step ended a game, and another has begun
    illegal: Any  # (count,) bool: it did so by being illegal


class GameVector:
    """So many games side by side; a game that ends is followed by the next one at once."""

    def __init__(
        self,
        game: str,
        count: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        learners: list[int] | None = None,
        copy: bool = True,
    ) -> None:
        if count < 1:
            raise ValueError(f"At least one game is played, not {count}.")
        self.spec: Spec = load(game)
        self.count = count
        self.players = self.spec.seats[0] if players is None else players
        self.options = self.spec.agree(options)
        self.copy = copy  # without it the arrays change under their reader at the next step
        self.takers = list(self.spec.turns(self.players))
        self.learners = self.takers if learners is None else learners  # the others step at random
        self.reset(seed)

    def reset(self, seed: int) -> Seen:
        """New games; the luck of each depends on the seed and its place alone."""
        spec, count = self.spec, self.count
        self._rng = Rng(f"{seed} sample")
        self.batch = Batch(
            spec.start(self.players, self.options),
            spec.observer,
            spec.layout.size,
            self.learners,
            self.takers,
            [f"{seed} {place}" for place in range(count)],
        )
        window, width = self.batch.window, spec.observer.width
        self._live = Seen(
            array(window.row.cells, np.int32, count, width),
            array(window.mask, np.bool_, count, spec.layout.size),
            array(self.batch.actors, np.int32, count),
            array(self.batch.rewards, np.float64, count, self.players),
            array(self.batch.ended, np.bool_, count),
            array(self.batch.illegal, np.bool_, count),
        )
        self.last = array(self.batch.last.cells, np.int32, count, width)
        return self.seen()

    def seen(self) -> Seen:
        """The games as they wait now."""
        return Seen(*(values.copy() for values in self._live)) if self.copy else self._live

    def sample(self) -> Any:
        """A legal step for each game, all equally likely: for tries, and to measure by."""
        return np.array(self.batch.sample(self._rng))

    def step(self, actions: Any) -> Seen:
        """One step for each game; an illegal one ends its game at its taker's cost."""
        steps = np.asarray(actions).tolist()
        if len(steps) != self.count:
            raise ValueError(f"{self.count} games want {self.count} steps, not {len(steps)}.")
        self.batch.step(steps)
        return self.seen()
