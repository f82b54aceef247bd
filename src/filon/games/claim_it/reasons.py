# mypyc: no
"""Why a step of Claim It! may be good, in figures of the seat's own view."""

from typing import cast

from filon.core.spec import Reason, Seen
from filon.games.claim_it.layout import LAYOUT
from filon.games.claim_it.view import ClaimItView, Standing

SAFE = 72  # of 216: up to a third, rolling on can be called safe


def why(view: Seen, seat: int, step: int) -> Reason | None:
    """What the map will look like, or what the dice threaten."""
    seen, text = cast(ClaimItView, view), LAYOUT.text(step)
    if text in ("roll", "stop"):
        return _decision(seen, seat, stop=text == "stop")
    later = seen["if"].get(text)
    if later is None:
        return None
    words = LAYOUT.words(step)
    at = {"col": words["col"], "row": words["row"]}
    now, then = seen["seats"], later["seats"]
    grown = then[seat]["group"] - now[seat]["group"]
    rival = _rival(then, seat)
    if grown > 0 and then[seat]["group"] > 1:
        facts = {"group": then[seat]["group"], "on": rival, "other": then[rival]["group"]}
        return Reason("grows", at | facts)
    for other, before in enumerate(now):
        if other != seat and then[other]["group"] < before["group"]:
            facts = {"before": before["group"], "left": then[other]["group"], "on": other}
            return Reason("cuts", at | facts)
    if words["verb"] == "claim":
        return Reason("claims", at)
    least = min(chance["bust"] for chance in seen["if"].values())
    if later["bust"] == least:
        return Reason("open", at | {"bust": least})
    return None


def _decision(seen: ClaimItView, seat: int, stop: bool) -> Reason | None:
    bust, then = seen["bust"], seen["then"]
    if bust is None or then is None:
        return None
    at_risk = seen["at_risk"]["squatters"] + seen["at_risk"]["claims"]
    rival = _rival(then, seat)
    ahead = then[seat]["group"] - then[rival]["group"]
    if stop:
        return Reason("keeps", {"bust": bust, "risk": at_risk, "group": then[seat]["group"]})
    if seen["last_call"] == seat and ahead < 0:
        return Reason("must", {"on": rival, "other": then[rival]["group"]})
    return Reason("safe", {"bust": bust}) if bust <= SAFE else None


def _rival(then: list[Standing], seat: int) -> int:
    """The other seat with the largest group."""
    others = [other for other in range(len(then)) if other != seat]
    return max(others, key=lambda other: (then[other]["group"], -other))
