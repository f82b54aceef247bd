"""Filon: gold-rush board games on one engine."""

from typing import TYPE_CHECKING, Any

from filon.core.game import CHANCE, OVER, State, play
from filon.games import load, slugs

if TYPE_CHECKING:
    from filon.adapters.pettingzoo import GameEnv
    from filon.adapters.vector import GameVector

__all__ = ["CHANCE", "OVER", "State", "env", "load", "play", "slugs", "vector"]


def env(game: str, players: int | None = None, **options: Any) -> "GameEnv":
    """The game as a PettingZoo environment; needs the extra `research`."""
    from filon.adapters.pettingzoo import env as made

    return made(game, players, **options)


def vector(
    game: str, count: int, players: int | None = None, seed: int = 0, **options: Any
) -> "GameVector":
    """So many games at once as NumPy arrays, every seat's steps by the caller; extra `research`."""
    from filon.adapters.vector import GameVector as Made

    return Made(game, count, players, seed, options)
