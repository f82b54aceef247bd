"""Middleware around all routes: compression, security headers, early refusals."""

import asyncio
import contextlib

import structlog
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from filon.app.refusals import status, worded
from filon.app.serialize import as_json
from filon.core.errors import Refusal
from filon.log import place
from filon.server.limits import BIGGEST, LONGER
from filon.server.page import accepted, policy
from filon.server.state import ServerState, asked_language

log = structlog.get_logger()
PATIENCE = 15.0  # seconds a body may take to arrive
HEAD_BYTES = 32 * 1024  # of all headers together
HEAD_LINES = 100
COOKIE_BYTES = 16 * 1024  # every program on localhost shares them
COOKIES = 200  # more than a browser keeps for one name
OWN_COOKIES = 40  # each of these is checked by cryptography
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
PAGE_HEADERS = [
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
# For answers that are no page: should a browser open one as a page, it loads nothing.
POLICY = b"content-security-policy"
CLOSED = (POLICY, b"default-src 'none'; frame-ancestors 'none'")
STARTS = ("http.response.start", "websocket.http.response.start")
# Only text is compressed; the page's large files were when it was built.
COMPRESSED_ALREADY = (
    "application/octet-stream",
    "application/wasm",
    "application/zip",
    "audio/*",
    "font/*",
    "image/*",
    "video/*",
)
LEAST = 1024  # bytes; a shorter answer fits into one packet as it is
LEVEL = 5  # a higher one costs more time than it saves


class Compression(GZipMiddleware):
    """Compress text answers by gzip; Starlette alone would also do so for `gzip;q=0`."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, LEAST, LEVEL, exclude_content_types=COMPRESSED_ALREADY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        header = Headers(scope=scope).get("accept-encoding", "") if scope["type"] == "http" else ""
        refused = "gzip" in header and "gzip" not in accepted(header)
        await (self.app if refused else super().__call__)(scope, receive, send)


class Gone(Exception):
    """The client disconnected before its request was complete."""


class Guard:
    """Refuse requests that are too big, too slow, not JSON, for another host or from another site.

    An unforeseen exception ends here too: the client gets a sentence, the log kind and place.
    """

    def __init__(self, app: ASGIApp, state: ServerState) -> None:
        self.app = app
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        sender = _WithHeaders(send, request.headers.get("host", ""))
        try:
            self._head(scope)
            if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD", "OPTIONS"):
                receive = _handed(await self._body(request, receive), receive)
            await self.app(scope, receive, sender)
        except Refusal as no:
            self.state.metrics.refusals.labels(no.code).inc()
            await self._say(request, no, sender)
        except (Gone, ClientDisconnect, WebSocketDisconnect):
            log.debug("left", path=scope["path"][:80])
        except Exception as fault:
            log.error("unforeseen", path=scope["path"][:80], **place(fault))
            await self._say(request, Refusal("unforeseen"), sender)

    def _head(self, scope: Scope) -> None:
        """Refusal `headers` or `host`; nothing is decoded before."""
        headers = scope["headers"]
        size = sum(len(name) + len(value) + 4 for name, value in headers)
        cookies = [value for name, value in headers if name == b"cookie"]
        if (
            size > HEAD_BYTES
            or len(headers) > HEAD_LINES
            or sum(map(len, cookies)) > COOKIE_BYTES
            or sum(value.count(b";") + 1 for value in cookies) > COOKIES
            or sum(value.count(b"filon_") for value in cookies) > OWN_COOKIES
        ):
            raise Refusal("headers")
        host = next((value for name, value in headers if name == b"host"), b"").decode("latin-1")
        if not self.state.names.serve(host, (scope.get("server") or ("",))[0]):
            raise Refusal("host", given=host[:80])

    async def _body(self, request: HTTPConnection, receive: Receive) -> bytes:
        self.state.check_origin(request.headers)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refusal("garbage")
        try:
            most = LONGER.get(request.scope["path"], BIGGEST)
            return await asyncio.wait_for(_whole(receive, most), PATIENCE)
        except TimeoutError:
            raise Refusal("too_slow") from None

    async def _say(self, request: HTTPConnection, no: Refusal, sender: "_WithHeaders") -> None:
        """Send the refusal, unless an answer has begun already."""
        if sender.begun:
            return
        answer = Response(
            as_json(worded(no, asked_language(request))),
            status(no.code),
            media_type="application/json",
            headers={"connection": "close", "cache-control": "no-store"},
        )
        with contextlib.suppress(OSError, RuntimeError):
            if request.scope["type"] == "http":
                await answer(request.scope, _nothing, sender)
            elif "websocket.http.response" in request.scope.get("extensions", {}):
                start = {"status": answer.status_code, "headers": answer.raw_headers}
                await sender({"type": "websocket.http.response.start", **start})
                await sender({"type": "websocket.http.response.body", "body": answer.body})
            else:
                await sender({"type": "websocket.close", "code": 1008})


class _WithHeaders:
    """Sends the routes' messages on, with the headers every answer has."""

    def __init__(self, send: Send, host: str) -> None:
        self.send = send
        self.host = host
        self.begun = False

    async def __call__(self, message: Message) -> None:
        self.begun = True
        if message["type"] in STARTS:
            headers = message.get("headers", [])
            page = any(
                name == b"content-type" and kind.startswith(b"text/html") for name, kind in headers
            )
            named = any(
                name == POLICY for name, _ in headers
            )  # the page's worker has one of its own
            rules = () if named else self._page() if page else (CLOSED,)
            message["headers"] = [*headers, *rules, *HEADERS]
        await self.send(message)

    def _page(self) -> list[tuple[bytes, bytes]]:
        return [(POLICY, policy(self.host).encode("ascii")), *PAGE_HEADERS]


def _handed(body: bytes, receive: Receive) -> Receive:
    """A receive function that gives the body that was read, then what else arrives."""
    left = [body]

    async def replay() -> Message:
        if not left:
            return await receive()
        return {"type": "http.request", "body": left.pop(), "more_body": False}

    return replay


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


async def _whole(receive: Receive, most: int) -> bytes:
    """The body; Refusal `too_big` as soon as it is, Gone if the rest never comes."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            raise Refusal("too_big")
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)
