# mypyc: no
"""Why a step of Nuggets may be good, in figures of the seat's own view."""

from typing import Any, cast

from filon.core.spec import Reason, Seen
from filon.games.nuggets.layout import LAYOUT
from filon.games.nuggets.seen import NuggetsView


def why(view: Seen, seat: int, step: int) -> Reason | None:
    """The gold a wall closes in or a tile goes for; what of it is the seat's own, where seen."""
    seen, words = cast(NuggetsView, view), LAYOUT.words(step)
    later = cast(dict[str, Any] | None, seen["if"].get(LAYOUT.text(step)))
    if later is None:
        return None
    if words["verb"] == "pass":
        return Reason("ends", {}) if later["ends"] else None
    if words["verb"] == "wall":
        closes = later["closes"]
        if closes is None:
            return None
        facts = {"cells": len(closes["cells"]), "gold": closes["gold"]}
        inside = {tuple(cell) for cell in closes["cells"]}
        laid = [tile for tile in seen["tiles"] if (tile["row"], tile["col"]) in inside]
        mine = sum(tile["seat"] == seat for tile in laid)
        if laid and mine == len(laid):
            return Reason("alone", facts | {"n": mine})
        return Reason("closes", facts)
    if words["verb"] == "tile":
        zone = seen["zones"][later["zone"]]
        facts = {"gold": zone["gold"], "cells": len(zone["cells"])}
        if later["sum"] is not None:
            return Reason("strong", facts | {"sum": later["sum"]})
        return Reason("goes", facts)
    return None
