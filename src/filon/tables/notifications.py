"""Notifications of absent people whose turn it is, once a turn (ADR 45)."""

from filon.tables.services import Services
from filon.tables.table import Table

GRACE = 30.0  # seconds a person may be away: a page that is loaded again is no absence


class Notifications:
    """Looks for absent people at one table, in one process."""

    def __init__(self, table: Table, services: Services) -> None:
        self.table = table
        self._notify = services.notify
        self._clock = services.clock
        self._missed: dict[int, tuple[int, float]] = {}  # at which version, and since when
        self._notified: dict[int, int] = {}  # at which version

    def next(self, v: int) -> tuple[float, int] | None:
        """Seconds until a person is notified, and their seat; None: no seat is missed."""
        if self._notify is None:
            return None
        waiting, now = self.table.pacing.waiting(), self._clock.steady()
        absent = {
            seat for seat in waiting.seats if seat not in waiting.ready and self._absent(seat)
        }
        # A person who was here since may be notified again; the store knows who was.
        self._notified = {seat: at for seat, at in self._notified.items() if seat in absent}
        missed = {seat for seat in absent if self._notified.get(seat) != v}
        before = self._missed
        self._missed = {
            seat: before[seat] if before.get(seat, (-1, 0))[0] == v else (v, now) for seat in missed
        }
        ends = [(max(0.0, since + GRACE - now), seat) for seat, (_, since) in self._missed.items()]
        return min(ends, default=None)

    async def notify(self, v: int, seat: int) -> None:
        """Tell their device, unless something changed meanwhile."""
        match, notify = self.table.match, self._notify
        self._notified[seat] = v
        if match is not None and match.v == v and notify is not None and self._absent(seat):
            device = self.table.row.seats[seat].device
            await notify(device, match.header.match_id, seat, v)

    def _absent(self, seat: int) -> bool:
        who = self.table.row.seats[seat]
        played = who.kind == "person" and not self.table.seats.level(seat)
        return played and bool(who.device) and not self.table.clocks.present(seat)
