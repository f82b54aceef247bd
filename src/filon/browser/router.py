"""The requests of the page, answered in its own worker from the same table of routes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from filon.app.challenge import Judge
from filon.app.context import App, Context
from filon.app.feed import Feed
from filon.app.refusals import refused, status
from filon.app.review_storage import ReviewStorage
from filon.app.reviews import Reviews
from filon.app.routes import ROUTES, Route
from filon.app.serialize import as_json, may_follow
from filon.browser.brain import BrowserReviewQueue
from filon.browser.decode import decoded, number, read
from filon.browser.line import HERE, Line, Owner
from filon.browser.manager import BrowserTableManager
from filon.challenge.run import counted
from filon.core.errors import Refusal
from filon.match.seating import Row
from filon.protocol.people import Profile
from filon.protocol.shelf import RoomInfo
from filon.store.contract import Unavailable
from filon.tables.table import Table

Answer = tuple[int, str]  # a status as of HTTP, and a text


class BrowserContext(Context):
    """A request of the page: the person at this device owns every table."""

    def __init__(self, app: App, lang: str) -> None:
        super().__init__(app, owner(None, lang))

    async def reach(self, table_id: str) -> Table:
        """The table; its people's seats are all the caller's."""
        table = await super().reach(table_id)
        self.caller = owner(table.row, self.caller.lang)
        return table


def owner(row: Row | None, lang: str) -> Owner:
    """The person at this device, as the owner of this table."""
    sessions = frozenset(who.session for who in row.seats if who.session) if row else frozenset()
    return Owner(sessions, row.host if row else "", HERE, lang, "")


async def show_profile(context: Context) -> Profile:
    """A device alone has no profile."""
    return Profile(name="", devices=[], ladder=False)


async def show_room(context: Context) -> RoomInfo:
    """Other devices cannot reach it either."""
    return RoomInfo(state="alone", may=False, address="")


async def show_paces(context: Context) -> object:
    """How fast the levels think here, as measured."""
    assert isinstance(context.app.manager, BrowserTableManager)
    return context.app.manager.brain.paces()


async def whole_record(context: Context, table: Table) -> object:
    """The whole record of a match that goes on elsewhere: all its people sit at this device."""
    match = table.running()
    record = match.header.record(match.position.paper.full())
    return {"record": record.text(), "n": match.n}


async def delete_table(context: Context, table: Table) -> object:
    """Delete the table from this device."""
    await context.app.manager.forget(table)
    return {"ok": True}


BROWSER_ROUTES = (
    Route("GET", "/profile", show_profile),
    Route("GET", "/room", show_room),
    Route("GET", "/levels", show_paces),
    Route("POST", "/tables/{id}/move", whole_record),
    Route("POST", "/tables/{id}/forget", delete_table),
)


class Router:
    """Answers requests as a server does."""

    def __init__(self, manager: BrowserTableManager) -> None:
        notes = ReviewStorage(manager.store, manager.services.clock)
        reviews = Reviews(manager, BrowserReviewQueue(manager.brain, notes))
        # A run played here was drawn and answered here, and is not computed again.
        self.app = App(manager, reviews, Judge(manager, counted))
        self.manager = manager
        self._routes = [*BROWSER_ROUTES, *(route for route in ROUTES if not route.server)]

    async def ask(self, method: str, path: str, query: Mapping[str, str], body: str) -> Answer:
        """The answer to a request of the page; a refusal is one too."""
        lang = query.get("lang", "en")
        context = BrowserContext(self.app, lang)
        try:
            route, texts = self._find(method, path.strip("/").split("/"))
            texts |= {name: query[name] for name in route.defaults if query.get(name)}
            values = {name: decoded(route.types.get(name, str), texts[name]) for name in texts}
            if route.body:
                values[route.body] = read(route.types[route.body], parsed(body))
            answer = await route.answer(context, values)
        except Refusal as no:
            message = refused(context.table, context.caller, no, context.seat, context.message_id)
            return status(no.code), as_json(message).decode()
        except Unavailable:
            busy = refused(context.table, context.caller, Refusal("busy"))
            return status("busy"), as_json(busy).decode()
        return route.status, answer if isinstance(answer, str) else as_json(answer).decode()

    def _find(self, method: str, path: Sequence[str]) -> tuple[Route, dict[str, str]]:
        """The route of an address and its values; Refusal `no_server` if only servers have it."""
        for route in self._routes:
            parts = route.path.strip("/").split("/")
            if route.method != method or len(parts) != len(path):
                continue
            pairs = list(zip(parts, path, strict=True))
            if all(part == given or part.startswith("{") for part, given in pairs):
                return route, {part[1:-1]: given for part, given in pairs if part.startswith("{")}
        raise Refusal("no_server")

    async def follow(self, table_id: str, query: Mapping[str, str], line: Line) -> Feed:
        """A feed of a table through this line; Refusal if there is no such table."""
        context = BrowserContext(self.app, query.get("lang", "en"))
        table = await context.reach(table_id)
        seat = number(query.get("seat", ""))
        may_follow(table, context.caller, seat)
        return Feed(context, self.manager.keep(table), seat, line, query.get("fair") == "2")


def parsed(body: str) -> Any:
    """The body as JSON; Refusal `message` for what is none."""
    try:
        return json.loads(body or "{}")
    except ValueError:
        raise Refusal("message") from None
