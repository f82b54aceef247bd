"""Steps in three forms: a number inside, words for programs, notation for people and files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from filon.core.errors import Refusal

Arg = int | str


@dataclass(frozen=True)
class Verb:
    """One kind of step: its name, the names of its arguments, and every row of them in order."""

    name: str
    slots: tuple[str, ...]
    rows: tuple[tuple[Arg, ...], ...]
    hidden: frozenset[str] = frozenset()  # slots that others read as "?" while the game runs


def verb(name: str, hidden: Iterable[str] = (), /, **slots: Sequence[Arg]) -> Verb:
    """A verb over every combination of its slots' values, the last slot running fastest."""
    return Verb(name, tuple(slots), tuple(product(*slots.values())), frozenset(hidden))


class Layout:
    """The frozen numbering of a game's steps; numbers follow the order of verbs and rows."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = verbs
        self._base: dict[str, int] = {}
        self._text: list[str] = []
        self._of: list[tuple[Verb, tuple[Arg, ...]]] = []
        for verb in verbs:
            self._base[verb.name] = len(self._text)
            for row in verb.rows:
                self._text.append(" ".join([verb.name, *map(str, row)]))
                self._of.append((verb, row))
        self._number = {text: number for number, text in enumerate(self._text)}
        self._masked: dict[str, list[int]] = {}  # filled when it is needed
        if len(self._number) != len(self._text):
            raise ValueError("two steps share one notation")

    @property
    def size(self) -> int:
        """Steps are the numbers 0 to size - 1."""
        return len(self._text)

    def base(self, name: str) -> int:
        """The number of the verb's first row."""
        return self._base[name]

    def text(self, step: int) -> str:
        """The notation of a step, such as `squat 3 5 2`."""
        return self._text[step]

    def number(self, text: str) -> int:
        """The step a notation names, blanks forgiven; Refusal `notation` if there is none."""
        step = self._number.get(" ".join(text.split()))
        if step is None:
            raise Refusal("notation", text=text[:60])
        return step

    def words(self, step: int) -> dict[str, Arg]:
        """The step as a small dictionary: {"verb": "squat", "col": 3, "row": 5, "n": 2}."""
        verb, row = self._of[step]
        return {"verb": verb.name, **dict(zip(verb.slots, row, strict=True))}

    def masked(self, step: int) -> str:
        """The notation as those who may not know the particulars read it: `tile 2 3 ?`."""
        verb, row = self._of[step]
        if not verb.hidden:
            return self._text[step]
        args = [
            "?" if slot in verb.hidden else str(arg)
            for slot, arg in zip(verb.slots, row, strict=True)
        ]
        return " ".join([verb.name, *args])

    def readings(self, text: str) -> list[int]:
        """The steps that this notation of a seat's record may stand for, ascending."""
        if "?" not in text:
            return [self.number(text)]
        if not self._masked:
            for step in range(self.size):
                self._masked.setdefault(self.masked(step), []).append(step)
        return self._masked.get(" ".join(text.split()), [])
