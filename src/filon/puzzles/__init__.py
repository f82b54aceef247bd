"""Puzzles: positions in which one step is clearly best, and a quick look does not show it."""
