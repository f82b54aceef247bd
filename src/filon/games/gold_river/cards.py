"""Taking cards: the fee, the card's work, kept cards that wake, and who takes next."""

from filon.games.gold_river import auction, effects, mayors
from filon.games.gold_river.ground import (
    AIMING,
    ANSWERING,
    DISCARDING,
    NOBODY,
    OUT,
    RIDING,
    ROLLING,
    ROW,
    TAKEN,
    TAKING,
    Ground,
)
from filon.games.gold_river.tables import (
    AIMED,
    BLAST,
    CONCESSION,
    DICE,
    GET,
    GIVE,
    GOVERN,
    GROUNDS,
    HOLD_UP,
    KIND,
    MUSTANG_CARD,
    ON_MINE,
    PAIRS,
    RAID,
    ROB,
    SEATS,
    STAGECOACH,
    THREATEN,
    TOWN,
)


def deal(ground: Ground, card: int) -> None:
    """GR-6: one card more for sale; with the last one the auction opens."""
    ground.where[card] = ROW
    ground.row.append(card)
    ground.left -= 1
    ground.tell("deal", ground.first, (card,))
    if len(ground.row) == ground.players + 1:
        auction.open_bids(ground)


def leave_row(ground: Ground, card: int) -> None:
    """The card's place in the row stays empty."""
    ground.row[ground.row.index(card)] = -1


def take(ground: Ground, card: int) -> None:
    """GR-9: a card for the seat; the winner has to discard before anything else."""
    leave_row(ground, card)
    ground.where[card] = TAKEN
    ground.taken = card
    ground.served |= 1 << ground.turn
    ground.tell("take", ground.turn, (card,))
    if ground.turn == ground.winner:
        ground.phase = DISCARDING
    else:
        receive(ground)


def discard(ground: Ground, card: int) -> None:
    """GR-9, GR-36: the winner sends one card out of the game."""
    leave_row(ground, card)
    ground.where[card] = OUT
    ground.tell("discard", ground.turn, (card,))
    receive(ground)


def receive(ground: Ground) -> None:
    """GR-9, GR-10: the fee, then the card is placed or does its work."""
    seat, card = ground.turn, ground.taken
    kind = KIND[card]
    if kind == CONCESSION:
        mayors.pay_fee(ground, seat, TOWN[card])
        mayors.move(ground, card, TOWN[card], seat)
        mayors.settle(ground, TOWN[card], seat, NOBODY)
    elif card < GROUNDS:
        ground.where[card] = seat
    else:
        effects.postage(ground, seat)
        if kind == STAGECOACH:
            effects.coach(ground, seat)
        elif kind == RAID:
            effects.raid(ground, seat)
        elif kind == HOLD_UP or effects.choices(ground, seat, card):
            ground.phase = AIMING
            return
        else:  # GR-10, GR-29, GR-31
            ground.where[card] = seat
            ground.tell("keep", seat, (card,))
    go_on(ground)


def use(ground: Ground, step: int) -> None:
    """The target of an action card is named, or the dice of a hold-up fall."""
    if step >= THREATEN:
        effects.threaten(ground, step - THREATEN)
        return
    if step >= GOVERN:
        effects.govern(ground, step - GOVERN)
    elif step >= ON_MINE:
        effects.dig(ground, step - ON_MINE)
    elif step >= GET:
        effects.get(ground, step - GET)
    elif step >= GIVE:
        effects.give(ground, step - GIVE)
        return
    elif step >= ROB:
        effects.rob(ground, step - ROB)
    elif step >= BLAST:
        effects.blast(ground, step - BLAST)
    else:
        a, b = PAIRS[step - DICE]
        effects.hold_up(ground, a, b)
    go_on(ground)


def go_on(ground: Ground) -> None:
    """GR-10: first the kept cards, then the next seat takes, then the dice."""
    ground.taken = -1
    if kept_card_wakes(ground):
        return
    if ground.players == 2:
        if ground.served == 3:
            roll(ground)
        else:
            ground.phase = ANSWERING
            ground.turn = 1 - ground.winner
        return
    if not ground.asked:  # GR-31: once a round, after the winner's card
        ground.asked = True
        holder = ground.owner(MUSTANG_CARD)
        if holder != NOBODY and holder != ground.winner:
            ground.phase = RIDING
            ground.turn = holder
            return
    next_taker(ground)


def kept_card_wakes(ground: Ground) -> bool:
    """GR-10: whether a kept card can be used now; then its owner must."""
    waiting = False
    for card in AIMED:
        place = ground.where[card]
        if place >= 0 and place < SEATS:
            waiting = True
    if not waiting:
        return False
    seat = ground.winner
    for _ in range(ground.players):
        for card in AIMED:
            if ground.where[card] == seat and effects.choices(ground, seat, card):
                ground.where[card] = TAKEN
                ground.taken = card
                ground.turn = seat
                ground.phase = AIMING
                ground.tell("wake", seat, (card,))
                return True
        seat = ground.seat_after(seat)
    return False


def next_taker(ground: Ground) -> None:
    """GR-9: clockwise from the winner, whoever has no card yet."""
    seat = ground.seat_after(ground.winner)
    while seat != ground.winner:
        if not (ground.served >> seat) & 1:
            ground.phase = TAKING
            ground.turn = seat
            return
        seat = ground.seat_after(seat)
    roll(ground)


def roll(ground: Ground) -> None:
    """GR-16, GR-38: the dice are the auction winner's."""
    ground.phase = ROLLING
    ground.turn = ground.winner


def ride(ground: Ground, rides: bool) -> None:
    """GR-31: the mustang's holder picks next, or waits."""
    if not rides:
        ground.tell("stay", ground.turn, ())
        next_taker(ground)
        return
    ground.where[MUSTANG_CARD] = OUT
    ground.tell("ride", ground.turn, ())
    ground.phase = TAKING


def answer(ground: Ground, wants_card: bool) -> None:
    """GR-37: the loser takes the last card, or half of the bid that lies there."""
    seat = ground.turn
    card = ground.in_row(0)[0]
    leave_row(ground, card)
    ground.served = 3
    pot = ground.pot
    ground.pot = 0
    if wants_card:
        ground.where[card] = TAKEN
        ground.taken = card
        ground.tell("take", seat, (card,))
        if pot:
            ground.tell("pot_gone", ground.winner, (pot,))
        receive(ground)
        return
    half = (pot + 1) // 2
    ground.hand[seat] += half
    ground.where[card] = OUT
    ground.tell("half", seat, (half, pot - half, card))
    roll(ground)
