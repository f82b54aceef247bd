# mypyc: no
"""Why a step of Gold River may be good, in figures of the seat's own view."""

from typing import Any, cast

from filon.core.spec import Reason, Seen, View
from filon.games.gold_river.layout import LAYOUT
from filon.games.gold_river.seen import GoldRiverView
from filon.games.gold_river.tables import TOWN


def why(view: Seen, seat: int, step: int) -> Reason | None:
    """What a card makes of the seat, what passing pays, what a threat can bring."""
    seen, words = cast(GoldRiverView, view), LAYOUT.words(step)
    worth = seen["if"].get(LAYOUT.text(step))
    if worth is None:
        return None
    later = cast(dict[str, Any], worth)
    verb = str(words["verb"])
    if verb in ("take", "card"):
        return _card(cast(int, words.get("card", later.get("card"))), later)
    if verb == "bid":
        return Reason("bid", {"left": later["left"], "n": words["n"]})
    if verb == "pass":
        if later["ends"] and later["gain"]:
            return Reason("paid", {"gain": later["gain"], "to": later["winner"]})
        return Reason("dear", {"high": seen["high"]}) if seen["high"] else None
    if verb == "half":
        return Reason("half", {"gain": later["gain"]})
    if verb == "store":
        return Reason("store", {"vault": later["vault"], "left": later["left"]})
    if verb == "threaten":
        return Reason("threat", {"ways": later["ways"], "gain": later["gain"]})
    if verb in ("wire", "quiet"):
        return _gold(later["gold"], seat)
    if verb in ("ride", "stay"):
        return None
    return _change(later, seat) if "points" in later else None


def _card(card: int, later: dict[str, Any]) -> Reason | None:
    facts: View = {"card": card}
    if later["mayor"]:
        return Reason("mayor", facts | {"town": TOWN[card]})
    if later["own"]:
        return Reason("own", facts | {"town": TOWN[card]})
    if later["due"] == 0:
        return Reason("free", facts)
    return Reason("fee", facts | {"fee": later["n"]})


def _gold(gold: list[int], seat: int) -> Reason:
    rest = sum(gold) - gold[seat]
    return Reason("harvest", {"gain": gold[seat], "rest": rest})


def _change(later: dict[str, Any], seat: int) -> Reason | None:
    points = later["points"]
    if points[seat] > 0:
        return Reason("points", {"gain": points[seat]})
    other = min(
        (place for place in range(len(points)) if place != seat), key=lambda place: points[place]
    )
    if points[other] < 0:
        return Reason("hurts", {"loss": -points[other], "to": other})
    return None
