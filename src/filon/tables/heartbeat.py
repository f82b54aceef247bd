"""Whether anybody serves: while nobody does, no clock runs."""

import asyncio
import contextlib
from collections.abc import Mapping

from filon.match.clocks import NOBODY, Mark
from filon.store.contract import Unavailable
from filon.tables.services import Services
from filon.tables.table import Table

ALIVE = 5.0  # seconds between saying so
MARK = "alive"


class Vigil:
    """Says now and then that this process serves tables with clocks."""

    def __init__(self, services: Services, tables: Mapping[str, Table]) -> None:
        self.services = services
        self.tables = tables

    async def begin(self) -> None:
        """Note for how long nobody served; other processes may have, and said so."""
        store, now = self.services.store, self.services.clock.now()
        told = await store.meta(MARK)
        gap = 2000 * ALIVE if self.services.bus.shared else 0
        if told and now - int(told) > gap:
            down = Mark("", 0, NOBODY, "down", int(told))
            await store.add_marks([down, Mark("", 0, NOBODY, "up", now)])
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
        if any(table.account() is not None for table in self.tables.values()):
            with contextlib.suppress(Unavailable, OSError):
                await self.services.store.set_meta(MARK, str(self.services.clock.now()))
