"""Clean-up of tables: closes abandoned ones, and finds a new host where the host is gone."""

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

from filon.core.errors import Refusal
from filon.match import seating
from filon.store.contract import Conflict, TableStore, Unavailable
from filon.tables.edit import write_unread
from filon.tables.services import Services
from filon.tables.table import Table

WAITING = 24 * 3600.0  # seconds a table waits without a watcher
HOST_AWAY = 180.0  # seconds without the host before another person is, while nothing is played
HOST_AWAY_LIVE = 3600.0  # in a game that is played at one sitting
HOST_AWAY_DAYS = 24 * 3600.0  # in one that is played by the day
HOST_ANNOUNCED = 60.0  # seconds between telling other processes that the host is at this one
AT_ONCE = 100  # tables closed in one round


class Janitor:
    """Looks at the tables of one process; what it does is an ordinary change of a table."""

    def __init__(
        self,
        store: TableStore,
        services: Services,
        tables: Mapping[str, Table],
        find: Callable[[str], Awaitable[Table]],
        waiting: float = WAITING,
    ) -> None:
        self.store = store
        self.services = services
        self.tables = tables
        self.find = find
        self.waiting = waiting

    async def sweep(self) -> None:
        """One sweep over all tables; a database outage is ignored."""
        with contextlib.suppress(Unavailable):
            for table in list(self.tables.values()):
                if table.presence.watchers:
                    with contextlib.suppress(Refusal):  # another process was first
                        await self._stay(table)
                        await self._host(table)
            await self._expire()

    async def _stay(self, table: Table) -> None:
        """A person waits here: the table counts as used, for other processes too."""
        age = self.services.clock.now() - table.row.changed
        if table.row.phase == "waiting" and age > self.waiting * 500:
            await table.seats.change(lambda row: row)

    async def _expire(self) -> None:
        """Close tables that waited long without a watcher: their codes can be said again."""
        now = self.services.clock.now()
        before = now - int(self.waiting * 1000)
        for row in (await self.store.idle(before, ("waiting",)))[:AT_ONCE]:
            with contextlib.suppress(Refusal, Conflict):  # another process was first
                try:
                    table = await self.find(row.id)
                except Refusal:  # its game or edition is not known any more: it keeps no place here
                    await write_unread(self.store, replace(seating.close(row), changed=now))
                    continue
                if not table.presence.watchers and table.row.changed < before:
                    await table.seats.change(seating.close)

    async def _host(self, table: Table) -> None:
        """The longest-seated person who is here becomes host when the host is nowhere."""
        now = self.services.clock.steady()
        if table.presence.host_here():
            table.presence.host_came()
            await self._tell_others(table, now)
            return
        away = patience(table)
        if now - table.presence.host_seen < min(away, HOST_AWAY):
            return
        if await self._host_seen(table, away):
            return
        here = [seat for seat in range(len(table.row.seats)) if table.presence.here(seat)]
        if here and table.row.phase != "closed" and not table.row.script:
            successor = min(here, key=lambda seat: (table.row.seats[seat].since, seat))
            await table.seats.change(partial(seating.hand_over, seat=successor))
            table.presence.host_came()

    # ---- several processes: the host may be connected to another one ---------------------------

    async def _tell_others(self, table: Table, now: float) -> None:
        seated = [seat for seat, who in enumerate(table.row.seats) if who.session]
        away = any(not table.presence.here(seat) for seat in seated)
        played = table.row.phase == "playing"  # then it must be known after a restart too
        late = now - table.presence.host_announced >= HOST_ANNOUNCED
        if late and (played or (self.services.bus.shared and away)):
            table.presence.host_announced = now
            await self.store.set_meta(_mark(table), str(self.services.clock.now()))

    async def _host_seen(self, table: Table, away: float) -> bool:
        """Whether the host was seen lately, by whichever process and before whichever restart."""
        if not self.services.bus.shared and table.row.phase != "playing":
            return False
        seen = await self.store.meta(_mark(table))
        since = int(seen) if seen else table.row.changed if table.row.phase == "playing" else 0
        return self.services.clock.now() - since < away * 1000


def patience(table: Table) -> float:
    """Seconds a table goes without its host before another person is."""
    if table.row.phase != "playing":
        return HOST_AWAY
    return HOST_AWAY_DAYS if table.row.settings.clock == "days" else HOST_AWAY_LIVE


def _mark(table: Table) -> str:
    return f"host {table.row.id}"
