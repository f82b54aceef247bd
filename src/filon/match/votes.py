"""What the seats of a table want: a pause, an end without a winner, advice for all."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Votes:
    """The seats that want each of it; a table agrees when everyone does who is asked."""

    pausing: tuple[int, ...] = ()  # seats that want the match to pause
    ending: tuple[int, ...] = ()  # seats that want it to end without a winner
    hinting: tuple[int, ...] = ()  # seats that let everyone here ask for advice

    def paused(self, seats: Iterable[int], wanted: bool) -> "Votes":
        """These seats want a pause, or want it no longer."""
        return replace(self, pausing=_voted(self.pausing, seats, wanted))

    def ended(self, seats: Iterable[int], wanted: bool) -> "Votes":
        """These seats want the match to end, or want it no longer."""
        return replace(self, ending=_voted(self.ending, seats, wanted))

    def hinted(self, seats: Iterable[int], wanted: bool) -> "Votes":
        """These seats let everyone ask for advice, or do so no longer."""
        return replace(self, hinting=_voted(self.hinting, seats, wanted))

    def quiet(self) -> "Votes":
        """No seat wants a pause or an end."""
        return replace(self, pausing=(), ending=())


def _voted(now: tuple[int, ...], seats: Iterable[int], wanted: bool) -> tuple[int, ...]:
    return tuple(sorted({*now, *seats} if wanted else {*now} - {*seats}))
