"""All tables of one process: made, loaded when needed, put away when no device watches."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from filon import bots
from filon.challenge.day import Challenge
from filon.core.errors import Refusal
from filon.core.record import Record
from filon.log import get_logger, place
from filon.match import beginning, codes, script, seating
from filon.match.header import match_id, prepared
from filon.match.match import Match
from filon.match.pace import BOUNDS, Bounds
from filon.match.seating import Row, Seat
from filon.match.settings import TableSettings
from filon.store.bus import Bus
from filon.store.contract import Conflict, Store, Unavailable
from filon.tables.driver import Driver
from filon.tables.edit import TableState
from filon.tables.heartbeat import Heartbeat
from filon.tables.janitor import WAITING, Janitor
from filon.tables.leases import Leases
from filon.tables.seats import DEFAULT_LEVEL
from filon.tables.services import LuckMaker, Notify, Services
from filon.tables.table import Table
from filon.tables.time_source import Clock
from filon.thinking.brain import Brain

log = get_logger()
SWEEP = 15.0  # seconds between looking for lost messages and tables to put away
UNRENEWED = "unrenewed"  # the mark that lists the tables of a back-up that lack their new dice
KEEP = 256  # idle tables that stay in memory


class TableManager:
    """Finds a table by its id; the same object for all who ask in this process."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        brain: Brain,
        secret: bytes,
        clock: Clock | None = None,
        luck: LuckMaker | None = None,
        bounds: Bounds = BOUNDS,
        waiting: float = WAITING,
        notify: Notify | None = None,
        new_id: Callable[[], str] = codes.new_id,
    ) -> None:
        clock = clock or Clock()
        listener = self._on_message
        self.store = store
        self.services = Services(bus, brain, clock, secret, listener, luck, bounds, notify)
        self.leases = Leases(store, clock)
        self.new_id = new_id
        self.tables: dict[str, Table] = {}
        self.heartbeat = Heartbeat(store, self.services, self.tables)
        self.janitor = Janitor(store, self.services, self.tables, self.table, waiting)
        self._drivers: dict[str, Driver] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._unrenewed: set[str] = set()

    async def open(self) -> None:
        """Be ready, and go on with the matches that ran when the last process ended."""
        await self.store.open()
        await self.services.bus.open(self._on_message)
        self.services.brain.warm()
        await self._renew_restored()
        await self.heartbeat.begin()
        self._spawn(self._resume())
        self._spawn(self.heartbeat.keep())
        self._spawn(self._sweep())
        self._spawn(self.leases.renew())

    async def close(self) -> None:
        """Stop driving; everything is stored already."""
        for task in list(self._tasks):
            task.cancel()
        for driver in list(self._drivers.values()):
            await driver.stop()
        self.services.brain.close()
        await self.leases.release()
        await self.heartbeat.end()
        await self.services.bus.close()
        await self.store.close()

    async def table(self, table_id: str) -> Table:
        """A table by its id; Refusal `no_table`."""
        table = self.tables.get(table_id)
        if table is not None:
            return table
        if not codes.is_id(table_id):  # some databases refuse such a text
            raise Refusal("no_table")
        loading = self._loading.get(table_id)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table_id))
            self._loading[table_id] = loading
        return await asyncio.shield(loading)

    def keep(self, table: Table) -> Table:
        """Register the table and give it a driver; the registered one if there is one already."""
        registered = self.tables.setdefault(table.row.id, table)
        if table.row.id not in self._drivers:
            self._drivers[table.row.id] = Driver(registered, self.services, self.leases)
        return registered

    async def _load(self, table_id: str) -> Table:
        try:
            listed = table_id in self._unrenewed
            table = self.keep(await self._renewed(table_id))
            if listed:
                await self._list_unrenewed()
            table.presence.wake()
            return table
        finally:
            self._loading.pop(table_id, None)

    async def create(
        self,
        game: str,
        options: Mapping[str, object],
        seats: Sequence[Seat],
        settings: TableSettings,
    ) -> Table:
        """A new table that waits; Refusal for a game, option or count that cannot be."""
        row = seating.new_table(game, options, seats, settings)
        return await self._place(row, coded=True)

    async def guided(self, game: str, pace: str, name: str, device: str) -> Table:
        """A guided first game, for one person, begun."""
        guide = script.load(game)
        seats = [Seat("bot", called, DEFAULT_LEVEL) for called in guide.names]
        seats[guide.seat] = seating.new_seat("mine", name, "", device)
        settings = TableSettings().changed(pace=pace, spectators=False, talk="off")
        setup = guide.setup
        row = seating.new_table(
            game, setup.options, seats, settings, script=game, edition=setup.edition
        )
        table = await self._place(row, coded=False)
        await table.starting.start([], "")
        return table

    async def challenge(self, task: Challenge, pace: str, name: str, device: str) -> Table:
        """A run of a day's challenge, for one person, begun."""
        seats = [Seat("bot", "", bots.DAILY) for _ in range(task.setup.players)]
        seats[task.seat] = seating.new_seat("mine", name, "", device)
        settings = TableSettings().changed(pace=pace, talk="off")
        setup = task.setup
        row = seating.new_table(setup.game, setup.options, seats, settings, edition=setup.edition)
        record = Record(setup, [], task.origin.notes())
        table = await self._place(row, coded=False, record=record)
        await table.starting.start([], "")
        return table

    async def fork(
        self, record: Record, pace: str, seats: Sequence[Seat], spectators: bool = True
    ) -> Table:
        """A new table whose first match goes on where this forked record ends; it waits."""
        setup = record.setup
        people = sum(seat.kind != "bot" for seat in seats)
        settings = TableSettings().changed(
            pace=pace, spectators=spectators, clock="relaxed" if people > 1 else "none"
        )
        row = seating.new_table(setup.game, setup.options, seats, settings, edition=setup.edition)
        return await self._place(row, coded=True, record=record)

    async def _place(self, row: Row, coded: bool, record: Record | None = None) -> Table:
        store, now = self.store, self.services.clock.now()
        for attempt in range(20):
            code = codes.new_code(attempt) if coded else ""
            row = replace(row, id=self.new_id(), code=code, changed=now)
            header = prepared(row.id, 1)
            with contextlib.suppress(Conflict):
                if record is not None:
                    header = replace(header, origin=beginning.fork_origin(record))
                    # First: a table that is there has all its steps.
                    steps = beginning.fork_entries(record, now)
                    if steps:
                        await store.append(header.match_id, steps)
                await store.create(row, header)
                return self.keep(Table(self.store, self.services, TableState(row, header)))
        raise Refusal("busy")

    async def by_code(self, said: str) -> Table:
        """The table a code names, while it waits; Refusal `code`."""
        code = codes.read_code(said)
        table_id = await self.store.by_code(code) if code.isprintable() else None
        if table_id is None:
            raise Refusal("code", code=said[:40])
        return await self.table(table_id)

    async def of_device(self, device: str) -> list[Table]:
        """The tables a device sits at, the last changed first."""
        tables = []
        for row in await self.store.by_device(device):
            with contextlib.suppress(Refusal):  # its game or edition is known here no more
                tables.append(await self.table(row.id))
        return tables

    async def forget(self, table: Table) -> None:
        """Take a table away with all that belongs to it."""
        driver = self._drivers.pop(table.row.id, None)
        if driver is not None:
            await driver.stop()
        self.tables.pop(table.row.id, None)
        await self.store.remove(table.row.id)

    async def forget_match(
        self, table_id: str, number: int, person: str, devices: Iterable[str]
    ) -> None:
        """A finished match leaves a person's history; Refusal `no_match` if it is not in it.

        A table that is over goes with its last remembered match, if no other person sits there.
        """
        store, own = self.store, {"", *devices}
        known = codes.is_id(table_id)  # some databases refuse such a text
        if not known or not await store.remove_result(match_id(table_id, number), person):
            raise Refusal("no_match", match=number)
        if await store.has_results(table_id):
            return
        with contextlib.suppress(Refusal):  # the table may have gone long before
            table = await self.table(table_id)
            over = table.row.phase in ("over", "closed")
            if over and all(who.device in own for who in table.row.seats):
                await self.forget(table)

    async def match(
        self, table: Table, match_number: int | None, seat: int | None
    ) -> tuple[Match, int]:
        """The present match (None) or an earlier one as a seat or a spectator has it, with its
        number; Refusal `no_match`."""
        present = table.row.match_number
        if match_number is None or match_number == present:
            return table.views.match_for(seat), present
        header = await self.store.header(match_id(table.row.id, match_number))
        if header is None or header.setup is None or match_number > present:
            raise Refusal("no_match", match=match_number)
        match = Match(header)
        match.absorb(await self.store.entries(header.match_id, 0))
        return match, match_number

    # ---- in the background ---------------------------------------------------------------------

    def _on_message(self, message: str) -> None:
        """Another process says that a table changed."""
        table_id, _, topic = message.partition(" ")
        table = self.tables.get(table_id)
        if table is None or (topic == "talk" and not table.chat.read):
            return
        read = {"talk": self._listen, "step": self._follow}.get(topic, self._refresh)
        self._spawn(read(table))

    async def _listen(self, table: Table) -> None:
        with contextlib.suppress(Unavailable, OSError):
            await table.chat.listen()

    async def _follow(self, table: Table) -> None:
        with contextlib.suppress(Unavailable, Refusal, OSError):
            await table.refresh(only_steps=True)

    async def _refresh(self, table: Table) -> None:
        with contextlib.suppress(Unavailable, Refusal, OSError):
            await table.refresh()

    async def _renew_restored(self) -> None:
        """After a back-up was put in place: running matches get new dice before any draw.

        Tables that cannot be read now are listed, and get theirs once they can be.
        """
        store = self.store
        restored = await store.meta("restored")
        listed = await store.playing() if restored else (await store.meta(UNRENEWED)).split()
        self._unrenewed = set(listed)
        for table_id in listed:
            try:
                await self._renewed(table_id)
            except Exception as fault:
                log.error("restored", table=table_id, **place(fault))
        if listed:
            await self._list_unrenewed()
        if restored:
            await store.set_meta("restored", "")

    async def _renewed(self, table_id: str) -> Table:
        """Load a table; one that was listed after a back-up gets its new dice first."""
        table = await Table.load(self.store, self.services, table_id)
        if table_id in self._unrenewed:
            if table.row.phase == "playing":
                await table.starting.restored()
            self._unrenewed.discard(table_id)
        return table

    async def _list_unrenewed(self) -> None:
        await self.store.set_meta(UNRENEWED, " ".join(sorted(self._unrenewed)))

    async def _resume(self) -> None:
        for table_id in await self.store.playing():
            try:
                await self.table(table_id)
            except Exception as fault:
                log.error("resume", table=table_id, **place(fault))

    async def _sweep(self) -> None:
        """Messages may be lost: what is watched is read again now and then."""
        while True:
            await asyncio.sleep(SWEEP + secrets.randbelow(1000) / 1000)
            try:
                await self.janitor.sweep()
            except Exception as fault:  # one table must not end the care of all others
                log.error("round", **place(fault))
            idle = []
            for table in list(self.tables.values()):
                if table.presence.watchers:
                    if self.services.bus.shared:  # else no other process writes
                        await self._refresh(table)
                elif self._drivers[table.row.id].idle and not table.busy:
                    idle.append(table)
            for table in idle[: max(0, len(idle) - KEEP)]:
                del self.tables[table.row.id], self._drivers[table.row.id]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
