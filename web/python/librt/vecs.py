"""A stand-in for librt.vecs in the page: plain lists under its names."""

from typing import Any, TypeVar

T = TypeVar("T")


class vec(list[T]):
    """A list; its items are not narrowed to the type it names."""

    def __init__(self, items: Any = (), *, capacity: int = 0) -> None:
        super().__init__(items)


def append(there: vec[T], item: T) -> vec[T]:
    """The list with one item more."""
    there.append(item)
    return there
