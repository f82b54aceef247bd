"""Whose turn it is, and how a turn begins: lost, on the way home, on departure, digging."""

from filon.core.game import replaced
from filon.games.chercheurs_dor.ground import Ground
from filon.games.chercheurs_dor.phases import DIGGING, ENDED, LEAVING, TURNING_HOME, WALKING
from filon.games.chercheurs_dor.tables import (
    CLAIMS,
    LEFT,
    LOAD,
    RIGHT,
    STREET,
    beside,
    distance,
)


def pass_on(ground: Ground) -> None:
    """The turn is over."""
    count_turn(ground)
    next_turn(ground)


def count_turn(ground: Ground) -> None:
    """CO-8: one more turn of this round, with steps or without."""
    ground.played += 1
    ground.turn = ground.turn + 1 if ground.turn + 1 < ground.takers else 0


def next_turn(ground: Ground) -> None:
    """CO-8, CO-9: go on to the next turn that needs a step, or to the end."""
    while True:
        if ground.played == ground.takers:
            if ground.round == ground.rounds:
                ground.phase = ENDED
                ground.tell("over", ground.turn)
                return
            ground.played = 0
            ground.round += 1
            ground.tell("round", ground.first, ground.round, ground.rounds)
        if opens(ground, ground.turn):
            return
        count_turn(ground)


def opens(ground: Ground, seat: int) -> bool:
    """Begin the seat's turn; False if it was a turn without any step."""
    if ground.lost[seat] > 0:  # CO-9: before everything else
        ground.lost[seat] = ground.lost[seat] - 1
        ground.tell("lose", seat, ground.lost[seat])
        return False
    place, own = ground.at[seat], ground.claim[seat]
    if place >= STREET:
        ground.phase = WALKING
    elif ground.load[seat] > 0:  # CO-12: on his way, even if six yellows led back home
        ground.phase = LEAVING
    elif place != own:  # CO-18
        if distance(place, own) != 3:
            stroll(ground, LEFT if (own - place) % CLAIMS < 3 else RIGHT)
            return False
        ground.phase = TURNING_HOME
    elif ground.gold[seat] >= LOAD:
        depart(ground, seat)
    else:
        ground.phase = DIGGING
    return True


def depart(ground: Ground, seat: int) -> None:
    """CO-11, CO-19: a new trip with a full load."""
    ground.gold[seat] = ground.gold[seat] - LOAD
    ground.load[seat] = LOAD
    ground.receipt = replaced(ground.receipt, seat, 0)
    ground.saloon = replaced(ground.saloon, seat, 0)
    ground.bar = replaced(ground.bar, seat, 0)
    ground.phase = LEAVING
    ground.tell("depart", seat, ground.claim[seat], LOAD, ground.gold[seat])


def turn_home(ground: Ground, way: int) -> None:
    """CO-18: at distance three the seat has chosen."""
    ground.walker = -1
    ground.tell("way", ground.turn, way)
    stroll(ground, way)
    pass_on(ground)


def stroll(ground: Ground, way: int) -> None:
    """CO-18: one claim along the yellow ring."""
    seat = ground.turn
    claim = ground.at[seat]
    ground.at[seat] = beside(claim, way)
    ground.tell("stroll", seat, claim, ground.at[seat])
    if ground.at[seat] == ground.claim[seat]:
        ground.tell("home", seat, ground.at[seat])
