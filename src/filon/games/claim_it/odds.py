"""Chances of winning Claim It! from what lies on the map and what is at stake in the turn."""

from math import exp
from typing import Final

from filon.games.claim_it import tables
from filon.games.claim_it.rules import DECIDING, ENDED, PLACING, ClaimIt

# Log-odds of winning, by number of players: per parcel of the largest group, per parcel, per
# claimed parcel, and for being the next to throw; each at the start and what the way to the last
# call adds. Fitted to the winners of 28,000 games that greedy played and 9,300 that this look ahead
# played.
FIT: Final[list[list[float]]] = [
    [],
    [],
    [-0.055, 0.263, 0.161, -0.098, -0.010, 0.282, 0.343, 0.133],
    [-0.071, 0.345, 0.123, -0.053, 0.046, 0.256, 0.239, 0.295],
    [-0.102, 0.442, 0.152, -0.104, 0.086, 0.300, 0.279, 0.328],
    [-0.099, 0.471, 0.167, -0.138, 0.151, 0.271, 0.333, 0.278],
]
# The same once the last round is called: group, claimed, any, and a turn still to come.
LATE: Final = (0.9, 0.3, 0.04, 2.05)
UP: Final = 1.16  # by how much another placement betters the odds, on the average
HOPE: Final = 0.25  # of a seat that loses unless it places once more


def chances(game: ClaimIt) -> list[float]:
    """Each seat's; within a turn, after the better of stopping and one more placement."""
    if game.phase == PLACING:
        return placed(game)
    if game.phase == DECIDING:
        return either(game.clone(), lost(game))
    return final(game) if game.phase == ENDED else between(game)


def placed(game: ClaimIt) -> list[float]:
    """After the best placement of the dice that lie."""
    best: list[float] = []
    turn = game.turn
    bust = lost(game)
    for step in game.placements():
        later_odds = either(game.after(step), bust)
        if not best or later_odds[turn] > best[turn]:
            best = later_odds
    return best


def lost(game: ClaimIt) -> list[float]:
    """If the next throw is a bust."""
    later = game.clone()
    later.bust()
    return chances(later)


def either(game: ClaimIt, bust: list[float]) -> list[float]:
    """Stopping, or another placement at the exact risk of a bust; the position is used up."""
    turn = game.turn
    safe = (tables.THROWS - game.busts()) / tables.THROWS
    game.apply(tables.STOP)
    sure = chances(game)
    own = sure[turn]
    better, rest = own, 1.0
    if own < 1.0:  # the chances if the seat on turn places once more
        better = own * UP / (1.0 + own * (UP - 1.0)) if own > 0.0 else HOPE
        rest = (1.0 - better) / (1.0 - own)
    risk = 1.0 - safe
    on = safe * better + risk * bust[turn]
    if on <= own:
        return sure
    more: list[float] = []
    for seat in range(game.players):
        more.append(on if seat == turn else safe * (sure[seat] * rest) + risk * bust[seat])
    return more


def progress(game: ClaimIt) -> float:
    """How near the last call is, from 0 to 1."""
    most = 0
    for seat in range(game.players):
        most = max(most, game.claims(seat))
    return min(1.0, most / game.need())


def between(game: ClaimIt) -> list[float]:
    """Before a turn begins."""
    players = game.players
    turn = game.turn
    caller = game.caller
    near = progress(game)
    fit = FIT[players]
    parts: list[float] = []
    whole = 0.0
    for seat in range(players):
        group, claims, parcels = game.standing(seat)
        if caller >= 0:
            odds = LATE[0] * group + LATE[1] * claims + LATE[2] * parcels
            if (seat - turn) % players <= (caller - turn) % players:
                odds += LATE[3]
        else:
            odds = (fit[0] + fit[1] * near) * group
            odds += (fit[2] + fit[3] * near) * parcels + (fit[4] + fit[5] * near) * claims
            if seat == turn:
                odds += fit[6] + fit[7] * near
        part = exp(odds)
        parts.append(part)
        whole += part
    return [part / whole for part in parts]


def final(game: ClaimIt) -> list[float]:
    """The victory, shared by those who tie."""
    ranks = game.ranks()
    part = 1.0 / ranks.count(1)
    return [part if rank == 1 else 0.0 for rank in ranks]
