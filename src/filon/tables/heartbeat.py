"""Whether a process serves: while none does, no clock runs."""

import asyncio
import contextlib
from collections.abc import Mapping

from filon.match.clocks import NOBODY, Mark
from filon.store.contract import Change, TableStore, Unavailable
from filon.tables.services import Services
from filon.tables.table import Table

ALIVE = 5.0  # seconds between saying so
MARK = "alive"


class Heartbeat:
    """Says now and then that this process serves tables with clocks."""

    def __init__(self, store: TableStore, services: Services, tables: Mapping[str, Table]) -> None:
        self.store = store
        self.services = services
        self.tables = tables

    async def begin(self) -> None:
        """Note for how long no process served; another one may have, and said so."""
        store, now = self.store, self.services.clock.now()
        before = await store.meta(MARK)
        gap = 2000 * ALIVE if self.services.bus.shared else 0
        if before and now - int(before) > gap:
            down = Mark("", 0, NOBODY, "down", int(before))
            await store.write(Change("", marks=[down, Mark("", 0, NOBODY, "up", now)]))
            await store.set_meta(MARK, str(now))

    async def keep(self) -> None:
        """For ever: say that this process serves, while there is a clock to keep."""
        while True:
            await self.say()
            await asyncio.sleep(ALIVE)

    async def end(self) -> None:
        """The last word of this process."""
        await self.say()

    async def say(self) -> None:
        """Only where it matters: a server without clocks has nothing to say."""
        if any(table.clocks.account() is not None for table in self.tables.values()):
            with contextlib.suppress(Unavailable, OSError):
                await self.store.set_meta(MARK, str(self.services.clock.now()))
