"""Clocks of a match: what each kind gives a seat, and the account of what it has used.

Nothing here reads a clock. The account follows from the waits of a match (its entries) and the
marks stored beside them, so that every process and a restart come to the same one.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

SECOND = 1000
HOUR = 3600 * SECOND
QUIET = 10 * SECOND  # a page that does not say what it has shown counts as having shown it
AWAY_TURN = 30 * SECOND  # of a lost connection, what does not count in one turn
AWAY_GAME = 180 * SECOND  # and in one match

ClockKind = Literal["none", "relaxed", "brisk", "days"]
MarkKind = Literal["begun", "shown", "gone", "back", "down", "up"]
ORDER = ("begun", "shown", "down", "gone", "up", "back")  # of marks of one moment
NOBODY = -1  # the seat of a mark that is about all


@dataclass(frozen=True)
class Terms:
    """Milliseconds: a turn's own, a bank for the whole match, and after them a warning."""

    turn: int
    bank: int
    warning: int


TERMS: dict[str, Terms | None] = {
    "none": None,
    "relaxed": Terms(turn=90 * SECOND, bank=600 * SECOND, warning=30 * SECOND),
    "brisk": Terms(turn=30 * SECOND, bank=180 * SECOND, warning=15 * SECOND),
    "days": Terms(turn=24 * HOUR, bank=72 * HOUR, warning=6 * HOUR),
}


@dataclass(frozen=True)
class Wait:
    """Whom the match waits for from one entry on, and whose act led to that."""

    v: int
    at: int  # milliseconds since 1970
    seats: tuple[int, ...]
    acted: tuple[int, ...] = ()  # the others' turns are over
    fresh: int = NOBODY  # a seat that begins anew: its person came back
    stood: frozenset[int] = frozenset()  # seats that bots play for people


@dataclass(frozen=True)
class Mark:
    """What an account needs beside the entries; of the server itself where the match is empty."""

    match_id: str
    v: int
    seat: int
    kind: MarkKind
    at: int


@dataclass
class Purse:
    """What a seat has used, in milliseconds."""

    turn: int = 0  # of its present turn
    bank: int = 0
    late: int = 0  # beyond both, in its present turn
    away_turn: int = 0  # excused, since its connection was lost
    away_game: int = 0

    def charge(self, spent: int, terms: Terms) -> None:
        """Use up time: the turn's own first, then the bank, then it is late."""
        free = min(spent, max(0, terms.turn - self.turn))
        banked = min(spent - free, max(0, terms.bank - self.bank))
        self.turn += spent
        self.bank += banked
        self.late += spent - free - banked

    def excuse(self, away: int) -> int:
        """Excuse as much of an absence as the limits allow; the time excused."""
        excused = max(0, min(away, AWAY_TURN - self.away_turn, AWAY_GAME - self.away_game))
        self.away_turn += excused
        self.away_game += excused
        return excused

    def next_turn(self) -> None:
        """Another turn begins, of this seat or of another one."""
        self.turn = self.late = self.away_turn = 0


@dataclass(frozen=True)
class Reading:
    """One seat's clock at one moment, in milliseconds."""

    turn: int  # left of the turn's own time
    bank: int  # left in the bank
    late: int  # beyond both
    rest: int | None  # until it counts on; None: it stands

    def left(self, terms: Terms) -> int:
        """Until a bot plays for the seat, if its clock runs all the time."""
        return self.turn + self.bank + terms.warning - self.late


