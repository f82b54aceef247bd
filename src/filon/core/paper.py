"""The steps of a game as each seat may have them on paper: the one place that masks a record.

This is security code. A step whose verb has hidden slots is written with `?` for those who may
not know its particulars, and a sealed choice stays hidden from the others until all are open.
"""

from dataclasses import dataclass

from filon.core.events import SPECTATOR, Event, only
from filon.core.game import State
from filon.core.setup import Setup


@dataclass(frozen=True)
class PaperLine:
    """One step: who took it (a seat or CHANCE), its full notation, and what the others read."""

    actor: int
    text: str
    masked: str
    sealed: bool = False  # a secret choice: the others read it in full once all are in

    @property
    def veiled(self) -> bool:
        """Whether others read a `?` in it until the game is over."""
        return not self.sealed and self.masked != self.text


class Paper:
    """Grows with the game: every step goes through `take` or `narrate`, which apply it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.spec = setup.spec
        self.lines: list[PaperLine] = []
        self.above = 0  # lines on the sheet that this one continues
        self.shut: int | None = None  # where a phase began whose sealed choices are not open yet
        self.veiled: dict[int, int] = {}  # by actor: lines that others read with a `?`

    def __len__(self) -> int:
        return self.above + len(self.lines)

    def take(self, state: State, step: int) -> PaperLine:
        """Apply the step and write it down."""
        line = self._line(state, step)
        state.apply(step)
        self._write(line, state)
        return line

    def narrate(self, state: State, step: int) -> tuple[PaperLine, list[Event]]:
        """The same, with the events that tell what happened."""
        line = self._line(state, step)
        events = state.narrate(step)
        self._write(line, state)
        return line, events

    def _line(self, state: State, step: int) -> PaperLine:
        layout = self.spec.layout
        return PaperLine(state.actor(), layout.text(step), layout.masked(step), state.sealed())

    def _write(self, line: PaperLine, after: State) -> None:
        if line.sealed and self.shut is None:
            self.shut = len(self)
        if self.shut is not None and not after.sealed():
            self.shut = None  # the last of them opens them all
        if line.veiled:
            self.veiled[line.actor] = self.veiled.get(line.actor, 0) + 1
        self.lines.append(line)

    def strike(self) -> None:
        """Take the last line out again."""
        line = self.lines.pop()
        if line.veiled:
            self.veiled[line.actor] -= 1
        if self.shut == len(self):
            self.shut = None

    def tail(self) -> "Paper":
        """An empty sheet that goes on where this one ends, and grows on its own."""
        other = Paper(self.setup)
        other.above, other.shut, other.veiled = len(self), self.shut, self.veiled.copy()
        return other

    def join(self, tail: "Paper") -> None:
        """Take in what was written on a sheet that goes on from here."""
        self.lines += tail.lines
        self.shut, self.veiled = tail.shut, tail.veiled

    def full(self) -> list[str]:
        """Every step in full: for the table itself, and for everyone once the game is over."""
        return [line.text for line in self.lines]

    def read_by(self, seat: int | None, own: bool = True) -> list[str]:
        """As this seat (None: a spectator) may read it; `own`: its own steps in full."""
        shut = len(self) if self.shut is None else self.shut
        return [
            line.text
            if (own and line.actor == seat) or (line.sealed and at < shut)
            else line.masked
            for at, line in enumerate(self.lines)
        ]

    def blind(self) -> int:
        """Eyes of those (SPECTATOR too) who read a `?` that the end of the game would fill in."""
        actors = [actor for actor, lines in self.veiled.items() if lines]
        forgets = self.spec.forgets(self.setup.options)
        eyes = 0
        for seat in (*range(self.setup.players), SPECTATOR):
            if any(forgets or actor != seat for actor in actors):
                eyes |= only(seat)
        return eyes


def seat_record(setup: Setup, steps: list[str], seat: int) -> list[str]:
    """These steps as the seat may read them."""
    paper, state = Paper(setup), setup.start()
    for text in steps:
        paper.take(state, setup.spec.layout.number(text))
    return paper.read_by(seat)
