"""The server put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

import structlog
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from filon.app.health import show_health
from filon.app.refusals import worded
from filon.bots.external import invite
from filon.core.errors import Refusal
from filon.server.auth import Keys
from filon.server.context import ServerContext, written
from filon.server.data_dir import secret
from filon.server.http import API, methods
from filon.server.limits import PAGE
from filon.server.middleware import Compression, Guard
from filon.server.page import is_built, serve_game_file, serve_page
from filon.server.preview import invited
from filon.server.socket import follow
from filon.server.state import ServerState, address, asked_language
from filon.settings import Settings
from filon.store.bus import Bus, MemoryBus
from filon.store.contract import PeopleStore, ServerStore, Unavailable
from filon.store.sqlite import SqliteStore
from filon.tables import leaderboard
from filon.tables.manager import TableManager
from filon.tables.services import LuckMaker
from filon.thinking.brain import Brain, think_with
from filon.thinking.pool import PoolBrain

if TYPE_CHECKING:  # loaded only where notifications are sent
    from filon.server.http_client import PublicClient
    from filon.server.push import PushSender

log = structlog.get_logger()


def store_and_bus(settings: Settings) -> tuple[ServerStore, Bus]:
    """The store and the bus that the settings name."""
    if settings.database:
        from filon.store.postgres import PostgresStore
        from filon.store.postgres_bus import PostgresBus

        return PostgresStore(settings.database), PostgresBus(settings.database)
    return SqliteStore(settings.file), MemoryBus()


def push_sender(
    settings: Settings, store: PeopleStore, key: bytes, push_client: "PublicClient | None"
) -> "PushSender | None":
    """The sender of push notifications; None without a contact address for push services."""
    if not settings.contact:
        return None
    from filon.server.push import PushSender

    return PushSender(store, key, settings.contact, push_client)


def create_app(
    settings: Settings,
    brain: Brain | None = None,
    luck: LuckMaker | None = None,
    push_client: "PublicClient | None" = None,
) -> FastAPI:
    """A server; the schema is there already. `luck` and `push_client` are for tests: no setting
    reaches them."""
    if settings.ladder:
        leaderboard.check()
    key = secret(settings.data)
    store, bus = store_and_bus(settings)
    invite(settings.guests)
    thinks = partial(think_with, settings.guests)
    brain = brain or PoolBrain(settings.bot_processes, settings.bot_patience, thinks)
    push = push_sender(settings, store, key, push_client)
    notify = push.call if push else None
    waiting = settings.waiting_hours * 3600
    manager = TableManager(store, bus, brain, key, luck=luck, waiting=waiting, notify=notify)
    state = ServerState(settings, manager, Keys(key), store, push)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await manager.open()
        yield
        if push is not None:
            await push.close()
        await state.app.reviews.desk.close()
        await manager.close()

    class FilonApi(FastAPI):
        def build_middleware_stack(self) -> ASGIApp:
            return Guard(Compression(super().build_middleware_stack()), state)  # the outermost

    app = FilonApi(
        title="Filon",
        version=version("filon"),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.server = state

    def refuse(request: Request, no: Refusal) -> Response:
        context = ServerContext(state, request, str(request.path_params.get("id", "")))
        return context.refusal(no)

    @app.exception_handler(Refusal)
    async def on_refusal(request: Request, no: Refusal) -> Response:
        return refuse(request, no)

    @app.exception_handler(Unavailable)
    async def on_unavailable(request: Request, away: Unavailable) -> Response:
        log.warning("store away", why=str(away))
        return refuse(request, Refusal("busy"))

    @app.exception_handler(RequestValidationError)
    async def on_invalid(request: Request, bad: RequestValidationError) -> Response:
        garbage = any(error["type"] == "json_invalid" for error in bad.errors())
        return refuse(request, Refusal("garbage" if garbage else "message"))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, bad: HTTPException) -> Response:
        codes = {404: "no_page", 405: "method"}
        said = refuse(request, Refusal(codes.get(bad.status_code, "garbage")))
        said.headers.update(bad.headers or {})
        if bad.status_code == 405 and (allowed := methods(request)):
            # The first route of an address that is used in several ways names its own way only.
            said.headers["allow"] = ", ".join(sorted(allowed))
        return said

    @app.exception_handler(Exception)
    async def on_error(request: Request, error: Exception) -> Response:
        return written(worded(Refusal("unforeseen"), asked_language(request)), 500)  # guard logs it

    app.router.routes.extend(API)
    app.router.routes.extend(probes(state))

    @app.websocket("/api/tables/{id}/live")
    async def live(socket: WebSocket, id: str) -> None:
        await follow(state, socket, id)

    @app.get("/api/{path:path}", include_in_schema=False)
    async def nothing(request: Request, path: str) -> Response:
        if methods(request):
            raise HTTPException(405)
        raise Refusal("no_page")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        file = path.startswith("assets/")
        state.limits.spend("page", address(request), 1 if file else PAGE)
        if path.startswith(("j/", "t/")) and is_built():
            return await invited(state, request, path)
        return serve_game_file(path) or serve_page(request)

    return app


def probes(state: ServerState) -> list[Route]:
    """For those who run the server: is it alive, is it ready, and counts for Prometheus."""

    async def alive(request: Request) -> Response:
        return written({"ok": True})

    async def ready(request: Request) -> Response:
        context = ServerContext(state, request)
        try:
            return written(await show_health(context))
        except Refusal as no:
            return context.refusal(no)

    async def metrics(request: Request) -> Response:
        state.metrics.tables.set(len(state.manager.tables))
        return PlainTextResponse(state.metrics.text().decode())

    return [
        Route("/healthz", alive),
        Route("/readyz", ready),
        Route("/api/metrics", metrics),
    ]
