# mypyc: no
"""Why a step of Les Chercheurs d'or may be good, in figures of the seat's own view."""

from typing import Any, cast

from filon.core.spec import Reason, Seen
from filon.games.chercheurs_dor.layout import LAYOUT
from filon.games.chercheurs_dor.seen import ChercheursDorView


def why(view: Seen, seat: int, step: int) -> Reason | None:
    """The way home, or what the wheel can give and take."""
    seen, words = cast(ChercheursDorView, view), LAYOUT.words(step)
    later = cast(dict[str, Any] | None, seen["if"].get(LAYOUT.text(step)))
    if later is None:
        return None
    if words["verb"] == "home":
        return Reason("home", {"far": later["from_home"], "claim": later["to_claim"]})
    if words["verb"] == "stake":
        grams = cast(int, words["grams"])
        least = min(_grams(text) for text in seen["if"])
        most = max(_grams(text) for text in seen["if"])
        facts = {"g": grams, "both": later["both"]["gain"], "lost": -later["none"]["gain"]}
        if grams == least != most:
            return Reason("little", facts)
        return Reason("stake", facts)
    return None


def _grams(text: str) -> int:
    return cast(int, LAYOUT.words(LAYOUT.number(text)).get("grams", 0))
