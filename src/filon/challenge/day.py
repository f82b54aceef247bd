"""Which game a day brings, with how many seats, and which of them is the person's."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from filon import games
from filon.challenge.draws import SCHEME, fallen
from filon.core.errors import Refusal
from filon.core.fork import Origin
from filon.core.setup import Setup, agreed

WEEK = 7
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_NAME = "challenge "


@dataclass(frozen=True)
class Challenge:
    """One day's challenge: everything about it follows from the day."""

    day: str  # as 2026-11-17
    setup: Setup
    seat: int

    @property
    def origin(self) -> Origin:
        """The origin of its matches."""
        return Origin(_NAME + self.day, 0, None, self.setup.starters, self.setup.edition)


def challenge(day: str, edition: str = "") -> Challenge:
    """The challenge of a day; Refusal `no_day` for what is no day.

    A run that began by an earlier edition of the rules is judged by that one.
    """
    try:
        when = date.fromisoformat(day) if _DAY.fullmatch(day) else None
    except ValueError:
        when = None
    if when is None:
        raise Refusal("no_day", given=day[:40])
    shelf = sorted((games.load(slug) for slug in games.slugs()), key=lambda spec: spec.box.place)
    shelf = [spec for spec in shelf if spec.minds.hints is not None] or shelf
    spec = shelf[when.toordinal() % len(shelf)]
    players = 3 if 3 in spec.seats else spec.seats[0]
    seats = spec.turns(players)
    seat = seats[fallen(day, spec.slug, "seat") % len(seats)]
    return Challenge(day, agreed(spec, players, edition=edition), seat)


def day_of(origin: Origin | None) -> str:
    """The day whose challenge a match is; empty: it is none."""
    named = "" if origin is None or not origin.parent.startswith(_NAME) else origin.parent
    return named.removeprefix(_NAME)


def week(day: str) -> list[str]:
    """The seven days that end with this one."""
    when = date.fromisoformat(day)
    return [(when - timedelta(days=ago)).isoformat() for ago in reversed(range(WEEK))]


def seed_of(day: str, n: int, seat: int) -> str:
    """The seed of a bot before step n: the same for everyone."""
    return f"{SCHEME}|{day}|bot|{n}|{seat}"
