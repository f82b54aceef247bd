"""The one way out of this server: https to a public address, nothing followed, nothing read."""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

from filon.core.errors import Refusal

PATIENCE = 10.0  # seconds for all of it
LONGEST = 1024  # signs of an address
STATUS = 1024  # bytes of an answer that are looked at: its first line
# Networks whose addresses carry another one inside, which may be private.
WRAPS = [ipaddress.IPv6Network(told) for told in ("64:ff9b::/96", "2002::/16", "2001::/32")]
Place = tuple[str, int]
Resolve = Callable[[str, int], Awaitable[list[Place]]]


def checked(endpoint: str) -> tuple[str, str]:
    """Host and path of an https address we may write to; Refusal `endpoint`."""
    try:
        told = urlsplit(endpoint)
        port, host = told.port, told.hostname or ""
    except ValueError:
        raise Refusal("endpoint") from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    named = "." in host and not host.endswith((".localhost", ".local", ".internal"))
    if not (plain and len(endpoint) <= LONGEST and told.scheme == "https" and named):
        raise Refusal("endpoint")
    if port not in (None, 443) or told.username is not None or told.fragment:
        raise Refusal("endpoint")
    if _is_number(host):
        raise Refusal("endpoint")  # push services have names
    return host, (told.path or "/") + (f"?{told.query}" if told.query else "")


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.rpartition(".")[2].isdigit()  # 127.1 is one, too
    return True


def is_public(address: str) -> bool:
    """Whether an address is out in the world, and not of this machine or its networks."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if any(ip in wrap for wrap in WRAPS):
            return False
        ip = ip.ipv4_mapped or ip
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


async def in_the_world(host: str, port: int) -> list[Place]:
    """Where a name leads; OSError if it leads nowhere, or to any place that is not public."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    places = [(str(told[4][0]), port) for told in found]
    if not places or not all(is_public(address) for address, _ in places):
        raise OSError("no public address")
    return places


class Outward:
    """Posts to push services; `resolve` and `context` are for tests, no setting reaches them."""

    def __init__(
        self, resolve: Resolve = in_the_world, context: ssl.SSLContext | None = None
    ) -> None:
        self._resolve = resolve
        self._context = context

    async def post(self, endpoint: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status it was answered with; OSError if it was not, TimeoutError if not in time."""
        host, path = checked(endpoint)
        async with asyncio.timeout(PATIENCE):
            # The connection goes to the very address that was looked at: a name that leads
            # elsewhere the second time it is asked for gains nothing.
            places = await self._resolve(host, 443)
            context = self._context or ssl.create_default_context()
            reader, writer = await asyncio.open_connection(
                *places[0], ssl=context, server_hostname=host
            )
            try:
                told = {"Host": host, **headers, "Content-Length": str(len(body))}
                lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
                head = f"POST {path} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n"
                writer.write(head.encode("ascii") + body)
                await writer.drain()
                return _status(await reader.read(STATUS))
            finally:
                writer.close()


def _status(answer: bytes) -> int:
    version, _, rest = answer.partition(b"\r\n")[0].partition(b" ")
    code = rest[:3]
    if not version.startswith(b"HTTP/1.") or not code.isdigit():
        raise OSError("no answer")
    return int(code)
