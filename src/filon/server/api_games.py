"""The API of the shelf, and how the server is."""

from importlib.metadata import version

from fastapi import APIRouter, Path
from starlette.responses import PlainTextResponse, Response

from filon.app.games import rules, shelf
from filon.app.serialize import as_json
from filon.server.answers import answer, answers, texts
from filon.server.limits import COST
from filon.server.reception import Visiting, asked_language
from filon.server.wire import Health, Shelf

api = APIRouter(prefix="/api")
probes = APIRouter()


@api.get("/games", responses=answers(Shelf))
async def games(visit: Visiting) -> Response:
    """The games, bot levels and paces in the asker's language."""
    visit.pays("page", COST["shelf"])
    return Response(
        as_json(shelf(asked_language(visit.request))),
        media_type="application/json",
        headers={"vary": "accept-language", "cache-control": "no-cache"},
    )


@api.get("/games/{slug}/rules", response_class=Response, responses=texts("text/markdown"))
async def read_rules(visit: Visiting, slug: str = Path(max_length=40)) -> Response:
    """A game's rules as Markdown."""
    visit.pays("page", COST["page"])
    return PlainTextResponse(
        rules(slug, asked_language(visit.request)),
        headers={
            "content-type": "text/markdown; charset=utf-8",
            "vary": "accept-language",
            "cache-control": "no-cache",
        },
    )


@api.get("/health", responses=answers(Health))
@probes.get("/readyz", include_in_schema=False)
async def health(visit: Visiting) -> Response:
    """Whether the server works: its database has just taken a write."""
    await visit.reception.readiness.check()
    return answer(Health(ok=True, version=version("filon"), tables=len(visit.hall.tables)))


@probes.get("/healthz", include_in_schema=False)
async def alive() -> Response:
    """Whether the server answers at all."""
    return answer({"ok": True})


@api.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
async def metrics(visit: Visiting) -> Response:
    """Counts for Prometheus."""
    visit.reception.metrics.tables.set(len(visit.hall.tables))
    return PlainTextResponse(visit.reception.metrics.text().decode())
