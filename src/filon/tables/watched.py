"""Who looks at a table in this process: people at their seats, the host, spectators."""

import asyncio
from abc import ABC
from collections.abc import Callable

from filon.match.header import Header
from filon.match.pace import Bounds
from filon.match.seating import Row
from filon.store.contract import TableStore
from filon.tables.clocked import Clocked
from filon.tables.time_source import Clock

CROWD = 1.0  # seconds between telling how many look on


class Watched(Clocked, ABC):
    """A table that tells whoever watches, and wakes whoever drives it."""

    def __init__(
        self, clock: Clock, row: Row, header: Header, bounds: Bounds, store: TableStore
    ) -> None:
        super().__init__(clock, row, header, bounds, store)
        self.watchers: dict[Callable[[], None], str] = {}  # with the session that looks, if any
        self._host_keys: dict[Callable[[], None], str] = {}  # what their cookies say
        self._guests: dict[Callable[[], None], str] = {}  # those who only look on, and their names
        self._crowd: asyncio.TimerHandle | None = None
        self.changes = 0  # how often it was told that something changed
        self.arranged = 0  # of these: not only steps of the game, who plays it and how too
        self.wake: Callable[[], None] = _nobody  # whoever drives the table puts its own here

    def watch(
        self,
        watcher: Callable[[], None],
        session: str = "",
        host_key: str = "",
        promises: frozenset[str] = frozenset(),
        name: str = "",
    ) -> None:
        """Call the watcher after every change; a session is shown as being here.

        For the sessions in `promises` its device can promise numbers for the dice; who only looks
        on may be shown under a name.
        """
        self.watchers[watcher] = session
        self._host_keys[watcher] = host_key
        self._guests.pop(watcher, None)
        if not session and host_key != self.row.host:
            self._guests[watcher] = name
        if promises:
            self.agreeing.arrives(watcher, promises)
        self._came(session or host_key)

    def unwatch(self, watcher: Callable[[], None]) -> None:
        """Stop calling it."""
        host_key = self._host_keys.pop(watcher, "")
        self.agreeing.leaves(watcher)
        self._guests.pop(watcher, None)
        session = self.watchers.pop(watcher, None)
        if session is not None:
            seat = self.row.seat_of(session)
            if seat is not None and not self.here(seat):
                self._left.add(seat)
            self._came(session or host_key)

    def guests(self) -> list[str]:
        """Those who only look on (at this process): their names, empty where they gave none."""
        return list(self._guests.values())

    def here(self, seat: int) -> bool:
        """Whether the person of a seat is connected (to this process)."""
        session = self.row.seats[seat].session
        return bool(session) and session in self.watchers.values()

    def host_here(self) -> bool:
        """Whether the host is connected (to this process)."""
        return self.row.host in (*self._host_keys.values(), *self.watchers.values())

    def _came(self, who: str) -> None:
        """Somebody came or left; of spectators all are told together, once in a while: each by
        itself would be a thousand times a thousand messages."""
        if who:
            self._changed()
            return
        self.wake()
        if self._crowd is None:
            self._crowd = asyncio.get_running_loop().call_later(CROWD, self._crowded)

    def _crowded(self) -> None:
        self._crowd = None
        if self.watchers:
            self._changed()

    def _spoken(self) -> None:
        """Tell whoever watches; the game goes on as if nothing was said."""
        for watcher in list(self.watchers):
            watcher()

    def _changed(self, stepped: bool = False) -> None:
        """Wake whoever drives and tell whoever watches; `stepped`: the game alone went on."""
        self.changes += 1
        self.arranged += not stepped
        self.wake()
        for watcher in list(self.watchers):
            watcher()


def _nobody() -> None:
    """Nobody drives this table."""
