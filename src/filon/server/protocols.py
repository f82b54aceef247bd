"""uvicorn's protocols with timeouts and limits.

uvicorn bounds neither the size of a request's head nor the time it takes to arrive. The classes
below are private to uvicorn, and build on websockets: pyproject.toml bounds both libraries above.
"""

import asyncio
import logging
from asyncio import AbstractEventLoop, BaseTransport, TimerHandle, Transport
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Response
from websockets.server import ServerProtocol
from websockets.typing import StatusLike

from filon.app.refusals import status, worded
from filon.app.serialize import as_json
from filon.core.errors import Refusal
from filon.server.connections import ConnectionLimits
from filon.server.hosts import counted, plain
from filon.server.middleware import CLOSED, HEAD_BYTES, HEADERS

PATIENCE = 10.0  # seconds the head of a request may take; its body twice as long
READ_PATIENCE = 30.0  # seconds a device may leave an answer unread
REQUEST_BYTES = 128 * 1024  # head, body and whatever else is sent with them
# With `--log debug` the library would log every frame and every cookie.
QUIET = logging.getLogger("filon.sockets")
QUIET.setLevel(logging.INFO)


class ReadTimeout:
    """Closes a connection whose client leaves an answer unread for too long."""

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
        """Close it without an answer."""
        self.transport.abort()


class HttpConnection(ReadTimeout, HttpToolsProtocol):
    """One HTTP connection."""

    limits: ConnectionLimits
    patience = PATIENCE
    address = ""
    _timer: TimerHandle | None = None
    _in_head = True
    _taken = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client:
            self.client = (plain(self.client[0]), self.client[1])
            self.address = counted(self.client[0])
        if self.limits.enter(self.address, self):
            self._wait(self.patience)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_wait()
        self.resume_writing()
        self.limits.leave(self.address, self)
        super().connection_lost(exc)

    @property
    def idle(self) -> bool:
        """Whether no complete request of it is being answered."""
        return self._timer is not None or self.cycle is None or self.cycle.response_complete

    # ---- requests ------------------------------------------------------------------------------

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
        self.limits.leave(self.address, self)
        super().handle_websocket_upgrade()

    # ---- refusals ------------------------------------------------------------------------------

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


class UpgradeHandshake(ServerProtocol):
    """The handshake; a rejected one gets our security headers and a JSON refusal."""

    def reject(self, status: StatusLike, text: str) -> Response:
        response = super().reject(status, as_json(worded(Refusal("garbage"), "en")).decode())
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = "application/json"
        for name, value in (CLOSED, *HEADERS):
            response.headers[name.decode()] = value.decode()
        return response


class WebSocketConnection(ReadTimeout, WebSocketsSansIOProtocol):
    """One WebSocket, counted in place of the HTTP connection it came from."""

    limits: ConnectionLimits
    address = ""
    idle = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = UpgradeHandshake(max_size=self.config.ws_max_size, logger=QUIET)

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if self.client:
            self.client = (plain(self.client[0]), self.client[1])
            self.address = counted(self.client[0])
        self.limits.enter(self.address, self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.resume_writing()
        self.limits.leave(self.address, self)
        super().connection_lost(exc)


def protocols(
    limits: ConnectionLimits, patience: float = PATIENCE
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of one server, for HTTP and for WebSockets, with its own limits."""
    own = {"limits": limits, "patience": patience}
    return (
        cast(type[asyncio.Protocol], type("Http", (HttpConnection,), own)),
        cast(type[asyncio.Protocol], type("WebSocket", (WebSocketConnection,), own)),
    )
