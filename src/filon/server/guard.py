"""Stands before everything else: headers on every answer, and what is refused before it is read."""

import asyncio
import contextlib

import structlog
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from filon.app.refusals import status, worded
from filon.app.serialize import as_json
from filon.core.errors import Refusal
from filon.log import place
from filon.server.limits import BIGGEST, LONGER
from filon.server.page import policy
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
# Of whatever is no page: it loads nothing, should a browser open it as one.
POLICY = b"content-security-policy"
CLOSED = (POLICY, b"default-src 'none'; frame-ancestors 'none'")
STARTS = ("http.response.start", "websocket.http.response.start")


class Gone(Exception):
    """Whoever asked has left before the request was whole."""


class Guard:
    """Too much, too slow, not JSON, under a wrong name or from another site's page: no further.

    A fault of ours ends here too: a sentence for whoever asked, kind and place for the log.
    """

    def __init__(self, app: ASGIApp, state: ServerState) -> None:
        self.app = app
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        telling = _Telling(send, request.headers.get("host", ""))
        try:
            self._head(scope)
            if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD", "OPTIONS"):
                receive = _handed(await self._body(request, receive), receive)
            await self.app(scope, receive, telling)
        except Refusal as no:
            self.state.metrics.refusals.labels(no.code).inc()
            await self._say(request, no, telling)
        except (Gone, ClientDisconnect, WebSocketDisconnect):
            log.debug("left", path=scope["path"][:80])
        except Exception as fault:
            log.error("unforeseen", path=scope["path"][:80], **place(fault))
            await self._say(request, Refusal("unforeseen"), telling)

    def _head(self, scope: Scope) -> None:
        """Refusal for headers too big or a name that is not served; nothing is decoded yet."""
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

    async def _say(self, request: HTTPConnection, no: Refusal, telling: "_Telling") -> None:
        """The refusal, unless an answer has begun already."""
        if telling.begun:
            return
        answer = Response(
            as_json(worded(no, asked_language(request))),
            status(no.code),
            media_type="application/json",
            headers={"connection": "close", "cache-control": "no-store"},
        )
        with contextlib.suppress(OSError, RuntimeError):
            if request.scope["type"] == "http":
                await answer(request.scope, _nothing, telling)
            elif "websocket.http.response" in request.scope.get("extensions", {}):
                start = {"status": answer.status_code, "headers": answer.raw_headers}
                await telling({"type": "websocket.http.response.start", **start})
                await telling({"type": "websocket.http.response.body", "body": answer.body})
            else:
                await telling({"type": "websocket.close", "code": 1008})


class _Telling:
    """Sends on what the routes say, with the headers every answer has."""

    def __init__(self, send: Send, host: str) -> None:
        self.send = send
        self.host = host
        self.begun = False

    async def __call__(self, message: Message) -> None:
        self.begun = True
        if message["type"] in STARTS:
            told = message.get("headers", [])
            page = any(
                name == b"content-type" and kind.startswith(b"text/html") for name, kind in told
            )
            named = any(name == POLICY for name, _ in told)  # the page's worker has one of its own
            rules = () if named else self._page() if page else (CLOSED,)
            message["headers"] = [*told, *rules, *HEADERS]
        await self.send(message)

    def _page(self) -> list[tuple[bytes, bytes]]:
        return [(POLICY, policy(self.host).encode("ascii")), *PAGE_HEADERS]


def _handed(body: bytes, receive: Receive) -> Receive:
    """The body that was read, and then what else arrives."""
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
