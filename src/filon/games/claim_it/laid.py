"""What lies on each parcel, as one number a parcel: a view is drawn from these."""

from mypy_extensions import i64

from filon.games.claim_it import tables
from filon.games.claim_it.rules import ClaimIt

# A parcel's number in digits of eight: whose marker (1: the first seat's, 0: none), which squatter
# (0: none), 1 if claimed for good and 2 if claimed in this turn.
OWNER = 1
SQUATTER = 8
BLACK = 64


def laid(game: ClaimIt) -> list[int]:
    """One number for each parcel, in their order."""
    codes = [0] * tables.PARCELS
    for seat in range(game.players):
        mine: i64 = game.mine[seat]
        for parcel in range(tables.PARCELS):
            if mine & tables.BIT[parcel]:
                codes[parcel] = OWNER * (seat + 1)
    for n in range(tables.SQUATTERS):
        at = game.squatter_at[n]
        if at >= 0:
            codes[at] += SQUATTER * (n + 1)
    black: i64 = game.black
    fresh: i64 = game.fresh
    for parcel in range(tables.PARCELS):
        if black & tables.BIT[parcel]:
            codes[parcel] += BLACK
        if fresh & tables.BIT[parcel]:
            codes[parcel] += 2 * BLACK
    return codes
