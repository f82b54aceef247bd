"""What a computer player is, and the peephole through which it sees a position."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from mypy_extensions import mypyc_attr

from filon.core.game import State
from filon.core.rng import Rng
from filon.core.setup import Setup
from filon.core.spec import Seen, Spec


@mypyc_attr(allow_interpreted_subclasses=True)
class Peephole:
    """All that one seat may know of a position: its view, its legal steps, redealt positions."""

    def __init__(self, spec: Spec, state: State, seat: int) -> None:
        self.spec = spec
        self.seat = seat
        # In an arena the true position, at a table one drawn to fit the seat's record. Bots never
        # read it: the methods below let out only what both have in common.
        self._state = state

    def view(self) -> Seen:
        """What the seat sees."""
        return self.spec.view(self._state, self.seat)

    def legal(self) -> list[int]:
        """The seat's legal steps."""
        return self._state.legal()

    def sample(self, rng: Rng) -> State:
        """A position the seat cannot tell from the true one, drawn by `State.redeal`."""
        state = self._state.clone()
        state.redeal(self.seat, rng)
        return state


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Chooses a step from a peephole; the same view and rng give the same choice."""

    @abstractmethod
    def choose(self, hole: Peephole, rng: Rng) -> int:
        """One of the legal steps."""

    def answer(
        self, setup: Setup, state: State, seat: int, rng: Rng, record: Callable[[], list[str]]
    ) -> int:
        """The step of the seat to act: how arenas, tables and the terminal ask every bot.

        `record` gives the steps so far as the seat may read them; it is costly and seldom needed.
        """
        return self.choose(Peephole(setup.spec, state, seat), rng)

    def begin(self, setup: Setup, seat: int) -> None:
        """A new game begins, which this bot plays at the seat."""
        return

    def faults(self) -> int:
        """How many answers of this game were replaced because they were not legal."""
        return 0

    def close(self) -> None:
        """The last game was played."""
        return
