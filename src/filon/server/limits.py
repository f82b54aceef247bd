"""Limits for each client: how often it may ask for what, and how many tables of bots it may begin.

What costs the server more costs the client more.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from filon import bots
from filon.core.errors import Refusal
from filon.tables.manager import TableManager
from filon.tables.table import Table

BIGGEST = 16 * 1024  # bytes of one message, over HTTP or a socket
# A whole record in one request.
LONGER = dict.fromkeys(
    ("/api/replay", "/api/review", "/api/forks", "/api/challenge/runs"), 320 * 1024
)
CLEAN = 4096  # clients remembered before those without debts are forgotten


@dataclass(frozen=True)
class Rate:
    """A token bucket: so much at once, and so much more every second."""

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
PAGE = 2  # of the limit "page": the page itself; one of its files costs 1
ALONE = 10  # what a table of bots alone costs: no person's turn ever gives the workers a rest
BESIDE = 1  # what a table costs at which people play with bots that think


class Limits:
    """Rate limits for each client, by a monotonic clock; Refusal `too_fast` beyond the rate."""

    def __init__(self, on: bool = True, now: Callable[[], float] = time.monotonic) -> None:
        self._on = on
        self._now = now
        self._paid: dict[tuple[str, str], float] = {}  # when the bucket is full again
        self._clean = CLEAN

    def spend(self, what: str, who: str, cost: float = 1) -> None:
        """Spend so much; Refusal `too_fast` if that is too much."""
        rate, now = RATES[what], self._now()
        owed = max(self._paid.get((what, who), now) - now, 0) + cost / rate.refill
        if self._on and owed > rate.burst / rate.refill + 1e-6:
            raise Refusal("too_fast")
        self._owe(what, who, now + owed, now)

    def charge(self, what: str, who: str, cost: float) -> None:
        """Count what was spent already, even if it is too much."""
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


class BotTables:
    """The tables in play by the address that began them, in this process."""

    def __init__(self, manager: TableManager, most: int, on: bool = True) -> None:
        self._manager = manager
        self._most = most
        self._on = on
        self._begun: dict[str, set[str]] = defaultdict(set)

    def may_begin(self, address: str, table: Table) -> None:
        """Refusal `bot_tables` if this one is more than the address may have in play."""
        cost = _cost(table)
        if self._on and cost and cost + self._spent(address, table) > ALONE * self._most:
            raise Refusal("bot_tables", most=self._most)

    def begun(self, address: str, table: Table) -> None:
        """This table is in play now."""
        self._begun[address].add(table.row.id)

    def _spent(self, address: str, but: Table) -> int:
        """What the tables cost that are still in play; forgets the others."""
        spent, left = 0, set()
        for table_id in self._begun[address]:
            table = self._manager.tables.get(table_id)
            # A table that still waits is about to start: its devices are agreeing on the dice.
            if table is None or table.row.phase not in ("waiting", "playing"):
                continue
            if table is not but:
                left.add(table_id)
                spent += _cost(table)
        if left:
            self._begun[address] = left
        else:
            del self._begun[address]
        return spent


def _cost(table: Table) -> int:
    levels = [table.seats.level(seat) for seat in range(len(table.row.seats))]
    if all(levels):
        return ALONE
    spec = table.views.spec
    return BESIDE if any(bots.searches(level, spec) for level in levels) else 0
