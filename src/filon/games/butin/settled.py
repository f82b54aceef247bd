"""PB-11: whether every continuation of a position gives the same scores.

Any order of the envelope can come, so who settles where and which coin ends up where do not
constrain each other. It is therefore enough to ask two questions, and both answers are exact:
can one more card change a share, and can swapping two coins to come change a share?
"""

from filon.games.butin.position import DECIDING, DRAW_FIRST, PUTTING, Position
from filon.games.butin.tables import KINDS, TERRITORIES, VALUE


def unchanging(game: Position) -> bool:
    """True exactly when nothing that can still happen changes a score (for the printed data)."""
    if game.phase == DRAW_FIRST or not printed(game):
        return False
    low, high = coins_to_come(game)
    return not (card_matters(game, high) or (low != high and coin_matters(game)))


def printed(game: Position) -> bool:
    """Whether every token has its place: the criterion knows nothing of PB-10."""
    wealth = 1 if game.phase == PUTTING else 0
    for kind in range(TERRITORIES, KINDS):
        wealth += game.left[kind]
    for t in range(TERRITORIES):
        if game.left[t] != game.symbols[t] - game.laid[t]:
            return False
    return wealth == game.room()


def coins_to_come(game: Position) -> tuple[int, int]:
    """The lowest and the highest wealth still to be put; (0, 0) if there is none."""
    low, high = -1, 0
    for kind in range(KINDS - 1, TERRITORIES - 1, -1):  # from 0 up to 5
        if game.left[kind] or (game.phase == PUTTING and game.token == kind):
            value = VALUE[kind - TERRITORIES]
            if low < 0:
                low = value
            high = value
    return max(low, 0), high


def card_matters(game: Position, high: int) -> bool:
    """Whether some seat can still lay a card that changes somebody's share."""
    tokens = 0
    draws = 0
    for kind in range(KINDS):
        draws += game.left[kind]
        if kind < TERRITORIES:
            tokens += game.left[kind]
    deciding = game.phase == DECIDING or game.phase == PUTTING
    upcoming = game.seat + 1 if deciding else game.seat  # who draws next
    for seat in range(game.players):
        if not game.hand[seat]:
            continue
        if game.phase == DECIDING and seat == game.seat and weighs(game, seat, game.token, high):
            return True
        wait = (seat - upcoming) % game.players
        if not tokens or wait >= draws:
            continue  # no territory token can reach this seat any more
        for t in range(TERRITORIES):
            if game.left[t] and weighs(game, seat, t, high):
                return True
    return False


def weighs(game: Position, seat: int, t: int, high: int) -> bool:
    """Whether one more card of the seat there would change a share in some ending."""
    if game.total[t] == 0 and (high == 0 or game.free(t) == 0):
        return False  # this territory stays worth nothing
    # PB-13: who is alone on a territory has all of it, with one card or with three; for anybody
    # else a card changes the part of the seat itself, if of no other.
    own, crowd = game.own(seat, t), game.crowd(t)
    return game.part(own + 1, crowd + 1) != game.part(own, crowd)


def coin_matters(game: Position) -> bool:
    """Whether two territories with a free place pay somebody differently for one point."""
    first = -1
    for t in range(TERRITORIES):
        if game.free(t) == 0:
            continue
        if first < 0:
            first = t
        elif not pays_alike(game, first, t):
            return True
    return False


def pays_alike(game: Position, t: int, u: int) -> bool:
    """Whether a point earns every seat the same on both territories."""
    here, there = game.crowd(t), game.crowd(u)
    for seat in range(game.players):
        if game.part(game.own(seat, t), here) != game.part(game.own(seat, u), there):
            return False
    return True
