"""Connections before they are requests: half-sent ones end, and no address takes all places.

uvicorn bounds neither the size of a request's head nor the time it takes to arrive.
"""

import asyncio
from asyncio import BaseTransport, TimerHandle, Transport
from typing import cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from filon.core.errors import Refusal
from filon.server.crowd import Crowd
from filon.server.guard import HEAD_BYTES, HEADERS
from filon.server.hosts import counted, plain
from filon.server.refusals import status, worded
from filon.server.telling import as_json

PATIENCE = 10.0  # seconds the head of a request may take; its body twice as long
READ_PATIENCE = 30.0  # seconds a device may leave an answer unread
REQUEST_BYTES = 128 * 1024  # head, body and whatever else is sent with them


class DoorHttp(HttpToolsProtocol):
    """One HTTP connection."""

    crowd: Crowd
    patience = PATIENCE
    who = ""
    _timer: TimerHandle | None = None
    _unread: TimerHandle | None = None
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

    def turn_away(self) -> None:
        """End it without a word."""
        self.transport.abort()

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
        lines = [*HEADERS, (b"content-type", b"application/json"), (b"connection", b"close")]
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

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_PATIENCE, self.turn_away)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class DoorSocket(WebSocketsSansIOProtocol):
    """One WebSocket: it takes the place of the connection it came from."""

    crowd: Crowd
    who = ""
    idle = False

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if self.client:
            self.client = (plain(self.client[0]), self.client[1])
            self.who = counted(self.client[0])
        self.crowd.enter(self.who, self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.leave(self.who, self)
        super().connection_lost(exc)

    def turn_away(self) -> None:
        """End it without a word."""
        self.transport.abort()


def doorway(
    crowd: Crowd, patience: float = PATIENCE
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of one server, for HTTP and for sockets, with its own crowd."""
    told = {"crowd": crowd, "patience": patience}
    return (
        cast(type[asyncio.Protocol], type("Http", (DoorHttp,), told)),
        cast(type[asyncio.Protocol], type("Socket", (DoorSocket,), told)),
    )
