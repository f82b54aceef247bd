"""One JSON schema that names every message of the API, for the page's types."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import TypeAdapter

from filon.app.routes import ROUTES
from filon.core.spec import View
from filon.protocol.play import FromPage, FromServer
from filon.protocol.tables import AnyOrder
from filon.server.routes import SERVER_ROUTES

Kind = tuple[str, Any]


def schema() -> View:
    """What is sent to a server and what it sends, by name."""
    sent: list[Kind] = [("FromPage", FromPage), ("Order", AnyOrder)]
    answers: list[Kind] = [("FromServer", FromServer)]
    in_unions = {kind for _, union in (*sent, *answers) for kind in _members(union)}
    for route in (*ROUTES, *SERVER_ROUTES):
        if route.body:
            sent += _named(route.types[route.body], in_unions)
        answers += _named(route.types["return"], in_unions)
    parts = _parts(sent, "validation") | _parts(answers, "serialization")
    roots = sorted({name for name, _ in sent + answers})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "additionalProperties": False,
        "required": roots,
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in roots},
        "$defs": dict(sorted(parts.items())),
    }


def _named(kind: Any, but: set[Any]) -> Iterator[Kind]:
    """The messages that a body or an answer consists of, without those of a union of messages."""
    for member in _members(kind):
        if member is not str and member not in but:
            yield member.__name__, member


def _members(kind: Any) -> list[Any]:
    """The messages of a union or a list; of a message, itself."""
    if get_origin(kind) is Annotated:
        return _members(get_args(kind)[0])
    inner = get_args(kind)
    return [member for part in inner for member in _members(part)] if inner else [kind]


def _parts(kinds: list[Kind], mode: Literal["validation", "serialization"]) -> View:
    parts: View = {}
    for title, kind in kinds:
        whole = TypeAdapter(kind).json_schema(mode=mode, ref_template="#/$defs/{model}")
        for name, part in [*whole.pop("$defs", {}).items(), (title, whole)]:
            fields = part.get("properties", {})
            for value in fields.values():
                value.pop("title", None)
            if mode == "serialization" and fields:
                part["required"] = list(fields)  # an answer has all its fields
            elif "type" in fields:
                part["required"] = sorted({"type", *part.get("required", [])})
            parts[name] = part | {"title": name}
    return parts
