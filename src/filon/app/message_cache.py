"""A table's newest messages as bytes, written once for all followers who get the same."""

from weakref import ref

from filon.app.caller import Caller
from filon.app.serialize import as_json, table_info, view_fields, with_view
from filon.match.outlook import Waiting
from filon.tables.table import Table
from filon.tables.time_source import Clock

FRESH = 0.1  # seconds for which "drawn in so many milliseconds" may be sent again


class MessageCache:
    """Views and table messages of one table; a hundred spectators cost little more than one."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = ref(table)  # the cache is kept for as long as the table is
        self._clock = clock
        self._version: tuple[int, ...] = ()
        self._table_version: tuple[int, ...] = ()
        self._infos: dict[tuple[int | None, bool, tuple[int, ...]], bytes] = {}
        self._views: dict[tuple[int | None, int | None], tuple[bytes, float]] = {}
        self._pulse: tuple[list[int], float | None] | None = None
        self._waits: Waiting | None = None
        self._open = b""  # the view where everyone's is the same

    @property
    def table(self) -> Table:
        """The table, which lives as long as it has followers."""
        table = self._table()
        assert table is not None
        return table

    def version(self) -> tuple[int, ...]:
        """Changes with everything a follower is sent, except chat."""
        self._check()
        return self._version

    def table_version(self) -> tuple[int, ...]:
        """Changes with what is sent of the table beside the game on it."""
        self._check()
        return self._table_version

    def info(self, caller: Caller, follows: int | None) -> bytes:
        """The table message for one caller."""
        self._check()
        row = self.table.row
        key = (follows, caller.is_host(row), tuple(caller.seats(row)))
        if key not in self._infos:
            self._infos[key] = as_json(table_info(self.table, caller, follows))
        return self._infos[key]

    def view(self, seat: int | None, since: int | None) -> bytes:
        """The present view for a seat, or for every spectator, with the events after `since`."""
        self._check()
        now, key = self._clock.steady(), (seat, since)
        message, end = self._views.get(key, (b"", 0.0))
        if not message or now > end:
            waiting = self._waiting()
            message = self._written(seat, since, waiting)
            end = float("inf") if waiting.due is None else now + FRESH
            self._views[key] = (message, end)
        return message

    def pulse(self) -> tuple[list[int], float | None]:
        """Who has made a sealed choice, and when a throw that waits is drawn anyway."""
        self._check()
        if self._pulse is None:
            self._pulse = (self._waiting().ready, self.table.pacing.deadline())
        return self._pulse

    def _waiting(self) -> Waiting:
        """Whom the game waits for; cached unless it says for how long."""
        if self._waits is not None:
            return self._waits
        waiting = self.table.pacing.waiting()
        self._waits = waiting if waiting.due is None else None
        return waiting

    def _written(self, seat: int | None, since: int | None, waiting: Waiting) -> bytes:
        """A view message; where nothing is hidden its view is encoded once for all seats."""
        fields = view_fields(self.table, seat, since, waiting=waiting)
        if self.table.views.spec.hidden or self.table.views.match_for(seat) is not self.table.match:
            return as_json(fields)
        if not self._open:
            self._open = as_json(fields["view"])
        return with_view(fields, self._open)

    def _check(self) -> None:
        """Invalidate the caches if the table changed since the last call."""
        table = self.table
        v = -1 if table.match is None else table.match.v
        now = (table.presence.changes, table.row.rev, table.row.match_number, v)
        if now != self._version:
            self._version, self._pulse, self._waits, self._open = now, None, None, b""
            self._views.clear()
            arranged, late = table.presence.arranged, table.views.late_notes()
            version = (arranged, table.row.rev, table.row.match_number, late)
            if version != self._table_version:  # a step leaves it as it was
                self._table_version = version
                self._infos.clear()
