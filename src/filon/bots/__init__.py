"""Computer players: they know the contract, never a game, and never the truth."""

from collections.abc import Callable
from functools import partial
from math import isqrt

from filon.bots.bot import Bot, Peephole
from filon.bots.greedy import Greedy
from filon.bots.level_bot import LevelBot
from filon.bots.random import Random
from filon.bots.thinking import Thinker
from filon.bots.trail import Trail
from filon.core.compiled import rules_compiled
from filon.core.errors import Refusal
from filon.core.levels import CHARACTERS, NAMES
from filon.core.spec import Spec

# From friendly to the best we have, then characters; a game has some of them (`Spec.levels`) and
# takes the nearest for the others.
LEVELS: dict[str, Callable[[int], LevelBot]] = {
    name: partial(LevelBot, name) for name in (*NAMES, *CHARACTERS)
}
BOTS: dict[str, Callable[[], Bot]] = {"random": Random, "greedy": Greedy} | {
    name: partial(LevelBot, name) for name in LEVELS
}

DAILY = "trail"  # who plays the day's challenge; nobody chooses it at a table
SLOWER = 20  # the pure rules take longer: a choice stays below three seconds (bench/answers.py)

# Bots of one's own that were named when a server started: nobody else can add to them.
GUESTS: dict[str, Callable[[], Bot]] = {}

__all__ = [
    "BOTS",
    "DAILY",
    "GUESTS",
    "LEVELS",
    "Bot",
    "Greedy",
    "LevelBot",
    "Peephole",
    "Random",
    "Thinker",
    "named",
    "on_shelf",
    "searches",
    "table_pace",
]


def named(name: str, pace: int = 1) -> Bot:
    """The bot of that name, its budget divided by the pace; Refusal `bot` lists the names."""
    if name == DAILY:
        return Trail()
    if name in LEVELS:
        return LEVELS[name](pace)
    if name in GUESTS:
        return GUESTS[name]()
    if name not in BOTS:
        raise Refusal("bot", given=name[:40], valid=", ".join(BOTS))
    return BOTS[name]()


def on_shelf() -> list[str]:
    """Who may be chosen at a table: the levels, and guests if there are any."""
    return [*LEVELS, *GUESTS]


def table_pace(name: str, spec: Spec) -> int:
    """What a level's budget is divided by at a table: by plain rules nobody shall wait for long.

    Who thinks little is hurried little: else the levels in the middle would lose to those below.
    """
    if rules_compiled() or not searches(name, spec):
        return 1
    return 1 + (SLOWER - 1) * isqrt(1000 * spec.level(name).share) // 1000


def searches(name: str, spec: Spec) -> bool:
    """Whether the bot of that name has a budget in this game: the others answer at once."""
    return name in LEVELS and spec.level(name).share > 0
