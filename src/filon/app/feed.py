"""The feed of a table: one connection that is sent every change, and by which a device acts."""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from typing import Literal

from filon.app import matches, play
from filon.app.context import Context
from filon.app.refusals import refused
from filon.app.serialize import as_json, clocks, due, may_follow, may_watch, pact, ready, talk
from filon.core.errors import Refusal
from filon.log import get_logger, place
from filon.match.seating import Row, clean_name
from filon.protocol.play import (
    Action,
    Call,
    Commit,
    Done,
    Finish,
    FromPage,
    Gone,
    Looked,
    Open,
    Ping,
    Say,
    Sit,
    Throw,
)
from filon.store.contract import Unavailable
from filon.tables.table import Table

log = get_logger()


class Disconnected(Exception):
    """The other side has left."""


class PolicyViolation(Exception):
    """The device broke a rule of the connection: it is sent the refusal, then disconnected."""

    def __init__(self, refusal: Refusal, code: int) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.code = code


class Connection(ABC):
    """What a feed writes to and reads from: a socket of a server, or a port of the page."""

    def __init__(self) -> None:
        self._sending = asyncio.Lock()

    async def put(self, message: bytes) -> None:
        """Send the message, behind those that wait already; Disconnected if the device has left."""
        async with self._sending:
            await self.send(message)

    @abstractmethod
    async def send(self, message: bytes) -> None:
        """Hand a message to the device; Disconnected if it has left."""

    @abstractmethod
    async def receive(self) -> FromPage:
        """The device's next message; Refusal if it is malformed, PolicyViolation if it ends the
        connection, Disconnected if the device has left."""

    @abstractmethod
    async def close(self, code: int = 0) -> None:
        """End the connection from this side, once all was sent."""


