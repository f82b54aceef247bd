"""What a use case works with: the tables, the caller, and what a server adds."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

from filon.app.caller import Caller
from filon.app.message_cache import MessageCache
from filon.app.serialize import table_info
from filon.match.pace import DEFAULT
from filon.match.seating import Row
from filon.protocol.tables import TableInfo
from filon.store.contract import PeopleStore, Store
from filon.tables.manager import TableManager
from filon.tables.table import Table

if TYPE_CHECKING:  # both have requests, which need a context
    from filon.app.challenge import Judge
    from filon.app.reviews import Reviews


class Tokens(Protocol):
    """Makes and reads the unguessable tokens of links; a server signs them with its secret."""

    def seat_token(self, row: Row, seat: int) -> str:
        """The token of one seat's link."""

    def open_token(self, row: Row) -> str:
        """The token of the link that gives any open seat."""

    def seat_of(self, row: Row, token: str) -> int | None:
        """The seat that a token gives (None: any open one); Refusal `token` if it gives none."""


class App:
    """What all requests share: tables, reviews, the daily challenge, and optional features."""

    lobby = False  # tables may be listed for anyone to join
    leaderboard = False
    people: PeopleStore  # a browser has none

    def __init__(
        self, manager: TableManager, reviews: "Reviews", judge: "Judge", pace: str = DEFAULT
    ) -> None:
        self.manager = manager
        self.reviews = reviews
        self.judge = judge
        self.pace = pace  # of a table whose host chooses none
        self.pairing = asyncio.Lock()  # of people who would play with anyone
        self._caches: WeakKeyDictionary[Table, MessageCache] = WeakKeyDictionary()

    @property
    def store(self) -> Store:
        """Tables, results and reviews."""
        return self.manager.store

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self.manager.services.clock.now()

    def cache(self, table: Table) -> MessageCache:
        """The cache of the table's messages, shared by its followers."""
        if table not in self._caches:
            self._caches[table] = MessageCache(table, self.manager.services.clock)
        return self._caches[table]


@dataclass
class Grants:
    """Capabilities that an answer hands to the caller's device; a server sends them as cookies."""

    seats: list[tuple[Row, int]] = field(default_factory=list)
    host: Row | None = None
    device: bool = False
    revoked: list[tuple[Row, str]] = field(default_factory=list)  # sessions given back
    forget: bool = False  # the device is not known any more


class Context:
    """One request or one connection. Without a server it has no limits: there is one caller."""

    base = ""  # the address that others can reach
    alone = False  # that address is of this machine only

    def __init__(self, app: App, caller: Caller) -> None:
        self.app = app
        self.caller = caller
        self.grants = Grants()
        self.table: Table | None = None
        self.filename = ""  # under which a browser saves the answer
        self.seat: int | None = None  # that acts, for a refusal
        self.message_id: int | None = None

    @property
    def tokens(self) -> Tokens:
        """The signer of links; only a server has one."""
        raise NotImplementedError

    async def reach(self, table_id: str) -> Table:
        """The table, and the caller as that table knows it; Refusal `no_table`."""
        self.table = await self.app.manager.table(table_id)
        return self.table

    def spend(self, limit: str, who: str = "", cost: float = 1) -> None:
        """Count this against a rate limit, of the caller's address by default; `too_fast`."""

    def charge(self, limit: str, cost: float) -> None:
        """Count a cost that cannot be refused any more."""

    def acted(self, kind: str, seconds: float | None) -> None:
        """Count an act for the metrics; None: nothing was stored."""

    def refused(self, code: str) -> None:
        """Count a refusal for the metrics."""

    async def person(self) -> str:
        """The id of the person who asks; a device alone is its own person."""
        return self.caller.device

    async def devices(self) -> list[str]:
        """All devices of the person who asks."""
        return [self.caller.device]

    async def check_names(self, *names: str) -> None:
        """Refusal `name_taken` for a name that another person has reserved here."""

    def check_bots(self, table: Table) -> None:
        """Refusal `bot_tables` if the caller's address has too many tables with bots in play."""

    def count_bots(self, table: Table) -> None:
        """Remember that the caller's address has begun this table."""

    async def check_health(self) -> None:
        """Unavailable unless the store takes writes."""

    def made(self, table: Table) -> TableInfo:
        """The answer to the caller who made a table: grants its seats and the host's rights."""
        row = table.row
        seats = [seat for seat, who in enumerate(row.seats) if who.session]
        self.grants.seats += [(row, seat) for seat in seats]
        self.grants.host, self.grants.device = row, True
        sessions = frozenset(row.seats[seat].session for seat in seats)
        self.caller = replace(self.caller, sessions=sessions, host_key=row.host)
        return table_info(table, self.caller)

    def gains(self, table: Table, session: str) -> TableInfo:
        """The table after the caller was granted the seat of this session, if it has one."""
        seat = table.row.seat_of(session)
        if seat is not None:
            self.grants.seats.append((table.row, seat))
        self.caller = self.caller.with_session(session)
        return table_info(table, self.caller)
