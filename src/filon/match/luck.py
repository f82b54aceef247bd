"""Sources of chance steps: fair draws, or a script given to the constructor."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import overload

from filon.core.errors import Refusal
from filon.core.fair import Fair
from filon.core.spec import Spec


class Notations(Sequence[str]):
    """Steps by their notations, written lazily: fair draws need none."""

    def __init__(self, steps: Sequence[int], spec: Spec) -> None:
        self._steps = steps
        self._text = spec.layout.text

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return [self._text(step) for step in self._steps[at]]
        return self._text(self._steps[at])


class Luck(ABC):
    """Decides chance steps."""

    @abstractmethod
    def draw(self, n: int, legal: Sequence[str], weights: Sequence[int]) -> int:
        """The index of the outcome at step n."""


class FairLuck(Luck):
    """Draws that anyone can check once the seed is shown."""

    def __init__(self, fair: Fair) -> None:
        self.fair = fair

    def draw(self, n: int, legal: Sequence[str], weights: Sequence[int]) -> int:
        """An outcome as likely as its weight."""
        return self.fair.draw(n, weights)


class ScriptedLuck(Luck):
    """The outcomes a record names, by step number; beyond it another luck decides."""

    def __init__(self, steps: Sequence[str], then: Luck) -> None:
        self.steps = steps
        self.then = then

    def draw(self, n: int, legal: Sequence[str], weights: Sequence[int]) -> int:
        """The record's outcome; Refusal `script` if it cannot happen."""
        if n >= len(self.steps):
            return self.then.draw(n, legal, weights)
        if self.steps[n] not in legal:
            raise Refusal("script", text=self.steps[n], line=n + 1)
        return list(legal).index(self.steps[n])
