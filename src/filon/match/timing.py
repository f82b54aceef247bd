"""What a table has agreed about time: its clock, who stands in, and who wants a pause or an end."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from filon import bots
from filon.core.errors import Refusal
from filon.match.clocks import TERMS, Terms


@dataclass(frozen=True)
class Timing:
    """A table's time as it is stored with it."""

    clock: str = "none"
    stand_in: str = ""  # the level that plays for a silent seat; empty: the usual one
    pausing: tuple[int, ...] = ()  # seats that want the match to pause
    ending: tuple[int, ...] = ()  # seats that want it to end without a winner
    hinting: tuple[int, ...] = ()  # seats that let everyone here ask for advice

    @property
    def terms(self) -> Terms | None:
        """What the clock gives; None: there is none."""
        return TERMS[self.clock]

    def chosen(self, clock: str | None, stand_in: str | None) -> "Timing":
        """Another clock, or another bot to stand in; Refusal for what nobody knows."""
        timing = self
        if clock is not None:
            if clock not in TERMS:
                raise Refusal("message")
            timing = replace(timing, clock=clock)
        if stand_in is not None:
            if stand_in and stand_in not in bots.LEVELS:
                raise Refusal("bot", given=stand_in[:40], valid=", ".join(bots.LEVELS))
            timing = replace(timing, stand_in=stand_in)
        return timing

    def paused(self, seats: Iterable[int], wanted: bool) -> "Timing":
        """These seats want a pause, or want it no longer."""
        return replace(self, pausing=_voted(self.pausing, seats, wanted))

    def ended(self, seats: Iterable[int], wanted: bool) -> "Timing":
        """These seats want the match to end, or want it no longer."""
        return replace(self, ending=_voted(self.ending, seats, wanted))

    def hinted(self, seats: Iterable[int], wanted: bool) -> "Timing":
        """These seats let everyone ask for advice, or do so no longer."""
        return replace(self, hinting=_voted(self.hinting, seats, wanted))

    def quiet(self) -> "Timing":
        """Nothing is being asked of anybody."""
        return replace(self, pausing=(), ending=())

    def anew(self) -> "Timing":
        """Nothing is agreed on: another match begins."""
        return replace(self.quiet(), hinting=())


def _voted(now: tuple[int, ...], seats: Iterable[int], wanted: bool) -> tuple[int, ...]:
    return tuple(sorted({*now, *seats} if wanted else {*now} - {*seats}))
