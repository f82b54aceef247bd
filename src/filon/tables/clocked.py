"""A table's clocks: what is stored of them, a bot for a silent seat, pause, early end (ADR 30).

The account itself is pure (`match/clocks.py`); here the present moment is added to it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from filon.core.errors import Refusal
from filon.match.clocks import NOBODY, Account, Mark, MarkKind, Reading
from filon.match.entry import CHANCE_SEAT, CLOCK
from filon.match.header import Header
from filon.match.match import Match
from filon.match.pace import Bounds
from filon.match.seating import Row
from filon.match.votes import Votes
from filon.store.contract import TableStore
from filon.tables.starting import Starting
from filon.tables.time_source import Clock

DEFAULT_LEVEL = "greedy"
SOONEST = 0.25  # seconds: a clock is not looked at more often


class Clocked(Starting, ABC):
    """A table whose seats may have clocks; where there is none, nothing here does anything."""

    def __init__(
        self, clock: Clock, row: Row, header: Header, bounds: Bounds, store: TableStore
    ) -> None:
        super().__init__(clock, row, header, bounds)
        self._store = store
        self.marks: list[Mark] = []
        self._left: set[int] = set()  # seats whose last device left this process
        self._account: tuple[tuple[object, ...], Account | None] = ((), None)

    @abstractmethod
    def here(self, seat: int) -> bool:
        """Whether the person of a seat is connected (to this process)."""

    @property
    @abstractmethod
    def shared(self) -> bool:
        """Whether other processes serve this table, too."""

    @abstractmethod
    async def _tell(self, stepped: bool = False) -> None:
        """Say that something has changed, to other processes too."""

    # ---- reading -------------------------------------------------------------------------------

    @property
    def stand_in(self) -> str:
        """The level that plays for a silent seat, as the host chose."""
        return self.row.settings.stand_in or DEFAULT_LEVEL

    def people(self) -> frozenset[int]:
        """The seats of people, also those that bots play for now."""
        return frozenset(seat for seat, who in enumerate(self.row.seats) if who.kind == "person")

    def present(self, seat: int) -> bool:
        """Whether somebody plays this seat and is connected, to whichever process."""
        if seat not in self.people() or self.level(seat):
            return False
        if self.here(seat) or not self.shared:
            return self.here(seat)
        account = self.account()
        known = account is not None and not account.presence.away(seat)
        return known and seat not in self._left

    def clock_state(self) -> tuple[object, ...]:
        """What a reading of the clocks follows from, the time apart."""
        v = -1 if self.match is None else self.match.v
        return (self.row.match_number, v, len(self.marks), self.row.settings.clock, self.row.phase)

    def account(self) -> Account | None:
        """The clocks as of the last entry; None where there are none."""
        match, terms = self.match, self.row.settings.terms
        if match is None or terms is None or self.row.phase != "playing":
            return None
        state = self.clock_state()
        if self._account[0] != state:
            told = Account.of(terms, self.people(), match.waits, self.marks)
            self._account = (state, told)
        return self._account[1]

    def clocks(self) -> dict[int, Reading]:
        """Every person's clock now; empty where there are none."""
        account = self.account()
        return {} if account is None else account.read(self.clock.now())

    def silence(self) -> tuple[float, int] | None:
        """Seconds until a bot plays for a seat that is waited for, and which; None: never."""
        account = self.account()
        if account is None:
            return None
        told = account.read(self.clock.now())
        ends = [
            (told[seat].left(account.terms) + (told[seat].rest or 0), seat)
            for seat in account.running()
            if seat not in self.held
        ]
        if not ends:
            return None
        left, seat = min(ends)
        return (0.0 if left <= 0 else max(SOONEST, left / 1000)), seat

    def absences(self) -> list[Mark]:
        """What is not yet stored of who came and went here."""
        account = self.account()
        if account is None:
            return []
        found: list[Mark] = []
        for seat in account.people:
            away = account.presence.away(seat)
            if self.here(seat) and away:
                found.append(self._mark("back", seat))
            elif seat in self._left and not away and not self.here(seat):
                found.append(self._mark("gone", seat))
        return found

    # ---- storing what clocks follow from -------------------------------------------------------

    async def shown(self, seat: int, v: int) -> None:
        """The page of this seat has shown what came before: its time begins."""
        async with self._lock:
            match = self.in_play()
            if v != match.v:
                return
            if v != self._shown[0] and seat == self.thrower():
                self._shown = (v, self.clock.steady())
                self._changed()
            account = self.account()
            if account is not None and (v, seat) not in account.presence.shown:
                if seat in account.running():
                    await self._note_times([self._mark("shown", seat)])

    async def keep_presence(self) -> None:
        """Store who came and who lost the connection."""
        async with self._lock:
            found = self.absences()
            if found:
                await self._note_times(found)
            self._left = {seat for seat in self._left if not self.here(seat)}

    async def time_up(self, v: int, seat: int) -> None:
        """The bot the host chose plays for a seat that kept the others waiting; once."""
        async with self._lock:
            match = self.running()
            if match.v != v or self.row.phase != "playing":
                return
            await self._read_times()  # another process may know more
            end = self.silence()
            if end is not None and end[0] <= 0 and end[1] == seat:
                await self._note("takeover", seat, self.stand_in, CLOCK)

    async def _read_times(self) -> None:
        if self.row.settings.terms is not None:
            self.marks = await self._store.marks(self.header.match_id)

    async def _note_times(self, marks: Sequence[Mark]) -> None:
        await self._store.add_marks(marks)
        self.marks = [*self.marks, *marks]
        await self._tell(stepped=True)

    async def _begin_clock(self) -> None:
        """The match begins now: whoever is asked first has this to count from."""
        self.marks = []
        self._left.clear()
        if self.row.settings.terms is not None and self.header.setup is not None:
            begun = [self._mark("begun", NOBODY)]
            if self.shared:  # whoever is at another process is back as soon as that one hears
                away = sorted(seat for seat in self.people() if not self.here(seat))
                begun += [self._mark("gone", seat) for seat in away]
            await self._store.add_marks(begun)

    def _mark(self, kind: MarkKind, seat: int) -> Mark:
        v = 0 if self.match is None else self.match.v
        return Mark(self.header.match_id, v, seat, kind, self.clock.now())

    # ---- agreeing ------------------------------------------------------------------------------

    async def pause(self, seats: Sequence[int], wanted: bool) -> None:
        """These seats want a pause; it begins when all who are here do. Anyone ends it."""
        async with self._lock:
            match = self._unfinished()
            if match.paused:
                if wanted:
                    raise Refusal("already")
                await self._note("resume", seats[0], "")
                return
            votes = self.row.votes.paused(seats, wanted)
            here = {seat for seat in self.people() if self.present(seat)}
            agreed = wanted and {*seats, *here} <= {*votes.pausing}
            await self._vote(votes, agreed)
            if agreed:
                await self._note("pause", seats[0], "")

    async def end(self, seats: Sequence[int], wanted: bool) -> None:
        """These seats want the match to end; it does when everyone who plays does."""
        async with self._lock:
            self._unfinished()
            votes = self.row.votes.ended(seats, wanted)
            playing = {seat for seat in self.people() if not self.level(seat)}
            agreed = wanted and {*seats, *playing} <= {*votes.ending}
            await self._vote(votes, agreed)
            if agreed:
                await self._note("end", CHANCE_SEAT, "agreed")

    async def hint(self, seats: Sequence[int], wanted: bool) -> None:
        """These seats let everyone ask for advice; it is open as long as all who play do."""
        async with self._lock:
            self._unfinished()
            await self._vote(self.row.votes.hinted(seats, wanted), False)

    def _unfinished(self) -> Match:
        match = self.in_play()
        if match.over:
            raise Refusal("not_playing")
        return match

    async def _vote(self, votes: Votes, agreed: bool) -> None:
        await self._save(replace(self.row, votes=votes.quiet() if agreed else votes))
        await self._tell()
