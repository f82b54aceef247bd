"""Many games at once, for learners: numbers in native rows, luck inside, ended games begun anew."""

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from filon.core.game import CHANCE, OVER, State
from filon.core.observe import Observation, Observer, numbers
from filon.core.rewards import forfeit, zero_sum
from filon.core.rng import Rng


def bytes_of(size: i64) -> vec[u8]:
    """So many zero bytes, which NumPy can read where they are."""
    made = vec[u8](capacity=size)
    while size > 0:
        made = append(made, u8(0))
        size -= 1
    return made


def floats(size: i64) -> vec[float]:
    """So many zeros, which NumPy can read where they are."""
    made = vec[float](capacity=size)
    while size > 0:
        made = append(made, 0.0)
        size -= 1
    return made


class Window:
    """What seats see of positions, and which steps are legal there; one place for each position."""

    def __init__(self, observer: Observer, steps: int, count: int) -> None:
        self.observer = observer
        self.width: i64 = observer.width
        self.steps: i64 = steps  # how many there are in the layout
        self.row = Observation(count * observer.width)
        self.mask = bytes_of(count * steps)
        self.marked: list[list[int]] = [[] for _ in range(count)]

    def look(self, place: i64, state: State, seat: int) -> None:
        """Write down what the seat sees."""
        self.row.at = place * self.width
        self.observer.write(state, seat, self.row)

    def mark(self, place: i64, legal: list[int]) -> None:
        """Write down which steps are legal."""
        base = place * self.steps
        for step in self.marked[place]:
            self.mask[base + step] = u8(0)
        for step in legal:
            self.mask[base + step] = u8(1)
        self.marked[place] = legal

    def allows(self, place: i64, step: i64) -> bool:
        """Whether a step is marked as legal."""
        return 0 <= step < self.steps and self.mask[place * self.steps + step] != 0


class Batch:
    """Games of one kind, each waiting for a seat that is asked; the others step at random.

    `start`: the position before the first step; `learners`: the seats whose steps are given;
    `takers`: the seats that take turns. A game that asks no learner anything is passed over.
    """

    def __init__(
        self,
        start: State,
        observer: Observer,
        steps: int,
        learners: list[int],
        takers: list[int],
        seeds: list[str],
    ) -> None:
        count = len(seeds)
        self.start = start
        self.players = start.players
        self.learners = learners
        self.takers = takers
        self.window = Window(observer, steps, count)
        # The end of each game, as the first of its seats that are asked sees it.
        self.last = Observation(count * observer.width)
        self.luck = [Rng(seed) for seed in seeds]
        self.games = [start.clone() for _ in seeds]
        self.actors = numbers(count)  # the seat each game waits for
        self.rewards = floats(count * start.players)  # of a game that ended by the last step
        self.ended = bytes_of(count)  # whether the last step ended a game
        self.illegal = bytes_of(count)  # whether it did so by being illegal
        for place in range(count):
            self.begin(place)

    def begin(self, place: int) -> None:
        """A new game, driven to its first question."""
        while True:
            state = self.start.clone()
            self.games[place] = state
            if self.drive(place, state):
                break
        self.ask(place, state)

    def drive(self, place: int, state: State) -> bool:
        """Draw, and step for those who are not asked; whether a question comes before the end."""
        rng = self.luck[place]
        while True:
            actor = state.actor()
            if actor == OVER:
                return False
            if actor == CHANCE:
                state.apply(state.draw(rng))
            elif actor in self.learners:
                return True
            else:
                state.apply(state.pick(rng))

    def ask(self, place: int, state: State) -> None:
        """Write down whose choice it is and what that seat sees."""
        seat = state.actor()
        self.actors[place] = i32(seat)
        self.window.look(place, state, seat)
        self.window.mark(place, state.legal())

    def sample(self, rng: Rng) -> list[int]:
        """A legal step for every game, all equally likely."""
        steps: list[int] = []
        for legal in self.window.marked:
            steps.append(legal[rng.below(len(legal))])
        return steps

    def step(self, steps: list[int]) -> None:
        """One step for every game, in order; an illegal one ends its game at its taker's cost."""
        for place, step in enumerate(steps):
            self.take(place, step)

    def take(self, place: i64, step: int) -> None:
        """One step for one game."""
        state = self.games[place]
        if self.ended[place]:
            self.pay(place, [0.0] * self.players)
            self.ended[place] = u8(0)
            self.illegal[place] = u8(0)
        if not self.window.allows(place, step):
            self.illegal[place] = u8(1)
            self.end(place, forfeit(state.actor(), self.takers, self.players))
            return
        state.apply(step)
        if self.drive(place, state):
            self.ask(place, state)
        else:
            self.end(place, zero_sum(state.ranks()))

    def end(self, place: i64, rewards: list[float]) -> None:
        """Pay, keep the last look, begin anew."""
        self.ended[place] = u8(1)
        self.pay(place, rewards)
        self.last.at = place * self.window.width
        self.window.observer.write(self.games[place], self.learners[0], self.last)
        self.begin(place)

    def pay(self, place: i64, rewards: list[float]) -> None:
        """Write down what the game brings each seat."""
        at = place * self.players
        for reward in rewards:
            self.rewards[at] = reward
            at += 1
