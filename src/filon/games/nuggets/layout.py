"""The steps of Nuggets: their numbers, words and notation."""

from typing import Literal

from filon.core.layout import Layout, Verb, verb
from filon.games.nuggets.tables import COLS, KINDS, LOWEST, ROWS, SEATS

Edge = tuple[int, int, Literal["E", "S"]]  # row, column and side

# NU-7: every edge has exactly one name.
EAST: list[Edge] = [(row, col, "E") for row in range(ROWS) for col in range(COLS - 1)]
SOUTH: list[Edge] = [(row, col, "S") for row in range(ROWS - 1) for col in range(COLS)]
NAMED = [*EAST, *SOUTH]  # by edge

CELL = {"row": range(ROWS), "col": range(COLS)}
LAYOUT = Layout(
    verb("first", seat=range(SEATS)),
    verb("mine", **CELL, value=range(LOWEST, LOWEST + KINDS)),  # by chance or by seats
    Verb("wall", ("row", "col", "side"), tuple(NAMED)),
    verb("enough"),
    verb("tile", ["value"], **CELL, value=range(1, KINDS + 1)),
    verb("pass"),
)
