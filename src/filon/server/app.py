"""The server put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

import structlog
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp

from filon.core.errors import Refusal
from filon.server import api_acts, api_games, api_matches, api_seats, api_tables
from filon.server.acts import refused
from filon.server.answers import answer
from filon.server.auth import Keys
from filon.server.folder import secret
from filon.server.guard import Guard
from filon.server.limits import COST
from filon.server.packing import Packing
from filon.server.page import serve_page
from filon.server.reception import Reception, address, asked_language
from filon.server.refusals import status, worded
from filon.server.settings import Settings
from filon.server.socket import follow
from filon.table.brain import Brain
from filon.table.hall import Hall
from filon.table.services import LuckMaker
from filon.table.store.bus import Bus, MemoryBus
from filon.table.store.contract import Store, Unavailable
from filon.table.store.sqlite import SqliteStore
from filon.table.thinking.pool import PoolBrain

log = structlog.get_logger()
PARTS = (api_games, api_tables, api_seats, api_matches, api_acts)


def keeping(settings: Settings) -> tuple[Store, Bus]:
    """The store and bus the settings ask for."""
    if settings.database:
        from filon.table.store.postgres import PostgresStore
        from filon.table.store.postgres_bus import PostgresBus

        return PostgresStore(settings.database), PostgresBus(settings.database)
    return SqliteStore(settings.file), MemoryBus()


def create_app(
    settings: Settings, brain: Brain | None = None, luck: LuckMaker | None = None
) -> FastAPI:
    """A server; the schema is there already. `luck` is for tests: no setting reaches it."""
    key = secret(settings.data)
    store, bus = keeping(settings)
    brain = brain or PoolBrain(settings.bot_processes, settings.bot_patience)
    hall = Hall(store, bus, brain, key, luck=luck, waiting=settings.waiting_hours * 3600)
    reception = Reception(settings, hall, Keys(key))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        yield
        await hall.close()

    class App(FastAPI):
        def build_middleware_stack(self) -> ASGIApp:
            return Guard(Packing(super().build_middleware_stack()), reception)  # outside of all

    app = App(
        title="Filon",
        version=version("filon"),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.reception = reception

    def say(request: Request, no: Refusal) -> Response:
        reception.metrics.refusals.labels(no.code).inc()
        table_id = str(request.path_params.get("id", ""))
        message = refused(hall.tables.get(table_id), reception.caller(request, table_id), no)
        return answer(message, status(no.code))

    @app.exception_handler(Refusal)
    async def on_refusal(request: Request, no: Refusal) -> Response:
        return say(request, no)

    @app.exception_handler(Unavailable)
    async def on_unavailable(request: Request, away: Unavailable) -> Response:
        log.warning("store away", why=str(away))
        return say(request, Refusal("busy"))

    @app.exception_handler(RequestValidationError)
    async def on_invalid(request: Request, bad: RequestValidationError) -> Response:
        garbage = any(error["type"] == "json_invalid" for error in bad.errors())
        return say(request, Refusal("garbage" if garbage else "message"))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, bad: HTTPException) -> Response:
        codes = {404: "no_page", 405: "method"}
        said = say(request, Refusal(codes.get(bad.status_code, "garbage")))
        said.headers.update(bad.headers or {})  # which methods are allowed
        return said

    @app.exception_handler(Exception)
    async def on_error(request: Request, error: Exception) -> Response:
        return answer(worded(Refusal("unforeseen"), asked_language(request)), 500)  # guard logs it

    for part in PARTS:
        app.include_router(part.api)
    app.include_router(api_games.probes)

    @app.websocket("/api/tables/{id}/live")
    async def live(socket: WebSocket, id: str) -> None:
        await follow(reception, socket, id)

    @app.get("/api/{path:path}", include_in_schema=False)
    async def nothing(request: Request, path: str) -> Response:
        allowed = _methods(request)
        if allowed:
            raise HTTPException(405, headers={"allow": ", ".join(sorted(allowed))})
        raise Refusal("no_page")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        file = path.startswith("assets/")
        reception.limits.spend("page", address(request), COST["file" if file else "page"])
        return serve_page(request)

    return app


def _methods(request: Request) -> set[str]:
    """How else this address may be used: the page's own routes match every path."""
    asked = {**request.scope, "path": request.url.path}
    found: set[str] = set()
    for route in (route for part in PARTS for route in part.api.routes):
        if isinstance(route, Route) and route.matches(asked)[0] is Match.PARTIAL:
            found |= route.methods or set()
    return found
