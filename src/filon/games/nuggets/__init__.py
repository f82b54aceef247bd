"""Nuggets: walls and face-down strengths in a valley of forty claims."""
