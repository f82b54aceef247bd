"""The steps of a game as each seat may have them on paper: the one place that masks a record.

This is security code. A step whose verb has hidden slots is written with `?` for those who may
not know its particulars, and a sealed choice stays hidden from the others until all are open.
"""

from copy import copy
from dataclasses import dataclass

from filon.core.game import State
from filon.core.setup import Setup


@dataclass(frozen=True)
class Line:
    """One step: who took it (a seat or CHANCE), its full notation, and what the others read."""

    actor: int
    text: str
    masked: str


class Paper:
    """Grows with the game: every step goes through `take`, which also applies it."""

    def __init__(self, setup: Setup) -> None:
        self.spec = setup.spec
        self.lines: list[Line] = []
        self._sealed: list[int] = []  # lines of a phase whose sealed choices are not open yet

    def take(self, state: State, step: int) -> None:
        """Apply the step and write it down."""
        layout, sealed = self.spec.layout, bool(self.spec.sealed(state))
        text, actor = layout.text(step), state.actor()
        state.apply(step)
        self.lines.append(Line(actor, text, layout.masked(step)))
        if not sealed:
            return
        self._sealed.append(len(self.lines) - 1)
        if not self.spec.sealed(state):  # the last of them opens them all
            for at in self._sealed:
                line = self.lines[at]
                self.lines[at] = Line(line.actor, line.text, line.text)
            self._sealed.clear()

    def strike(self) -> None:
        """Take the last line out again."""
        self.lines.pop()
        if self._sealed and self._sealed[-1] == len(self.lines):
            self._sealed.pop()

    def branch(self) -> "Paper":
        """An equal one that grows on its own."""
        other = copy(self)
        other.lines, other._sealed = self.lines.copy(), self._sealed.copy()
        return other

    def full(self) -> list[str]:
        """Every step in full: for the table itself, and for everyone once the game is over."""
        return [line.text for line in self.lines]

    def read_by(self, seat: int | None, own: bool = True) -> list[str]:
        """As this seat (None: a spectator) may read it; `own`: its own steps in full."""
        return [line.text if own and line.actor == seat else line.masked for line in self.lines]


def seat_record(setup: Setup, steps: list[str], seat: int) -> list[str]:
    """These steps as the seat may read them."""
    paper, state = Paper(setup), setup.start()
    for text in steps:
        paper.take(state, setup.spec.layout.number(text))
    return paper.read_by(seat)
