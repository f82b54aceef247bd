"""A table: its stored row, the match on it, and the parts that act on them.

No process owns a table: a process that loses a race for the next version reads again. A table is
written by an edit and by nothing else (`edit.Edit`).
"""

import asyncio
from collections.abc import Mapping

from filon.core.errors import Refusal
from filon.match import claim
from filon.match.header import Header, match_id
from filon.match.match import Match
from filon.match.sealed import Hold
from filon.match.seating import Row
from filon.store.contract import Store
from filon.tables.chat import Chat
from filon.tables.clocks import TableClocks
from filon.tables.edit import Edit, TableState
from filon.tables.hints import TableHints
from filon.tables.pacing import Pacing
from filon.tables.play import Play
from filon.tables.presence import TablePresence
from filon.tables.seats import Seats
from filon.tables.services import Services
from filon.tables.starting import Starting
from filon.tables.views import Views


class Table:
    """One table in this process; each part does one kind of thing with it."""

    def __init__(self, store: Store, services: Services, state: TableState) -> None:
        self._store = store
        self._services = services
        self._state = state
        self._lock = asyncio.Lock()
        self.seats = Seats(self, services)
        self.presence = TablePresence(self, services.clock)
        self.pacing = Pacing(self, services)
        self.clocks = TableClocks(self, services)
        self.views = Views(self)
        self.play = Play(self, services.clock)
        self.starting = Starting(self, services.clock)
        self.chat = Chat(self, store, services)
        self.hints = TableHints(self, services)

    # ---- what this process knows of it ---------------------------------------------------------

    @property
    def row(self) -> Row:
        """The table as it is stored."""
        return self._state.row

    @property
    def header(self) -> Header:
        """What was agreed for the present match."""
        return self._state.header

    @property
    def match(self) -> Match | None:
        """The present match; None before it begins."""
        return self._state.match

    @property
    def next_header(self) -> Header | None:
        """When the match is over: the header of a rematch."""
        return self._state.next_header

    @property
    def held(self) -> Mapping[int, Hold]:
        """The sealed choices that wait, by seat."""
        return self._state.held

    def running(self) -> Match:
        """The match; Refusal unless one has begun."""
        if self._state.match is None:
            raise Refusal("table_closed" if self._state.row.phase == "closed" else "not_playing")
        return self._state.match

    def in_play(self) -> Match:
        """The match; Refusal unless it is being played."""
        match = self.running()
        if self._state.row.phase != "playing":
            raise Refusal("table_closed" if self._state.row.phase == "closed" else "not_playing")
        return match

    # ---- writing -------------------------------------------------------------------------------

    def edit(self, v: int | None = None, match_number: int | None = None) -> Edit:
        """Within `async with` it holds the lock and collects a change, stored at the end.

        Refusal `stale` if a version is given and the match is at another one.
        """
        at = None if v is None else (v, match_number)
        return Edit(self, self._state, self._store, self._services, self._lock, at)

    @property
    def busy(self) -> bool:
        """Whether something is being changed at this moment."""
        return self._lock.locked()

    # ---- reading what other processes wrote ----------------------------------------------------

    @classmethod
    async def load(cls, store: Store, services: Services, table_id: str) -> "Table":
        """A stored table; Refusal `no_table` if there is none."""
        row = await store.row(table_id)
        header = await store.header(match_id(row.id, row.match_number)) if row else None
        if row is None or header is None:
            raise Refusal("no_table")
        table = cls(store, services, TableState(row, header))
        async with table.edit() as edit:
            await edit.read_match()
        return table

    async def refresh(self, only_steps: bool = False) -> None:
        """Read the table again, or only the steps that others took."""
        async with self.edit() as edit:
            if only_steps:
                await edit.follow()
                return
            await edit.reread()
            if self.chat.read:
                await self.chat.refresh()
            row = claim.heard(self.row, self.presence.here)
            if row != self.row:  # another process asks a holder who is connected to this one
                edit.save(row)
