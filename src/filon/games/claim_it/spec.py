"""The card on the box of Claim It!"""

from collections.abc import Sequence

from filon.core.game import State
from filon.core.levels import LevelSpec
from filon.core.spec import Box, Minds, Option, Options, Seen, Spec
from filon.games.claim_it import rules
from filon.games.claim_it.hints import ClaimItHints
from filon.games.claim_it.layout import LAYOUT
from filon.games.claim_it.learned import ClaimItFeatures
from filon.games.claim_it.observe import ClaimItObserver
from filon.games.claim_it.reasons import why
from filon.games.claim_it.view import view


def begin(players: int, options: Options, starters: tuple[int, ...]) -> State:
    """A new game, before its first step."""
    return rules.begin(players, options["long_turns"] is True, list(starters))


def warnings(players: int, options: Options) -> Sequence[str]:
    """CI-18: long turns are allowed with five, but not a good idea."""
    return ["claim_it.warning.long_turns"] if players == 5 and options["long_turns"] else []


def progress(view: Seen) -> tuple[int, int]:
    """CI-14: the claims of whoever has most, of those that call the last round."""
    return min(view["need"], max(seat["claims"] for seat in view["seats"])), view["need"]


SPEC = Spec(
    slug="claim_it",
    prefix="CI",
    edition="1",
    seats=range(2, 6),
    options=(Option("long_turns", (False, True), "CI-18"),),
    layout=LAYOUT,
    events={
        "first": (),
        "dice": ("a", "b", "c"),
        "squat": ("col", "row", "n", "on"),  # on: the seat whose marker lies under it, or -1
        "claim": ("col", "row", "freed"),  # freed: the squatter that left at once (CI-18), or 0
        "roll": (),
        "stop": ("spaces", "claims"),
        "bust": ("squatters", "claims"),
        "last_call": (),
        "over": (),
    },
    begin=begin,
    view=view,
    observer=ClaimItObserver(),
    seat_slots=frozenset({"seat", "on"}),
    lot="first",
    throws=True,
    box=Box(
        title={"fr": "Claim It!", "en": "Claim It!"},
        subtitle={"fr": "", "en": ""},
        minutes=30,
        place=1,
        warnings=warnings,
    ),
    minds=Minds(
        progress=progress,
        hints=ClaimItHints(),
        why=why,
        levels=(
            LevelSpec("greenhorn", share=0, blur=700, blind=5),
            LevelSpec("tenderfoot", share=0, blur=570),
            LevelSpec("panner", share=0, blur=440),
            LevelSpec("digger", share=0, blur=350),
            LevelSpec("prospector", blur=12, expectimax=True),
            LevelSpec("sourdough", expectimax=True),
        ),
        features=ClaimItFeatures(),
    ),
)
