"""The undo stack: the last choices that may be taken back, each with the state before it."""

from dataclasses import dataclass

from filon.core.game import State

DEEPEST = 16  # choices that can be taken back one after the other
MOST = 20  # times that the choice made at one point of the game can be taken back


@dataclass(frozen=True)
class Choice:
    """A person's choice that revealed nothing: who made it, and the state before it."""

    n: int
    seat: int
    before: State


class UndoStack:
    """The choices at the end of a match that can be undone; bounded."""

    def __init__(self) -> None:
        self._stack: list[Choice] = []
        self._undone: dict[int, int] = {}  # by n: how often a choice made there was taken back

    @property
    def top(self) -> Choice | None:
        """The choice that would be undone next."""
        return self._stack[-1] if self._stack else None

    def spent(self, n: int) -> bool:
        """Whether choices made at step n were taken back too often to be taken back again."""
        return self._undone.get(n, 0) >= MOST

    def push(self, choice: Choice) -> None:
        """Add a choice that can be undone."""
        self._stack.append(choice)
        if len(self._stack) > DEEPEST:
            self._undone.pop(self._stack.pop(0).n, None)

    def clear(self) -> None:
        """Drop all: something happened that cannot be undone."""
        self._stack.clear()
        self._undone.clear()

    def pop(self, n: int) -> State | None:
        """Drop the choices made at step n and later; the state at n, if it is stored."""
        self._undone[n] = self._undone.get(n, 0) + 1
        while self._stack and self._stack[-1].n > n:
            self._stack.pop()
        if self._stack and self._stack[-1].n == n:
            return self._stack.pop().before
        return None
