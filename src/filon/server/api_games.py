"""The API of the shelf, and how the server is."""

from importlib.metadata import version

from fastapi import APIRouter, Path, Request
from starlette.responses import PlainTextResponse, Response

from filon.server.desk import Desk, asked_language
from filon.server.shelf import rules, shelf
from filon.server.telling import as_json
from filon.server.wire import Health, Shelf


def routes(desk: Desk) -> APIRouter:
    """Everything under /api that concerns no table."""
    api = APIRouter(prefix="/api")

    @api.get("/games", responses={200: {"model": Shelf}})
    async def games(request: Request) -> Response:
        """The games, bot levels and paces in the asker's language."""
        return Response(
            as_json(shelf(asked_language(request))),
            media_type="application/json",
            headers={"vary": "accept-language", "cache-control": "no-cache"},
        )

    @api.get("/games/{slug}/rules", response_class=PlainTextResponse)
    async def read_rules(request: Request, slug: str = Path(max_length=40)) -> Response:
        """A game's rules as Markdown."""
        return PlainTextResponse(
            rules(slug, asked_language(request)),
            headers={
                "content-type": "text/markdown; charset=utf-8",
                "vary": "accept-language",
                "cache-control": "no-cache",
            },
        )

    @api.get("/health", responses={200: {"model": Health}})
    async def health() -> Response:
        """Whether the server works, its database included."""
        await desk.hall.house.store.by_code("")
        return Response(
            as_json(Health(ok=True, version=version("filon"), tables=len(desk.hall.tables))),
            media_type="application/json",
            headers={"cache-control": "no-store"},
        )

    @api.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
    async def metrics() -> Response:
        """Counts for Prometheus."""
        desk.metrics.tables.set(len(desk.hall.tables))
        return PlainTextResponse(desk.metrics.text().decode())

    return api
