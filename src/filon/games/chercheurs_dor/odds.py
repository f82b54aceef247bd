# mypyc: no
"""The exact chances of what comes next, counted by asking the rules for every throw."""

from collections import Counter
from fractions import Fraction
from functools import cache

from filon.games.chercheurs_dor import duel as duels
from filon.games.chercheurs_dor import phases, saloon, street
from filon.games.chercheurs_dor.ground import Ground
from filon.games.chercheurs_dor.seen import Meeting, Odds
from filon.games.chercheurs_dor.tables import (
    BULLETS,
    COLOURS,
    FACES,
    FOUND,
    LOAD,
    STREET,
    TARGET,
    THROWS,
)

MEETINGS: dict[int, Meeting] = {
    street.NOTHING: "nothing",
    street.DEPOSIT: "deposit",
    street.ROULETTE: "roulette",
    street.DUEL: "duel",
    street.EXIT: "exit",
}
IMPACT = Fraction(sum(map(len, TARGET)), THROWS * FACES)  # that a bullet not yet aimed hits
RED = Fraction(1, COLOURS)  # that a trail leads past the Outlaw
HIS_NUMBER = Fraction(1, FACES)
WHEEL = (phases.STAKING, phases.SPINNING)


def odds(ground: Ground) -> dict[str, Odds]:
    """The chances as fractions and in thousandths; at the wheel eighteenths compare better."""
    wheel = ground.phase in WHEEL
    return {
        what: {
            "exact": f"{chance * THROWS}/{THROWS}" if wheel else str(chance),
            "permille": round(1000 * chance),
        }
        for what, chance in chances(ground).items()
    }


def chances(ground: Ground) -> dict[str, Fraction]:
    """What may come of the throw that is due, and how likely it is."""
    phase = ground.phase
    if phase == phases.DIGGING:
        lack = LOAD - ground.gold[ground.turn]
        return {"ready": Fraction(sum(grams >= lack for grams in FOUND), THROWS)}
    if phase == phases.WALKING:
        return stops(ground)
    if phase in (phases.LEAVING, phases.CLIMBING):
        return {"outlaw": RED, "hold_up": RED * HIS_NUMBER}
    if phase in (phases.AMBUSH, phases.RETURN_AMBUSH):
        return {"hold_up": HIS_NUMBER}
    if phase in WHEEL:
        neither, alone, both = (Fraction(n, THROWS) for n in saloon.ways(max(0, ground.stake)))
        return {"both": both, "one": alone, "none": neither}
    if duels.is_on(ground):
        aimed = phase == phases.SHOOTING
        hit = Fraction(len(TARGET[ground.aim]), FACES) if aimed else IMPACT
        mine, theirs, nobody = duel(BULLETS - len(ground.shots), hit)
        return {"hit": hit, "shooter": mine, "foe": theirs, "nobody": nobody}
    return {}


def stops(ground: Ground) -> dict[str, Fraction]:
    """CO-13: what the mover's next stop on the street may be."""
    start = ground.at[ground.turn] - STREET
    met = [street.meets(ground, ground.turn, street.stop_after(start, at)) for at in range(THROWS)]
    ways = Counter(met)
    return {MEETINGS[what]: Fraction(many, THROWS) for what, many in ways.items()}


@cache
def duel(left: int, hit: Fraction = IMPACT) -> tuple[Fraction, Fraction, Fraction]:
    """CO-16: that the shooter hits, the other, nobody, if the next of the bullets hits so often."""
    if left == 0:
        return Fraction(0), Fraction(0), Fraction(1)
    theirs, mine, nobody = duel(left - 1)
    return hit + (1 - hit) * mine, (1 - hit) * theirs, (1 - hit) * nobody
