"""Computer players. They know the contract of games, no single game, and no hidden fact."""

from collections.abc import Callable
from functools import partial
from math import isqrt

from filon.bots.baseline import Greedy, Random
from filon.bots.bot import Bot, Peephole
from filon.bots.level_bot import LevelBot
from filon.bots.search_bot import DailyBot, SearchBot
from filon.core.compiled import rules_compiled
from filon.core.errors import Refusal
from filon.core.levels import CHARACTERS, NAMES
from filon.core.spec import Spec

# From friendly to the best, then characters. A game has some of them (`Minds.levels`); for another
# name it uses the nearest.
LEVELS: dict[str, Callable[[int], LevelBot]] = {
    name: partial(LevelBot, name) for name in (*NAMES, *CHARACTERS)
}
BOTS: dict[str, Callable[[], Bot]] = {"random": Random, "greedy": Greedy} | {
    name: partial(LevelBot, name) for name in LEVELS
}

DAILY = "trail"  # plays the daily challenge and cannot be chosen at a table
SLOWER = 20  # the pure rules take longer: a choice stays below three seconds (bench/answers.py)

# Bots that the operator named when the server started; no request can add one.
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
    "SearchBot",
    "named",
    "on_shelf",
    "searches",
    "table_pace",
]


def named(name: str, divisor: int = 1) -> Bot:
    """The bot of that name, its budget divided by `divisor`; Refusal `bot` lists the names."""
    if name == DAILY:
        return DailyBot()
    if name in LEVELS:
        return LEVELS[name](divisor)
    if name in GUESTS:
        return GUESTS[name]()
    if name not in BOTS:
        raise Refusal("bot", given=name[:40], valid=", ".join(BOTS))
    return BOTS[name]()


def on_shelf() -> list[str]:
    """The names that can be chosen at a table: the levels, then the operator's bots."""
    return [*LEVELS, *GUESTS]


def table_divisor(name: str, spec: Spec) -> int:
    """What a level's budget is divided by at a table: 1, but more without compiled rules.

    A small budget is divided by less than a large one, so that the levels keep their order.
    """
    if rules_compiled() or not searches(name, spec):
        return 1
    return 1 + (SLOWER - 1) * isqrt(1000 * spec.minds.level(name).share) // 1000


def searches(name: str, spec: Spec) -> bool:
    """Whether the bot of that name has a search budget in this game; others answer at once."""
    return name in LEVELS and spec.minds.level(name).share > 0
