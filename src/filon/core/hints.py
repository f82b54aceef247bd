"""What a game may tell the bots about itself."""

from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from filon.core.game import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Hints(ABC):
    """Heuristics of one game; only ever called on a redealt clone, never on the truth."""

    @abstractmethod
    def weights(self, state: State, steps: list[int]) -> list[int]:
        """How promising each of the actor's legal steps looks: positive, larger is better."""

    @abstractmethod
    def value(self, state: State, seat: int) -> int:
        """How well the seat stands, in thousandths of a sure win (0 to 1000)."""
