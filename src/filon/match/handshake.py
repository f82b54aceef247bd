"""The start of a match, agreed with every device: all promise, one list, all open (ADR 17)."""

import secrets
from dataclasses import dataclass, field

from filon.core.errors import Refusal
from filon.core.fair import OPENING, promise
from filon.match.header import Header

COMMIT = 2.0  # seconds a device has to promise; one that does not delays nobody further
OPEN = 10.0  # seconds a device has to open what it promised; else the start is cancelled
TRIES = 3  # cancelled starts in a row before whoever ordered it is told who does not open


@dataclass
class Handshake:
    """One try: promises until the list is closed, openings from then on."""

    header: Header  # as it would begin if nobody promised anything
    expected: frozenset[int]  # seats whose devices are here and can promise
    late: tuple[int, ...] = ()  # seats that did not open the last time
    round: str = field(default_factory=lambda: secrets.token_hex(8))
    promises: dict[int, str] = field(default_factory=dict)
    openings: dict[int, str] = field(default_factory=dict)
    closed: bool = False

    @property
    def settled(self) -> bool:
        """Whether nothing is waited for: all promises are there, or all are open."""
        if self.closed:
            return not self.unopened()
        return self.expected <= self.promises.keys()

    def commit(self, seat: int, round: str, promised: str) -> None:
        """A device promises; the first word counts."""
        self._check(round, self.closed or seat in self.promises)
        self.promises[seat] = promised

    def close(self) -> None:
        """Nobody promises any more: the list stands."""
        self.closed = True

    def open(self, seat: int, round: str, opening: str) -> None:
        """A device opens what it promised; Refusal `opening` if it is something else."""
        self._check(round, not self.closed or seat in self.openings)
        number = bytes.fromhex(opening)
        right = len(number) == OPENING and promise(self.frozen, seat, number)
        if right != self.promises.get(seat):
            raise Refusal("opening")
        self.openings[seat] = opening

    def unopened(self) -> tuple[int, ...]:
        """The seats that promised and have not opened."""
        return tuple(sorted(self.promises.keys() - self.openings.keys()))

    @property
    def frozen(self) -> str:
        """S."""
        return self.header.frozen().hash()

    def listed(self) -> tuple[str, ...]:
        """The list as everyone gets it; empty while promises still come in."""
        return self.agreed().listed() if self.closed else ()

    def agreed(self) -> Header:
        """The match as it begins with what was promised and opened."""
        return self.header.with_promises(self.promises, self.openings)

    def _check(self, round: str, past: bool) -> None:
        if round != self.round or past:
            raise Refusal("handshake")
