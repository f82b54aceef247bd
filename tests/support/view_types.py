"""Whether a value is what its declared type says, for views: plain JSON types and TypedDicts.

Each type is read once and gives a function that checks values: views are large and many.
"""

from collections.abc import Callable, Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

Check = Callable[[Any], str]  # where inside the value it does not fit, and why; empty if it fits


def misfit(value: object, kind: Any, where: str = "view") -> str:
    """Where a value is not of its type; empty if it is, to the last field."""
    found = check(kind)(value)
    return found and where + found


@cache
def check(kind: Any) -> Check:
    """The function that checks values of a type."""
    origin, args = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return _fields(kind)
    if origin in (Union, UnionType):
        return _any(args)
    if origin is Literal:
        return _literal(args)
    if origin is list:
        return _list(args[0], kind)
    if origin is tuple:
        return _tuple(args, kind)
    if origin is dict:
        return _dict(args[0], args[1], kind)
    plain = NoneType if kind is None else kind
    return lambda value: "" if type(value) is plain else f": {value!r} is no {kind}"


def _fields(kind: Any) -> Check:
    hints = get_type_hints(kind)
    checks = {name: check(hint) for name, hint in hints.items()}

    def fields(value: Any) -> str:
        if not isinstance(value, dict):
            return f": {value!r} has no fields"
        if missing := kind.__required_keys__ - value.keys():
            return f": {sorted(missing)} missing"
        if unknown := value.keys() - hints.keys():
            return f": {sorted(unknown)} not declared"
        return _first((f".{name}", checks[name](one)) for name, one in value.items())

    return fields


def _any(args: tuple[Any, ...]) -> Check:
    checks = [check(one) for one in args]

    def union(value: Any) -> str:
        found = []
        for one in checks:
            if not (said := one(value)):
                return ""
            found.append(said)
        return max(found, key=len)  # the one that came furthest

    return union


def _literal(args: tuple[Any, ...]) -> Check:
    kinds = {type(arg) for arg in args}
    return lambda value: (
        "" if value in args and type(value) in kinds else f": {value!r} is none of {args}"
    )


def _list(kind: Any, whole: Any) -> Check:
    each = check(kind)
    return lambda value: (
        _first((f"[{at}]", each(one)) for at, one in enumerate(value))
        if isinstance(value, list)
        else f": {value!r} is no {whole}"
    )


def _tuple(kinds: tuple[Any, ...], whole: Any) -> Check:
    checks = [check(one) for one in kinds]
    return lambda value: (
        _first((f"[{at}]", checks[at](one)) for at, one in enumerate(value))
        if isinstance(value, tuple) and len(value) == len(checks)
        else f": {value!r} is no {whole}"
    )


def _dict(key: Any, kind: Any, whole: Any) -> Check:
    keys, values = check(key), check(kind)
    return lambda value: (
        _first((f".{name}", keys(name) or values(one)) for name, one in value.items())
        if isinstance(value, dict)
        else f": {value!r} is no {whole}"
    )


def _first(found: Iterable[tuple[str, str]]) -> str:
    return next((place + said for place, said in found if said), "")
