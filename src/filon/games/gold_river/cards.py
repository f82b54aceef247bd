"""Taking cards: the fee, the card's work, kept cards that wake, and who takes next."""

from filon.games.gold_river import auction, effects, mayors, phases, tables
from filon.games.gold_river.position import NO_CARD, NOBODY, OUT, ROW, TAKEN, Position


def deal(game: Position, card: int) -> None:
    """GR-6: one card more for sale; with the last one the auction opens."""
    game.where[card] = ROW
    game.row.append(card)
    game.left -= 1
    if game.story is not None:
        game.tell("deal", game.first, (card,))
    if len(game.row) == game.row_size():
        auction.open_bids(game)


def leave_row(game: Position, card: int) -> None:
    """The card's place in the row stays empty."""
    game.row[game.row.index(card)] = NO_CARD


def take(game: Position, card: int) -> None:
    """GR-9: a card for the seat; the winner has to discard before anything else."""
    leave_row(game, card)
    game.where[card] = TAKEN
    game.taken = card
    game.served |= 1 << game.turn
    if game.story is not None:
        game.tell("take", game.turn, (card,))
    if game.turn == game.winner:
        game.phase = phases.DISCARDING
    else:
        receive(game)


def discard(game: Position, card: int) -> None:
    """GR-9, GR-36: the winner sends one card out of the game."""
    leave_row(game, card)
    game.where[card] = OUT
    if game.story is not None:
        game.tell("discard", game.turn, (card,))
    receive(game)


def receive(game: Position) -> None:
    """GR-9, GR-10: the fee, then the card is placed or does its work."""
    seat, card = game.turn, game.taken
    kind = tables.KIND[card]
    if kind == tables.CONCESSION:
        mayors.pay_fee(game, seat, tables.TOWN[card])
        mayors.place(game, card, tables.TOWN[card], seat)
    elif card < tables.GROUNDS:
        game.where[card] = seat
    else:
        effects.postage(game, seat)
        if kind == tables.STAGECOACH:
            effects.coach(game, seat)
        elif kind == tables.RAID:
            effects.raid(game, seat)
        elif effects.waits(game, seat, card):
            game.where[card] = seat
            game.tell("keep", seat, (card,))
        else:
            game.phase = phases.AIMING
            return
    go_on(game)


def use(game: Position, step: int) -> None:
    """The target of an action card is named, or the dice of a hold-up fall."""
    if step >= tables.THREATEN:
        effects.threaten(game, step - tables.THREATEN)
        return
    if step >= tables.GOVERN:
        effects.govern(game, step - tables.GOVERN)
    elif step >= tables.ON_MINE:
        effects.dig(game, step - tables.ON_MINE)
    elif step >= tables.GET:
        effects.get(game, step - tables.GET)
    elif step >= tables.GIVE:
        effects.give(game, step - tables.GIVE)
        return
    elif step >= tables.ROB:
        effects.rob(game, step - tables.ROB)
    elif step >= tables.BLAST:
        effects.blast(game, step - tables.BLAST)
    else:
        a, b = tables.PAIRS[step - tables.DICE]
        effects.hold_up(game, a, b)
    go_on(game)


def go_on(game: Position) -> None:
    """GR-10: first the kept cards, then the next seat takes, then the dice."""
    game.taken = NO_CARD
    if kept_card_wakes(game):
        return
    if game.players == 2:
        if game.served == 3:
            roll(game)
        else:
            game.phase = phases.ANSWERING
            game.turn = 1 - game.winner
        return
    if not game.mustang_asked:  # GR-31: once a round, after the winner's card
        game.mustang_asked = True
        holder = game.owner(tables.MUSTANG_CARD)
        if holder != NOBODY and holder != game.winner:
            game.phase = phases.RIDING
            game.turn = holder
            return
    next_taker(game)


def kept_card_wakes(game: Position) -> bool:
    """GR-10: whether a kept card can be used now; then its owner must."""
    where = game.where
    waiting = False
    for card in tables.AIMED:
        place = where[card]
        if 0 <= place < tables.SEATS:
            waiting = True
            break
    if not waiting:
        return False
    seat = game.winner
    for _ in range(game.players):
        for card in tables.AIMED:
            if game.where[card] == seat and effects.choices(game, seat, card):
                game.where[card] = TAKEN
                game.taken = card
                game.turn = seat
                game.phase = phases.AIMING
                game.tell("wake", seat, (card,))
                return True
        seat = game.seat_after(seat)
    return False


def next_taker(game: Position) -> None:
    """GR-9: clockwise from the winner, whoever has no card yet."""
    seat = game.seat_after(game.winner)
    while seat != game.winner:
        if not (game.served >> seat) & 1:
            game.phase = phases.TAKING
            game.turn = seat
            return
        seat = game.seat_after(seat)
    roll(game)


def roll(game: Position) -> None:
    """GR-16, GR-38: the dice are the auction winner's."""
    game.phase = phases.ROLLING
    game.turn = game.winner


def ride(game: Position, rides: bool) -> None:
    """GR-31: the mustang's holder picks next, or waits."""
    if not rides:
        game.tell("stay", game.turn, ())
        next_taker(game)
        return
    game.where[tables.MUSTANG_CARD] = OUT
    game.tell("ride", game.turn, ())
    game.phase = phases.TAKING


def answer(game: Position, wants_card: bool) -> None:
    """GR-37: the loser takes the last card, or half of the bid that lies there."""
    seat = game.turn
    card = game.in_row(0)[0]
    leave_row(game, card)
    game.served = 3
    pot, half = game.pot, game.half()
    game.pot = 0
    if wants_card:
        game.where[card] = TAKEN
        game.taken = card
        game.tell("take", seat, (card,))
        if pot:
            game.tell("pot_gone", game.winner, (pot,))
        receive(game)
        return
    game.hand[seat] += half
    game.where[card] = OUT
    game.tell("half", seat, (half, pot - half, card))
    roll(game)
