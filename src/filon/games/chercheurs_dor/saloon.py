"""The Saloon: one bet at the roulette, which the croupier's dice decide."""

from typing import Final

from filon.core.game import replaced
from filon.games.chercheurs_dor.ground import Ground
from filon.games.chercheurs_dor.phases import SPINNING, STAKING
from filon.games.chercheurs_dor.tables import COLOURS, LOAD, PRIZE, STAKES, THROWS
from filon.games.chercheurs_dor.turns import pass_on

# How many of number and colour are those of the bet.
NEITHER: Final = 0
ONE: Final = 1
BOTH: Final = 2


def enter(ground: Ground) -> None:
    """CO-15, CO-19: the visit counts from here on."""
    seat = ground.turn
    ground.saloon = replaced(ground.saloon, seat, 1)
    ground.phase = STAKING
    ground.tell("saloon", seat, ground.keeper(seat), ground.load[seat], ground.pot)


def stake_of(bet: int) -> int:
    """The grams of a bet: its skittle's."""
    return STAKES[bet // THROWS]


def matches(bet: int, throw: int) -> int:
    """CO-15: NEITHER, ONE or BOTH, for a bet with either skittle."""
    square = bet % THROWS
    number = throw // COLOURS == square // COLOURS
    colour = throw % COLOURS == square % COLOURS
    if number and colour:
        return BOTH
    return ONE if number or colour else NEITHER


def ways(bet: int) -> list[int]:
    """How many of the 18 throws give NEITHER, ONE and BOTH."""
    results = [0, 0, 0]
    for throw in range(THROWS):
        results[matches(bet, throw)] += 1
    return results


def prize(grams: int) -> int:
    """CO-15: what number and colour bring."""
    return PRIZE * grams


def outcome(ground: Ground, grams: int, matched: int) -> tuple[int, int, int, int]:
    """CO-15: the gain, the load after it, what goes onto a receipt, what the stock adds."""
    load = ground.load[ground.turn]
    if matched == ONE:
        return 0, load, 0, 0
    if matched == NEITHER:
        return -grams, load - grams, 0, 0
    gain = prize(grams)
    over = max(0, load + gain - LOAD)
    return gain, load + gain - over, over, max(0, gain - ground.pot)


def bet(ground: Ground, offset: int) -> None:
    """CO-15: skittle and square are chosen."""
    ground.stake = offset
    square = offset % THROWS
    ground.tell("stake", ground.turn, stake_of(offset), square // COLOURS + 1, square % COLOURS)
    ground.phase = SPINNING


def spin(ground: Ground, throw: int) -> None:
    """CO-15: both win twice the stake, one keeps it, none loses it."""
    seat, grams = ground.turn, stake_of(ground.stake)
    matched = matches(ground.stake, throw)
    gain, load, over, stock = outcome(ground, grams, matched)
    ground.load[seat] = load
    if over:
        ground.bank = replaced(ground.bank, seat, ground.bank[seat] + over)
        ground.receipt = replaced(ground.receipt, seat, ground.receipt[seat] + over)
    ground.issued += stock
    ground.pot += stock - gain
    ground.stake = -1
    ground.tell("wheel", seat, ground.keeper(seat), throw // COLOURS + 1, throw % COLOURS)
    if matched == BOTH:
        ground.tell("win", seat, gain, load, over, stock, ground.pot)
    elif matched == ONE:
        ground.tell("keep", seat, grams, load)
    else:
        ground.tell("forfeit", seat, grams, load, ground.pot)
    pass_on(ground)
