"""Who looks at a table in this process: people at their seats, the host, spectators."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from filon.tables.time_source import Clock

if TYPE_CHECKING:
    from filon.tables.table import Table

SPECTATORS = 1.0  # seconds between telling how many look on
Watcher = Callable[[], None]


class TablePresence:
    """Knows who is connected, calls each watcher after a change, and wakes the table's driver."""

    def __init__(self, table: "Table", clock: Clock) -> None:
        self._table = table
        self.watchers: dict[Watcher, str] = {}  # with the session that looks, if any
        self.left: set[int] = set()  # seats whose last device left this process
        self.changes = 0  # how often something changed
        self.arranged = 0  # of these: not only steps of the game
        self.wake: Watcher = _no_driver  # the table's driver puts its own here
        self._clock = clock
        self.host_seen = clock.steady()
        self.host_announced = self.host_seen - 3600  # to other processes
        self._host_keys: dict[Watcher, str] = {}  # what their cookies say
        self._guests: dict[Watcher, str] = {}  # those who only look on, and their names
        self._timer: asyncio.TimerHandle | None = None

    def watch(
        self,
        watcher: Watcher,
        session: str = "",
        host_key: str = "",
        promises: frozenset[str] = frozenset(),
        name: str = "",
    ) -> None:
        """Call the watcher after every change; a session is shown as being here.

        For the sessions in `promises` its device can promise numbers for the dice. A spectator
        may be shown under a name.
        """
        self.watchers[watcher] = session
        self._host_keys[watcher] = host_key
        self._guests.pop(watcher, None)
        if not session and host_key != self._table.row.host:
            self._guests[watcher] = name
        if promises:
            self._table.starting.devices.arrives(watcher, promises)
        self._came(session or host_key)

    def unwatch(self, watcher: Watcher) -> None:
        """Stop calling it."""
        host_key = self._host_keys.pop(watcher, "")
        self._table.starting.devices.leaves(watcher)
        self._guests.pop(watcher, None)
        session = self.watchers.pop(watcher, None)
        if session is not None:
            seat = self._table.row.seat_of(session)
            if seat is not None and not self.here(seat):
                self.left.add(seat)
            self._came(session or host_key)

    def guests(self) -> list[str]:
        """The spectators of this process: their names, empty where they gave none."""
        return list(self._guests.values())

    def here(self, seat: int) -> bool:
        """Whether the person of a seat is connected (to this process)."""
        session = self._table.row.seats[seat].session
        return bool(session) and session in self.watchers.values()

    def host_here(self) -> bool:
        """Whether the host is connected (to this process)."""
        return self._table.row.host in (*self._host_keys.values(), *self.watchers.values())

    def host_came(self) -> None:
        """The host is here now, if only for a moment."""
        self.host_seen = self._clock.steady()

    def publish(self, stepped: bool = False) -> None:
        """Wake the driver and call all watchers; `stepped`: the game alone went on."""
        self.changes += 1
        self.arranged += not stepped
        self.wake()
        self.call_watchers()

    def call_watchers(self) -> None:
        """Call all watchers; the game goes on as if nothing had changed."""
        for watcher in list(self.watchers):
            watcher()

    def _came(self, who: str) -> None:
        """A device came or left. Spectators are counted together, once in a while: each by itself
        would be a thousand times a thousand messages."""
        if who:
            self.publish()
            return
        self.wake()
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SPECTATORS, self._count_again)

    def _count_again(self) -> None:
        self._timer = None
        if self.watchers:
            self.publish()


def _no_driver() -> None:
    """This table has no driver."""
