"""A device that follows a table: it is told every change and may act."""

import asyncio
import contextlib

import structlog
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from filon.core.errors import Refusal
from filon.server.acts import act, refused
from filon.server.auth import Caller
from filon.server.limits import BIGGEST
from filon.server.reception import Reception, address, asked_language
from filon.server.refusals import worded
from filon.server.telling import (
    as_json,
    due,
    may_follow,
    may_watch,
    pact,
    ready,
)
from filon.server.wire import Commit, Done, Gone, Open, Ping, Sit, from_page
from filon.table.fault import place
from filon.table.store.contract import Unavailable
from filon.table.table import Table

log = structlog.get_logger()
PATIENCE = 20.0  # seconds a device may take to accept a message
POLICY, TOO_BIG, GONE = 1008, 1009, 4001


class Follower:
    """One socket: follows as one seat or as a spectator; slow readers get fewer, newer views."""

    def __init__(
        self,
        reception: Reception,
        socket: WebSocket,
        table: Table,
        caller: Caller,
        seat: int | None,
        promises: bool = False,
    ) -> None:
        self.reception = reception
        self.socket = socket
        self.table = table
        self.bulletin = reception.bulletin(table)
        self.caller = caller
        self.session = caller.must_hold(table.row, seat) if seat is not None else ""
        self._nonce = table.row.seats[seat].nonce if seat is not None else ""
        self._poked = asyncio.Event()
        self._sending = asyncio.Lock()
        self._told_table = b""
        self._told: tuple[int, int] | None = None  # (match number, v)
        self._told_ready: list[int] = []
        self._told_due: float | None = None  # by the table's clock
        self._gone = False
        self._first = True  # nothing was told of the match yet
        self._promises = promises  # this device can promise numbers for the dice
        self._told_pact: tuple[object, ...] = ()

    @property
    def seat(self) -> int | None:
        """The seat followed now; it moves when the host swaps seats."""
        return self.table.row.seat_of(self.session)

    async def run(self, since: int | None, match_number: int | None) -> None:
        """Until either side has enough."""
        if since is not None and match_number in (None, self.table.row.match_number):
            self._told = (self.table.row.match_number, since)
        self._watch()
        telling = asyncio.ensure_future(self._tell())
        try:
            await self._hear()
        except WebSocketDisconnect:
            pass
        finally:
            self.table.unwatch(self._poke)
            telling.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await telling

    def _watch(self) -> None:
        promises = self.caller.sessions if self._promises else frozenset[str]()
        self.table.watch(self._poke, self.session, self.caller.host_key, promises)

    def _poke(self) -> None:
        self._poked.set()

    # ---- telling -------------------------------------------------------------------------------

    async def _tell(self) -> None:
        try:
            while not self._gone:
                self._poked.clear()
                await self._news()
                if not self._gone:
                    await self._poked.wait()
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            pass
        except Exception as fault:
            log.error("telling", table=self.table.row.id, **place(fault))
        await self._close(GONE)

    async def _news(self) -> None:
        if self.session and self.seat is None:
            await self._say_gone()
            return
        if not self.session and not may_watch(self.table, self.caller):
            self._gone = True
            await self._send(as_json(Gone(why="no_spectators")))
            return
        info = self.bulletin.info(self.caller, self.seat)
        if info != self._told_table:
            self._told_table = info
            await self._send(info)
        if self._promises:
            await self._pact()
        if self.table.match is not None:
            await self._view()
        if self.table.row.phase == "closed":
            self._gone = True
            await self._send(as_json(Gone(why="closed")))

    async def _pact(self) -> None:
        shake, header = self.table.agreeing.handshake, self.table.header
        now = (header.pact, header.match_id) if shake is None else (shake.round, shake.closed)
        if now == self._told_pact:
            return
        self._told_pact = now
        message = pact(self.table)
        if message is not None:
            await self._send(as_json(message))

    async def _view(self) -> None:
        match = self.table.running()
        now = (self.table.row.match_number, match.v)
        waiting, deadline = self.bulletin.pulse()
        if self._told == now and not self._first:
            if waiting != self._told_ready:
                self._told_ready = waiting
                await self._send(as_json(ready(self.table)))
            if deadline != self._told_due:
                self._told_due = deadline
                await self._send(as_json(due(self.table)))
            return
        since = self._told[1] if self._told and self._told[0] == now[0] else None
        if since is None and not self._first:
            since = 0  # a new match began while looking on: everything in it is news
        self._first = False
        self._told, self._told_ready, self._told_due = now, waiting, deadline
        await self._send(self.bulletin.view(self.seat, since))

    async def _say_gone(self) -> None:
        self._gone = True
        row = self.table.row
        held = any(seat.nonce == self._nonce and seat.session for seat in row.seats)
        left = any(seat.nonce == self._nonce for seat in row.seats)
        why = Gone(
            why="taken" if held else "removed" if left or row.phase == "waiting" else "renewed"
        )
        await self._send(as_json(why))

    async def _send(self, message: bytes) -> None:
        async with self._sending:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.socket.send_text(message.decode())
            except (RuntimeError, TimeoutError, OSError):  # it left, or hears no more
                raise WebSocketDisconnect(1006) from None

    async def _close(self, code: int) -> None:
        if self.socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                await asyncio.wait_for(self.socket.close(code), PATIENCE)

    # ---- hearing -------------------------------------------------------------------------------

    async def _hear(self) -> None:
        while not self._gone:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            size = len(text.encode()) if text is not None else BIGGEST + 1
            if size > BIGGEST:
                await self._refuse(Refusal("too_big" if text is not None else "garbage"), None)
                await self._close(TOO_BIG)
                return
            try:
                self.reception.limits.spend("socket", str(id(self)))
            except Refusal as flood:
                await self._refuse(flood, None)
                await self._close(POLICY)
                return
            await self._message(text or "")

    async def _message(self, text: str) -> None:
        try:
            message = from_page.validate_json(text)
        except ValidationError as bad:
            garbage = bad.errors()[0]["type"] == "json_invalid"
            await self._refuse(Refusal("garbage" if garbage else "message"), None)
            return
        try:
            if isinstance(message, Ping):
                await self._send(as_json(Done(id=message.id)))
            elif isinstance(message, Sit):
                await self._sit(message)
            elif isinstance(message, Commit | Open):
                await self._promise(message)
            else:
                answer = await act(self.reception, self.table, self.caller, message)
                v = self.table.match.v if self.table.match else None
                if answer is None:
                    # The news first: "done" over an old view would offer its steps again.
                    await self._news()
                await self._send(as_json(answer or Done(id=message.id, v=v)))
        except Refusal as no:
            await self._refuse(
                no, message.id, message.seat if not isinstance(message, Ping) else None
            )
        except Unavailable:
            await self._refuse(Refusal("busy"), message.id)

    async def _sit(self, message: Sit) -> None:
        may_follow(self.table, self.caller, message.seat)
        seat = message.seat
        self.session = "" if seat is None else self.caller.must_hold(self.table.row, seat)
        self._nonce = "" if seat is None else self.table.row.seats[seat].nonce
        self._told, self._first = None, True
        self._watch()
        await self._send(as_json(Done(id=message.id)))

    async def _promise(self, message: Commit | Open) -> None:
        self.caller.must_hold(self.table.row, message.seat)
        if isinstance(message, Commit):
            self.table.agreeing.commit(message.seat, message.round, message.promise)
        else:
            self.table.agreeing.open(message.seat, message.round, message.opening)
        await self._send(as_json(Done(id=message.id)))

    async def _refuse(self, no: Refusal, id: int | None, seat: int | None = None) -> None:
        self.reception.metrics.refusals.labels(no.code).inc()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self._send(as_json(refused(self.table, self.caller, no, seat, id)))


