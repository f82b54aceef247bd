"""A guided first game: a shipped record that plays everyone but the person."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from filon import games
from filon.core.errors import Refusal
from filon.core.setup import Setup, agreed


@dataclass(frozen=True)
class Script:
    """The record of a guided game and what is said before its steps, and after the last."""

    setup: Setup
    seat: int
    names: tuple[str, ...]
    steps: tuple[str, ...]
    say: Mapping[int, tuple[str, ...]]
    throws: frozenset[int]  # the steps that wait for the learner's hand

    @property
    def path(self) -> tuple[str, ...]:
        """Every text of the lesson in its order."""
        return tuple(key for n in sorted(self.say) for key in self.say[n])

    def heard(self, n: int) -> int:
        """How many of its texts were said when step n is next."""
        return sum(len(keys) for at, keys in self.say.items() if at <= n)


def _path(slug: str) -> Path:
    return games.folder(slug) / "web" / "guided.json"


def offered(slug: str) -> bool:
    """Whether the game ships a guided first game."""
    return slug in games.slugs() and _path(slug).exists()


@cache
def load(slug: str) -> Script:
    """The shipped record; Refusal `no_guided` if there is none."""
    spec = games.load(slug)
    if not offered(slug):
        raise Refusal("no_guided", game=slug)
    lesson = json.loads(_path(slug).read_text("utf-8"))
    players = int(lesson["players"])
    names = tuple(str(name) for name in lesson.get("names", ()))
    return Script(
        setup=agreed(spec, players, lesson.get("options"), edition=str(lesson.get("edition", ""))),
        seat=int(lesson["seat"]),
        names=names + ("",) * (players - len(names)),
        steps=tuple(" ".join(step.split()) for step in lesson["steps"]),
        say={int(n): _keys(said) for n, said in lesson.get("say", {}).items()},
        throws=frozenset(int(n) for n in lesson.get("throws", ())),
    )


def of(setup: Setup) -> Script | None:
    """The record that guides a match; None if it was rewritten for another edition since."""
    script = load(setup.game)
    return script if script.setup.edition == setup.edition else None


def _keys(said: str | list[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)
