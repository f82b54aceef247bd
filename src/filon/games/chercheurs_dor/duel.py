"""The duel at the Bar: a throw for the first shot, then bullets until one hits or all are gone."""

from filon.core.game import replaced
from filon.games.chercheurs_dor.ground import Ground
from filon.games.chercheurs_dor.phases import AIMING, ANSWER, CHALLENGE, SHOOTING
from filon.games.chercheurs_dor.tables import BULLETS, COLOURS, FACES, HOUSE, TARGET, WOUND
from filon.games.chercheurs_dor.turns import pass_on


def enter(ground: Ground) -> None:
    """CO-16, CO-19: the visit counts from here on."""
    seat = ground.turn
    ground.bar = replaced(ground.bar, seat, 1)
    ground.shots = []
    ground.phase = CHALLENGE
    ground.tell("bar", seat, ground.keeper(seat))


def is_on(ground: Ground) -> bool:
    """Whether mover and opponent stand before the Bar."""
    return CHALLENGE <= ground.phase <= SHOOTING


def is_shooting(ground: Ground) -> bool:
    """Whether it is settled who shoots first, and bullets fly."""
    return ground.phase == AIMING or ground.phase == SHOOTING


def challenge(ground: Ground, number: int) -> None:
    """CO-16: the mover's die for the first shot."""
    ground.challenge = number
    ground.tell("draw", ground.turn, number)
    ground.phase = ANSWER


def answer(ground: Ground, number: int) -> None:
    """CO-16: the higher shoots first; equal numbers are thrown again."""
    other = ground.keeper(ground.turn)
    ground.tell("draw", other, number)
    if number == ground.challenge:
        ground.tell("tie", ground.turn, other, number)
        ground.phase = CHALLENGE
        return
    ground.shooter = ground.turn if ground.challenge > number else other
    ground.tell("fastest", ground.shooter, foe(ground))
    ground.phase = AIMING


def foe(ground: Ground) -> int:
    """CO-16: who stands opposite the shooter."""
    return ground.keeper(ground.turn) if ground.shooter == ground.turn else ground.turn


def aim(ground: Ground, throw: int) -> None:
    """CO-16: the pawn goes from Start to the n-th square of the colour."""
    ground.aim = throw
    if ground.story is not None:
        bullet = len(ground.shots) // 2 + 1
        number, colour = throw // COLOURS + 1, throw % COLOURS
        ground.tell("aim", ground.shooter, foe(ground), bullet, number, colour, throw)
    ground.phase = SHOOTING


def hits(square: int, number: int) -> bool:
    """CO-6: whether it is an impact number of the square."""
    return number in TARGET[square]


def shoot(ground: Ground, number: int) -> None:
    """CO-16: a hit ends the duel, and so does the twelfth bullet."""
    shooter, other = ground.shooter, foe(ground)
    ground.shots = [*ground.shots, ground.aim * FACES + number - 1]
    if hits(ground.aim, number):
        ground.tell("hit", shooter, other, number, ground.aim)
        wound(ground, other, shooter)
        pass_on(ground)
        return
    ground.tell("miss", shooter, other, number, ground.aim)
    if len(ground.shots) == BULLETS:
        ground.tell("draw_out", ground.turn, ground.keeper(ground.turn))
        pass_on(ground)
        return
    ground.shooter = other
    ground.phase = AIMING


def wound(ground: Ground, seat: int, by: int) -> None:
    """CO-16: two more turns to lose; CO-21: the house has none."""
    if seat == HOUSE:
        ground.tell("unhurt", seat)
    else:
        ground.lost[seat] += WOUND
        ground.tell("wounded", seat, by, ground.lost[seat])