def asked(socket: WebSocket, name: str) -> int | None:
    """A number of the address; Refusal `message` if it is none."""
    given = socket.query_params.get(name)
    if given is None or given == "":
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 7:
        raise Refusal("message")
    return int(given)


async def follow(reception: Reception, socket: WebSocket, table_id: str) -> None:
    """Serve one socket from handshake to end."""
    await socket.accept()
    lang = asked_language(socket)
    try:
        reception.check_origin(socket.headers)
        reception.limits.spend("connect", address(socket))
        caller = reception.caller(socket, table_id)
        seat, since, match_number = (asked(socket, name) for name in ("seat", "since", "match"))
        table = await reception.hall.table(table_id)
        may_follow(table, caller, seat)
        table = reception.hall.keep(table)  # if it was put away meanwhile
        promises = asked(socket, "fair") == 2  # it speaks filon-fair-2
        follower = Follower(reception, socket, table, caller, seat, promises)
    except (Refusal, Unavailable) as no:
        refusal = no if isinstance(no, Refusal) else Refusal("busy")
        reception.metrics.refusals.labels(refusal.code).inc()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(as_json(worded(refusal, lang)).decode())
            await socket.close(POLICY)
        return
    reception.metrics.sockets.inc()
    try:
        await follower.run(since, match_number)
    finally:
        reception.metrics.sockets.dec()
