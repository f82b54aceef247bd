"""Filon: five gold-rush board games on one engine."""

from typing import TYPE_CHECKING, Any

from filon.core.game import CHANCE, OVER, State, play
from filon.games import load, slugs

if TYPE_CHECKING:
    from filon.adapters.pettingzoo import GameEnv

__all__ = ["CHANCE", "OVER", "State", "env", "load", "play", "slugs"]


def env(game: str, players: int | None = None, **options: Any) -> "GameEnv":
    """The game as a PettingZoo environment; needs the extra `research`."""
    from filon.adapters.pettingzoo import env as made

    return made(game, players, **options)
