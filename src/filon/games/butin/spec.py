"""The card on the box of Le Partage du butin."""

from filon.core.levels import LevelSpec
from filon.core.spec import Box, Minds, Option, Options, Seen, Spec
from filon.games.butin import rules
from filon.games.butin.hints import ButinHints
from filon.games.butin.layout import LAYOUT
from filon.games.butin.learned import ButinFeatures
from filon.games.butin.observe import ButinObserver
from filon.games.butin.reasons import why
from filon.games.butin.tables import SEATS
from filon.games.butin.view import view


def begin(players: int, options: Options, starters: tuple[int, ...]) -> rules.Butin:
    """A new game, before its first step."""
    return rules.begin(
        players,
        advanced=options["scoring"] == "advanced",
        ladder=options["symbols"] == "ladder",
        starters=list(starters),
    )


def progress(view: Seen) -> tuple[int, int]:
    """Treasures that left the envelope, of all."""
    return view["of"] - view["envelope"]["all"], view["of"]


SPEC = Spec(
    slug="butin",
    prefix="PB",
    edition="1",
    seats=range(2, SEATS + 1),
    options=(
        Option("scoring", ("simple", "advanced"), "PB-13"),
        Option("symbols", ("even", "ladder"), "PB-3"),
    ),
    layout=LAYOUT,
    events={
        "first": (),
        "token": ("territory", "place", "hand"),  # hand: cards the drawer could lay on it
        "wealth": ("value",),
        "settle": ("territory", "place", "hand", "total"),
        "skip": ("territory", "hand"),
        "put": ("territory", "place", "value", "total"),
        "aside": ("token",),
        "share": ("territory", "cards", "total", "whole", "part", "of"),
        "score": ("whole", "part", "of", "rank"),
        "over": (),
    },
    begin=begin,
    view=view,
    observer=ButinObserver(),
    decks=frozenset({"draw"}),
    lot="first",
    throws=True,
    box=Box(
        title={"fr": "Le Partage du butin", "en": "Le Partage du butin"},
        subtitle={"fr": "", "en": "Sharing the loot"},
        minutes=25,
        place=5,
    ),
    minds=Minds(
        progress=progress,
        hints=ButinHints(),
        why=why,
        levels=(
            LevelSpec("greenhorn", share=0, blur=850),
            LevelSpec("tenderfoot", share=0, blur=600),
            LevelSpec("panner", share=0, blur=420),
            LevelSpec("prospector", share=0, blur=300),
            LevelSpec("sourdough"),
        ),
        features=ButinFeatures(),
    ),
)
