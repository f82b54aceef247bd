"""Devices that can promise numbers for the dice, and the start they are agreeing on."""

import asyncio
from collections.abc import Callable

from filon.core.errors import Refusal
from filon.match.handshake import COMMIT, OPEN, Handshake
from filon.match.header import Header
from filon.match.seating import Row
from filon.tables.time_source import Clock

Watcher = Callable[[], None]


class CommitReveal:
    """The devices connected to this process; those at another one promise nothing (ADR 17)."""

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self.clock = clock
        self.handshake: Handshake | None = None
        self._changed = changed
        self._devices: dict[Watcher, frozenset[str]] = {}  # the sessions of each
        self._news = asyncio.Event()

    def arrives(self, watcher: Watcher, sessions: frozenset[str]) -> None:
        """A device follows the table and can promise for the seats it holds."""
        self._devices[watcher] = sessions

    def leaves(self, watcher: Watcher) -> None:
        """It does not any more."""
        self._devices.pop(watcher, None)

    def seats(self, row: Row) -> frozenset[int]:
        """The seats whose devices can promise now; none in a guided game, which is scripted."""
        if row.script:
            return frozenset()
        here = frozenset[str]().union(*self._devices.values())
        people = (seat for seat, who in enumerate(row.seats) if who.kind == "person")
        return frozenset(seat for seat in people if row.seats[seat].session in here)

    def begin(self, header: Header, seats: frozenset[int], late: tuple[int, ...]) -> Handshake:
        """Ask these seats' devices; Refusal `starting` if they are being asked already."""
        self.free()
        self.handshake = Handshake(header, seats, late)
        return self.handshake

    def free(self) -> None:
        """Refusal `starting` while a start is being agreed on."""
        if self.handshake is not None:
            raise Refusal("starting")

    async def agree(self) -> None:
        """Wait for promises, show the list, wait for openings: as long as each may take."""
        shake = self._present()
        for seconds in (COMMIT, OPEN):
            self._changed()
            end = self.clock.steady() + seconds
            while not shake.settled and (left := end - self.clock.steady()) > 0:
                self._news.clear()
                await self.clock.until(self._news, left)
            shake.close()

    def end(self) -> None:
        """Agreed or cancelled."""
        self.handshake = None

    def commit(self, seat: int, round: str, promise: str) -> None:
        """The device of a seat promises; Refusal `handshake` if it was not asked, or too late."""
        self._present().commit(seat, round, promise)
        self._news.set()

    def open(self, seat: int, round: str, opening: str) -> None:
        """The device of a seat opens what it promised."""
        self._present().open(seat, round, opening)
        self._news.set()

    def _present(self) -> Handshake:
        if self.handshake is None:
            raise Refusal("handshake")
        return self.handshake
