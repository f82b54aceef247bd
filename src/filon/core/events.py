"""What happened, and who may read it."""

from typing import Final

from mypy_extensions import mypyc_attr

EVERYONE: Final = -1  # every bit set: all seats and the spectators
SPECTATOR: Final = 15  # the seat number under which spectators look and listen
OPEN: Final = 16  # the seat number under which all is seen: only of a game that is over


def only(seat: int) -> int:
    """Eyes of one seat alone."""
    return 1 << seat


def all_but(seat: int) -> int:
    """Eyes of everyone, spectators included, except one seat."""
    return ~(1 << seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """One thing that happened: kind, whose doing (a seat or CHANCE), numbers, and its audience."""

    def __init__(self, kind: str, seat: int, args: tuple[int, ...], eyes: int) -> None:
        self.kind = kind
        self.seat = seat
        self.args = args
        self.eyes = eyes

    def seen_by(self, seat: int) -> bool:
        """Whether this seat (or SPECTATOR) may know of it."""
        return (self.eyes >> seat) & 1 == 1

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.seat}, {self.args}, {self.eyes})"
