"""The steps of Claim It!: their numbers, words and notation."""

from filon.core.layout import Layout, Verb, verb
from filon.games.claim_it.tables import THROW

FACES = range(1, 7)

LAYOUT = Layout(
    verb("first", seat=range(5)),
    Verb("dice", ("a", "b", "c"), tuple(THROW)),
    verb("squat", col=FACES, row=FACES, n=FACES),
    verb("claim", col=FACES, row=FACES),
    verb("roll"),
    verb("stop"),
)
