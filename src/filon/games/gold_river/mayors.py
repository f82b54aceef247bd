"""Mayors: what they are owed, and how their cards change hands."""

from filon.games.gold_river.ground import NOBODY, ON_TOWN, OUT, Ground
from filon.games.gold_river.tables import GOVERNOR_CARD, SEATS


def fee(ground: Ground, seat: int, town: int) -> int:
    """GR-12: what a concession of this town costs the seat, before GR-15 limits it."""
    mayor = ground.mayor[town]
    if mayor in (NOBODY, seat):
        return 0
    due = ground.count(town, mayor)
    return 2 * due if ground.governed(town) else due  # GR-30


def pay_fee(ground: Ground, seat: int, town: int) -> None:
    """GR-12, GR-15: the seat pays the mayor what it owes, or what it has."""
    due = fee(ground, seat, town)
    if due == 0:
        return
    mayor = ground.mayor[town]
    n = min(due, ground.hand[seat])
    ground.hand[seat] -= n
    ground.hand[mayor] += n
    ground.tell("fee", seat, (mayor, n, due, town))


def move(ground: Ground, card: int, town: int, to: int) -> None:
    """Put a concession before a seat, or OUT; the mayors are looked at once all is moved."""
    came_from = ground.owner(card)
    if came_from != NOBODY:
        ground.counts[town * SEATS + came_from] -= 1
    ground.where[card] = to
    if to >= 0:
        ground.counts[town * SEATS + to] += 1


def settle(ground: Ground, town: int, up: int, down: int) -> None:
    """GR-11 to GR-14, after an event in which `up` gained and `down` lost one (or NOBODY)."""
    mayor = ground.mayor[town]
    if mayor == NOBODY:
        if up != NOBODY and ground.count(town, up) >= 2:
            hand_over(ground, town, up)
        return
    least = ground.count(town, mayor)
    if least == 0:
        hand_over(ground, town, single_highest(ground, town, NOBODY, 1, True))
        return
    # Only leads that grew count: the gainer's, or everybody's when the mayor lost one.
    riser = single_highest(ground, town, up, least, down == mayor)
    if riser != NOBODY:
        hand_over(ground, town, riser)


def single_highest(ground: Ground, town: int, up: int, least: int, everybody: bool) -> int:
    """The one seat with most concessions there (at least `least`), or NOBODY when tied."""
    best = NOBODY
    most = least - 1
    tied = False
    for seat in range(ground.players):
        if seat == ground.mayor[town] or not (everybody or seat == up):
            continue
        n = ground.count(town, seat)
        if n > most:
            best = seat
            most = n
            tied = False
        elif n == most:
            tied = True
    return NOBODY if tied else best


def hand_over(ground: Ground, town: int, seat: int) -> None:
    """The mayor card goes to the seat, or back beside the board; GR-30: the governor leaves."""
    before = ground.mayor[town]
    ground.mayor[town] = seat
    if seat == NOBODY:
        ground.tell("mayor_gone", before, (town,))
    else:
        ground.tell("mayor", seat, (town, before))
    if ground.where[GOVERNOR_CARD] == ON_TOWN + town:
        ground.where[GOVERNOR_CARD] = OUT
        ground.tell("governor_gone", before, (town,))
