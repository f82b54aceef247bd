"""A device's WebSocket to a table: limits, metrics and the handshake."""

import asyncio
import contextlib

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from filon.app.feed import Connection, Disconnected, Feed, PolicyViolation
from filon.app.refusals import worded
from filon.app.serialize import as_json, may_follow
from filon.core.errors import Refusal
from filon.protocol.play import FromPage
from filon.server.context import ServerContext
from filon.server.limits import BIGGEST
from filon.server.state import ServerState, asked_language
from filon.store.contract import Unavailable

PATIENCE = 20.0  # seconds a device may take to close
POLICY, TOO_BIG, GONE = 1008, 1009, 4001
LEFT = (RuntimeError, OSError, WebSocketDisconnect)
messages: TypeAdapter[FromPage] = TypeAdapter(FromPage)


class Socket(Connection):
    """One socket, counted and bounded."""

    def __init__(self, context: ServerContext, socket: WebSocket) -> None:
        super().__init__()
        self.context = context
        self.socket = socket

    async def send(self, message: bytes) -> None:
        try:
            await self.socket.send_text(message.decode())
        except LEFT:
            raise Disconnected from None

    async def close(self, code: int = GONE) -> None:
        if self.socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                await asyncio.wait_for(self.socket.close(code), PATIENCE)

    async def receive(self) -> FromPage:
        try:
            frame = await self.socket.receive()
        except WebSocketDisconnect:
            raise Disconnected from None
        if frame["type"] == "websocket.disconnect":
            raise Disconnected
        text = frame.get("text")
        if text is None:
            raise PolicyViolation(Refusal("garbage"), TOO_BIG)
        if len(text.encode()) > BIGGEST:
            raise PolicyViolation(Refusal("too_big"), TOO_BIG)
        try:
            self.context.spend("socket", str(id(self)))
        except Refusal as flood:
            raise PolicyViolation(flood, POLICY) from None
        try:
            return messages.validate_json(text)
        except ValidationError as bad:
            garbage = bad.errors()[0]["type"] == "json_invalid"
            raise Refusal("garbage" if garbage else "message") from None


def number(socket: WebSocket, name: str) -> int | None:
    """A number in the query; Refusal `message` if it is malformed."""
    given = socket.query_params.get(name)
    if given is None or given == "":
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 7:
        raise Refusal("message")
    return int(given)


async def follow(state: ServerState, socket: WebSocket, table_id: str) -> None:
    """Serve one socket from accept to close."""
    await socket.accept()
    lang = asked_language(socket)
    try:
        state.check_origin(socket.headers)
        context = ServerContext(state, socket, table_id)
        context.spend("connect")
        seat, since, match_number = (number(socket, name) for name in ("seat", "since", "match"))
        table = await state.manager.table(table_id)
        may_follow(table, context.caller, seat)
        table = state.manager.keep(table)  # if it was put away meanwhile
        promises = number(socket, "fair") == 2  # it speaks filon-fair-2
        feed = Feed(context, table, seat, Socket(context, socket), promises)
    except (Refusal, Unavailable) as no:
        refusal = no if isinstance(no, Refusal) else Refusal("busy")
        state.metrics.refusals.labels(refusal.code).inc()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(as_json(worded(refusal, lang)).decode())
            await socket.close(POLICY)
        return
    state.metrics.sockets.inc()
    try:
        await feed.run(since, match_number)
    finally:
        state.metrics.sockets.dec()
