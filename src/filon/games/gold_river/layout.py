"""The steps of Gold River: their numbers, words and notation."""

from filon.core.layout import Layout, Verb, verb
from filon.games.gold_river.tables import CARDS, HIGH, LOW, MOST, PAIRS, SEATS, TOWN_NAMES

ALL_CARDS = range(CARDS)
AMOUNTS = range(MOST + 1)

LAYOUT = Layout(
    verb("first", seat=range(SEATS)),
    verb("deal", card=ALL_CARDS),
    Verb("dice", ("a", "b"), tuple(PAIRS)),
    verb("bid", n=AMOUNTS),
    verb("pass"),
    verb("take", card=ALL_CARDS),
    verb("discard", card=ALL_CARDS),
    verb("sealed", ["n"], n=AMOUNTS),
    verb("card"),
    verb("half"),
    verb("blast", card=ALL_CARDS),
    verb("rob", card=ALL_CARDS),
    verb("give", card=ALL_CARDS),
    verb("get", card=ALL_CARDS),
    verb("vein", card=ALL_CARDS),
    verb("govern", town=TOWN_NAMES),
    verb("threaten", seat=range(SEATS), n=range(LOW, HIGH + 1)),
    verb("ride"),
    verb("stay"),
    verb("wire", die=range(2), face=range(1, 7)),
    verb("quiet"),
    verb("store", n=AMOUNTS),
)
