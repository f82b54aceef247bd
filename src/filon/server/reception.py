"""Where every request comes in: the hall, the keys, limits, settings, and who asks."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated
from weakref import WeakKeyDictionary

from fastapi import Depends
from starlette.requests import HTTPConnection, Request

from filon.app.caller import Caller
from filon.app.challenge import Judge
from filon.app.message_cache import Bulletin
from filon.app.refusals import language
from filon.app.review_notes import ReviewNotes
from filon.app.reviewing import Reviews
from filon.core.errors import Refusal
from filon.server.auth import Keys
from filon.server.bot_tables import BotTables
from filon.server.health import Readiness
from filon.server.hosts import Names, counted, lan_address, netloc
from filon.server.limits import COST, Limits
from filon.server.metrics import Metrics
from filon.server.review_desk import ServerDesk
from filon.server.room import Room
from filon.server.settings import LOOPBACK, Settings
from filon.tables.manager import Hall
from filon.tables.table import Table

if TYPE_CHECKING:  # loaded only where people are called
    from filon.server.herald import Herald


class Reception:
    """The server's parts, handed to its routes."""

    def __init__(
        self, settings: Settings, hall: Hall, keys: Keys, herald: "Herald | None" = None
    ) -> None:
        self.settings = settings
        self.hall = hall
        self.keys = keys
        self.limits = Limits(settings.limits)
        self.bot_tables = BotTables(hall, settings.bot_tables, settings.limits)
        self.judge = Judge(hall)
        notes = ReviewNotes(hall.services.store, hall.services.clock)
        self.reviews = Reviews(hall, ServerDesk(hall.services.brain, notes))
        self.metrics = Metrics(hall.services.brain)
        self.herald = herald
        if herald is not None:
            herald.count(self.metrics.registry)
        self.names = Names(settings)
        self.room = Room(settings, self.names, keys)
        self.pairing = asyncio.Lock()  # of those who would play with anyone
        self.readiness = Readiness(hall.services.store)
        self._bulletins: WeakKeyDictionary[Table, Bulletin] = WeakKeyDictionary()

    def bulletin(self, table: Table) -> Bulletin:
        """What a table tells, made once for all its followers."""
        if table not in self._bulletins:
            self._bulletins[table] = Bulletin(table)
        return self._bulletins[table]

    def caller(self, request: HTTPConnection, table_id: str = "") -> Caller:
        """Who asks."""
        return self.keys.caller(
            request.cookies, table_id, asked_language(request), address(request)
        )

    def secure(self, request: Request) -> bool:
        """Whether cookies may be marked Secure: only over https."""
        return request.url.scheme == "https" or self.settings.public_url.startswith("https://")

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Refusal `origin` for a page of another site that uses a player's browser."""
        origin = headers.get("origin")
        if not origin or origin == "null":
            if origin == "null":
                raise Refusal("origin")
            return
        own = {headers.get("host", "").lower(), netloc(self.settings.public_url)}
        if netloc(origin) not in own - {""}:
            raise Refusal("origin")

    def base(self, request: Request) -> str:
        """The address others can reach, without a slash at the end."""
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        host = request.url.hostname or "127.0.0.1"
        if host in LOOPBACK and self.room.url:
            return self.room.url
        port = f":{request.url.port}" if request.url.port else ""
        if host in LOOPBACK and self.settings.host not in LOOPBACK:
            host = lan_address() or host
        host = f"[{host}]" if ":" in host else host
        return f"{request.url.scheme}://{host}{port}"


class Visit:
    """One request at the reception: what its route works with."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.reception: Reception = request.app.state.reception
        self.hall: Hall = self.reception.hall
        self.keys = self.reception.keys
        self.secure = self.reception.secure(request)

    def pays(self, what: str, cost: float = 1) -> None:
        """Count this against the asker's address, before anything is worked out."""
        self.reception.limits.spend(what, address(self.request), cost)

    def asks(self, what: str) -> Caller:
        """Who asks for something that is no table's; Refusal `too_fast`."""
        self.pays(what)
        return self.reception.caller(self.request)

    async def reach(self, table_id: str, dear: str = "") -> tuple[Table, Caller]:
        """A table and who asks for it, for something dear perhaps (see limits); Refusal
        `no_table` or `too_fast`."""
        self.pays("dear" if dear else "read", COST.get(dear, 1))
        caller = self.reception.caller(self.request, table_id)
        table = await self.hall.table(table_id)
        if caller.is_host(table.row):
            table.host_seen = table.clock.steady()
        return table, caller


Visiting = Annotated[Visit, Depends(Visit)]


def asked_language(request: HTTPConnection) -> str:
    """The language of the answer."""
    return language(request.query_params.get("lang"), request.headers.get("accept-language"))


def address(request: HTTPConnection) -> str:
    """Whom limits count for."""
    return counted(request.client.host) if request.client else "-"
