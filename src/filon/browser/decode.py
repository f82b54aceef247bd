"""A message of the page put into its type, where pydantic is not there to do it."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from filon.core.errors import Refusal


def read(kind: Any, given: object) -> Any:
    """The message; of a union, of the kind that its `type` names. Refusal `message`."""
    if not isinstance(given, Mapping):
        raise Refusal("message")
    if not is_dataclass(kind):
        kind = _by_type(kind).get(str(given.get("type")))
        if kind is None:
            raise Refusal("message")
    types = _types(kind)
    if not given.keys() <= types.keys():
        raise Refusal("message")
    try:
        return kind(**{name: _part(types[name], value) for name, value in given.items()})
    except TypeError:
        raise Refusal("message") from None


def decoded(kind: Any, text: str) -> Any:
    """A value of an address; Refusal `message` if it is none of this type."""
    return number(text) if int in _members(kind) else text


def number(text: str) -> int | None:
    """A number of an address, None for an empty one; Refusal `message` if it is none."""
    if text and not (text.isascii() and text.isdigit()):
        raise Refusal("message")
    return int(text) if text else None


@cache
def _types(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@cache
def _by_type(union: Any) -> dict[str, Any]:
    return {kind.type: kind for kind in _members(union)}


def _members(union: Any) -> list[Any]:
    """The types of a union, in order; of another type, itself."""
    if get_origin(union) in (Union, UnionType):
        return [member for part in get_args(union) for member in _members(part)]
    if not isinstance(union, type) and get_args(union):  # Annotated: marks stand beside the type
        return _members(get_args(union)[0])
    return [union] if union is not NoneType else []


def _part(kind: Any, given: Any) -> Any:
    if get_origin(kind) is list and isinstance(given, list):
        return [_part(get_args(kind)[0], value) for value in given]
    if is_dataclass(kind) and isinstance(kind, type):
        return read(kind, given)
    return given
