"""A message of the page put into its type, where pydantic is not there to do it."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from filon.core.errors import Refusal

T = TypeVar("T")


@cache
def _types(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def read(kind: type[T], given: object) -> T:
    """The message; Refusal `message` for what is none of this type."""
    known = _types(kind)  # type: ignore[arg-type]
    if not isinstance(given, Mapping) or not given.keys() <= known.keys():
        raise Refusal("message")
    try:
        return kind(**{name: _part(known[name], told) for name, told in given.items()})
    except TypeError:
        raise Refusal("message") from None


def members(union: object) -> list[Any]:
    """The types of a union, in order."""
    if get_origin(union) in (Union, UnionType):
        return [one for part in get_args(union) for one in members(part)]
    if not isinstance(union, type) and get_args(union):  # marks stand beside it
        return members(get_args(union)[0])
    return [union]


def _part(kind: Any, given: Any) -> Any:
    if get_origin(kind) is list and isinstance(given, list):
        return [_part(get_args(kind)[0], one) for one in given]
    if is_dataclass(kind) and isinstance(kind, type):
        return read(kind, given)
    return given
