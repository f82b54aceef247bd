"""Puzzles: positions of bots' games with the worth of each step, and the files they come in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from filon import games
from filon.core.errors import Refusal
from filon.core.record import Record, final
from filon.core.setup import Setup, agreed
from filon.core.spec import Spec

NAME = "puzzles.json"


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


@dataclass
class Collection:
    """Puzzles of one game, and how many games of bots were searched for them."""

    spec: Spec
    looked: int = 0
    puzzles: list[Puzzle] = field(default_factory=list)

    def text(self) -> str:
        """As a file: one puzzle a line."""
        lines = [json.dumps(puzzle.as_dict(), ensure_ascii=False) for puzzle in self.puzzles]
        head = {"game": self.spec.slug, "edition": self.spec.edition, "looked": self.looked}
        body = ",\n  ".join(lines)
        return json.dumps(head)[:-1] + ', "puzzles": [\n  ' + body + "\n]}\n"


def opened(path: Path, spec: Spec) -> Collection:
    """The collection in a file, empty if there is none; Refusal `file` for other content."""
    if not path.exists():
        return Collection(spec)
    try:
        fields = json.loads(path.read_text("utf-8"))
        if fields["game"] != spec.slug:
            raise ValueError(fields["game"])
        spec = spec.in_edition(fields["edition"])
        puzzles = [read(spec, puzzle) for puzzle in fields["puzzles"]]
        return Collection(spec, int(fields["looked"]), puzzles)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise Refusal("file", path=str(path)) from None


@cache
def shipped(slug: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, if any."""
    spec = games.load(slug)
    return tuple(opened(games.folder(slug) / NAME, spec).puzzles)
