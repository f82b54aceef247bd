"""Positions in which one step is better than all others, and what is at hand does not show it."""
