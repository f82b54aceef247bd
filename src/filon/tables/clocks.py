"""A table's clocks: what is stored of them, a bot for a silent seat, pause, early end (ADR 30).

The account itself is pure (`match/clocks.py`); here the present moment is added to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from filon.core.errors import Refusal
from filon.match.clocks import NOBODY, Account, Mark, MarkKind, Reading
from filon.match.entry import CHANCE_SEAT, CLOCK
from filon.match.header import Header
from filon.match.match import Match
from filon.match.votes import Votes
from filon.tables.edit import Edit
from filon.tables.seats import DEFAULT_LEVEL
from filon.tables.services import Services

if TYPE_CHECKING:
    from filon.tables.table import Table

SOONEST = 0.25  # seconds: a clock is not looked at more often


class TableClocks:
    """The clocks of one table's seats; where there are none, nothing here does anything."""

    def __init__(self, table: "Table", services: Services) -> None:
        self._table = table
        self._clock = services.clock
        self._shared = services.bus.shared  # other processes serve this table, too
        self.marks: list[Mark] = []
        self._account: tuple[tuple[object, ...], Account | None] = ((), None)

    # ---- reading -------------------------------------------------------------------------------

    @property
    def stand_in(self) -> str:
        """The level that plays for a silent seat, as the host chose."""
        return self._table.row.settings.stand_in or DEFAULT_LEVEL

    def present(self, seat: int) -> bool:
        """Whether a person plays this seat and is connected, to whichever process."""
        seats, here = self._table.seats, self._table.presence.here(seat)
        if seat not in seats.people() or seats.level(seat):
            return False
        if here or not self._shared:
            return here
        account = self.account()
        known = account is not None and not account.presence.away(seat)
        return known and seat not in self._table.presence.left

    def version(self) -> tuple[object, ...]:
        """What a reading of the clocks follows from, the time apart."""
        row, match = self._table.row, self._table.match
        v = -1 if match is None else match.v
        return (row.match_number, v, len(self.marks), row.settings.clock, row.phase)

    def account(self) -> Account | None:
        """The clocks as of the last entry; None where there are none."""
        match, row = self._table.match, self._table.row
        terms = row.settings.terms
        if match is None or terms is None or row.phase != "playing":
            return None
        version = self.version()
        if self._account[0] != version:
            account = Account.of(terms, self._table.seats.people(), match.waits, self.marks)
            self._account = (version, account)
        return self._account[1]

    def read(self) -> dict[int, Reading]:
        """Every person's clock now; empty where there are none."""
        account = self.account()
        return {} if account is None else account.read(self._clock.now())

    def silence(self) -> tuple[float, int] | None:
        """Seconds until a bot plays for a seat that is waited for, and which; None: never."""
        account = self.account()
        if account is None:
            return None
        readings = account.read(self._clock.now())
        ends = [
            (readings[seat].left(account.terms) + (readings[seat].rest or 0), seat)
            for seat in account.running()
            if seat not in self._table.held
        ]
        if not ends:
            return None
        left, seat = min(ends)
        return (0.0 if left <= 0 else max(SOONEST, left / 1000)), seat

    def absences(self) -> list[Mark]:
        """What is not yet stored of who came and went here."""
        account, presence = self.account(), self._table.presence
        if account is None:
            return []
        marks: list[Mark] = []
        for seat in account.people:
            away = account.presence.away(seat)
            if presence.here(seat) and away:
                marks.append(self._mark("back", seat))
            elif seat in presence.left and not away and not presence.here(seat):
                marks.append(self._mark("gone", seat))
        return marks

    # ---- storing what clocks follow from -------------------------------------------------------

    async def shown(self, seat: int, v: int) -> None:
        """The page of this seat has shown what came before: its time begins."""
        async with self._table.edit() as edit:
            if v != self._table.in_play().v:
                return
            self._table.pacing.has_shown(seat, v)
            account = self.account()
            if account is not None and (v, seat) not in account.presence.shown:
                if seat in account.running():
                    edit.mark([self._mark("shown", seat)])

    async def keep_presence(self) -> None:
        """Store who came and who lost the connection."""
        presence = self._table.presence
        async with self._table.edit() as edit:
            edit.mark(self.absences())
            await edit.commit()
            presence.left = {seat for seat in presence.left if not presence.here(seat)}

    async def time_up(self, v: int, seat: int) -> None:
        """The bot the host chose plays for a seat that kept the others waiting; once."""
        async with self._table.edit() as edit:
            if self._table.running().v != v or self._table.row.phase != "playing":
                return
            await edit.read_marks()  # another process may know more
            end = self.silence()
            if end is not None and end[0] <= 0 and end[1] == seat:
                edit.note("takeover", seat, self.stand_in, CLOCK)

    def first_marks(self, header: Header) -> list[Mark]:
        """The marks with which a match begins: the seats that act first count from them."""
        if self._table.row.settings.terms is None or header.setup is None:
            return []
        now, seats = self._clock.now(), sorted(self._table.seats.people())
        marks = [Mark(header.match_id, 0, NOBODY, "begun", now)]
        if self._shared:  # a person at another process is back as soon as that one hears
            away = [seat for seat in seats if not self._table.presence.here(seat)]
            marks += [Mark(header.match_id, 0, seat, "gone", now) for seat in away]
        return marks

    def begin(self) -> None:
        """A match begins: what was known of the last one does not count."""
        self.marks = []
        self._table.presence.left.clear()

    def add(self, marks: Iterable[Mark]) -> None:
        """Take in marks that were stored."""
        self.marks = [*self.marks, *marks]

    def _mark(self, kind: MarkKind, seat: int) -> Mark:
        match = self._table.match
        v = 0 if match is None else match.v
        return Mark(self._table.header.match_id, v, seat, kind, self._clock.now())

    # ---- agreeing ------------------------------------------------------------------------------

    async def pause(self, seats: Sequence[int], wanted: bool) -> None:
        """These seats want a pause; it begins when all who are here do. Anyone ends it."""
        async with self._table.edit() as edit:
            match = self._unfinished()
            if match.paused:
                if wanted:
                    raise Refusal("already")
                edit.note("resume", seats[0], "")
                return
            votes = self._table.row.votes.paused(seats, wanted)
            here = {seat for seat in self._table.seats.people() if self.present(seat)}
            agreed = wanted and {*seats, *here} <= {*votes.pausing}
            self._vote(edit, votes, agreed)
            if agreed:
                edit.note("pause", seats[0], "")

    async def end(self, seats: Sequence[int], wanted: bool) -> None:
        """These seats want the match to end; it does when everyone who plays does."""
        async with self._table.edit() as edit:
            self._unfinished()
            votes = self._table.row.votes.ended(seats, wanted)
            people, level = self._table.seats.people(), self._table.seats.level
            playing = {seat for seat in people if not level(seat)}
            agreed = wanted and {*seats, *playing} <= {*votes.ending}
            self._vote(edit, votes, agreed)
            if agreed:
                edit.note("end", CHANCE_SEAT, "agreed")

    async def open_hints(self, seats: Sequence[int], wanted: bool) -> None:
        """These seats let everyone ask for hints; they are open as long as all who play do."""
        async with self._table.edit() as edit:
            self._unfinished()
            self._vote(edit, self._table.row.votes.hinted(seats, wanted), agreed=False)

    def _unfinished(self) -> Match:
        match = self._table.in_play()
        if match.over:
            raise Refusal("not_playing")
        return match

    def _vote(self, edit: Edit, votes: Votes, agreed: bool) -> None:
        edit.save(replace(self._table.row, votes=votes.quiet() if agreed else votes))
