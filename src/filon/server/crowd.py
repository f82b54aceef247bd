"""Who stands in the door: open connections by address, so that no address can fill it."""

import ipaddress
from collections.abc import Sequence
from typing import Protocol


class Guest(Protocol):
    """A connection as the door sees it."""

    @property
    def idle(self) -> bool:
        """Whether it has asked nothing whole that is still being answered."""

    def turn_away(self) -> None:
        """End it."""


class Crowd:
    """Counts connections; whoever only waits makes room for whoever comes."""

    def __init__(self, each: int, most: int, known: Sequence[str] = ()) -> None:
        self.each = each  # from one address; 0: as many as it likes
        self.most = most  # in all; 0: as many as come
        # Proxies: many people stand behind them.
        self._known = [ipaddress.ip_network(proxy) for proxy in known]
        self._guests: dict[str, dict[Guest, None]] = {}
        self.count = 0

    def enter(self, who: str, guest: Guest) -> bool:
        """Whether there is room; an idle one of the same address, or of the largest crowd,
        goes for it."""
        here = self._guests.setdefault(who, {})
        full = bool(self.each) and len(here) >= self.each and not self._is_known(who)
        if full and not self._make_room(who):
            return False
        if self.most and self.count >= self.most:
            largest = max(self._guests, key=lambda one: len(self._guests[one]))
            if not self._make_room(largest):
                return False
        self._guests.setdefault(who, {})[guest] = None
        self.count += 1
        return True

    def leave(self, who: str, guest: Guest) -> None:
        """It is gone; once more is no fault."""
        here = self._guests.get(who, {})
        if guest in here:
            del here[guest]
            self.count -= 1
            if not here:
                del self._guests[who]

    def _is_known(self, who: str) -> bool:
        try:
            address = ipaddress.ip_network(who)
        except ValueError:
            return False
        return any(address.overlaps(proxy) for proxy in self._known)

    def _make_room(self, who: str) -> bool:
        for guest in self._guests.get(who, {}):  # the oldest first
            if guest.idle:
                self.leave(who, guest)
                guest.turn_away()
                return True
        return False
