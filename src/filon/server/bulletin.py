"""What a table tells, put into bytes once for all who are told the same."""

from filon.server.auth import Caller
from filon.server.telling import as_json, table_info, view_message
from filon.table.table import Table

FRESH = 0.1  # seconds for which "drawn in so many milliseconds" may be told again


class Bulletin:
    """A table's newest messages; telling a hundred spectators costs little more than one."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._of: tuple[int, ...] = ()
        self._infos: dict[tuple[int | None, bool, tuple[int, ...]], bytes] = {}
        self._views: dict[tuple[int | None, int | None], tuple[bytes, float]] = {}
        self._pulse: tuple[list[int], float | None] | None = None

    def info(self, caller: Caller, follows: int | None) -> bytes:
        """The table for one asker."""
        self._turn()
        row = self.table.row
        key = (follows, caller.is_host(row), tuple(caller.seats(row)))
        if key not in self._infos:
            self._infos[key] = as_json(table_info(self.table, caller, follows))
        return self._infos[key]

    def view(self, seat: int | None, since: int | None) -> bytes:
        """The present view for a seat, or for every spectator, with the events after `since`."""
        self._turn()
        now, key = self.table.clock.steady(), (seat, since)
        kept, end = self._views.get(key, (b"", 0.0))
        if not kept or now > end:
            message = view_message(self.table, seat, since)
            kept = as_json(message)
            end = float("inf") if message.waiting.due is None else now + FRESH
            self._views[key] = (kept, end)
        return kept

    def pulse(self) -> tuple[list[int], float | None]:
        """Who has made a sealed choice, and when a throw that waits is drawn anyway."""
        self._turn()
        if self._pulse is None:
            self._pulse = (self.table.waiting().ready, self.table.deadline())
        return self._pulse

    def _turn(self) -> None:
        """A new leaf when anything has changed, also what was not told yet."""
        table = self.table
        v = -1 if table.match is None else table.match.v
        now = (table.changes, table.row.rev, table.row.match_number, v)
        if now != self._of:
            self._of, self._pulse = now, None
            self._infos.clear()
            self._views.clear()
