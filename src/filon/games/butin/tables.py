"""The printed facts of Le Partage du butin, and the numbers of its steps."""

from typing import Final, Literal

TERRITORIES: Final = 6  # PB-1, in this order everywhere
PLACES: Final = 5  # PB-1: for wealth, on each territory
CARDS: Final = 3  # PB-5: of each seat
SEATS: Final = 5
KINDS: Final = 11  # of tokens: the six territories, then wealth by falling value
UNIT: Final = 840  # a share is a part of 1 to 8 cards; 840 is the least multiple of 1 to 8

Name = Literal["plain", "canyon", "forest", "meadow", "island", "mexico"]
NAMES: Final[list[Name]] = ["plain", "canyon", "forest", "meadow", "island", "mexico"]

# PB-4: values are printed; how many of each is our reconstruction (46 points in all).
VALUE: Final[list[int]] = [5, 3, 2, 1,  0]
COINS: Final[list[int]] = [3, 4, 6, 7, 10]

# PB-2: 63 tokens, one for each of the 30 places (above) and the 33 symbols (below).
# PB-3: symbols of each territory, and as many territory tokens; both rows are ours.
#                           plain canyon forest meadow island mexico
EVEN: Final[list[int]] =   [6,    6,     6,     5,     5,     5]
LADDER: Final[list[int]] = [8,    7,     6,     5,     4,     3]

# Steps, in the order of layout.py. `skip` comes before `settle`, so that the lowest legal
# step, with which a settled game is played out (PB-11), leaves the cards in hand.
FIRST: Final = 0  # + seat
DRAW: Final = 5  # + kind
SKIP: Final = 16
SETTLE: Final = 17
PUT: Final = 18  # + territory
STEPS: Final = 24

# What was laid is kept as octal digits, the first one lowest: on a row of symbols a seat + 1,
# or BARE for a token without a card; in a tray the index of the coin's value + 1.
BARE: Final = 7
OCTAL: Final[list[int]] = [8 ** place for place in range(16)]
