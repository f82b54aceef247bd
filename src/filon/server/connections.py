"""Open connections counted by address, so that no address can take all places."""

import ipaddress
from collections.abc import Sequence
from typing import Protocol


class OpenConnection(Protocol):
    """What the limits need to know of a connection."""

    @property
    def idle(self) -> bool:
        """Whether no complete request of it is being answered."""

    def turn_away(self) -> None:
        """Close it."""


class ConnectionLimits:
    """Limits connections by address and in all; an idle one is closed for a new one."""

    def __init__(self, each: int, most: int, proxies: Sequence[str] = ()) -> None:
        self.each = each  # from one address; 0: any number
        self.most = most  # in all; 0: any number
        # Many people stand behind a proxy: its address has no limit of its own.
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._open: dict[str, dict[OpenConnection, None]] = {}
        self.count = 0

    def enter(self, address: str, connection: OpenConnection) -> bool:
        """Count a new connection, or return False if there is no room for it.

        The oldest idle connection of the same address is closed for it, or of the address
        with the most connections.
        """
        own = self._open.setdefault(address, {})
        full = bool(self.each) and len(own) >= self.each and not self._is_proxy(address)
        if full and not self._make_room(address):
            return False
        if self.most and self.count >= self.most:
            largest = max(self._open, key=lambda each: len(self._open[each]))
            if not self._make_room(largest):
                return False
        self._open.setdefault(address, {})[connection] = None
        self.count += 1
        return True

    def leave(self, address: str, connection: OpenConnection) -> None:
        """Count a closed connection no more; calling it again does nothing."""
        own = self._open.get(address, {})
        if connection in own:
            del own[connection]
            self.count -= 1
            if not own:
                del self._open[address]

    def _is_proxy(self, address: str) -> bool:
        try:
            network = ipaddress.ip_network(address)
        except ValueError:
            return False
        return any(network.overlaps(proxy) for proxy in self._proxies)

    def _make_room(self, address: str) -> bool:
        for connection in self._open.get(address, {}):  # the oldest first
            if connection.idle:
                self.leave(address, connection)
                connection.turn_away()
                return True
        return False
