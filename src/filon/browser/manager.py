"""The tables of one device: stored in the browser, driven by the tab that shows them."""

import contextlib
import secrets
from collections.abc import Mapping, Sequence

from filon.browser.brain import DeviceBrain
from filon.core.errors import Refusal
from filon.match.codes import new_id
from filon.match.seating import Seat
from filon.match.settings import TableSettings
from filon.store.browser import BrowserStore
from filon.store.bus import Bus
from filon.store.contract import Conflict
from filon.tables.manager import TableManager
from filon.tables.table import Table

MARK = "here"  # ids of a device's own tables begin so: no server gives one of that length
PACES = "paces"  # how quick the levels were here


def device_id() -> str:
    """The name of a table that no server knows."""
    return MARK + new_id()


class BrowserTableManager(TableManager):
    """Tables of this device alone; only those that a page shows go on."""

    def __init__(self, store: BrowserStore, bus: Bus, brain: DeviceBrain, tab: str = "") -> None:
        super().__init__(store, bus, brain, secrets.token_bytes(32), new_id=device_id)
        self.brain = brain
        if tab:  # the same after a reload: what it drove it goes on with at once
            self.leases.owner = tab

    async def create(
        self,
        game: str,
        options: Mapping[str, object],
        seats: Sequence[Seat],
        settings: TableSettings,
    ) -> Table:
        """A new table of this device: it has no spectators, no lobby, and no clock.

        A clock would run while the page is closed, and take the seat of an absent person.
        """
        alone = settings.changed(clock="none", spectators=False, listed=False, delay=0)
        return await super().create(game, options, seats, alone)

    async def open(self) -> None:
        """Listen to other tabs; a table goes on only once a page shows it."""
        await self.services.bus.open(self._on_message)
        self.brain.remember(await self.store.meta(PACES))
        self.brain.noted = lambda text: self._spawn(self._remember(text))
        self._spawn(self._sweep())
        self._spawn(self.leases.renew())

    async def _remember(self, paces: str) -> None:
        with contextlib.suppress(Refusal, Conflict):  # it only saves time
            await self.store.set_meta(PACES, paces)