class Feed:
    """Follows a table as one seat or as a spectator; slow readers get fewer, newer views."""

    def __init__(
        self,
        context: Context,
        table: Table,
        seat: int | None,
        connection: Connection,
        promises: bool = False,
    ) -> None:
        self.context = context
        self.caller = context.caller
        self.table = table
        self.connection = connection
        self.cache = context.app.cache(table)
        self.session = ""
        self._nonce = ""
        self._promises = promises  # this device can promise numbers for the dice
        self._name = ""  # as a spectator
        self._row_seat: tuple[Row, str, int | None] | None = None  # row, session and its seat
        self._changed = asyncio.Event()
        self._acting = False  # no wake-up for an act of its own: its news goes before the answer
        self._closed = False
        self._handshakes: set[asyncio.Task[None]] = set()
        # What was sent last, of each kind:
        self._sent_version: tuple[int, ...] = ()  # of the message cache
        self._sent_table_version: tuple[int, ...] = ()
        self._sent_table = b""
        self._sent_pact: tuple[object, ...] = ()
        self._sent_view: tuple[int, int] | None = None  # (match number, v)
        self._first_view = True  # nothing of the match was sent yet
        self._sent_ready: list[int] = []
        self._sent_due: float | None = None  # by the table's clock
        self._sent_clocks: tuple[object, ...] = ()
        self._sent_chat = -1  # number of the last chat message; -1: none yet
        self._follow(seat)

    def _follow(self, seat: int | None) -> None:
        """Follow as this seat, which the caller holds, or as a spectator."""
        row = self.table.row
        self.session = "" if seat is None else self.caller.must_hold(row, seat)
        self._nonce = "" if seat is None else row.seats[seat].nonce

    @property
    def seat(self) -> int | None:
        """The seat followed now; it changes when the host swaps seats."""
        row, cached = self.table.row, self._row_seat
        if cached is None or cached[0] is not row or cached[1] != self.session:
            cached = self._row_seat = (row, self.session, row.seat_of(self.session))
        return cached[2]

    @property
    def _delayed(self) -> bool:
        """Whether this is a delayed spectator: clocks and chat would tell too soon."""
        return self.seat is None and self.table.views.behind()

    async def run(self, since: int | None, match_number: int | None) -> None:
        """Run until either side disconnects."""
        if since is not None and match_number in (None, self.table.row.match_number):
            self._sent_view = (self.table.row.match_number, since)
        self._watch()
        sending = asyncio.ensure_future(self._send_news())
        try:
            await self._receive()
        except Disconnected:
            pass
        finally:
            self.table.presence.unwatch(self._wake)
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sending

    def _watch(self) -> None:
        promises = self.caller.sessions if self._promises else frozenset[str]()
        watch = self.table.presence.watch
        watch(self._wake, self.session, self.caller.host_key, promises, self._name)

    def _wake(self) -> None:
        if not self._acting:
            self._changed.set()

    # ---- sending -------------------------------------------------------------------------------

    async def _send(self, message: object) -> None:
        await self.connection.put(as_json(message))

    async def _send_news(self) -> None:
        """Send what has changed, whenever something has."""
        try:
            while not self._closed:
                self._changed.clear()
                await self._news()
                if not self._closed:
                    await self._changed.wait()
        except (Disconnected, RuntimeError, TimeoutError):
            pass
        except Exception as fault:
            log.error("feed", table=self.table.row.id, **place(fault))
        await self.connection.close()

    async def _news(self) -> None:
        version, chat = self.cache.version(), self.table.chat.last
        if version == self._sent_version and self._sent_chat == chat:
            return  # sent already, with the answer to an act of its own
        self._sent_version = version
        table_version = self.cache.table_version()
        if table_version != self._sent_table_version:
            self._sent_table_version = table_version
            await self._table()
        if self.table.match is not None and not self._closed:
            await self._view()
            if not self._delayed:
                await self._clocks()
        if self._sent_chat != self.table.chat.last and not self._closed and not self._delayed:
            await self._chat()
        if self.table.row.phase == "closed" and not self._closed:
            await self._end("closed")

    async def _end(
        self, why: Literal["taken", "removed", "renewed", "no_spectators", "closed"]
    ) -> None:
        """Say why the feed ends, and end it."""
        self._closed = True
        await self._send(Gone(why=why))

    async def _table(self) -> None:
        if self.session and self.seat is None:
            row = self.table.row
            same = [seat for seat in row.seats if seat.nonce == self._nonce]
            if any(seat.session for seat in same):
                await self._end("taken")
            else:
                await self._end("removed" if same or row.phase == "waiting" else "renewed")
            return
        if not self.session and not may_watch(self.table, self.caller):
            await self._end("no_spectators")
            return
        info = self.cache.info(self.caller, self.seat)
        if info != self._sent_table:
            self._sent_table = info
            await self.connection.put(info)
        if self._promises:
            await self._pact()

    async def _pact(self) -> None:
        shake, header = self.table.starting.devices.handshake, self.table.header
        now = (header.pact, header.match_id) if shake is None else (shake.round, shake.closed)
        if now == self._sent_pact:
            return
        self._sent_pact = now
        message = pact(self.table)
        if message is not None:
            await self._send(message)

    async def _view(self) -> None:
        match = self.table.views.match_for(self.seat)
        now, before = (self.table.row.match_number, match.v), self._sent_view
        waiting, deadline = ([], None) if self._delayed else self.cache.pulse()
        if before == now and not self._first_view:
            if waiting != self._sent_ready:
                self._sent_ready = waiting
                await self._send(ready(self.table))
            if deadline != self._sent_due:
                self._sent_due = deadline
                await self._send(due(self.table))
            return
        since = before[1] if before and before[0] == now[0] else None
        if since is None and not self._first_view:
            since = 0  # a new match began: all its events are news
        self._first_view = False
        self._sent_view, self._sent_ready, self._sent_due = now, waiting, deadline
        await self.connection.put(self.cache.view(self.seat, since))

    async def _clocks(self) -> None:
        now = self.table.clocks.version()
        message = None if now == self._sent_clocks else clocks(self.table)
        if message is not None:
            self._sent_clocks = now
            await self._send(message)

    async def _chat(self) -> None:
        """Send the chat messages that are new to this device."""
        live = self._sent_chat >= 0
        if not live and not self.table.chat.read:
            await self.table.chat.refresh()
        since, self._sent_chat = max(self._sent_chat, 0), self.table.chat.last
        if self._sent_chat > since:
            message = talk(self.table, since, live)
            if message.words:
                await self._send(message)

    # ---- receiving -----------------------------------------------------------------------------

    async def _receive(self) -> None:
        while not self._closed:
            try:
                message = await self.connection.receive()
            except Refusal as no:
                await self._refuse(no, None)
                continue
            except PolicyViolation as end:
                await self._refuse(end.refusal, None)
                await self.connection.close(end.code)
                return
            if isinstance(message, Throw | Finish) and self.table.starting.unsettled:
                # The devices agree on new dice first, and this one must be heard meanwhile.
                task = asyncio.ensure_future(self._answer(message))
                self._handshakes.add(task)
                task.add_done_callback(self._handshakes.discard)
            else:
                await self._answer(message)

    async def _answer(self, message: FromPage) -> None:
        """Do what the device asks, and reply."""
        table, reply = self.table, Done(id=message.id)
        try:
            match message:
                case Ping():
                    pass
                case Call():
                    self._name = clean_name(message.name)
                    self._watch()
                case Sit():
                    may_follow(table, self.caller, message.seat)
                    self._follow(message.seat)
                    self._sent_view, self._first_view = None, True
                    self._sent_version = self._sent_table_version = ()
                    self._watch()
                    self._wake()
                case Commit():
                    self.caller.must_hold(table.row, message.seat)
                    table.starting.devices.commit(message.seat, message.round, message.promise)
                case Open():
                    self.caller.must_hold(table.row, message.seat)
                    table.starting.devices.open(message.seat, message.round, message.opening)
                case Say():
                    await matches.say(self.context, table, message)
                case _:
                    await self._send(await self._act(message))
                    return
            await self._send(reply)
        except Refusal as no:
            await self._refuse(no, message.id, getattr(message, "seat", None))
        except Unavailable:
            await self._refuse(Refusal("busy"), message.id)

    async def _act(self, message: Action) -> Looked | Done:
        """Take an act. Its own wake-up is suppressed: its news is sent here, before the reply."""
        # While the table is busy or its dice are not agreed on, there is news of others.
        quiet = not self.table.busy and not self.table.starting.unsettled
        self._acting |= quiet
        try:
            looked = await play.act(self.context, self.table, message)
        except BaseException:
            self._changed.set()
            raise
        finally:
            self._acting &= not quiet
        if looked is not None:
            return looked
        await self._news()  # "done" over an old view would offer its steps again
        return Done(id=message.id, v=self.table.match.v if self.table.match else None)

    async def _refuse(self, no: Refusal, id: int | None, seat: int | None = None) -> None:
        self.context.refused(no.code)
        with contextlib.suppress(RuntimeError, Disconnected):
            await self._send(refused(self.table, self.caller, no, seat, id))
