"""How routes answer: wire messages as JSON, and what the OpenAPI description says of them."""

from typing import Annotated, Any

from fastapi import Path, Query
from starlette.responses import Response

from filon.app.serialize import as_json
from filon.server.wire import Refused

TableId = Annotated[str, Path(max_length=40)]
AskedSeat = Annotated[int | None, Query(ge=0, le=14)]
AskedMatch = Annotated[int | None, Query(ge=1)]
AskedGame = Annotated[str, Query(max_length=40)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Refused, "description": "Refused; nothing changed"},
    "5XX": {"model": Refused, "description": "Not now; nothing is known to have changed"},
}
# An act or an order says its type: the routes named after one do without.
TYPED = {"requestBody": {"content": {"application/json": {"schema": {"required": ["type"]}}}}}


def answer(message: object, code: int = 200) -> Response:
    """A wire message as an HTTP answer."""
    return Response(
        as_json(message), code, media_type="application/json", headers={"cache-control": "no-store"}
    )


def texts(media: str) -> dict[int | str, dict[str, Any]]:
    """The same for a route that answers with a text of this kind."""
    return {200: {"content": {media: {"schema": {"type": "string"}}}}, **REFUSALS}


def answers(model: Any, code: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route may answer: this message, or a refusal."""
    return {code: {"model": model}, **REFUSALS}
