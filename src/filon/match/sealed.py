"""Secret simultaneous choices: held until all seats have chosen, then opened together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from filon.match.entry import Entry


@dataclass(frozen=True)
class Hold:
    """A sealed choice that waits for the others."""

    match_id: str
    n: int  # how many steps stood when the seats were asked
    seat: int
    notation: str
    by: str


def opened(holds: Mapping[int, Hold], seats: Sequence[int], v: int, at: int) -> list[Entry]:
    """The choices of all these seats, in asking order, as the entries after v; none if one lacks.

    Every way a sealed choice can enter a journal goes through here.
    """
    if not set(seats) <= set(holds):
        return []
    return [
        Entry(after, "step", seat, holds[seat].by, holds[seat].notation, at, after)
        for after, seat in enumerate(seats, start=v + 1)
    ]
