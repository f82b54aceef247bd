"""The card on the box of Les Chercheurs d'or."""

from filon.core.game import State
from filon.core.levels import LevelSpec
from filon.core.spec import Box, Minds, Option, Options, Seen, Spec
from filon.games.chercheurs_dor import rules
from filon.games.chercheurs_dor.hints import ChercheursDorHints
from filon.games.chercheurs_dor.layout import LAYOUT
from filon.games.chercheurs_dor.learned import ChercheursDorFeatures
from filon.games.chercheurs_dor.observe import ChercheursDorObserver
from filon.games.chercheurs_dor.reasons import why
from filon.games.chercheurs_dor.tables import HOUSE, ROUNDS
from filon.games.chercheurs_dor.view import view


def begin(players: int, options: Options, starters: tuple[int, ...]) -> State:
    """A new game, before its first step."""
    return rules.begin(players, int(options["rounds"]), list(starters))


def turns(players: int) -> range:
    """CO-21: the seventh keeps the house and takes no turns."""
    return range(min(players, HOUSE))


def progress(view: Seen) -> tuple[int, int]:
    """The round, of all."""
    return view["round"], view["rounds"]


SPEC = Spec(
    slug="chercheurs_dor",
    prefix="CO",
    edition="1",
    seats=range(2, 8),
    options=(Option("rounds", tuple(ROUNDS), "CO-8"),),
    layout=LAYOUT,
    events={
        # Colours are 0 yellow, 1 green, 2 red; `by` and `rival` are seats.
        "first": (),
        "lot": ("claim",),
        "round": ("round", "rounds"),
        "lose": ("left",),  # turns still to lose after this one
        "dig": ("n", "colour", "grams", "total"),
        "ready": ("claim",),
        "depart": ("claim", "load", "rest"),
        "trail": ("colour", "claim"),
        "visit": ("claim", "next"),
        "outlaw": ("by", "claim", "way"),  # way: 0 down to the town, 1 back up
        "escape": ("by", "n", "claim"),
        "holdup": ("by", "n", "grams", "load", "pot"),
        "robbery": ("by", "n", "grams", "bank", "pot"),
        "town": ("claim", "square"),
        "walk": ("n", "colour", "start", "square", "hops", "place"),  # a kind of square
        "deposit": ("by", "grams", "bank"),
        "saloon": ("by", "load", "pot"),
        "stake": ("grams", "n", "colour"),
        "wheel": ("by", "n", "colour"),
        "win": ("grams", "load", "receipt", "stock", "pot"),
        "keep": ("grams", "load"),
        "forfeit": ("grams", "load", "pot"),
        "bar": ("rival",),
        "draw": ("n",),
        "tie": ("rival", "n"),
        "fastest": ("rival",),
        "aim": ("rival", "bullet", "n", "colour", "square"),
        "hit": ("rival", "n", "square"),
        "miss": ("rival", "n", "square"),
        "wounded": ("by", "turns"),
        "unhurt": (),
        "draw_out": ("rival",),
        "exit": ("claim", "square"),
        "climb": ("colour", "claim"),
        "reach": ("claim",),
        "way": ("right",),
        "stroll": ("claim", "next"),
        "home": ("claim",),
        "over": (),
    },
    begin=begin,
    view=view,
    observer=ChercheursDorObserver(),
    lot="first",
    throws=True,
    seat_slots=frozenset({"seat", "by", "rival"}),
    turns=turns,
    box=Box(
        title={"fr": "Les Chercheurs d’or", "en": "Les Chercheurs d’or"},
        subtitle={"fr": "", "en": "The Gold Diggers"},
        minutes=30,
        place=4,
    ),
    minds=Minds(
        progress=progress,
        hints=ChercheursDorHints(),
        why=why,
        levels=(
            LevelSpec("sourdough"),
            LevelSpec("cautious", share=0),
            LevelSpec("bold", share=0),
            LevelSpec("superstitious", share=0),
        ),
        features=ChercheursDorFeatures(),
    ),
)
