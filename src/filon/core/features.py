"""What of a position a learned value looks at: the features that are there, by number."""

from abc import ABC, abstractmethod

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from filon.core.game import State
from filon.core.hints import Plan
from filon.core.observe import numbers


class FeatureSet:
    """The features of one position, written one after the other, again and again."""

    def __init__(self, most: i64) -> None:
        self.cells: vec[i32] = numbers(most)
        self.count: i64 = 0
        self.spans: vec[i32] = numbers(most)  # first and end of features that stand in a row
        self.ends: i64 = 0
        self.bucket: i64 = 0  # which of the output layers judges the position

    def clear(self, bucket: i64) -> None:
        """Begin anew."""
        self.count = 0
        self.ends = 0
        self.bucket = bucket

    def put(self, feature: i64) -> None:
        """This feature is there."""
        self.cells[self.count] = i32(feature)
        self.count += 1

    def one_of(self, base: i64, number: i64, most: i64) -> None:
        """One of most + 1 features: a number, all beyond the ends counted as the ends."""
        if number < 0:
            number = 0
        elif number > most:
            number = most
        self.cells[self.count] = i32(base + number)
        self.count += 1

    def up_to(self, base: i64, number: i64, most: i64) -> None:
        """As many of `most` features as the number says: what helps at 3 also helps at 4."""
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
        """Write features that stand in a row one by one, as those who teach want them."""
        at: i64 = 0
        while at < self.ends:
            feature: i64 = i64(self.spans[at])
            while feature < i64(self.spans[at + 1]):
                self.put(feature)
                feature += 1
            at += 2
        self.ends = 0

    def flags(self, base: i64, bits: i64) -> None:
        """A feature for every bit that is set, from the lowest."""
        at = self.count
        while bits:
            if bits & 1:
                self.cells[at] = i32(base)
                at += 1
            bits >>= 1
            base += 1
        self.count = at

    def copy(self) -> "FeatureSet":
        """The same features, unfolded, on a sheet that is just long enough."""
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
        found: list[int] = []
        at: i64 = 0
        while at < self.count:
            found.append(int(self.cells[at]))
            at += 1
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Features(ABC):
    """What a game shows a learned value; only ever asked about a redealt clone, never the truth."""

    def __init__(self, version: int, most: int, buckets: int, mirrors: int = 1) -> None:
        self.version = version  # changes whenever a feature means something else
        self.most = most  # features there can be at once
        self.buckets = buckets  # output layers
        self.mirrors = mirrors  # symmetries of the board; the first leaves it as it is

    @abstractmethod
    def size(self, players: int) -> int:
        """How many features there are."""

    @abstractmethod
    def perspective(self, state: State) -> int:
        """The seat from which the others are counted: as a rule the one on turn."""

    @abstractmethod
    def write(self, state: State, seat: int, mirror: int, active: FeatureSet) -> None:
        """Put every feature that is there as the seat sees it, seats counted from it."""

    def ready(self, state: State) -> bool:
        """Whether a position can be judged as it lies; otherwise what follows is looked at."""
        return True

    def fits(self, state: State) -> bool:
        """Whether the options of this game are among those that were learned."""
        return True

    def width(self, players: int) -> int:
        """How many steps are tried in self-play, those the hints like best; 0: all."""
        return 0

    def apart(self, players: int) -> int:
        """Of how many positions of a game in self-play one learns."""
        return 1

    def plan(self, state: State) -> Plan | None:
        """How to search with a learned value; None: as without."""
        return None
