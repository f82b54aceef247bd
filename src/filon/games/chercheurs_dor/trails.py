"""The trails between claims and town, and the Outlaw on the red ones."""

from filon.core.game import replaced
from filon.games.chercheurs_dor.ground import Ground
from filon.games.chercheurs_dor.phases import AMBUSH, RETURN_AMBUSH
from filon.games.chercheurs_dor.tables import (
    GREEN,
    HOLD_UP,
    RED,
    STREET,
    YELLOW,
    access,
    claim_at,
    right_of,
)
from filon.games.chercheurs_dor.turns import pass_on


def claim_of_trail(ground: Ground) -> int:
    """CO-12, CO-17: the claim whose trails the mover takes; its number is the Outlaw's."""
    place = ground.at[ground.turn]
    return place if place < STREET else claim_at(place - STREET)


def at_risk(ground: Ground) -> int:
    """What the Outlaw takes from the mover: a kilo on the way down, on the way up the receipt."""
    return ground.receipt[ground.turn] if ground.on_street(ground.turn) else HOLD_UP


def leave(ground: Ground, colour: int) -> None:
    """CO-12: down to the town, past the Outlaw, or over to the right."""
    ground.walker = -1
    seat = ground.turn
    claim = ground.at[seat]
    ground.tell("trail", seat, colour, claim)
    if colour == YELLOW:
        ground.at[seat] = right_of(claim)
        ground.tell("visit", seat, claim, ground.at[seat])
        pass_on(ground)
    elif colour == GREEN:
        come_to_town(ground)
    else:
        ground.tell("outlaw", seat, ground.right(seat), claim, 0)
        ground.phase = AMBUSH


def meet_outlaw(ground: Ground, number: int) -> None:
    """CO-12: his number costs a kilo, any other nothing."""
    seat, claim, taken = ground.turn, claim_of_trail(ground), at_risk(ground)
    outlaw = ground.right(seat)
    if number == claim:
        ground.load[seat] = ground.load[seat] - taken
        ground.pot += taken
        ground.tell("holdup", seat, outlaw, number, taken, ground.load[seat], ground.pot)
    else:
        ground.tell("escape", seat, outlaw, number, claim)
    come_to_town(ground)


def come_to_town(ground: Ground) -> None:
    """CO-12: on the access square, which is not a stop."""
    seat = ground.turn
    claim = ground.at[seat]
    ground.tell("town", seat, claim, access(claim))
    ground.at[seat] = STREET + access(claim)
    pass_on(ground)


def climb(ground: Ground, colour: int) -> None:
    """CO-17: yellow and green are safe, red passes the Outlaw."""
    seat, claim = ground.turn, claim_of_trail(ground)
    ground.tell("climb", seat, colour, claim)
    if colour == RED:
        ground.tell("outlaw", seat, ground.right(seat), claim, 1)
        ground.phase = RETURN_AMBUSH
    else:
        reach(ground, claim)


def meet_again(ground: Ground, number: int) -> None:
    """CO-17: his number costs the receipt of this trip."""
    seat, claim, taken = ground.turn, claim_of_trail(ground), at_risk(ground)
    outlaw = ground.right(seat)
    if number == claim:
        ground.bank = replaced(ground.bank, seat, ground.bank[seat] - taken)
        ground.pot += taken
        ground.tell("robbery", seat, outlaw, number, taken, ground.bank[seat], ground.pot)
    else:
        ground.tell("escape", seat, outlaw, number, claim)
    reach(ground, claim)


def reach(ground: Ground, claim: int) -> None:
    """CO-17: the trip is over on the claim of the exit."""
    seat = ground.turn
    ground.at[seat] = claim
    ground.receipt = replaced(ground.receipt, seat, 0)
    ground.tell("home" if claim == ground.claim[seat] else "reach", seat, claim)
    pass_on(ground)
