"""The steps of Le Partage du butin: their numbers, words and notation."""

from filon.core.layout import Layout, verb
from filon.games.butin.tables import NAMES, SEATS, VALUE

LAYOUT = Layout(
    verb("first", seat=range(SEATS)),
    verb("draw", token=[*NAMES, *(f"gold{value}" for value in VALUE)]),
    verb("skip"),
    verb("settle"),
    verb("put", territory=NAMES),
)
