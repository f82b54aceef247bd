"""The card on the box of Gold River."""

from filon.core.game import State
from filon.core.levels import LevelSpec
from filon.core.spec import Box, Minds, Option, Options, Seen, Spec
from filon.games.gold_river import rules
from filon.games.gold_river.hints import GoldRiverHints
from filon.games.gold_river.layout import LAYOUT
from filon.games.gold_river.learned import GoldRiverFeatures
from filon.games.gold_river.observe import GoldRiverObserver
from filon.games.gold_river.reasons import why
from filon.games.gold_river.tables import SEATS
from filon.games.gold_river.view import view


def begin(players: int, options: Options, starters: tuple[int, ...]) -> State:
    """A new game, before its first step."""
    return rules.begin(
        players, options["first_game"] is True, options["poker"] is True, list(starters)
    )


def progress(view: Seen) -> tuple[int, int]:
    """The round, of all."""
    return view["round"], view["rounds"]


SPEC = Spec(
    slug="gold_river",
    prefix="GR",
    edition="1",
    seats=range(2, SEATS + 1),
    options=(Option("first_game", (False, True), "GR-3"), Option("poker", (False, True), "GR-33")),
    layout=LAYOUT,
    events={
        "first": (),
        "round": ("n",),
        "deal": ("card",),
        "bid": ("n",),
        "pass": (),
        "won": ("n",),  # -n for the seat: the price leaves its hand
        "share": ("n",),  # +n
        "unshared": ("n",),
        "sealed": (),
        "own_seal": ("n",),  # for the seat's own eyes
        "revealed": ("n",),
        "won_sealed": ("n",),  # -n, into the row
        "take": ("card",),
        "discard": ("card",),
        "fee": ("to", "n", "due", "town"),  # -n, +n for the mayor `to`
        "postage": ("to", "n"),
        "mayor": ("town", "from"),  # from: the seat that lost the card, or -1
        "mayor_gone": ("town",),
        "governor_gone": ("town",),
        "keep": ("card",),
        "wake": ("card",),
        "blast": ("card", "to"),
        "vault_back": ("n",),  # +n, off the Bank
        "rob": ("card", "to"),
        "give": ("card", "to"),
        "get": ("card", "to"),
        "vein": ("card",),
        "govern": ("town",),
        "threaten": ("to", "n"),
        "hold_up_dice": ("a", "b"),
        "held_up": ("to", "n"),  # +n, -n for `to`
        "missed": ("to",),
        "raided": ("n",),  # -n
        "coach": ("n",),  # +n
        "ride": (),
        "stay": (),
        "pot_gone": ("n",),  # what lay in the row
        "half": ("n", "lost", "card"),  # +n out of the row
        "dice": ("a", "b"),
        "wire": ("card", "a", "b"),
        "quiet": (),
        "mine": ("card", "n"),  # which concession pays; `gold` counts it
        "gold": ("n",),  # +n
        "no_gold": (),
        "saloon": ("to", "n"),  # -n, +n for its owner `to`
        "store": ("n",),  # -n, onto the Bank
        "over": ("left",),
    },
    begin=begin,
    view=view,
    observer=GoldRiverObserver(),
    decks=frozenset({"deal"}),
    lot="first",
    seat_slots=frozenset({"seat", "to", "from"}),
    throws=True,
    hidden=True,
    box=Box(
        title={"fr": "Gold River", "en": "Gold River"},
        subtitle={"fr": "La Fièvre de l’or", "en": "Boomtown"},
        minutes=45,
        place=2,
    ),
    minds=Minds(
        progress=progress,
        hints=GoldRiverHints(),
        why=why,
        levels=(
            LevelSpec("greenhorn", share=0, blur=500, blind=5),
            LevelSpec("tenderfoot", share=0, blur=300),
            LevelSpec("panner", share=6, taught=True),
            LevelSpec("digger", share=36, taught=True),
            LevelSpec("prospector", share=230, taught=True),
            LevelSpec("sourdough"),
        ),
        features=GoldRiverFeatures(),
    ),
)
