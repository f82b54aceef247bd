"""What a game's learned value has reached, written from the measured rows into its file."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from filon.bots.weights import best_hints, packed, shipped, unpacked
from filon.core.spec import Spec
from filon.lab.strength import rows

PART = "before"  # of the page: against the first release


def engraved(spec: Spec, told: Mapping[str, Any]) -> bytes | None:
    """The game's file with the figures of these rows in its header; None if it has no file.

    The weights stay as they are, and so do the rows that were played with them.
    """
    content, features = shipped(spec), spec.features
    if content is None or features is None:
        return None
    lessons = [
        replace(one, figures=_other(one.figures) | reached(spec, one.players, told))
        for one in unpacked(spec, features, content)
    ]
    return packed(spec, features, lessons)


def reached(spec: Spec, players: int, told: Mapping[str, Any]) -> dict[str, Any]:
    """The best level's rows for so many players; nothing where its search plays every game out."""
    start = spec.start(players)
    hints = best_hints(spec, start)
    if hints is None or hints.plan(start).depth < 0:
        return {}
    found: dict[str, Any] = {}
    for row in rows():
        if (row.game, row.players, row.part) == (spec.slug, players, PART) and row.key in told:
            one = told[row.key]
            found[f"{row.lower}/{row.divisor}"] = {
                "games": one["games"],
                "seats": "one against the others" if row.lone else "two",
                **{end: round(one["share"][end], 3) for end in ("mean", "low", "high")},
            }
    return found


def _other(figures: Mapping[str, Any]) -> dict[str, Any]:
    """What no row tells: how long the course took, what it reached against the hints."""
    return {key: value for key, value in figures.items() if "@" not in key}
