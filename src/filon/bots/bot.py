"""A computer player and the peephole it looks through."""

from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from filon.core.game import State
from filon.core.rng import Rng
from filon.core.spec import Seen, Spec


@mypyc_attr(allow_interpreted_subclasses=True)
class Peephole:
    """All that one seat may know of a position: its view, its legal steps, fair samples."""

    def __init__(self, spec: Spec, state: State, seat: int) -> None:
        self.spec = spec
        self.seat = seat
        self._truth = state

    def view(self) -> Seen:
        """What the seat sees."""
        return self.spec.view(self._truth, self.seat)

    def legal(self) -> list[int]:
        """The seat's legal steps."""
        return self._truth.legal()

    def sample(self, rng: Rng) -> State:
        """A position the seat cannot tell from the true one, drawn fairly."""
        guess = self._truth.clone()
        guess.redeal(self.seat, rng)
        return guess


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Chooses a step from a peephole; the same view and rng give the same choice."""

    @abstractmethod
    def choose(self, hole: Peephole, rng: Rng) -> int:
        """One of the legal steps."""
