"""Mayors: what they are owed, and how their cards change hands."""

from filon.core.game import replaced
from filon.games.gold_river.position import NOBODY, OUT, Position
from filon.games.gold_river.tables import GOVERNOR_CARD, SEATS


def fee(game: Position, seat: int, town: int) -> int:
    """GR-12: what a concession of this town costs the seat, before GR-15 limits it."""
    mayor = game.mayor[town]
    if mayor in (NOBODY, seat):
        return 0
    due = game.count(town, mayor)
    return 2 * due if game.governor() == town else due  # GR-30


def pay_fee(game: Position, seat: int, town: int) -> None:
    """GR-12, GR-15: the seat pays the mayor what it owes, or what it has."""
    due = fee(game, seat, town)
    if due == 0:
        return
    mayor = game.mayor[town]
    n = game.payable(seat, due)
    game.hand[seat] = game.hand[seat] - n
    game.hand[mayor] = game.hand[mayor] + n
    game.tell("fee", seat, (mayor, n, due, town))


def place(game: Position, card: int, town: int, seat: int) -> None:
    """GR-9: a concession of nobody's is placed before the seat, then the mayors are looked at."""
    move(game, card, town, seat)
    settle(game, town, seat, NOBODY)


def move(game: Position, card: int, town: int, to: int) -> None:
    """Put a concession before a seat, or OUT; the mayors are looked at once all is moved."""
    came_from = game.owner(card)
    if came_from != NOBODY:
        before = town * SEATS + came_from
        game.counts = replaced(game.counts, before, game.counts[before] - 1)
    game.where[card] = to
    if to >= 0:
        after = town * SEATS + to
        game.counts = replaced(game.counts, after, game.counts[after] + 1)


def settle(game: Position, town: int, up: int, down: int) -> None:
    """GR-11 to GR-14, after an event in which `up` gained and `down` lost one (or NOBODY)."""
    mayor = game.mayor[town]
    if mayor == NOBODY:
        if up != NOBODY and game.count(town, up) >= 2:
            hand_over(game, town, up)
        return
    least = game.count(town, mayor)
    if least == 0:
        hand_over(game, town, single_highest(game, town, NOBODY, 1, True))
        return
    # Only leads that grew count: the gainer's, or everybody's when the mayor lost one.
    riser = single_highest(game, town, up, least, down == mayor)
    if riser != NOBODY:
        hand_over(game, town, riser)


def single_highest(game: Position, town: int, up: int, least: int, everybody: bool) -> int:
    """The one seat with most concessions there (at least `least`), or NOBODY when tied."""
    best = NOBODY
    most = least - 1
    tied = False
    for seat in range(game.players):
        if seat == game.mayor[town] or not (everybody or seat == up):
            continue
        n = game.count(town, seat)
        if n > most:
            best = seat
            most = n
            tied = False
        elif n == most:
            tied = True
    return NOBODY if tied else best


def hand_over(game: Position, town: int, seat: int) -> None:
    """The mayor card goes to the seat, or back beside the board; GR-30: the governor leaves."""
    before = game.mayor[town]
    game.mayor = replaced(game.mayor, town, seat)
    if seat == NOBODY:
        game.tell("mayor_gone", before, (town,))
    else:
        game.tell("mayor", seat, (town, before))
    if game.governor() == town:
        game.where[GOVERNOR_CARD] = OUT
        game.tell("governor_gone", before, (town,))
