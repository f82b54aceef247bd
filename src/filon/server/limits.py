"""How often anyone may ask for what."""

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from filon.core.errors import Refusal

BIGGEST = 16 * 1024  # bytes of one message, over HTTP or a socket
RATES = {
    "create": "30/minute",
    "code": "10/minute",
    "join": "60/minute",
    "order": "20/second",
    "act": "20/second",
    "look": "20/second",
    "read": "100/second",
    "socket": "50/second",
    "connect": "120/minute",
}


class Limits:
    """Counts per asker; Refusal `too_fast` beyond the rate."""

    def __init__(self, on: bool = True) -> None:
        self._on = on
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._items: dict[str, RateLimitItem] = {name: parse(rate) for name, rate in RATES.items()}

    def spend(self, what: str, who: str) -> None:
        """One more; Refusal `too_fast` if that is too many."""
        if self._on and not self._limiter.hit(self._items[what], what, who):
            raise Refusal("too_fast")
