"""Computer players: they know the contract, never a game, and never the truth."""

from filon.bots.bot import Bot, Peephole
from filon.bots.greedy import Greedy
from filon.bots.random import Random
from filon.core.errors import Refusal

BOTS: dict[str, type[Bot]] = {"random": Random, "greedy": Greedy}

__all__ = ["BOTS", "Bot", "Greedy", "Peephole", "Random", "named"]


def named(name: str) -> Bot:
    """The bot of that name; Refusal `bot` lists the names if there is none."""
    if name not in BOTS:
        raise Refusal("bot", given=name[:40], valid=", ".join(BOTS))
    return BOTS[name]()
