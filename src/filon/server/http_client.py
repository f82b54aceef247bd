"""The server's only HTTP client: it posts to https addresses on the public internet, follows
no redirect and reads only the status, so that no endpoint can make it write into its network."""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

from filon.core.errors import Refusal

TIMEOUT = 10.0  # seconds for a whole request
LONGEST = 1024  # characters of an address
STATUS = 1024  # bytes of an answer that are read: its first line
# Networks whose addresses carry another one inside, which may be private.
WRAPS = [ipaddress.IPv6Network(network) for network in ("64:ff9b::/96", "2002::/16", "2001::/32")]
Place = tuple[str, int]
Resolve = Callable[[str, int], Awaitable[list[Place]]]


def checked(endpoint: str) -> tuple[str, str]:
    """Host and path of an https address we may post to; Refusal `endpoint`."""
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise Refusal("endpoint") from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    named = "." in host and not host.endswith((".localhost", ".local", ".internal"))
    if not (plain and len(endpoint) <= LONGEST and parts.scheme == "https" and named):
        raise Refusal("endpoint")
    if port not in (None, 443) or parts.username is not None or parts.fragment:
        raise Refusal("endpoint")
    if _is_number(host):
        raise Refusal("endpoint")  # push services have names
    return host, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.rpartition(".")[2].isdigit()  # 127.1 is one, too
    return True


def is_public(address: str) -> bool:
    """Whether an address is on the public internet, not of this machine or a private network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if any(ip in wrap for wrap in WRAPS):
            return False
        ip = ip.ipv4_mapped or ip
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


async def resolve_public(host: str, port: int) -> list[Place]:
    """The addresses of a name; OSError if it has none, or any that is not public."""
    loop = asyncio.get_running_loop()
    answers = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    places = [(str(answer[4][0]), port) for answer in answers]
    if not places or not all(is_public(address) for address, _ in places):
        raise OSError("no public address")
    return places


class PublicClient:
    """Posts to push services; `resolve` and `context` are for tests, no setting reaches them."""

    def __init__(
        self, resolve: Resolve = resolve_public, context: ssl.SSLContext | None = None
    ) -> None:
        self._resolve = resolve
        self._context = context

    async def post(self, endpoint: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer; OSError if there is none, TimeoutError if it is late."""
        host, path = checked(endpoint)
        async with asyncio.timeout(TIMEOUT):
            # The connection goes to the address that was checked: a name that is resolved to
            # another one the second time (DNS rebinding) gains nothing.
            places = await self._resolve(host, 443)
            context = self._context or ssl.create_default_context()
            reader, writer = await asyncio.open_connection(
                *places[0], ssl=context, server_hostname=host
            )
            try:
                sent = {"Host": host, **headers, "Content-Length": str(len(body))}
                lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
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
