"""The auction: open bids with three to five, sealed ones with two, and who is paid."""

from filon.core.events import only
from filon.games.gold_river.ground import (
    BIDDING,
    DEALING,
    NOBODY,
    SEALING,
    TAKING,
    Ground,
)


def open_round(ground: Ground) -> None:
    """GR-5, GR-17: a new round begins with the last winner as first bidder."""
    ground.rounds += 1
    ground.passed = 0
    ground.served = 0
    ground.asked = False
    ground.high = 0
    ground.leader = NOBODY
    ground.row = []
    for seat in range(ground.players):
        ground.bids[seat] = NOBODY
    ground.phase = DEALING
    ground.tell("round", ground.first, (ground.rounds,))


def open_bids(ground: Ground) -> None:
    """GR-7, GR-35: the row is full, the first player is asked."""
    ground.phase = SEALING if ground.players == 2 else BIDDING
    ground.turn = ground.first


def bid(ground: Ground, n: int) -> None:
    """GR-7: the seat outbids."""
    ground.high = n
    ground.leader = ground.turn
    ground.bids[ground.turn] = n
    ground.tell("bid", ground.turn, (n,))
    next_bidder(ground)


def stand_aside(ground: Ground) -> None:
    """GR-7: who has passed is out."""
    ground.passed |= 1 << ground.turn
    ground.tell("pass", ground.turn, ())
    next_bidder(ground)


def next_bidder(ground: Ground) -> None:
    """GR-7: ask the next seat, or end the auction."""
    still = 0
    for seat in range(ground.players):
        if not (ground.passed >> seat) & 1:
            still += 1
    if still == 0:
        win(ground, ground.first)
    elif still == 1 and ground.leader != NOBODY:
        win(ground, ground.leader)
    else:
        seat = ground.seat_after(ground.turn)
        while (ground.passed >> seat) & 1:
            seat = ground.seat_after(seat)
        ground.turn = seat


def win(ground: Ground, seat: int) -> None:
    """GR-8: the highest bidder pays along the right-hand neighbours and may take."""
    ground.winner = seat
    ground.tell("won", seat, (ground.high,))
    ground.hand[seat] -= ground.high
    for other, kept in shares(ground.players, seat, ground.high):
        if other == NOBODY:
            ground.tell("unshared", seat, (kept,))
        else:
            ground.hand[other] += kept
            ground.tell("share", other, (kept,))
    ground.phase = TAKING
    ground.turn = seat


def shares(players: int, winner: int, price: int) -> list[tuple[int, int]]:
    """GR-8: who receives what of the price, in order; NOBODY stands for what is discarded."""
    paid: list[tuple[int, int]] = []
    rest = price
    seat = winner
    for at in range(players - 1):
        seat = seat - 1 if seat > 0 else players - 1
        last = at == players - 2 and players > 3
        kept = rest if last else (rest + 1) // 2
        if kept:
            paid.append((seat, kept))
        rest -= kept
    if rest:
        paid.append((NOBODY, rest))
    return paid


def seal(ground: Ground, n: int) -> None:
    """GR-35: a closed fist; its number is for its own seat until both are in."""
    seat = ground.turn
    ground.bids[seat] = n
    ground.tell("sealed", seat, ())
    ground.tell("own_seal", seat, (n,), only(seat))
    other = 1 - seat
    if seat == ground.first:
        ground.turn = other
        return
    ground.tell("revealed", other, (ground.bids[other],))
    ground.tell("revealed", seat, (n,))
    winner = seat if n > ground.bids[other] else other  # equal: the first player
    ground.winner = winner
    ground.high = ground.bids[winner]
    ground.leader = winner
    ground.hand[winner] -= ground.high
    ground.pot = ground.high  # GR-36: it lies in the row and belongs to nobody
    ground.tell("won_sealed", winner, (ground.high,))
    ground.phase = TAKING
    ground.turn = winner
