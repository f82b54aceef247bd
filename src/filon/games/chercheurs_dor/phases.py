"""The phases of a turn: one row for each says what the rules and the view ask of it."""

from typing import Final, Literal

from filon.games.chercheurs_dor.tables import COLOUR, DICE, DIE, FIRST, HOME, LOT, STAKE, STEPS

Name = Literal[
    "first", "lots", "dig", "leave", "ambush", "walk", "stake", "spin", "challenge", "answer",
    "aim", "shoot", "climb", "return_ambush", "home", "over",
]  # fmt: skip

# Whose the step is: a throw of
NOBODY: Final = 0  # no one in particular: a lot
MOVER: Final = 1  # the seat on turn
OUTLAW: Final = 2  # its right neighbour (CO-12)
KEEPER: Final = 3  # its croupier or opponent (CO-15, CO-16)
SHOOTER: Final = 4  # whose bullet it is (CO-16)
# or
CHOICE: Final = 5  # a choice of the seat on turn
OVER: Final = 6  # nobody's any more

# What may be thrown, drawn or chosen: the blocks of steps.
STARTERS: Final[list[int]] = list(range(FIRST, LOT))
LOTS: Final[list[int]] = list(range(LOT, DICE))
BOTH_DICE: Final[list[int]] = list(range(DICE, COLOUR))
COLOUR_DIE: Final[list[int]] = list(range(COLOUR, DIE))
NUMBER_DIE: Final[list[int]] = list(range(DIE, STAKE))
BETS: Final[list[int]] = list(range(STAKE, HOME))
WAYS: Final[list[int]] = list(range(HOME, STEPS))
NONE: Final[list[int]] = []


class Phase:
    """One row of the table below."""

    def __init__(self, number: int, name: Name, by: int, steps: list[int], clause: str) -> None:
        self.number = number  # its place in the table
        self.name = name  # in the view
        self.by = by  # whose the step is
        self.steps = steps  # the block of what is legal; of STARTERS and LOTS a part
        self.base = steps[0] if steps else STEPS
        self.clause = clause


DRAW_FIRST: Final = 0
DRAW_LOTS: Final = 1
DIGGING: Final = 2
LEAVING: Final = 3
AMBUSH: Final = 4
WALKING: Final = 5
STAKING: Final = 6
SPINNING: Final = 7
CHALLENGE: Final = 8
ANSWER: Final = 9
AIMING: Final = 10
SHOOTING: Final = 11
CLIMBING: Final = 12
RETURN_AMBUSH: Final = 13
TURNING_HOME: Final = 14
ENDED: Final = 15

# fmt: off
PHASES: Final[list[Phase]] = [
    Phase(DRAW_FIRST,    "first",         NOBODY,  STARTERS,   "CO-7"),   # who begins
    Phase(DRAW_LOTS,     "lots",          NOBODY,  LOTS,       "CO-7"),   # a claim for each
    Phase(DIGGING,       "dig",           MOVER,   BOTH_DICE,  "CO-10"),  # on the own claim
    Phase(LEAVING,       "leave",         MOVER,   COLOUR_DIE, "CO-12"),  # the trail from a claim
    Phase(AMBUSH,        "ambush",        OUTLAW,  NUMBER_DIE, "CO-12"),  # on the way down
    Phase(WALKING,       "walk",          MOVER,   BOTH_DICE,  "CO-13"),  # on the street
    Phase(STAKING,       "stake",         CHOICE,  BETS,       "CO-15"),  # skittle and square
    Phase(SPINNING,      "spin",          KEEPER,  BOTH_DICE,  "CO-15"),  # the wheel
    Phase(CHALLENGE,     "challenge",     MOVER,   NUMBER_DIE, "CO-16"),  # for the first shot
    Phase(ANSWER,        "answer",        KEEPER,  NUMBER_DIE, "CO-16"),  # against it
    Phase(AIMING,        "aim",           SHOOTER, BOTH_DICE,  "CO-16"),  # where a bullet goes
    Phase(SHOOTING,      "shoot",         SHOOTER, NUMBER_DIE, "CO-16"),  # whether it hits
    Phase(CLIMBING,      "climb",         MOVER,   COLOUR_DIE, "CO-17"),  # the trail from an exit
    Phase(RETURN_AMBUSH, "return_ambush", OUTLAW,  NUMBER_DIE, "CO-17"),  # on the way up
    Phase(TURNING_HOME,  "home",          CHOICE,  WAYS,       "CO-18"),  # at distance three
    Phase(ENDED,         "over",          OVER,    NONE,       "CO-8"),
]
# fmt: on
