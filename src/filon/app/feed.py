"""The feed of a table: one connection that is sent every change, and by which a device acts."""

import asyncio
import contextlib
from abc import ABC, abstractmethod

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
    """The other side of the line has left."""


class PolicyViolation(Exception):
    """The device broke a rule of the connection: it is told which one, then it is hung up on."""

    def __init__(self, refusal: Refusal, code: int) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.code = code


class Connection(ABC):
    """What a feed writes to and reads from: a socket of a server, or a port of the page."""

    def __init__(self) -> None:
        self._sending = asyncio.Lock()
        self._waiting = 0  # messages that wait for the connection to be free

    async def put(self, message: bytes) -> None:
        """Send the message, behind those that wait already; Disconnected if the device has left."""
        if not self._waiting and self.send_now(message):
            return
        self._waiting += 1
        try:
            async with self._sending:
                await self.send(message)
        finally:
            self._waiting -= 1

    @abstractmethod
    async def send(self, message: bytes) -> None:
        """Hand a message to the device; Disconnected if it has left."""

    def send_now(self, message: bytes) -> bool:
        """Whether it was handed over without waiting; Disconnected if the device has left."""
        return False

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
        caller = context.caller
        self.context = context
        self.connection = connection
        self.table = table
        self.bulletin = context.app.cache(table)
        self.caller = caller
        self.session = caller.must_hold(table.row, seat) if seat is not None else ""
        self._nonce = table.row.seats[seat].nonce if seat is not None else ""
        self._poked = asyncio.Event()
        self._acting = False  # no wake-up for an act of its own: its news goes before the answer
        self._seated: tuple[Row, str, int | None] | None = None  # the row, the session, its seat
        self._arranged: tuple[int, ...] = ()  # what was heard of the table beside the game
        self._name = ""  # as a spectator
        self._told_table = b""
        self._told: tuple[int, int] | None = None  # (match number, v)
        self._told_ready: list[int] = []
        self._told_due: float | None = None  # by the table's clock
        self._gone = False
        self._first = True  # nothing of the match was sent yet
        self._promises = promises  # this device can promise numbers for the dice
        self._told_pact: tuple[object, ...] = ()
        self._heard = -1  # number of the last chat message sent; -1: none yet
        self._told_clocks: tuple[object, ...] = ()
        self._leaf: tuple[int, ...] = ()  # version of the message cache that was sent last
        self._agreeing: set[asyncio.Task[None]] = set()

    @property
    def seat(self) -> int | None:
        """The seat followed now; it moves when the host swaps seats."""
        row, seated = self.table.row, self._seated
        if seated is None or seated[0] is not row or seated[1] != self.session:
            seated = self._seated = (row, self.session, row.seat_of(self.session))
        return seated[2]

    @property
    def _late(self) -> bool:
        """Whether this is a spectator some steps behind: clocks and words would tell too soon."""
        return self.seat is None and self.table.behind()

    @property
    def over(self) -> bool:
        """Whether the device was told that it is out."""
        return self._gone

    async def run(self, since: int | None, match_number: int | None) -> None:
        """Run until either side disconnects."""
        if since is not None and match_number in (None, self.table.row.match_number):
            self._told = (self.table.row.match_number, since)
        self._watch()
        telling = asyncio.ensure_future(self._tell())
        try:
            await self._hear()
        except Disconnected:
            pass
        finally:
            self.table.unwatch(self._poke)
            telling.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await telling

    def _watch(self) -> None:
        promises = self.caller.sessions if self._promises else frozenset[str]()
        self.table.watch(self._poke, self.session, self.caller.host_key, promises, self._name)

    def _poke(self) -> None:
        if not self._acting:
            self._poked.set()

    # ---- telling -------------------------------------------------------------------------------

    async def _tell(self) -> None:
        try:
            while not self._gone:
                self._poked.clear()
                await self._news()
                if not self._gone:
                    await self._poked.wait()
        except (Disconnected, RuntimeError, TimeoutError):
            pass
        except Exception as fault:
            log.error("telling", table=self.table.row.id, **place(fault))
        await self.connection.close()

    async def _news(self) -> None:
        leaf = self.bulletin.leaf()
        if leaf == self._leaf and self._heard == self.table.talk.last:
            return  # sent already, with the answer to an act of its own
        self._leaf = leaf
        arranged = self.bulletin.arranged()
        if arranged != self._arranged:
            self._arranged = arranged
            await self._table()
        if self.table.match is not None and not self._gone:
            await self._view()
            if not self._late:
                await self._clocks()
        if self._heard != self.table.talk.last and not self._gone and not self._late:
            await self._words()
        if self.table.row.phase == "closed" and not self._gone:
            self._gone = True
            await self.connection.put(as_json(Gone(why="closed")))

    async def _table(self) -> None:
        if self.session and self.seat is None:
            await self._say_gone()
            return
        if not self.session and not may_watch(self.table, self.caller):
            self._gone = True
            await self.connection.put(as_json(Gone(why="no_spectators")))
            return
        info = self.bulletin.info(self.caller, self.seat)
        if info != self._told_table:
            self._told_table = info
            await self.connection.put(info)
        if self._promises:
            await self._pact()

    async def _pact(self) -> None:
        shake, header = self.table.agreeing.handshake, self.table.header
        now = (header.pact, header.match_id) if shake is None else (shake.round, shake.closed)
        if now == self._told_pact:
            return
        self._told_pact = now
        message = pact(self.table)
        if message is not None:
            await self.connection.put(as_json(message))

    async def _view(self) -> None:
        match = self.table.match_for(self.seat)
        now = (self.table.row.match_number, match.v)
        waiting, deadline = ([], None) if self._late else self.bulletin.pulse()
        if self._told == now and not self._first:
            if waiting != self._told_ready:
                self._told_ready = waiting
                await self.connection.put(as_json(ready(self.table)))
            if deadline != self._told_due:
                self._told_due = deadline
                await self.connection.put(as_json(due(self.table)))
            return
        since = self._told[1] if self._told and self._told[0] == now[0] else None
        if since is None and not self._first:
            since = 0  # a new match began while looking on: everything in it is news
        self._first = False
        self._told, self._told_ready, self._told_due = now, waiting, deadline
        await self.connection.put(self.bulletin.view(self.seat, since))

    async def _words(self) -> None:
        """What was said meanwhile; nothing of it goes through the match."""
        live = self._heard >= 0
        if not live and not self.table.talk.read:
            await self.table.talk.refresh()
        since, self._heard = max(self._heard, 0), self.table.talk.last
        if self._heard > since:
            message = talk(self.table, since, live)
            if message.words:
                await self.connection.put(as_json(message))

    async def _clocks(self) -> None:
        now = self.table.clock_state()
        message = None if now == self._told_clocks else clocks(self.table)
        if message is not None:
            self._told_clocks = now
            await self.connection.put(as_json(message))

    async def _say_gone(self) -> None:
        self._gone = True
        row = self.table.row
        held = any(seat.nonce == self._nonce and seat.session for seat in row.seats)
        left = any(seat.nonce == self._nonce for seat in row.seats)
        why = Gone(
            why="taken" if held else "removed" if left or row.phase == "waiting" else "renewed"
        )
        await self.connection.put(as_json(why))

    # ---- hearing -------------------------------------------------------------------------------

    async def _hear(self) -> None:
        while not self.over:
            try:
                message = await self.connection.receive()
            except Refusal as no:
                await self.refuse(no, None)
                continue
            except PolicyViolation as end:
                await self.refuse(end.refusal, None)
                await self.connection.close(end.code)
                return
            await self.message(message)

    async def message(self, message: FromPage) -> None:
        """Do what the device asks, and answer."""
        if isinstance(message, Throw | Finish) and self.table.unsettled:
            # The devices agree on new dice first, this one too: it must be heard meanwhile.
            task = asyncio.ensure_future(self._answer(message))
            self._agreeing.add(task)
            task.add_done_callback(self._agreeing.discard)
            return
        await self._answer(message)

    async def _answer(self, message: FromPage) -> None:
        try:
            if isinstance(message, Ping):
                await self.connection.put(as_json(Done(id=message.id)))
            elif isinstance(message, Call):
                self._name = clean_name(message.name)
                self._watch()
                await self.connection.put(as_json(Done(id=message.id)))
            elif isinstance(message, Sit):
                await self._sit(message)
            elif isinstance(message, Commit | Open):
                await self._promise(message)
            elif isinstance(message, Say):
                await matches.say(self.context, self.table, message)
                await self.connection.put(as_json(Done(id=message.id)))
            else:
                answer = await self._done(message)
                v = self.table.match.v if self.table.match else None
                if answer is None:
                    # The news first: "done" over an old view would offer its steps again.
                    await self._news()
                await self.connection.put(as_json(answer or Done(id=message.id, v=v)))
        except Refusal as no:
            await self.refuse(
                no, message.id, message.seat if not isinstance(message, Ping | Call) else None
            )
        except Unavailable:
            await self.refuse(Refusal("busy"), message.id)

    async def _done(self, message: Action) -> Looked | None:
        """Do it; whoever tells news is not woken for it, unless somebody else's may be among it."""
        if self.table.busy or self.table.unsettled:
            return await play.act(self.context, self.table, message)
        self._acting = True
        try:
            return await play.act(self.context, self.table, message)
        except BaseException:
            self._poked.set()
            raise
        finally:
            self._acting = False

    async def _sit(self, message: Sit) -> None:
        may_follow(self.table, self.caller, message.seat)
        seat = message.seat
        self.session = "" if seat is None else self.caller.must_hold(self.table.row, seat)
        self._nonce = "" if seat is None else self.table.row.seats[seat].nonce
        self._told, self._first, self._arranged, self._leaf = None, True, (), ()
        self._watch()
        self._poke()
        await self.connection.put(as_json(Done(id=message.id)))

    async def _promise(self, message: Commit | Open) -> None:
        self.caller.must_hold(self.table.row, message.seat)
        if isinstance(message, Commit):
            self.table.agreeing.commit(message.seat, message.round, message.promise)
        else:
            self.table.agreeing.open(message.seat, message.round, message.opening)
        await self.connection.put(as_json(Done(id=message.id)))

    async def refuse(self, no: Refusal, id: int | None, seat: int | None = None) -> None:
        """Send the refusal, and count it."""
        self.context.refused(no.code)
        with contextlib.suppress(RuntimeError, Disconnected):
            await self.connection.put(as_json(refused(self.table, self.caller, no, seat, id)))
