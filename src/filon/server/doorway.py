"""Connections before they are requests: half-sent ones end, and no address takes all places.

uvicorn bounds neither the size of a request's head nor the time it takes to arrive.
"""

import asyncio
import logging
from asyncio import AbstractEventLoop, BaseTransport, TimerHandle, Transport
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import StatusLike

from filon.app.refusals import status, worded
from filon.app.serialize import as_json
from filon.core.errors import Refusal
from filon.server.crowd import Crowd
from filon.server.guard import CLOSED, HEAD_BYTES, HEADERS
from filon.server.hosts import counted, plain

PATIENCE = 10.0  # seconds the head of a request may take; its body twice as long
READ_PATIENCE = 30.0  # seconds a device may leave an answer unread
REQUEST_BYTES = 128 * 1024  # head, body and whatever else is sent with them
# The library writes every frame and every cookie down where `--log debug` is asked for.
QUIET = logging.getLogger("filon.sockets")
QUIET.setLevel(logging.INFO)
SAY = "filon.say"  # among a socket's extensions: how to say something without a detour
WHOLE_TEXT = 0x81  # one frame, of text
QUEUED = 8  # messages of a socket that may wait before no more are read


def head(size: int) -> bytes:
    """What stands before a whole text of so many bytes: RFC 6455, 5.2, of a server.

    The library makes an object of every frame and looks for extensions, which we have none of.
    """
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + size.to_bytes(2, "big")
    return bytes((WHOLE_TEXT, 127)) + size.to_bytes(8, "big")


class Unread:
    """Ends a connection whose other side leaves what it was sent unread for too long."""

    loop: AbstractEventLoop
    transport: Transport
    _unread: TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        if self._unread is None:
            self._unread = self.loop.call_later(READ_PATIENCE, self.turn_away)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def turn_away(self) -> None:
        """End it without a word."""
        self.transport.abort()


class DoorHttp(Unread, HttpToolsProtocol):
    """One HTTP connection."""

    crowd: Crowd
    patience = PATIENCE
    who = ""
    _timer: TimerHandle | None = None
    _in_head = True
    _taken = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client:
            self.client = (plain(self.client[0]), self.client[1])
            self.who = counted(self.client[0])
        if self.crowd.enter(self.who, self):
            self._wait(self.patience)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_wait()
        self.resume_writing()
        self.crowd.leave(self.who, self)
        super().connection_lost(exc)

    @property
    def idle(self) -> bool:
        """Whether it sent nothing, half of something, or has its answer."""
        return self._timer is not None or self.cycle is None or self.cycle.response_complete

    # ---- what arrives --------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._timer is None or self.parser is None or self.transport.is_closing():
            return
        self._taken += len(data)
        if self._taken > (HEAD_BYTES if self._in_head else REQUEST_BYTES):
            self._refuse("headers" if self._in_head else "too_big")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._taken = True, 0
        self._wait(self.patience)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._in_head, self._taken = False, 0
        self._wait(2 * self.patience)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._no_wait()

    def handle_websocket_upgrade(self) -> None:
        self._no_wait()
        if not self.url.isascii():
            self._refuse("garbage")
            return
        self.crowd.leave(self.who, self)
        super().handle_websocket_upgrade()

    # ---- what ends it --------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        self._refuse("garbage")

    def _refuse(self, code: str) -> None:
        self._no_wait()
        if self.cycle is not None and self.cycle.response_started and not self._answered():
            self.transport.abort()
            return
        body = as_json(worded(Refusal(code), "en"))
        lines = [
            CLOSED,
            *HEADERS,
            (b"content-type", b"application/json"),
            (b"connection", b"close"),
        ]
        lines.append((b"content-length", str(len(body)).encode()))
        head = b"".join(name + b": " + value + b"\r\n" for name, value in lines)
        self.transport.write(STATUS_LINE[status(code)] + head + b"\r\n" + body)
        self.transport.close()

    def _answered(self) -> bool:
        return self.cycle.response_complete

    def _late(self) -> None:
        self._timer = None
        if self.transport.is_closing():
            return
        if self.flow.read_paused:  # we are slow ourselves
            self._wait(self.patience)
        elif self._taken or not self._in_head:
            self._refuse("too_slow")
        else:
            self.transport.close()

    def _wait(self, seconds: float) -> None:
        self._no_wait()
        self._timer = self.loop.call_later(seconds, self._late)

    def _no_wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Handshake(ServerProtocol):
    """A socket's handshake; a refusal of it has the headers of every answer, and our words."""

    def reject(self, status: StatusLike, text: str) -> Response:
        response = super().reject(status, as_json(worded(Refusal("garbage"), "en")).decode())
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = "application/json"
        for name, value in (CLOSED, *HEADERS):
            response.headers[name.decode()] = value.decode()
        return response


class DoorSocket(Unread, WebSocketsSansIOProtocol):
    """One WebSocket: it takes the place of the connection it came from.

    Whatever is said in one turn of the event loop goes out as one piece: a call to the system costs
    more than a message.
    """

    crowd: Crowd
    who = ""
    idle = False
    _saying = False

    def __init__(self, *given: Any, **told: Any) -> None:
        super().__init__(*given, **told)
        self.conn = Handshake(max_size=self.config.ws_max_size, logger=QUIET)

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if self.client:
            self.client = (plain(self.client[0]), self.client[1])
            self.who = counted(self.client[0])
        self.crowd.enter(self.who, self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.resume_writing()
        self.crowd.leave(self.who, self)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # whoever follows a table may speak past all layers between
            cast(dict[str, Any], self.scope["extensions"])[SAY] = self.say

    async def send(self, message: Any) -> None:
        talking = self.handshake_complete and not self.close_sent and self.initial_response is None
        text = message.get("text")
        if not talking or text is None:
            await super().send(message)
            return
        told = text.encode()
        while not self.say(told):
            await self.writable.wait()

    def say(self, text: bytes) -> bool:
        """Send a text on a socket that was accepted, unless what was said before must leave first;
        ClientDisconnected if nobody is there."""
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        if not self.writable.is_set():
            return False
        self.conn.writes.append(head(len(text)) + text)
        if not self._saying:
            self._saying = True
            self.loop.call_soon(self._say)
        return True

    def _say(self) -> None:
        self._saying = False
        told = self.conn.data_to_send()
        if told and not self.disconnected:
            self.transport.write(b"".join(told))

    def send_receive_event_to_app(self) -> None:
        """Reading goes on while few messages wait: stopping and beginning again is dear."""
        if self.read_paused or self.queue.qsize() >= QUEUED:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that it is not stopped there
        super().send_receive_event_to_app()
        self.read_paused = False


def doorway(
    crowd: Crowd, patience: float = PATIENCE
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of one server, for HTTP and for sockets, with its own crowd."""
    told = {"crowd": crowd, "patience": patience}
    return (
        cast(type[asyncio.Protocol], type("Http", (DoorHttp,), told)),
        cast(type[asyncio.Protocol], type("Socket", (DoorSocket,), told)),
    )