@dataclass
class Presence:
    """When seats were connected, and the server up: the same for all who read the marks."""

    shown: dict[tuple[int, int], int] = field(default_factory=dict)  # by version and seat
    begun: int | None = None
    _times: list[int] = field(default_factory=list)
    _gone: list[frozenset[int]] = field(default_factory=list)  # from each time on
    _down: list[bool] = field(default_factory=list)

    @classmethod
    def of(cls, marks: Iterable[Mark], people: Iterable[int]) -> "Presence":
        """What the marks say; after a time down everybody is away until they are back."""
        presence, everyone = cls(), frozenset(people)
        gone, down = frozenset[int](), False
        for mark in sorted(marks, key=lambda mark: (mark.at, ORDER.index(mark.kind))):
            if mark.kind == "begun":
                presence.begun = mark.at if presence.begun is None else presence.begun
                continue
            if mark.kind == "shown":
                presence.shown.setdefault((mark.v, mark.seat), mark.at)
                continue
            if mark.kind in ("down", "up"):
                down = mark.kind == "down"
                gone = everyone
            else:
                gone = gone | {mark.seat} if mark.kind == "gone" else gone - {mark.seat}
            presence._times.append(mark.at)
            presence._gone.append(gone)
            presence._down.append(down)
        return presence

    def away(self, seat: int) -> bool:
        """Whether the seat's connection is lost, as far as is known."""
        return bool(self._gone) and seat in self._gone[-1]

    def parts(self, seat: int, start: int, end: int) -> Iterator[tuple[int, bool]]:
        """The time from start to end while the server was up: lengths, and whether away."""
        at = bisect_right(self._times, start) - 1
        while start < end:
            until = self._times[at + 1] if at + 1 < len(self._times) else end
            until = min(until, end)
            if at < 0 or not self._down[at]:
                yield until - start, at >= 0 and seat in self._gone[at]
            start, at = until, at + 1


@dataclass
class Account:
    """All seats' clocks of one match, as of its last entry; `read` adds the present wait."""

    terms: Terms
    people: frozenset[int]
    presence: Presence
    last: Wait | None
    purses: dict[int, Purse]

    @classmethod
    def of(
        cls, terms: Terms, people: Iterable[int], waits: Sequence[Wait], marks: Sequence[Mark]
    ) -> "Account":
        """The account of all waits that are over."""
        seats = frozenset(people)
        presence = Presence.of(marks, seats)
        account = cls(terms, seats, presence, None, {seat: Purse() for seat in seats})
        begun = presence.begun
        if begun is not None:  # nothing counts before it: a fork's first steps are older
            waits = [wait if wait.at >= begun else replace(wait, at=begun) for wait in waits]
        for wait in waits:
            if account.last is not None:
                account._charge(account.purses, account.last, wait.at)
            for seat in wait.acted:
                for other in seats - {seat}:
                    account.purses[other].next_turn()
            if wait.fresh in account.purses:
                account.purses[wait.fresh].next_turn()
            account.last = wait
        return account

    def read(self, now: int) -> dict[int, Reading]:
        """Every person's clock at this moment."""
        last = self.last
        purses = {seat: Purse(**vars(purse)) for seat, purse in self.purses.items()}
        if last is not None:
            self._charge(purses, last, now)
        return {
            seat: Reading(
                turn=max(0, self.terms.turn - purse.turn),
                bank=max(0, self.terms.bank - purse.bank),
                late=purse.late,
                rest=self._rest(purse, last, seat, now),
            )
            for seat, purse in purses.items()
        }

    def running(self) -> tuple[int, ...]:
        """Whose clocks run now: of those who must act, if at least two people play."""
        last = self.last
        if last is None or (last.v == 0 and last.at == 0):
            return ()
        playing = self.people - last.stood
        return tuple(seat for seat in last.seats if seat in playing) if len(playing) > 1 else ()

    def _charge(self, purses: dict[int, Purse], wait: Wait, end: int) -> None:
        playing = self.people - wait.stood
        if len(playing) < 2 or (wait.v == 0 and wait.at == 0):
            return
        for seat in wait.seats:
            if seat not in playing:
                continue
            purse = purses[seat]
            for length, away in self.presence.parts(seat, self._start(wait, seat), end):
                purse.charge(length - purse.excuse(length) if away else length, self.terms)

    def _start(self, wait: Wait, seat: int) -> int:
        """When the seat's time begins: its page has shown what came before, or says nothing."""
        latest = wait.at + QUIET
        return max(wait.at, min(latest, self.presence.shown.get((wait.v, seat), latest)))

    def _rest(self, purse: Purse, wait: Wait | None, seat: int, now: int) -> int | None:
        if wait is None or seat not in self.running():
            return None
        rest = max(0, self._start(wait, seat) - now)
        if self.presence.away(seat):
            rest += max(0, min(AWAY_TURN - purse.away_turn, AWAY_GAME - purse.away_game))
        return rest
