"""Stands before the routes: headers on every answer, and what is refused before it is read."""

import asyncio

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from filon.core.errors import Refusal
from filon.server.limits import BIGGEST
from filon.server.page import policy
from filon.server.reception import Reception, asked_language
from filon.server.refusals import status, worded
from filon.server.telling import as_json

PATIENCE = 15.0  # seconds a body may take to arrive
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Guard:
    """Bodies too big, too slow, not JSON or sent by another site's page go no further."""

    def __init__(self, app: ASGIApp, reception: Reception) -> None:
        self.app = app
        self.reception = reception

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        host = request.headers.get("host", "")
        extra = [(b"content-security-policy", policy(host).encode("latin-1")), *HEADERS]

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self.app(scope, receive, tell)
            return
        try:
            body = await self._body(request, receive)
        except Refusal as no:
            self.reception.metrics.refusals.labels(no.code).inc()
            answer = Response(
                as_json(worded(no, asked_language(request))),
                status(no.code),
                media_type="application/json",
                headers={"connection": "close"},
            )
            await answer(scope, receive, tell)
            return
        handed = False

        async def replay() -> Message:
            nonlocal handed
            if handed:
                return await receive()
            handed = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, replay, tell)

    async def _body(self, request: HTTPConnection, receive: Receive) -> bytes:
        self.reception.check_origin(request.headers)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refusal("garbage")
        try:
            return await asyncio.wait_for(_whole(receive), PATIENCE)
        except TimeoutError:
            raise Refusal("too_slow") from None


async def _whole(receive: Receive) -> bytes:
    """The body; Refusal `too_big` as soon as it is."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        part = message.get("body", b"")
        size += len(part)
        if size > BIGGEST:
            raise Refusal("too_big")
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)
