"""What may still be taken back: the last choices, each with the state before it."""

from dataclasses import dataclass

from filon.core.game import State

DEEPEST = 16  # choices that can be taken back one after the other
MOST = 20  # times that the choice made at one point of the game can be taken back


@dataclass(frozen=True)
class Choice:
    """A person's choice that told nobody anything: who made it, and where the game stood."""

    n: int
    seat: int
    before: State


class Regrets:
    """The choices at the end of a match that could be undone; a bounded pile."""

    def __init__(self) -> None:
        self._pile: list[Choice] = []
        self._undone: dict[int, int] = {}  # by n: how often a choice made there was taken back

    @property
    def last(self) -> Choice | None:
        """The one that would be undone next."""
        return self._pile[-1] if self._pile else None

    def spent(self, n: int) -> bool:
        """Whether what was chosen there was taken back too often to be taken back again."""
        return self._undone.get(n, 0) >= MOST

    def made(self, choice: Choice) -> None:
        """One more choice that can be undone."""
        self._pile.append(choice)
        if len(self._pile) > DEEPEST:
            self._undone.pop(self._pile.pop(0).n, None)

    def forget(self) -> None:
        """Something happened that cannot be undone, nor what came before it."""
        self._pile.clear()
        self._undone.clear()

    def undone(self, n: int) -> State | None:
        """The game went back to n: the state there, if it is kept."""
        self._undone[n] = self._undone.get(n, 0) + 1
        while self._pile and self._pile[-1].n > n:
            self._pile.pop()
        if self._pile and self._pile[-1].n == n:
            return self._pile.pop().before
        return None
