"""The day's bots: what they answer follows from what their seat knows and the day alone."""

from filon.bots.bot import Peephole
from filon.bots.search_bot import DailyBot
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.worlds import world


def answer(known: Record, seat: int, seed: str) -> str:
    """The notation of the bot's step, from its seat's record; the same everywhere."""
    spec, rng = known.setup.spec, Rng(seed)
    hole = Peephole(spec, world(known, seat, rng), seat)
    return spec.layout.text(DailyBot().choose(hole, rng))
