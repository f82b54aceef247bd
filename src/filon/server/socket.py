"""A device that follows a table over its socket: limits, counts and the handshake."""

import asyncio
import contextlib

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from filon.app import feed
from filon.app.caller import Caller
from filon.app.feed import Hung
from filon.app.refusals import worded
from filon.app.serialize import as_json, may_follow
from filon.core.errors import Refusal
from filon.protocol.incoming import Action, Say
from filon.protocol.outgoing import Looked
from filon.server.acts import act
from filon.server.api_talk import say
from filon.server.doorway import SAY
from filon.server.limits import BIGGEST
from filon.server.reception import Reception, address, asked_language
from filon.server.wire import from_page
from filon.store.contract import Unavailable
from filon.tables.table import Table

PATIENCE = 20.0  # seconds a device may take to say good-bye
POLICY, TOO_BIG, GONE = 1008, 1009, 4001
LEFT = (RuntimeError, OSError, WebSocketDisconnect)  # or hears no more


class Follower(feed.Follower):
    """One socket, counted and bounded."""

    def __init__(
        self,
        reception: Reception,
        socket: WebSocket,
        table: Table,
        caller: Caller,
        seat: int | None,
        promises: bool = False,
    ) -> None:
        super().__init__(table, reception.bulletin(table), caller, seat, promises)
        self.reception = reception
        self.socket = socket
        self._past = socket.scope.get("extensions", {}).get(SAY)  # all layers between

    async def put(self, message: bytes) -> None:
        try:
            await self.socket.send_text(message.decode())
        except LEFT:
            raise Hung from None

    def put_now(self, message: bytes) -> bool:
        try:
            return self._past is not None and bool(self._past(message))
        except LEFT:
            raise Hung from None

    async def hang_up(self) -> None:
        await self._close(GONE)

    async def _close(self, code: int) -> None:
        if self.socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                await asyncio.wait_for(self.socket.close(code), PATIENCE)

    async def hear(self) -> None:
        while not self.over:
            try:
                received = await self.socket.receive()
            except WebSocketDisconnect:
                raise Hung from None
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            size = len(text.encode()) if text is not None else BIGGEST + 1
            if size > BIGGEST:
                await self.refuse(Refusal("too_big" if text is not None else "garbage"), None)
                await self._close(TOO_BIG)
                return
            try:
                self.reception.limits.spend("socket", str(id(self)))
            except Refusal as flood:
                await self.refuse(flood, None)
                await self._close(POLICY)
                return
            await self._read(text or "")

    async def _read(self, text: str) -> None:
        try:
            message = from_page.validate_json(text)
        except ValidationError as bad:
            garbage = bad.errors()[0]["type"] == "json_invalid"
            await self.refuse(Refusal("garbage" if garbage else "message"), None)
            return
        await self.message(message)

    async def act(self, message: Action) -> Looked | None:
        return await act(self.reception, self.table, self.caller, message)

    async def say(self, message: Say) -> None:
        await say(self.reception, self.table, self.caller, message)

    async def refuse(self, no: Refusal, id: int | None, seat: int | None = None) -> None:
        self.reception.metrics.refusals.labels(no.code).inc()
        await super().refuse(no, id, seat)


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
