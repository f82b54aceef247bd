"""What all requests of one server share: settings, keys, limits, metrics, and its app."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection, Request

from filon.app.caller import Caller
from filon.app.challenge import Judge
from filon.app.context import App
from filon.app.refusals import language
from filon.app.review_storage import ReviewStorage
from filon.app.reviews import Reviews
from filon.core.errors import Refusal
from filon.server.auth import Keys
from filon.server.hosts import Names, counted, lan_address, netloc
from filon.server.lan import LanAccess
from filon.server.limits import BotTables, Limits
from filon.server.monitoring import Metrics, Readiness
from filon.server.review_queue import ServerReviewQueue
from filon.settings import LOOPBACK, Settings
from filon.store.contract import PeopleStore
from filon.tables.manager import TableManager

if TYPE_CHECKING:  # loaded only where notifications are sent
    from filon.server.push import PushSender


class ServerState:
    """The server's parts, handed to its requests."""

    def __init__(
        self,
        settings: Settings,
        manager: TableManager,
        keys: Keys,
        people: PeopleStore,
        push: "PushSender | None" = None,
    ) -> None:
        self.settings = settings
        self.manager = manager
        self.keys = keys
        self.limits = Limits(settings.limits)
        self.bot_tables = BotTables(manager, settings.bot_tables, settings.limits)
        notes = ReviewStorage(manager.store, manager.services.clock)
        reviews = Reviews(manager, ServerReviewQueue(manager.services.brain, notes))
        self.app = App(manager, reviews, Judge(manager), settings.pace)
        self.app.lobby, self.app.leaderboard = settings.has_lobby, settings.ladder
        self.app.people = people
        self.metrics = Metrics(manager.services.brain)
        self.push = push
        if push is not None:
            push.count(self.metrics.registry)
        self.names = Names(settings)
        self.lan = LanAccess(settings, self.names, keys)
        self.readiness = Readiness(manager.store)

    def caller(self, request: HTTPConnection, table_id: str = "") -> Caller:
        """The caller, by the request's cookies for this table."""
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

    def base(self, request: HTTPConnection) -> str:
        """The address others can reach, without a slash at the end."""
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        host = request.url.hostname or "127.0.0.1"
        if host in LOOPBACK and self.lan.url:
            return self.lan.url
        port = f":{request.url.port}" if request.url.port else ""
        if host in LOOPBACK and self.settings.host not in LOOPBACK:
            host = lan_address() or host
        host = f"[{host}]" if ":" in host else host
        return f"{request.url.scheme}://{host}{port}"


def asked_language(request: HTTPConnection) -> str:
    """The language of the answer."""
    return language(request.query_params.get("lang"), request.headers.get("accept-language"))


def address(request: HTTPConnection) -> str:
    """The address that limits count against."""
    return counted(request.client.host) if request.client else "-"
