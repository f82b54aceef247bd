"""The puzzles of a game: one file, to which a later search appends."""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from filon import games
from filon.core.errors import Refusal
from filon.core.spec import Spec
from filon.puzzles.puzzle import Puzzle, read

NAME = "puzzles.json"


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
