"""One table of routes: the server's API and the page's own worker are both built from it."""

import asyncio
import json
from pathlib import Path

import pytest

from filon.app.routes import ROUTES, Route
from filon.browser.brain import DeviceBrain
from filon.browser.manager import BrowserTableManager
from filon.browser.router import BROWSER_ROUTES, Router
from filon.server.routes import SERVER_ROUTES
from filon.store.browser import BrowserStore
from filon.store.bus import MemoryBus
from support.memory_store import MemoryStore
from support.serving import server

SHARED = [route for route in ROUTES if not route.server]


def test_the_server_describes_each_route_once(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        paths = client.get("/api/openapi.json").json()["paths"]
    described = sorted((name.upper(), path) for path, ways in paths.items() for name in ways)
    routes = (*ROUTES, *SERVER_ROUTES)
    assert described == sorted((route.method, f"/api{route.path}") for route in routes)
    for route in routes:
        way = paths[f"/api{route.path}"][route.method.lower()]
        assert ("requestBody" in way) == bool(route.body), route.path
        assert str(route.status) in way["responses"], route.path


def test_every_route_says_what_it_does() -> None:
    for route in (*ROUTES, *SERVER_ROUTES, *BROWSER_ROUTES):
        assert route.about or route.use_case.__doc__, route.path


@pytest.mark.parametrize("route", SHARED, ids=lambda route: f"{route.method} {route.path}")
def test_the_page_answers_each_route_that_needs_no_server(route: Route) -> None:
    """With an answer, or with a refusal that is about the request: it knows the address."""

    async def ask() -> tuple[int, str]:
        manager = BrowserTableManager(BrowserStore(MemoryStore()), MemoryBus(), DeviceBrain())
        await manager.open()
        try:
            path = route.path.format(id="none", slug="claim_it", game="claim_it", number=1, job="x")
            body = "{}" if route.method == "POST" else ""
            return await Router(manager).ask(route.method, path, {"lang": "en"}, body)
        finally:
            await manager.close()

    status, text = asyncio.run(ask())
    assert status < 500
    if status >= 400:
        assert json.loads(text)["code"] != "no_server"


def test_the_page_says_what_only_a_server_does() -> None:
    async def ask() -> list[tuple[int, str]]:
        manager = BrowserTableManager(BrowserStore(MemoryStore()), MemoryBus(), DeviceBrain())
        routes = [route for route in (*ROUTES, *SERVER_ROUTES) if route.server]
        routes = [route for route in routes if route.path != "/profile"]  # it has one of its own
        router = Router(manager)
        return [
            await router.ask(route.method, route.path, {"lang": "en"}, "{}") for route in routes
        ]

    answers = asyncio.run(ask())
    assert len(answers) > 10
    for status, text in answers:
        assert (status, json.loads(text)["code"]) == (404, "no_server")
