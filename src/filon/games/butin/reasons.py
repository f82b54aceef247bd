# mypyc: no
"""Why a step of Le Partage du butin may be good, in figures of the seat's own view."""

from fractions import Fraction
from typing import cast

from filon.core.spec import Reason, Seen
from filon.games.butin.layout import LAYOUT
from filon.games.butin.seen import ButinView


def why(view: Seen, seat: int, step: int) -> Reason | None:
    """What a card or a coin gives at once, and to whom; what is kept by waiting."""
    seen, text = cast(ButinView, view), LAYOUT.text(step)
    later = seen["if"].get(text)
    if later is None:
        return None
    land = later["territory"]
    gains = [Fraction(gain) for gain in later["gains"]]
    own = gains[seat]
    best = max(gain for other, gain in enumerate(gains) if other != seat)
    coins = sum(disc["left"] for disc in seen["envelope"]["wealth"])
    if text == "settle":
        if own > 0:
            return Reason("settle", {"territory": land, "gain": later["gains"][seat]})
        return Reason("early", {"territory": land, "free": later["free"], "coins": coins})
    if text == "skip":
        return Reason("wait", {"hand": later["hand"], "all": seen["envelope"]["all"]})
    if own > best and own > 0:
        return Reason("pays", {"territory": land, "gain": later["gains"][seat]})
    if best <= 0:
        return Reason("nobody", {"territory": land})
    return Reason("least", {"territory": land, "gain": later["gains"][seat]}) if own > 0 else None
