"""A puzzle: a position of a game that bots played, and what each step there is worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from filon.core.record import Record, final
from filon.core.setup import Setup, agreed
from filon.core.spec import Spec


@dataclass(frozen=True)
class Puzzle:
    """A seat is to find the best step; shares are parts of the victory in thousandths."""

    setup: Setup
    steps: tuple[str, ...]  # that lead to the position
    seat: int
    best: str
    liked: str  # what the quick hints would take: wrong
    shares: Mapping[str, int] = field(hash=False)  # of the steps that were weighed

    def record(self) -> Record:
        """The game up to the position."""
        return Record(self.setup, list(self.steps))

    def legal(self) -> list[str]:
        """The steps among which the seat chooses."""
        layout = self.setup.spec.layout
        return [layout.text(step) for step in final(self.record()).legal()]

    @property
    def lead(self) -> int:
        """By how many thousandths the best step is better than the next."""
        first, second = sorted(self.shares.values(), reverse=True)[:2]
        return first - second

    def as_dict(self) -> dict[str, Any]:
        """As JSON for its file; `read` is the inverse."""
        return {
            "players": self.setup.players,
            "options": dict(self.setup.options),
            "seat": self.seat,
            "best": self.best,
            "liked": self.liked,
            "shares": dict(self.shares),
            "steps": "; ".join(self.steps),
        }


def read(spec: Spec, fields: Mapping[str, Any]) -> Puzzle:
    """A puzzle of this game from its file."""
    return Puzzle(
        agreed(spec, int(fields["players"]), fields["options"]),
        tuple(str(fields["steps"]).split("; ")),
        int(fields["seat"]),
        str(fields["best"]),
        str(fields["liked"]),
        {str(step): int(share) for step, share in fields["shares"].items()},
    )
