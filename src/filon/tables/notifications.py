"""Whom a table waits for without their being here: they are called, once a turn (ADR 45)."""

from filon.tables.table import Table

GRACE = 30.0  # seconds somebody may be away: a page that is loaded again is no absence


class Calling:
    """Looks for absent people at one table, in one process."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._missed: dict[int, tuple[int, float]] = {}  # at which version, and since when
        self._called: dict[int, int] = {}  # at which version

    def next(self, v: int) -> tuple[float, int] | None:
        """Seconds until somebody is called, and their seat; None: nobody is missed."""
        if self.table.services.call is None:
            return None
        waiting, now = self.table.waiting(), self.table.clock.steady()
        asked = [seat for seat in waiting.seats if seat not in waiting.ready]
        absent = {seat for seat in asked if self._absent(seat)}
        # Who was here since may want to be called by now; the store knows who was.
        self._called = {seat: at for seat, at in self._called.items() if seat in absent}
        missed = {seat for seat in absent if self._called.get(seat) != v}
        before = self._missed
        self._missed = {
            seat: before[seat] if before.get(seat, (-1, 0))[0] == v else (v, now) for seat in missed
        }
        ends = [(max(0.0, since + GRACE - now), seat) for seat, (_, since) in self._missed.items()]
        return min(ends, default=None)

    async def call(self, v: int, seat: int) -> None:
        """Tell their device, unless something changed meanwhile."""
        match, tell = self.table.match, self.table.services.call
        self._called[seat] = v
        if match is not None and match.v == v and tell is not None and self._absent(seat):
            device = self.table.row.seats[seat].device
            await tell(device, match.header.match_id, seat, v)

    def _absent(self, seat: int) -> bool:
        who = self.table.row.seats[seat]
        played = who.kind == "person" and not self.table.level(seat)
        return played and bool(who.device) and not self.table.present(seat)
