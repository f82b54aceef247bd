"""Filon: five gold-rush board games on one engine."""

from filon.core.game import CHANCE, OVER, State, play
from filon.games import load, slugs

__all__ = ["CHANCE", "OVER", "State", "load", "play", "slugs"]
