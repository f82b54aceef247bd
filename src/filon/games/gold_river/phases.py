"""The phases of a round: what is asked or drawn next."""

from typing import Final

DRAW_FIRST: Final = 0
DEALING: Final = 1
BIDDING: Final = 2
SEALING: Final = 3
TAKING: Final = 4
DISCARDING: Final = 5
AIMING: Final = 6
SWAPPING: Final = 7
HOLDING_UP: Final = 8
RIDING: Final = 9
ANSWERING: Final = 10
ROLLING: Final = 11
WIRING: Final = 12
STORING: Final = 13
ENDED: Final = 14
