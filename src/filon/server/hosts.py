"""Host names and addresses: of clients, of this machine, and those the server answers to."""

import errno
import ipaddress
import socket
import sys
from urllib.parse import urlsplit

from filon.core.errors import Refusal
from filon.settings import LOOPBACK, WILD, Settings

BACKLOG = 2048
TRIES = 50  # ports looked at after the one asked for


def plain(host: str) -> str:
    """An address in one form: IPv4 written as IPv6 becomes IPv4."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return str(mapped or ip)


def counted(host: str) -> str:
    """The address that limits count for; of IPv6 the /64 network, since one house has many."""
    host = plain(host)
    if ":" in host:
        try:
            return str(ipaddress.ip_network((host.partition("%")[0], 64), strict=False))
        except ValueError:
            return host
    return host


def is_loopback(host: str) -> bool:
    """Whether an address is a loopback address."""
    try:
        return ipaddress.ip_address(plain(host)).is_loopback
    except ValueError:
        return False


def lan_address() -> str:
    """This machine's address in its own network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: the route tells the address
            address = str(probe.getsockname()[0])
        except OSError:  # no route to the internet, perhaps one to the local network
            return _of_an_interface()
    return "" if address.startswith(("127.", "0.")) else address


def _of_an_interface() -> str:
    """The address of the first interface that has one, on Linux; empty if none has."""
    if not sys.platform.startswith("linux"):
        return ""
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = name.encode()[:15].ljust(40, b"\0")
            try:  # 0x8915: SIOCGIFADDR
                address = socket.inet_ntoa(fcntl.ioctl(probe.fileno(), 0x8915, request)[20:24])
            except OSError:
                continue
            if not address.startswith(("127.", "0.")):
                return address
    return ""


def listening(host: str, port: int, fixed: bool = False) -> socket.socket:
    """A listening socket: the port asked for, or the next free one unless it is fixed;
    Refusal `port` or `bind`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = [port, *range(port + 1, min(port + TRIES, 65536)), 0] if port else [0]
    for candidate in wanted[:1] if fixed else wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(BACKLOG)
            return listener
        except OSError as no:
            listener.close()
            taken = errno.EACCES if sys.platform == "win32" else errno.EADDRINUSE
            if no.errno not in (taken, errno.EADDRINUSE):
                raise Refusal("bind", given=host, why=no.strerror or "") from None
    raise Refusal("port", port=port)


def netloc(url: str) -> str:
    """Host and port of a URL; empty if it is malformed."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:  # http://[
        return ""


def named(header: str) -> str:
    """The name in a Host header, without port, brackets and a final dot."""
    name = header.strip().lower()
    if name.startswith("["):
        return plain(name[1:].partition("]")[0])
    return plain(name.partition(":")[0].removesuffix("."))


class Names:
    """The names a server answers to; others are refused against DNS rebinding."""

    def __init__(self, settings: Settings) -> None:
        self._names = {*LOOPBACK, *(named(name) for name in settings.names.split(",") if name)}
        if settings.public_url:
            self._names.add(named(netloc(settings.public_url)))
        if settings.host in WILD:
            machine = socket.gethostname().lower()
            self._names |= {machine, machine.partition(".")[0]}
            self._names.add(machine.partition(".")[0] + ".local")
        else:
            self._names.add(plain(settings.host.lower()))
        self._shut: set[str] = set()  # addresses on the local network that were closed again

    def open(self, address: str) -> None:
        """Answer to this address on the local network, too."""
        self._names.add(address)
        self._shut.discard(address)

    def shut(self, address: str) -> None:
        """Answer to it no more, not even on a connection that is still open."""
        self._names.discard(address)
        self._shut.add(address)

    def serve(self, header: str, reached: str) -> bool:
        """Whether to answer this Host header, on a connection to this address of the machine."""
        name, reached = named(header), plain(reached)
        if reached in self._shut:
            return False
        return bool(name) and (name in self._names or name == reached)
