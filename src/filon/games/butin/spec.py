"""The card on the box of Le Partage du butin."""

from filon.core.game import State
from filon.core.layout import Layout, verb
from filon.core.spec import Option, Options, Spec
from filon.games.butin import rules
from filon.games.butin.hints import ButinHints
from filon.games.butin.settled import settled as unchanging
from filon.games.butin.tables import NAMES, SEATS, VALUE
from filon.games.butin.view import because, observe, view

LAYOUT = Layout(
    verb("first", seat=range(SEATS)),
    verb("draw", token=[*NAMES, *(f"gold{value}" for value in VALUE)]),
    verb("skip"),
    verb("settle"),
    verb("put", territory=NAMES),
)


def begin(players: int, options: Options, starters: tuple[int, ...]) -> State:
    """A new game, before its first step."""
    return rules.begin(
        players, options["scoring"] == "advanced", options["symbols"] == "ladder", list(starters)
    )


def settled(state: State) -> bool:
    """PB-11: whether every continuation gives the same scores."""
    return unchanging(rules.butin(state))


SPEC = Spec(
    slug="butin",
    prefix="PB",
    title={"fr": "Le Partage du butin", "en": "Le Partage du butin"},
    subtitle={"fr": "", "en": "Sharing the loot"},
    edition="1",
    seats=range(2, SEATS + 1),
    minutes=25,
    options=(
        Option("scoring", ("simple", "advanced"), "PB-13"),
        Option("symbols", ("even", "ladder"), "PB-3"),
    ),
    layout=LAYOUT,
    events={
        "first": (),
        "token": ("territory", "place", "hand"),  # hand: characters the drawer could lay on it
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
    observe=observe,
    place=5,
    lot="first",
    hints=ButinHints(),
    because=because,
    settled=settled,
)
