"""The auction: open bids with three to five, sealed ones with two, and who is paid."""

from filon.core.events import only
from filon.games.gold_river import phases
from filon.games.gold_river.position import NO_BID, NOBODY, Position


def open_round(game: Position) -> None:
    """GR-5, GR-17: a new round begins with the last winner as first bidder."""
    game.rounds += 1
    game.passed = 0
    game.served = 0
    game.mustang_asked = False
    game.high = 0
    game.leader = NOBODY
    game.row = []
    for seat in range(game.players):
        game.bids[seat] = NO_BID
    game.phase = phases.DEALING
    if game.story is not None:
        game.tell("round", game.first, (game.rounds,))


def open_bids(game: Position) -> None:
    """GR-7, GR-35: the row is full, the first player is asked."""
    game.phase = phases.SEALING if game.players == 2 else phases.BIDDING
    game.turn = game.first


def bid(game: Position, n: int) -> None:
    """GR-7: the seat outbids."""
    game.high = n
    game.leader = game.turn
    game.bids[game.turn] = n
    if game.story is not None:
        game.tell("bid", game.turn, (n,))
    next_bidder(game)


def stand_aside(game: Position) -> None:
    """GR-7: who has passed is out."""
    game.passed |= 1 << game.turn
    game.tell("pass", game.turn, ())
    next_bidder(game)


def next_bidder(game: Position) -> None:
    """GR-7: ask the next seat, or end the auction."""
    still = 0
    for seat in range(game.players):
        if not (game.passed >> seat) & 1:
            still += 1
    if still == 0:
        win(game, game.first)
    elif still == 1 and game.leader != NOBODY:
        win(game, game.leader)
    else:
        seat = game.seat_after(game.turn)
        while (game.passed >> seat) & 1:
            seat = game.seat_after(seat)
        game.turn = seat


def win(game: Position, seat: int) -> None:
    """GR-8: the highest bidder pays along the right-hand neighbours and may take."""
    game.winner = seat
    game.phase = phases.TAKING
    game.turn = seat
    game.tell("won", seat, (game.high,))
    if game.high == 0:
        return
    game.hand[seat] = game.hand[seat] - game.high
    for other, share in shares(game.players, seat, game.high):
        if other == NOBODY:
            game.tell("unshared", seat, (share,))
        else:
            game.hand[other] = game.hand[other] + share
            game.tell("share", other, (share,))


def shares(players: int, winner: int, price: int) -> list[tuple[int, int]]:
    """GR-8: who receives what of the price, in order; NOBODY stands for what is discarded."""
    paid: list[tuple[int, int]] = []
    rest = price
    seat = winner
    for at in range(players - 1):
        seat = seat - 1 if seat > 0 else players - 1
        last = at == players - 2 and players > 3
        share = rest if last else (rest + 1) // 2
        if share:
            paid.append((seat, share))
        rest -= share
    if rest:
        paid.append((NOBODY, rest))
    return paid


def seal(game: Position, n: int) -> None:
    """GR-35: a closed fist; its number is for its own seat until both are in."""
    seat = game.turn
    game.bids[seat] = n
    game.tell("sealed", seat, ())
    game.tell("own_seal", seat, (n,), only(seat))
    other = 1 - seat
    if seat == game.first:
        game.turn = other
        return
    game.tell("revealed", other, (game.bids[other],))
    game.tell("revealed", seat, (n,))
    winner = seat if n > game.bids[other] else other  # equal: the first player
    game.winner = winner
    game.high = game.bids[winner]
    game.leader = winner
    game.hand[winner] = game.hand[winner] - game.high
    game.pot = game.high  # GR-36: it lies in the row and belongs to nobody
    game.tell("won_sealed", winner, (game.high,))
    game.phase = phases.TAKING
    game.turn = winner
