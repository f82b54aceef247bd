"""The contract every game fulfils, and the guarded door to it."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from filon.core.events import Event
from filon.core.rng import Rng
from filon.core.value import facts, packed, unpacked

CHANCE: Final = -1
OVER: Final = -2


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position: mutable, plain ints and flat lists; clone before you branch.

    Two positions are equal if they hold the same. The
    hash is of the position as it is now: it changes with every step, so put clones into sets. Each
    parameter of the constructor stands in an attribute of the same name, which is all that
    comparing, hashing, copying and pickling go by.
    """

    unit: ClassVar[int] = 1  # scores() counts in units of 1/unit, so that shares stay whole
    players: int  # how many seats the position has
    story: list[Event] | None = None  # where a game writes events; `narrate` alone sets it

    @abstractmethod
    def actor(self) -> int:
        """The seat to act, CHANCE, or OVER."""

    def actors(self) -> list[int]:
        """The seats that choose now, in the order they are asked; several choose in secret."""
        actor = self.actor()
        return [actor] if actor >= 0 else []

    def sealed(self) -> bool:
        """Whether several seats choose in secret now: all are opened once the last has chosen."""
        return len(self.actors()) > 1

    def awaited(self) -> list[int]:
        """The seats whose hands the game waits for: those that choose, or the one that throws."""
        if self.actor() != CHANCE:
            return self.actors()
        hand = self.thrower()
        return [hand] if hand >= 0 else []

    @abstractmethod
    def legal(self) -> list[int]:
        """Every step allowed now, ascending; empty only when OVER."""

    @abstractmethod
    def weights(self) -> list[int]:
        """At CHANCE: positive whole parts, one per legal step."""

    @abstractmethod
    def thrower(self) -> int:
        """At CHANCE: the seat whose hand throws or draws; CHANCE if it is nobody's."""

    @abstractmethod
    def apply(self, step: int) -> None:
        """Take a legal step in silence; trusts its caller (play() checks)."""

    def narrate(self, step: int) -> list[Event]:
        """Take a legal step as `apply` does; the events that tell what happened."""
        story: list[Event] = []
        self.story = story
        self.apply(step)
        self.story = None
        return story

    @abstractmethod
    def clone(self) -> "State":
        """An equal, independent state with no story."""

    @abstractmethod
    def redeal(self, seat: int, rng: Rng) -> None:
        """Replace all that this seat cannot see by a fair guess, made without the truth."""

    @abstractmethod
    def scores(self) -> list[int]:
        """When OVER: points per seat in units of 1/unit."""

    @abstractmethod
    def ranks(self) -> list[int]:
        """When OVER: 1 is best, ties share a rank, 0 is a seat that is not ranked."""

    def ending(self) -> str:
        """When OVER: what ended the game, a key of its texts (`SLUG.ending.KEY`); else empty."""
        return ""

    def why_not(self, step: int) -> str:
        """The clause that forbids this step now; empty if legal or if no clause says more."""
        return ""

    def because(self, seat: int, step: int) -> dict[str, Any]:
        """More about a refused step, for the page; only what the seat (or SPECTATOR) may know."""
        return {}

    def ways(self, step: int) -> int:
        """In how many ways a hidden step can be taken: as many as there are equal pieces for it.

        It makes a history that is dealt anew as fair as `redeal`.
        """
        return 1

    def settled(self) -> bool:
        """Whether every continuation gives the same scores: the table offers to play it out.

        It sees the truth: a game answers from what everybody knows.
        """
        return False

    def pick(self, rng: Rng) -> int:
        """A legal step, all equally likely; games may find one without listing all."""
        steps = self.legal()
        return steps[rng.below(len(steps))]

    def draw(self, rng: Rng) -> int:
        """At CHANCE: a legal step, each as likely as its weight; games may find it without lists.

        Asks the rng for one number below the sum of the weights, and gives the step in whose part
        it falls: so a seed gives the same game, however the step is found.
        """
        steps = self.legal()
        return steps[rng.weighted(self.weights())]

    def __eq__(self, other: object) -> bool:
        """Whether the other is the same position of the same game."""
        return type(self) is type(other) and bool(facts(self) == facts(other))

    def __hash__(self) -> int:
        """Of the position as it is now."""
        return hash(facts(self))

    def __reduce__(self) -> Any:
        """Pickled and sent elsewhere as what it holds, with no story; on either build."""
        return unpacked, packed(self)

    def __deepcopy__(self, memo: Any) -> "State":
        """A clone."""
        return self.clone()


class IllegalStep(ValueError):
    """A step that is not legal now, with the clause that forbids it where one is known."""

    def __init__(self, step: int, clause: str) -> None:
        super().__init__(f"step {step} is not legal here" + (f" ({clause})" if clause else ""))
        self.step = step
        self.clause = clause


def play(state: State, step: int) -> None:
    """Take the step if it is legal; otherwise raise IllegalStep and change nothing."""
    if step not in state.legal():
        raise IllegalStep(step, state.why_not(step))
    state.apply(step)


def replaced(numbers: list[int], at: int, by: int) -> list[int]:
    """A copy with one number changed: for lists that seldom change, so that clones share them."""
    changed = numbers[:]
    changed[at] = by
    return changed


def rank_by(keys: list[tuple[int, ...]]) -> list[int]:
    """Ranks from keys, larger is better: 1 plus the number of strictly better seats."""
    ranks = []
    for key in keys:
        better = 0
        for other in keys:
            if other > key:
                better += 1
        ranks.append(1 + better)
    return ranks
