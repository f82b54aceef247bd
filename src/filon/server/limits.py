"""How often anyone may ask for what: what costs the server more costs the asker more."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from filon.core.errors import Refusal

BIGGEST = 16 * 1024  # bytes of one message, over HTTP or a socket
# A whole game that somebody brings.
LONGER = dict.fromkeys(
    ("/api/replay", "/api/review", "/api/forks", "/api/challenge/runs"), 320 * 1024
)
CLEAN = 4096  # askers remembered before those who asked nothing lately are forgotten


@dataclass(frozen=True)
class Rate:
    """So much at once, and so much more every second."""

    burst: int
    refill: float


# A class of thirty behind one address opens the page, finds its tables and sits down at once.
RATES = {
    "create": Rate(40, 30 / 60),
    "code": Rate(60, 20 / 60),
    "preview": Rate(60, 20 / 60),
    "room": Rate(20, 20 / 60),
    "join": Rate(60, 1),
    "connect": Rate(120, 2),
    "order": Rate(20, 20),
    "act": Rate(20, 20),
    "look": Rate(20, 20),
    "hint": Rate(10, 1),
    "talk": Rate(6, 0.5),
    "move": Rate(20, 10 / 60),
    "pass": Rate(8, 4 / 60),
    "push": Rate(20, 10 / 60),
    "review": Rate(8, 1 / 30),
    "read": Rate(400, 100),
    "page": Rate(1500, 100),
    "dear": Rate(800, 40),
    "socket": Rate(50, 50),
}
# Of "page" and "dear"; one is about a millisecond of the server's time.
COST = {"file": 1, "page": 2, "shelf": 4, "story": 5, "record": 10, "replay": 10, "proof": 20}
MISS = 5  # what a code costs more that names no table: guessing ends soon, a class does not


class Limits:
    """Counts per asker; Refusal `too_fast` beyond the rate. Time here never jumps."""

    def __init__(self, on: bool = True, now: Callable[[], float] = time.monotonic) -> None:
        self._on = on
        self._now = now
        self._paid: dict[tuple[str, str], float] = {}  # when what was spent will have come back
        self._clean = CLEAN

    def spend(self, what: str, who: str, cost: float = 1) -> None:
        """So much more; Refusal `too_fast` if that is too much."""
        rate, now = RATES[what], self._now()
        owed = max(self._paid.get((what, who), now) - now, 0) + cost / rate.refill
        if self._on and owed > rate.burst / rate.refill + 1e-6:
            raise Refusal("too_fast")
        self._owe(what, who, now + owed, now)

    def charge(self, what: str, who: str, cost: float) -> None:
        """Spent already: it counts even if it is too much."""
        now = self._now()
        owed = max(self._paid.get((what, who), now), now) + cost / RATES[what].refill
        self._owe(what, who, owed, now)

    def _owe(self, what: str, who: str, until: float, now: float) -> None:
        if not self._on:
            return
        self._paid[what, who] = until
        if len(self._paid) > self._clean:
            self._paid = {key: back for key, back in self._paid.items() if back > now}
            self._clean = max(CLEAN, 2 * len(self._paid))
