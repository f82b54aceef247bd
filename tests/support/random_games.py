"""Random games that many proofs read: each is played once by a process, with all its positions.

Most proofs look at positions only, so they share these games. A proof clones a position before it
changes it. `FILON_SEED` gives other games; the long form plays many more and keeps none of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from filon.core.events import Event
from filon.core.game import CHANCE, OVER, State
from filon.core.rng import Rng
from support.games import BOUND, LONG, Box, seeded, take

KEPT: dict[tuple[Box, int], "Walk"] = {}  # emptied where a fault is planted: see test_mutants.py


@dataclass
class Walk:
    """A whole game: its steps, what each of them told, and the positions between them."""

    box: Box
    seed: str
    steps: list[int] = field(default_factory=list)
    stories: list[list[Event]] = field(default_factory=list)  # of each step
    positions: list[State] = field(default_factory=list)  # the start first, the end last

    @property
    def end(self) -> State:
        return self.positions[-1]

    def rng(self, proof: str) -> Rng:
        """The dice of a proof that reads this game: its own, and the same every time."""
        return seeded(f"{proof} {self.seed}")

    def some(self, proof: str, apart: int, ends: bool = True) -> Iterator[State]:
        """One position in so many, drawn for this proof; the start and the end too, or neither."""
        rng, last = self.rng(proof), len(self.positions) - 1
        for at, state in enumerate(self.positions):
            drawn = rng.below(apart) == 0
            if ends if at in (0, last) else drawn:
                yield state


def walks(box: Box) -> Iterator[Walk]:
    """Two games of a box: one of random steps, one led by the game's hints; in the long form 120.

    Random seats hardly ever come to some positions, such as a long auction or a closed map.
    """
    for n in range(120 if LONG else 2):
        found = KEPT.get((box, n))
        if found is None:
            found = walk(box, n)
            if not LONG:
                KEPT[box, n] = found
        yield found


def walk(box: Box, n: int = 0) -> Walk:
    """Play game number n of a box, by random steps if n is even and by hints if it is odd."""
    made = Walk(box, f"{box} {n}")
    state, rng = box.start(), made.rng("walk")
    hints = box.spec.minds.hints if n % 2 else None
    for _ in range(BOUND):
        made.positions.append(state.clone())
        actor = state.actor()
        if actor == OVER:
            return made
        if actor == CHANCE or hints is None or rng.below(4) == 0:
            step = take(state, rng)
        else:
            step = hints.quick(state, rng)
        made.steps.append(step)
        made.stories.append(state.narrate(step))
    raise AssertionError(f"{made.seed}: no end within {BOUND} steps")


def all_walks(boxes: Sequence[Box]) -> Iterator[Walk]:
    """The games of several boxes."""
    for box in boxes:
        yield from walks(box)
