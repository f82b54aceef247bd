"""The board of Les Chercheurs d'or, and the numbers of its steps.

No picture of the printed board is known to us. What the leaflet says in words is kept; the
rest (marked "rebuilt") was laid out so that every sentence of the leaflet holds.
"""

from typing import Final

# Colours of the die, the street, the trails, the wheel and the target (CO-3).
YELLOW: Final = 0
GREEN: Final = 1
RED: Final = 2
COLOURS: Final = 3
SIGNS: Final = "YGR"
FACES: Final = 6
THROWS: Final = 18  # a number and a colour, all equally likely

CLAIMS: Final = 6  # CO-1
SQUARES: Final = 24  # CO-2
STREET: Final = 10  # a place is a claim, 1 to 6, or STREET + square
LEFT: Final = 0  # ways along the ring of claims (CO-18)
RIGHT: Final = 1

# Kinds of street squares (CO-2).
PLAIN: Final = 0
ACCESS: Final = 1
BANK: Final = 2
BAR: Final = 3
SALOON: Final = 4

# CO-2, rebuilt: the street clockwise from access 1.
#                       access 1   2   3       4   5       6
STREET_COLOURS: Final = "GYGYGRRRYRGRYRYRGRYRGRRR"
STREET_KINDS: Final = "ABBBA...ADDDA...ASSSA..."  # A access, B Bank, D Bar, S Saloon

SQUARE_COLOUR: Final[list[int]] = [SIGNS.index(sign) for sign in STREET_COLOURS]
SQUARE_KIND: Final[list[int]] = [".ABDS".index(sign) for sign in STREET_KINDS]

# CO-4: grams by die; the 1,000 g of the six are printed in the leaflet, the others rebuilt.
GOLD: Final[list[int]] = [50, 100, 250, 500, 750, 1000]
PERCENT: Final[list[int]] = [100, 50, 0]  # of it, by colour
FOUND: Final[list[int]] = [grams * share // 100 for grams in GOLD for share in PERCENT]  # by throw

LOAD: Final = 2000  # CO-11: what leaves a claim, and the most that is carried
HOLD_UP: Final = 1000  # CO-12
POT: Final = 1000  # CO-5, rebuilt: the Saloon's pot at the start
STAKES: Final[list[int]] = [500, 100]  # CO-15: red skittle, yellow skittle
PRIZE: Final = 2  # CO-15: times the stake
BULLETS: Final = 12  # CO-16: six each
WOUND: Final = 2  # CO-16: turns lost by a hit
HOUSE: Final = 6  # CO-21: the seat that keeps the house with seven players
ROUNDS: Final[list[int]] = [40, 30, 60, 90]  # CO-8, the default first

# CO-5, rebuilt: the wheel, clockwise.
WHEEL: Final[list[str]] = [
    "R1", "Y3", "G5", "R2", "Y4", "G6", "R3", "Y5", "G1",
    "R4", "Y6", "G2", "R5", "Y1", "G3", "R6", "Y2", "G4",
]

# CO-6, rebuilt: impact numbers along the spiral, from the outer ring to the centre; a throw's
# offset is the square it leads to, since the colours follow each other yellow, green, red.
TARGET: Final[list[list[int]]] = [
    # yellow    green      red
    [1],       [2],       [3],        # outer ring
    [4],       [5],       [6],
    [1, 4],    [2, 5],    [3, 6],     # middle ring
    [3, 5],    [1, 6],    [2, 4],
    [1, 3, 5], [2, 4, 6], [1, 2, 3],  # inner ring
    [4, 5, 6], [1, 4, 5], [2, 3, 6],
]

# Steps, in the order of the layout.
FIRST: Final = 0  # + seat, 0 to 5
LOT: Final = 6  # + claim - 1
DICE: Final = 12  # + (number - 1) * 3 + colour
COLOUR: Final = 30  # + colour
DIE: Final = 33  # + number - 1
STAKE: Final = 39  # + skittle * 18 + (number - 1) * 3 + colour
HOME: Final = 75  # + LEFT or RIGHT
STEPS: Final = 77


def _hops(square: int, throw: int) -> int:
    """CO-13: how many squares a throw walks, the start counted only when it comes round."""
    colour, count = throw % COLOURS, throw // COLOURS + 1
    hops = 0
    while count:
        hops += 1
        if SQUARE_COLOUR[(square + hops) % SQUARES] == colour:
            count -= 1
    return hops


# By square * 18 + offset of the throw: the number of squares walked.
HOPS: Final[list[int]] = [
    _hops(square, throw) for square in range(SQUARES) for throw in range(THROWS)
]


def access(claim: int) -> int:
    """CO-1, CO-2: the street square where green and red of a claim end, and its exit."""
    return 4 * (claim - 1)


def claim_at(square: int) -> int:
    """CO-1, CO-17: the claim to which an access square belongs."""
    return square // 4 + 1


def right_of(claim: int) -> int:
    """CO-1: where the yellow trail leads, counter-clockwise."""
    return CLAIMS if claim == 1 else claim - 1


def left_of(claim: int) -> int:
    """CO-18: the next claim clockwise."""
    return 1 if claim == CLAIMS else claim + 1


def beside(claim: int, way: int) -> int:
    """CO-18: one claim along the ring."""
    return left_of(claim) if way == LEFT else right_of(claim)


def distance(claim: int, other: int) -> int:
    """Claims to walk along the ring, by the shorter way."""
    way = (claim - other) % CLAIMS
    return min(way, CLAIMS - way)
