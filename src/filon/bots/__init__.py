"""Computer players: they know the contract, never a game, and never the truth."""

from collections.abc import Callable

from filon.bots.bot import Bot, Peephole
from filon.bots.greedy import Greedy
from filon.bots.levels import Level, Panner, Prospector, Sourdough, Tenderfoot
from filon.bots.random import Random
from filon.bots.thinking import Thinker
from filon.core.errors import Refusal

# From friendly to the best we have, the same names in every game.
LEVELS: dict[str, Callable[[int], Level]] = {
    "tenderfoot": Tenderfoot,
    "panner": Panner,
    "prospector": Prospector,
    "sourdough": Sourdough,
}
BOTS: dict[str, Callable[[], Bot]] = {
    "random": Random,
    "greedy": Greedy,
    "tenderfoot": Tenderfoot,
    "panner": Panner,
    "prospector": Prospector,
    "sourdough": Sourdough,
}

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "Greedy",
    "Level",
    "Peephole",
    "Random",
    "Thinker",
    "named",
    "searches",
]


def named(name: str, pace: int = 1) -> Bot:
    """The bot of that name, its budget divided by the pace; Refusal `bot` lists the names."""
    if name in LEVELS:
        return LEVELS[name](pace)
    if name not in BOTS:
        raise Refusal("bot", given=name[:40], valid=", ".join(BOTS))
    return BOTS[name]()


def searches(name: str) -> bool:
    """Whether the bot of that name has a budget: the others answer at once."""
    return name in LEVELS and LEVELS[name](1).share > 0
