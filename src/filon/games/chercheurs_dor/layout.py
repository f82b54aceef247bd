"""The steps of Les Chercheurs d'or: their numbers, words and notation."""

from filon.core.layout import Layout, verb
from filon.games.chercheurs_dor.tables import FACES, HOUSE, SIGNS, STAKES

NUMBERS = range(1, FACES + 1)

LAYOUT = Layout(
    verb("first", seat=range(HOUSE)),
    verb("lot", claim=NUMBERS),
    verb("dice", n=NUMBERS, colour=SIGNS),
    verb("colour", colour=SIGNS),
    verb("die", n=NUMBERS),
    verb("stake", grams=STAKES, n=NUMBERS, colour=SIGNS),
    verb("home", way=("left", "right")),
)
