"""A stand-in for mypy_extensions in the page: its numbers are ints, its marks say nothing."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class _Whole(type):
    def __instancecheck__(cls, one: object) -> bool:
        return isinstance(one, int)


class i64(metaclass=_Whole):
    """An int."""

    def __new__(cls, one: Any = 0) -> Any:
        return int(one)


i32 = i16 = u8 = i64


def mypyc_attr(*names: str, **marks: object) -> Callable[[T], T]:
    """What only a compiler reads."""
    return lambda one: one
