"""Whether a value is what its declared type says, for views: plain JSON types and TypedDicts."""

from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict


def misfit(value: object, kind: Any, where: str = "view") -> str:
    """Where a value is not of its type; empty if it is, to the last field."""
    origin, args = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return _fields(value, kind, where)
    if origin in (Union, UnionType):
        found = [misfit(value, one, where) for one in args]
        return "" if "" in found else max(found, key=len)  # the one that came furthest
    if origin is Literal:
        fits = value in args and type(value) in {type(arg) for arg in args}
        return "" if fits else f"{where}: {value!r} is none of {args}"
    if origin is list and isinstance(value, list):
        return _first(misfit(one, args[0], f"{where}[{at}]") for at, one in enumerate(value))
    if origin is tuple and isinstance(value, tuple) and len(value) == len(args):
        pairs = enumerate(zip(value, args, strict=True))
        return _first(misfit(one, arg, f"{where}[{at}]") for at, (one, arg) in pairs)
    if origin is dict and isinstance(value, dict):
        keys = _first(misfit(key, args[0], f"key of {where}") for key in value)
        return keys or _first(misfit(one, args[1], f"{where}.{key}") for key, one in value.items())
    plain = NoneType if kind is None else kind
    return "" if type(value) is plain else f"{where}: {value!r} is no {kind}"


def _fields(value: object, kind: Any, where: str) -> str:
    if not isinstance(value, dict):
        return f"{where}: {value!r} has no fields"
    hints = _hints(kind)
    if missing := kind.__required_keys__ - set(value):
        return f"{where}: {sorted(missing)} missing"
    if unknown := set(value) - set(hints):
        return f"{where}: {sorted(unknown)} not declared"
    return _first(misfit(one, hints[name], f"{where}.{name}") for name, one in value.items())


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)  # slow: it reads annotations that are text


def _first(found: Any) -> str:
    return next((one for one in found if one), "")
