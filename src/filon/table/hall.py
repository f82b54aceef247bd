"""All tables of one process: made, loaded when asked for, put away when nobody looks."""

import asyncio
import contextlib
import secrets
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any

import structlog

from filon import games
from filon.core.errors import Refusal
from filon.table.brain import Brain
from filon.table.clock import Clock
from filon.table.driver import Driver
from filon.table.fault import place
from filon.table.match import codes, script, seating
from filon.table.match.pace import PACES
from filon.table.match.seating import Row, Seat
from filon.table.store.bus import Bus
from filon.table.store.contract import Conflict, Store, Unavailable
from filon.table.table import DEFAULT_LEVEL, House, LuckMaker, Table, fresh_header

log = structlog.get_logger()
SWEEP = 15.0  # seconds between looking for lost messages and tables to put away
KEEP = 256  # idle tables that stay in memory


class Hall:
    """Finds a table by its id; the same object for all who ask in this process."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        brain: Brain,
        secret: bytes,
        clock: Clock | None = None,
        luck: LuckMaker | None = None,
    ) -> None:
        self.house = House(store, bus, brain, clock or Clock(), secret, self._heard, luck)
        self.tables: dict[str, Table] = {}
        self._drivers: dict[str, Driver] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Be ready, and go on with the matches that ran when the last process ended."""
        await self.house.store.open()
        await self.house.bus.open(self._heard)
        self.house.brain.warm()
        self._spawn(self._resume())
        self._spawn(self._sweep())

    async def close(self) -> None:
        """Stop driving; everything is stored already."""
        for task in list(self._tasks):
            task.cancel()
        for driver in list(self._drivers.values()):
            await driver.stop()
        self.house.brain.close()
        await self.house.bus.close()
        await self.house.store.close()

    async def table(self, number: str) -> Table:
        """A table by its id; Refusal `no_table`."""
        found = self.tables.get(number)
        if found is not None:
            return found
        loading = self._loading.get(number)
        if loading is None:
            loading = asyncio.ensure_future(self._load(number))
            self._loading[number] = loading
        return await asyncio.shield(loading)

    def keep(self, table: Table) -> Table:
        """Have it driven and found; the one that is here already, if there is one."""
        kept = self.tables.setdefault(table.row.id, table)
        if table.row.id not in self._drivers:
            self._drivers[table.row.id] = Driver(kept)
        return kept

    async def _load(self, number: str) -> Table:
        try:
            table = await Table.load(self.house, number)
            self.keep(table).wake()
            return table
        finally:
            self._loading.pop(number, None)

    async def create(
        self,
        game: str,
        options: Mapping[str, object],
        pace: str,
        seats: Sequence[Seat],
        spectators: bool,
    ) -> Table:
        """A new table that waits; Refusal for a game, option or count that cannot be."""
        spec = games.load(game)
        seating.check_count(spec, seats)
        if pace not in PACES:
            raise Refusal("message")
        row = Row(
            id="",
            rev=1,
            game=game,
            options=spec.agree(options),
            pace=pace,
            spectators=spectators,
            phase="waiting",
            match=1,
            code="",
            host=seating.fresh(),
            seats=tuple(seats),
            nonce=seating.fresh(),
            changed=self.house.clock.now(),
        )
        return await self._keep(row, coded=True)

    async def guided(self, game: str, pace: str, name: str, device: str) -> Table:
        """A guided first game, for one person, begun."""
        told = script.load(game)
        seats = [Seat("bot", told.names[number], DEFAULT_LEVEL) for number in range(told.players)]
        mine = seating.new_seat("mine", name, "", device)
        seats[told.seat] = mine
        row = Row(
            id="",
            rev=1,
            game=game,
            options=dict(told.options),
            pace=pace,
            spectators=False,
            phase="waiting",
            match=1,
            code="",
            host=seating.fresh(),
            seats=tuple(seats),
            script=game,
            nonce=seating.fresh(),
            changed=self.house.clock.now(),
        )
        return await self._keep(row, coded=False)

    async def _keep(self, row: Row, coded: bool) -> Table:
        for _ in range(20):
            row = replace(row, id=codes.new_id(), code=codes.new_code() if coded else "")
            header = fresh_header(row.id, 1, row.game)
            with contextlib.suppress(Conflict):
                await self.house.store.create(row, header)
                return self.keep(Table(self.house, row, header))
        raise Refusal("busy")

    async def by_code(self, said: str) -> Table:
        """The table a code names, while it waits; Refusal `code`."""
        found = await self.house.store.by_code(codes.read_code(said))
        if found is None:
            raise Refusal("code", code=said[:40])
        return await self.table(found)

    # ---- in the background ---------------------------------------------------------------------

    def _heard(self, number: str) -> None:
        table = self.tables.get(number)
        if table is not None:
            self._spawn(self._refresh(table))

    async def _refresh(self, table: Table) -> None:
        with contextlib.suppress(Unavailable, Refusal, OSError):
            await table.refresh()

    async def _resume(self) -> None:
        for number in await self.house.store.playing():
            try:
                await self.table(number)
            except Exception as fault:
                log.error("resume", table=number, **place(fault))

    async def _sweep(self) -> None:
        """Messages may be lost: what is watched is read again now and then."""
        while True:
            await asyncio.sleep(SWEEP + secrets.randbelow(1000) / 1000)
            idle = []
            for table in list(self.tables.values()):
                if table.watchers:
                    await self._refresh(table)
                elif self._drivers[table.row.id].idle and not table.lock.locked():
                    idle.append(table)
            for table in idle[: max(0, len(idle) - KEEP)]:
                del self.tables[table.row.id], self._drivers[table.row.id]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
