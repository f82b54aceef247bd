"""The street of Golden City: where a throw leads, and what a stop there means."""

from typing import Final

from filon.core.game import replaced
from filon.games.chercheurs_dor import duel, saloon
from filon.games.chercheurs_dor.ground import Ground
from filon.games.chercheurs_dor.phases import CLIMBING
from filon.games.chercheurs_dor.tables import (
    ACCESS,
    BANK,
    BAR,
    COLOURS,
    HOPS,
    SALOON,
    SQUARE_KIND,
    SQUARES,
    STREET,
    THROWS,
    claim_at,
)
from filon.games.chercheurs_dor.turns import pass_on

# What a stop can be.
NOTHING: Final = 0
DEPOSIT: Final = 1
ROULETTE: Final = 2
DUEL: Final = 3
EXIT: Final = 4


def stop_after(start: int, throw: int) -> int:
    """CO-13: the square to which a throw leads."""
    return (start + HOPS[start * THROWS + throw]) % SQUARES


def meets(ground: Ground, seat: int, square: int) -> int:
    """CO-14 to CO-17, CO-19: what a stop there is for the seat."""
    kind = SQUARE_KIND[square]
    if kind == ACCESS:
        return EXIT if ground.load[seat] == 0 else NOTHING  # CO-17: leaving is compulsory
    if kind == BANK:
        return DEPOSIT if ground.load[seat] > 0 else NOTHING
    if kind == SALOON:
        return ROULETTE if ground.load[seat] > 0 and not ground.saloon[seat] else NOTHING
    if kind == BAR:
        return DUEL if not ground.bar[seat] else NOTHING
    return NOTHING


def walk(ground: Ground, throw: int) -> None:
    """CO-13: to the n-th square of the colour; only the stop counts."""
    seat = ground.turn
    start = ground.at[seat] - STREET
    square = stop_after(start, throw)
    ground.at[seat] = STREET + square
    ground.walker = seat
    ground.came = start
    if ground.story is not None:
        hops = HOPS[start * THROWS + throw]
        number, colour = throw // COLOURS + 1, throw % COLOURS
        ground.tell("walk", seat, number, colour, start, square, hops, SQUARE_KIND[square])
    met = meets(ground, seat, square)
    if met == DEPOSIT:
        deposit(ground)
    elif met == ROULETTE:
        saloon.enter(ground)
    elif met == DUEL:
        duel.enter(ground)
    elif met == EXIT:
        ground.phase = CLIMBING
        ground.tell("exit", seat, claim_at(square), square)
    else:
        pass_on(ground)


def deposit(ground: Ground) -> None:
    """CO-14: the whole load against a receipt."""
    seat = ground.turn
    amount = ground.load[seat]
    ground.load[seat] = 0
    ground.bank = replaced(ground.bank, seat, ground.bank[seat] + amount)
    ground.receipt = replaced(ground.receipt, seat, ground.receipt[seat] + amount)
    ground.tell("deposit", seat, ground.keeper(seat), amount, ground.bank[seat])
    pass_on(ground)
