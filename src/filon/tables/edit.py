"""An edit: the only way to write a table.

An edit holds the table's lock. It collects entries, a row and marks, stores them, and publishes
what was stored. Everything is stored first and shown afterwards.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from filon.core.errors import Refusal
from filon.match import beginning
from filon.match.clocks import Mark
from filon.match.entry import PERSON, Entry, Kind
from filon.match.header import Header, match_id, prepared
from filon.match.match import Match
from filon.match.position import Draft
from filon.match.result import results
from filon.match.sealed import Hold
from filon.match.seating import Row
from filon.store.contract import Change, Conflict, Store, TableStore
from filon.tables.services import Services

if TYPE_CHECKING:
    from filon.tables.table import Table

UNMOVED = ("return", "pause", "resume", "end")  # entries that leave sealed choices where they are


@dataclass
class TableState:
    """What this process knows of a table; only an edit changes it."""

    row: Row
    header: Header  # of the present match
    match: Match | None = None
    next_header: Header | None = None  # when over: of a rematch
    held: Mapping[int, Hold] = field(default_factory=dict)


class Edit:
    """One change of a table. What was not committed when an exception ends it is not stored."""

    def __init__(
        self,
        table: "Table",
        state: TableState,
        store: Store,
        services: Services,
        lock: asyncio.Lock,
        at: tuple[int, int | None] | None,
    ) -> None:
        self._table = table
        self._state = state
        self._store = store
        self._services = services
        self._lock = lock
        self._at = at  # the version and match to change; None: any
        self._drafts: list[Draft] = []
        self._row: Row | None = None
        self._header: Header | None = None
        self._marks: list[Mark] = []
        self._over = True  # before the lock is held, and after

    async def __aenter__(self) -> "Edit":
        await self._lock.acquire()
        try:
            if self._at is not None:
                self._table.play.check_version(*self._at)
        except BaseException:
            self._lock.release()
            raise
        self._over = False
        return self

    async def __aexit__(self, fault: type[BaseException] | None, *_more: object) -> None:
        try:
            if fault is None:
                await self.commit()
        finally:
            self._over = True
            self._lock.release()

    # ---- collecting ----------------------------------------------------------------------------

    def append(self, draft: Draft) -> None:
        """The next entries of the match."""
        self._drafts.append(draft)

    def note(self, kind: Kind, seat: int, notation: str, by: str = PERSON) -> None:
        """An entry that is no step."""
        v = self._table.running().v + sum(len(draft.entries) for draft in self._drafts) + 1
        entry = Entry(v, kind, seat, by, notation, self._services.clock.now(), v)
        self._drafts.append(Draft([entry], [[]]))

    def save(self, row: Row, header: Header | None = None) -> None:
        """The table's next revision, perhaps with a match; Refusal if it changes what is fixed."""
        before = self._state.row
        if row.phase != "closed" and beginning.fixed(row) != beginning.fixed(before):
            self._table.starting.devices.free()  # what a start froze stays
        if self._state.header.origin is not None and row.phase == "waiting":
            if len(row.seats) != len(before.seats) or row.options != before.options:
                raise Refusal("fork_fixed")  # its parent has decided them
        self._row, self._header = row, header

    def mark(self, marks: Iterable[Mark]) -> None:
        """Moments that clocks are computed from."""
        self._marks += marks

    # ---- storing, then publishing --------------------------------------------------------------

    async def commit(self) -> None:
        """Store what was collected, then show it.

        Refusal `stale` or `busy_table` if another process was first: then nothing was stored.
        """
        self._still_open()
        drafts, self._drafts = self._drafts, []
        row, self._row = self._row, None
        header, self._header = self._header, None
        marks, self._marks = self._marks, []
        if row is not None:
            row = replace(row, rev=self._state.row.rev + 1, changed=self._services.clock.now())
        entries = [entry for draft in drafts for entry in draft.entries]
        if not entries and row is None and not marks:
            return
        match = self._state.match
        try:
            seats = self._withdrawn(entries) if self._state.held else []
            here = self._state.header.match_id
            await self._store.write(Change(here, entries, seats, row, header, marks))
            if seats:
                held = self._state.held.items()
                self._state.held = {seat: hold for seat, hold in held if seat not in seats}
        except Conflict:
            await self.reread()
            if entries and match is not None:
                raise Refusal("stale", v=match.v) from None
            raise Refusal("busy_table") from None
        if marks:
            self._table.clocks.add(marks)
        if row is not None:
            self._state.row = row
        if header is not None and header.match_id == self._state.header.match_id:
            self._state.header = header
        elif header is not None:
            self._state.next_header = header
        for draft in drafts:
            self._table.running().adopt(draft)
        stepped = row is None and all(entry.kind in ("step", "undo") for entry in entries)
        try:
            if drafts:
                await self._grown()
        finally:  # what is stored is shown, also if the database went away since
            await self._publish(stepped, only_steps=stepped and not marks)

    def _withdrawn(self, entries: list[Entry]) -> list[int]:
        """The seats whose sealed choice goes with these entries."""
        held = self._state.held
        moved = {entry.seat for entry in entries if entry.kind not in ("step", "undo", *UNMOVED)}
        return sorted(moved & {*held})

    async def begin(self, row: Row, header: Header) -> None:
        """Store a match that begins at once, and show it."""
        self.save(row, header)
        state, self._row, self._header = self._state, None, None
        row = replace(row, rev=state.row.rev + 1, changed=self._services.clock.now())
        marks = self._table.clocks.first_marks(header)
        try:
            await self._store.write(Change(header.match_id, row=row, header=header, marks=marks))
        except Conflict:
            await self.reread()
            raise Refusal("busy_table") from None
        state.row, state.header, state.match = row, header, None
        state.next_header, state.held = None, {}
        self._table.clocks.begin()
        await self.read_match()
        await self._publish(stepped=False)

    async def hold(self, seat: int, notation: str, by: str) -> None:
        """Store a sealed choice at once; the last one opens them all."""
        self._still_open()
        match, now = self._table.running(), self._services.clock.now()
        hold = Hold(self._state.header.match_id, match.n, seat, notation, by)
        try:
            entries = await self._store.hold(hold, match.state.actors(), match.v, now)
        except Conflict:
            await self.reread()
            raise Refusal("stale", v=match.v) from None
        try:
            if entries:
                match.absorb(entries)
                await self._grown()
            else:  # what others hold at another process the bus tells
                self._state.held = {**self._state.held, seat: hold}
        finally:
            await self._publish(stepped=True, only_steps=bool(entries))

    async def withdraw(self, seat: int) -> None:
        """Take a sealed choice back; Refusal `not_held`."""
        self._still_open()
        match = self._table.running()
        if not await self._store.withdraw(self._state.header.match_id, match.n, seat):
            raise Refusal("not_held")
        self._state.held = _without(self._state.held, seat)
        await self._publish(stepped=True)

    # ---- reading what other processes wrote ----------------------------------------------------

    async def reread(self) -> None:
        """Read the row, the match and what belongs to it again."""
        self._still_open()
        state, store = self._state, self._store
        row = await store.row(state.row.id)
        if row is None:
            return
        another = row.match_number != state.row.match_number
        if another or state.match is None or not state.header.settled:
            header = await store.header(match_id(row.id, row.match_number))
            if header is not None and (another or header != state.header):
                state.header, state.match, state.row = header, None, row
        await self.read_match(row)
        self._table.presence.publish()

    async def follow(self) -> None:
        """Read the steps that other processes stored; other changes have a topic of their own."""
        self._still_open()
        state = self._state
        match = state.match
        if match is None or not state.header.settled or state.row.phase != "playing":
            await self.reread()
            return
        entries = await self._store.entries(state.header.match_id, match.v)
        if not entries:
            return  # read already
        match.absorb(entries)
        self._drop_held()  # before the store is asked: a reader sees no choice of an earlier phase
        if match.state.sealed():
            await self._read_held()
        await self._grown()
        stepped = all(entry.kind in ("step", "undo") for entry in entries)
        self._table.presence.publish(stepped)

    async def read_marks(self) -> None:
        """Read the moments that clocks are computed from."""
        if self._state.row.settings.terms is not None:
            self._table.clocks.marks = await self._store.marks(self._state.header.match_id)

    async def read_match(self, row: Row | None = None) -> None:
        """Read the steps that are new; a new row counts from the moment they are there.

        Else a reader would meanwhile see a game that is over and lacks its end.
        """
        state, luck = self._state, self._services.luck
        if state.match is None and state.header.setup is not None:
            state.match = Match(state.header, luck(state.header) if luck else None)
            self._table.pacing.moved()
        entries: list[Entry] = []
        if state.match is not None:
            entries = await self._store.entries(state.header.match_id, state.match.v)
        state.row = row or state.row
        if state.match is None:
            return
        await self.read_marks()
        if entries:
            state.match.absorb(entries)
            self._drop_held()
            self._table.pacing.moved()
        await self._read_held()
        await self._settle()
        if state.row.phase == "over" and state.next_header is None:
            following = match_id(state.row.id, state.row.match_number + 1)
            state.next_header = await self._store.header(following)

    async def _read_held(self) -> None:
        """The sealed choices of the open phase, exchanged at once: no reader sees only some."""
        match = self._table.running()
        if match.state.sealed():
            holds = await self._store.holds(self._state.header.match_id)
            self._state.held = {hold.seat: hold for hold in holds if hold.n == match.n}
        else:
            self._state.held = {}

    # ---- what follows from entries -------------------------------------------------------------

    async def _grown(self) -> None:
        self._drop_held()  # in a phase that begins now no seat can have chosen yet
        self._table.pacing.moved()
        await self._settle()

    def _drop_held(self) -> None:
        """The match went on: choices of a phase that is over wait no longer, others stay."""
        if self._state.held:
            n = self._table.running().n
            held = self._state.held.items()
            self._state.held = {seat: hold for seat, hold in held if hold.n == n}

    async def _settle(self) -> None:
        """When the game is over the table says so, and commits to the dice of a rematch."""
        state, match = self._state, self._table.running()
        if state.row.phase != "playing" or not match.over:
            return
        now = self._services.clock.now()
        row = replace(state.row, phase="over", rev=state.row.rev + 1, changed=now)
        following = prepared(row.id, row.match_number + 1)
        try:
            # Results first: they are written before the match is over, and once.
            await self._store.add_results(results(state.row, match, now))
            await self._store.write(Change(following.match_id, row=row, header=following))
            state.row, state.next_header = row, following
        except Conflict:  # another process did it
            state.row = await self._store.row(row.id) or state.row

    async def _publish(self, stepped: bool, only_steps: bool = False) -> None:
        """Show the table here and tell other processes; `stepped`: the game alone went on."""
        row, services = self._state.row, self._services
        match = self._state.match
        over = match is not None and match.over
        topic = step_topic(row.id) if only_steps and not over else row.id
        self._table.presence.publish(stepped)
        await services.bus.tell(topic, services.listener)

    def _still_open(self) -> None:
        if self._over:
            raise RuntimeError("this edit has ended: open another one")


async def write_unread(store: TableStore, row: Row) -> None:
    """Store the next revision of a table whose game or edition is unknown here.

    No Table can be made of it, so no edit either. Conflict if another process was first.
    """
    await store.write(Change("", row=replace(row, rev=row.rev + 1)))


def _without(held: Mapping[int, Hold], seat: int) -> dict[int, Hold]:
    return {other: hold for other, hold in held.items() if other != seat}


def step_topic(table_id: str) -> str:
    """What the bus carries when the game went on and nothing else changed."""
    return f"{table_id} step"
