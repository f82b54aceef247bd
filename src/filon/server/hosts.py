"""Names and addresses: who asks, and under which names this server may be asked."""

import ipaddress
import socket
from urllib.parse import urlsplit

from filon.server.settings import LOOPBACK, WILD, Settings


def plain(host: str) -> str:
    """An address as it is counted: IPv4 written as IPv6 is IPv4."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return str(mapped or ip)


def counted(host: str) -> str:
    """Whom limits count for; IPv6 by network, since one house has many addresses."""
    host = plain(host)
    if ":" in host:
        try:
            return str(ipaddress.ip_network((host.partition("%")[0], 64), strict=False))
        except ValueError:
            return host
    return host


def lan_address() -> str:
    """This machine's address in its own network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: the route tells the address
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith(("127.", "0.")) else found


def netloc(url: str) -> str:
    """Host and port of an address; empty for what is none."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:  # http://[
        return ""


def named(header: str) -> str:
    """The name in a Host header: without port, brackets and the dot at the end."""
    name = header.strip().lower()
    if name.startswith("["):
        return plain(name[1:].partition("]")[0])
    return plain(name.partition(":")[0].removesuffix("."))


class Names:
    """Under which names a server answers: a page elsewhere may have its own name point here."""

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

    def serve(self, header: str, reached: str) -> bool:
        """Whether a Host header is right, on a connection to this address of the machine."""
        name = named(header)
        return bool(name) and (name in self._names or name == plain(reached))
