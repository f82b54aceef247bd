"""Where a game stands: the state, and the steps that led to it by number and on paper."""

from dataclasses import dataclass

from filon.core.events import Event
from filon.core.game import State
from filon.core.paper import Paper
from filon.core.setup import Setup
from filon.table.match.entry import Entry


@dataclass
class Position:
    """State, numbers and paper, always in step: all three grow in `take` and nowhere else."""

    setup: Setup
    state: State
    paper: Paper
    numbers: list[int]

    @classmethod
    def first(cls, setup: Setup) -> "Position":
        """The one before the first step."""
        return cls(setup, setup.start(), Paper(setup), [])

    def branch(self) -> "Position":
        """An equal one that grows on its own."""
        return Position(self.setup, self.state.clone(), self.paper.branch(), self.numbers.copy())

    def take(self, step: int) -> list[Event]:
        """Apply a legal step; its story."""
        story: list[Event] = []
        self.state.story = story
        self.paper.take(self.state, step)
        self.state.story = None
        self.numbers.append(step)
        return story

    def without(self, last: int) -> "Position":
        """The one before the last so many steps, of which there must be as many."""
        numbers = self.numbers[: len(self.numbers) - last]
        state = self.setup.start()
        for step in numbers:
            state.apply(step)
        paper = self.paper.branch()
        for _ in range(last):
            paper.strike()
        return Position(self.setup, state, paper, numbers)


@dataclass(frozen=True)
class Draft:
    """Entries that were checked but not stored, and the position they lead to if they are."""

    position: Position
    entries: list[Entry]
    stories: list[list[Event]]  # per entry
