"""A position: the state, and the steps that led to it, by number and on paper."""

from dataclasses import dataclass

from filon.core.events import Event
from filon.core.game import State
from filon.core.paper import Paper
from filon.core.setup import Setup
from filon.match.entry import Entry
from filon.match.reveal import learners


@dataclass
class Position:
    """State, numbers, paper and who learned what, always in step: `take` alone lets them grow."""

    setup: Setup
    state: State
    paper: Paper
    numbers: list[int]  # of a branch: its own steps alone, as its paper has only its own lines
    learned: list[int]  # per step: eyes of those who learned what they could not know

    @classmethod
    def first(cls, setup: Setup) -> "Position":
        """The one before the first step."""
        return cls(setup, setup.start(), Paper(setup), [], [])

    @property
    def n(self) -> int:
        """How many steps led here."""
        return len(self.paper)

    def branch(self) -> "Position":
        """A copy that goes on from here by itself; its cost does not grow with the game."""
        return Position(self.setup, self.state.clone(), self.paper.tail(), [], [])

    def take(self, step: int) -> list[Event]:
        """Apply a legal step; its story."""
        line, story = self.paper.narrate(self.state, step)
        self.numbers.append(step)
        self.learned.append(learners(self.setup.spec, line, story, self.state, self.paper))
        return story

    def join(self, branch: "Position") -> None:
        """Go on to where a branch of this position has come, without playing its steps again."""
        self.state = branch.state
        self.paper.join(branch.paper)
        self.numbers += branch.numbers
        self.learned += branch.learned

    def back(self, last: int, state: State | None) -> None:
        """Take back the last steps; `state` is the one before them, None: replay up to there."""
        for _ in range(last):
            self.paper.strike()
            self.numbers.pop()
            self.learned.pop()
        if state is None:
            state = self.setup.start()
            for step in self.numbers:
                state.apply(step)
        self.state = state


@dataclass(frozen=True)
class Draft:
    """Entries that were checked but not stored, and where they lead if they are."""

    entries: list[Entry]
    stories: list[list[Event]]  # per entry
    ahead: Position | None = None  # the branch on which its steps were taken
