"""Positions as values: what they hold, so that they compare, hash, and travel between processes.

A position is what its constructor takes: every parameter stands in an attribute of the same name.
"""

from typing import Any

PLAIN = (int, str, bool, float, type(None))


_known: dict[type, tuple[str, ...]] = {}


def fields(kind: type) -> tuple[str, ...]:
    """The names of what a position, or a part of it, is built from."""
    if kind not in _known:
        from inspect import signature  # slow to import, and not everyone compares

        _known[kind] = tuple(signature(kind).parameters)
    return _known[kind]


def facts(thing: Any) -> tuple[Any, ...]:
    """The class and everything that it holds, as values that cannot change."""
    kind = type(thing)
    return (kind, *[frozen(getattr(thing, name)) for name in fields(kind)])


def frozen(value: Any) -> Any:
    """A list as a tuple, a part of a position as its facts, anything plain as it is."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, list):
        return tuple(map(frozen, value))
    return facts(value)


def packed(thing: Any) -> tuple[type, dict[str, Any]]:
    """What `unpacked` builds an equal one from: the class and what its constructor takes."""
    kind = type(thing)
    return kind, {name: _packed(getattr(thing, name)) for name in fields(kind)}


def unpacked(kind: type, held: dict[str, Any]) -> Any:
    """A position, or a part of one, from what it holds."""
    return kind(
        **{
            name: unpacked(*value) if isinstance(value, tuple) else value
            for name, value in held.items()
        }
    )


def _packed(value: Any) -> Any:
    if isinstance(value, PLAIN):
        return value
    return value[:] if isinstance(value, list) else packed(value)
