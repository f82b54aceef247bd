"""The HTTP API: one FastAPI route for each entry of the table of routes."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, get_args, get_origin

from fastapi import Body, Path
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match

from filon.app.routes import ROUTES, Route
from filon.core.errors import Refusal
from filon.protocol.play import Refused
from filon.server.context import ServerContext
from filon.server.routes import SERVER_ROUTES

TableId = Annotated[str, Path(max_length=40)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Refused, "description": "Refused; nothing changed"},
    "5XX": {"model": Refused, "description": "Not now; nothing is known to have changed"},
}
# FastAPI gives a model the media type of the whole route: where that is text, refusals say theirs.
REFUSED = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}}
TEXT_REFUSALS = {
    status: {"description": answer["description"], **REFUSED} for status, answer in REFUSALS.items()
}
# A message of several kinds says its type: routes that take one kind do without.
TYPED = {"requestBody": {"content": {"application/json": {"schema": {"required": ["type"]}}}}}


def endpoint(route: Route) -> Callable[..., Awaitable[Response]]:
    """The function that FastAPI calls: it brings a request's values to the use case."""

    async def handle(request: Request, **values: Any) -> Response:
        context = ServerContext(request.app.state.server, request, values.get("id", ""))
        try:
            return context.response(route, await route.answer(context, values))
        except Refusal as no:
            return context.refusal(no)

    handle.__name__ = route.use_case.__name__
    handle.__doc__ = route.about or route.use_case.__doc__
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter("request", kind, annotation=Request)]
    for name, annotation in route.types.items():
        if name == "return":
            continue
        if name == "table":
            parameters.append(inspect.Parameter("id", kind, annotation=TableId))
            continue
        default = route.defaults.get(name, inspect.Parameter.empty)
        if name == route.body and is_union(annotation):
            annotation = Annotated[annotation, Body(discriminator="type")]
        parameters.append(inspect.Parameter(name, kind, default=default, annotation=annotation))
    handle.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return handle


def is_union(annotation: Any) -> bool:
    """Whether a message is of one of several kinds."""
    return len(get_args(annotation)) > 1 and get_origin(annotation) is not Annotated


def api_route(route: Route) -> APIRoute:
    """The route as FastAPI knows it, with all it may answer."""
    answers: dict[int | str, dict[str, Any]]
    text = route.types["return"] is str
    if text:
        answers = {200: {"content": {route.media: {"schema": {"type": "string"}}}}, **TEXT_REFUSALS}
    else:
        answers = {route.status: {"model": route.types["return"]}, **REFUSALS}
    typed = bool(route.body) and is_union(route.types[route.body])
    return APIRoute(
        f"/api{route.path}",
        endpoint(route),
        methods=[route.method],
        status_code=route.status,
        response_model=None,
        response_class=PlainTextResponse if text else Response,
        responses=answers,
        openapi_extra=TYPED if typed else None,
    )


def api_routes(routes: Sequence[Route]) -> list[APIRoute]:
    """All of them. A path without parameters goes first: none of those may take it."""
    return [api_route(route) for route in routes]


# Built once and not by each app: their models take 0.4 s.
API = api_routes((*ROUTES, *SERVER_ROUTES))


def methods(request: Request) -> set[str]:
    """How this address may be used otherwise: the page's own routes match every path."""
    scope = {**request.scope, "path": request.url.path}
    allowed: set[str] = set()
    for route in API:
        if route.matches(scope)[0] is Match.PARTIAL:
            allowed |= route.methods or set()
    return allowed
