# mypyc: no
"""What is printed, in the page's words; it never changes, so it is made once."""

from filon.games.chercheurs_dor import tables
from filon.games.chercheurs_dor.seen import Board, Kind, Paint
from filon.games.chercheurs_dor.tables import (
    CLAIMS,
    COLOURS,
    FOUND,
    SIGNS,
    SQUARE_COLOUR,
    SQUARE_KIND,
)

PAINTS: tuple[Paint, ...] = ("Y", "G", "R")
KINDS: tuple[Kind, ...] = ("plain", "access", "bank", "bar", "saloon")

BOARD: Board = {
    "street": [
        {"square": square, "colour": PAINTS[colour], "kind": KINDS[SQUARE_KIND[square]]}
        for square, colour in enumerate(SQUARE_COLOUR)
    ],
    "gold": {
        "Y": FOUND[tables.YELLOW :: COLOURS],
        "G": FOUND[tables.GREEN :: COLOURS],
        "R": FOUND[tables.RED :: COLOURS],
    },
    "wheel": [{"n": int(name[1]), "colour": PAINTS[SIGNS.index(name[0])]} for name in tables.WHEEL],
    "target": [
        {"n": square // COLOURS + 1, "colour": PAINTS[square % COLOURS], "impacts": numbers}
        for square, numbers in enumerate(tables.TARGET)
    ],
    "claims": [
        {
            "claim": claim,
            "access": tables.access(claim),
            "outlaw": claim,
            "right": tables.right_of(claim),
            "left": tables.left_of(claim),
        }
        for claim in range(1, CLAIMS + 1)
    ],
    "load": tables.LOAD,
    "hold_up": tables.HOLD_UP,
    "stakes": tables.STAKES,
    "bullets": tables.BULLETS // 2,
}
