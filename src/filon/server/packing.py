"""Texts that are long are sent packed to whoever unpacks them."""

import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST = 1024  # bytes; what fits into a packet anyway is sent as it is
LEVEL = 5  # more costs more than it saves
TEXTS = ("application/json", "text/")


def accepted(header: str) -> list[str]:
    """The encodings an Accept-Encoding header takes, without those it gives no weight."""
    found = []
    for part in header.lower().split(","):
        name, _, weight = part.strip().partition(";")
        if weight.strip().replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            found.append(name.strip())
    return found


class Packing:
    """Packs answers of one piece; files of the page come packed already."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in accepted(
            Headers(scope=scope).get("accept-encoding", "")
        ):
            await self.app(scope, receive, send)
            return
        start: Message = {}

        async def pack(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                return
            if start:
                message = _packed(start, message)
                await send(dict(start))
                start.clear()
            await send(message)

        await self.app(scope, receive, pack)


def _packed(start: Message, message: Message) -> Message:
    """The body packed and the head that says so; or both as they are."""
    headers = MutableHeaders(raw=start["headers"])
    text = headers.get("content-type", "").startswith(TEXTS)
    if not text or "content-encoding" in headers:
        return message
    headers.add_vary_header("Accept-Encoding")
    body = message.get("body", b"")
    if message.get("more_body") or len(body) < LEAST:
        return message
    small = gzip.compress(body, LEVEL, mtime=0)
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(small))
    return {**message, "body": small}
