"""Observations: positions as vectors of numbers for learners, with a name for every field."""

from abc import ABC, abstractmethod

from librt.vecs import append, vec
from mypy_extensions import i32, i64, mypyc_attr

from filon.core.game import State


class Field:
    """A named part of an observation: how many numbers, their range and their meaning."""

    def __init__(self, name: str, size: int, low: int, high: int, text: str) -> None:
        self.name = name
        self.size = size
        self.low = low
        self.high = high
        self.text = text


def numbers(size: i64) -> vec[i32]:
    """A vector of zeros, which NumPy can read without copying."""
    made = vec[i32](capacity=size)
    while size > 0:
        made = append(made, i32(0))
        size -= 1
    return made


class Observation:
    """The vector of one position, written from left to right; reused for the next position."""

    def __init__(self, size: i64) -> None:
        self.cells = numbers(size)
        self.at: i64 = 0  # where the next number goes

    def put(self, number: i64) -> None:
        """Append a number."""
        self.cells[self.at] = i32(number)
        self.at += 1

    def zeros(self, count: i64) -> i64:
        """Append zeros; returns the index of the first, for `set`."""
        begin = self.at
        end = begin + count
        at = begin
        while at < end:
            self.cells[at] = i32(0)
            at += 1
        self.at = end
        return begin

    def set(self, at: i64, number: i64) -> None:
        """Overwrite the number at an index."""
        self.cells[at] = i32(number)

    def flags(self, bits: i64, count: i64) -> None:
        """Append the lowest bits of a number, each as 0 or 1."""
        at = self.at
        end = at + count
        while at < end:
            self.cells[at] = i32(bits & 1)
            bits >>= 1
            at += 1
        self.at = end

    def listed(self) -> list[int]:
        """The numbers so far, as a list."""
        values: list[int] = []
        at: i64 = 0
        while at < self.at:
            values.append(int(self.cells[at]))
            at += 1
        return values


def facing(seat: i64, me: i64, players: i64) -> i64:
    """A seat relative to `me`: 1 is itself, 2 its left neighbour and so on; 0 means no seat."""
    if seat < 0:
        return 0
    far = seat - me
    return far + 1 if far >= 0 else far + players + 1


def opposite(far: i64, me: i64, players: i64) -> i64:
    """The seat `far` places to the left of `me`."""
    seat = me + far
    return seat if seat < players else seat - players


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(ABC):
    """Writes a game's observations; their length is the same for all players and options."""

    def __init__(self, fields: list[Field], untold: dict[str, str]) -> None:
        self.fields = fields  # in the order they are written
        self.untold = untold  # by field of the view, what the numbers leave out
        width = 0
        for field in fields:
            width += field.size
        self.width = width

    @abstractmethod
    def write(self, state: State, seat: int, row: Observation) -> None:
        """Append every field as the seat sees it; other seats are counted from this one."""
