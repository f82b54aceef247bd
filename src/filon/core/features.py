"""Inputs of a learned value: the active features of a position, by number."""

from abc import ABC, abstractmethod

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from filon.core.game import State
from filon.core.hints import Plan
from filon.core.observe import numbers


class FeatureSet:
    """The active features of one position; reused for the next position."""

    def __init__(self, most: i64) -> None:
        self.cells: vec[i32] = numbers(most)
        self.count: i64 = 0
        self.spans: vec[i32] = numbers(most)  # first and end of runs of consecutive features
        self.ends: i64 = 0
        self.bucket: i64 = 0  # which output layer evaluates the position

    def clear(self, bucket: i64) -> None:
        """Remove all features."""
        self.count = 0
        self.ends = 0
        self.bucket = bucket

    def put(self, feature: i64) -> None:
        """Mark a feature as active."""
        self.cells[self.count] = i32(feature)
        self.count += 1

    def one_of(self, base: i64, number: i64, most: i64) -> None:
        """One-hot: activate one of `most + 1` features, the number clamped to 0 and `most`."""
        if number < 0:
            number = 0
        elif number > most:
            number = most
        self.cells[self.count] = i32(base + number)
        self.count += 1

    def up_to(self, base: i64, number: i64, most: i64) -> None:
        """Thermometer code: activate the first `number` of `most` features."""
        if number > most:
            number = most
        if number == 1:
            self.put(base)
        elif number > 1:
            at = self.ends
            self.spans[at] = i32(base)
            self.spans[at + 1] = i32(base + number)
            self.ends = at + 2

    def unfold(self) -> None:
        """Write runs of features one by one, as training needs them."""
        at: i64 = 0
        while at < self.ends:
            feature: i64 = i64(self.spans[at])
            while feature < i64(self.spans[at + 1]):
                self.put(feature)
                feature += 1
            at += 2
        self.ends = 0

    def flags(self, base: i64, bits: i64) -> None:
        """Activate a feature for every set bit, from the lowest."""
        at = self.count
        while bits:
            if bits & 1:
                self.cells[at] = i32(base)
                at += 1
            bits >>= 1
            base += 1
        self.count = at

    def copy(self) -> "FeatureSet":
        """A copy without spare room, runs unfolded."""
        self.unfold()
        made = FeatureSet(self.count)
        at: i64 = 0
        while at < self.count:
            made.cells[at] = self.cells[at]
            at += 1
        made.count = self.count
        made.bucket = self.bucket
        return made

    def listed(self) -> list[int]:
        """The features one by one."""
        self.unfold()
        features: list[int] = []
        at: i64 = 0
        while at < self.count:
            features.append(int(self.cells[at]))
            at += 1
        return features


@mypyc_attr(allow_interpreted_subclasses=True)
class Features(ABC):
    """Computes a game's features; only ever given redealt clones, never the true position."""

    def __init__(self, version: int, most: int, buckets: int, mirrors: int = 1) -> None:
        self.version = version  # changes whenever a feature means something else
        self.most = most  # features that can be active at once
        self.buckets = buckets  # output layers
        self.mirrors = mirrors  # symmetries of the board; the first leaves it as it is

    @abstractmethod
    def size(self, players: int) -> int:
        """How many features there are."""

    @abstractmethod
    def perspective(self, state: State) -> int:
        """The seat from which the others are counted: usually the one on turn."""

    @abstractmethod
    def write(self, state: State, seat: int, mirror: int, active: FeatureSet) -> None:
        """Write every active feature as the seat sees it; other seats are counted from this one."""

    def ready(self, state: State) -> bool:
        """Whether this position can be evaluated; if not, the positions after it are."""
        return True

    def fits(self, state: State) -> bool:
        """Whether weights were trained with the options of this game."""
        return True

    def width(self, players: int) -> int:
        """How many steps self-play tries, the best by the hints; 0: all."""
        return 0

    def apart(self, players: int) -> int:
        """Self-play learns from one position in so many."""
        return 1

    def plan(self, state: State) -> Plan | None:
        """Search parameters with a learned value; None: those without."""
        return None
