# mypyc: no
"""Which positions of Claim It! can be solved, and how: for measuring bots."""

from filon.core.game import OVER, State
from filon.games.claim_it.rules import DECIDING, ClaimIt, claim_it
from filon.games.claim_it.tables import ROLL, STOP, THROWS

THROWS_AHEAD = 2  # a third throw is left out of both sides


def small(state: State) -> bool:
    """Roll or stop, in the last turn of all."""
    game = claim_it(state)
    return game.caller == game.turn and game.phase == DECIDING


def worths(state: State) -> dict[int, float]:
    """Per step the mover's part of the victory, over every throw with its best placement."""
    return Ending(claim_it(state).turn).worths(claim_it(state))


class Ending:
    """The seat that plays the last turn, and what was worked out for it."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: dict[tuple[int, int, int, int], float] = {}

    def worths(self, game: ClaimIt) -> dict[int, float]:
        """For `roll` and `stop`."""
        return {ROLL: self.rolled(game, THROWS_AHEAD), STOP: self.stopped(game)}

    def part(self, game: ClaimIt) -> float:
        """The seat's part of a victory that is decided."""
        ranks = game.ranks()
        return 1 / ranks.count(1) if ranks[self.seat] == 1 else 0.0

    def stopped(self, game: ClaimIt) -> float:
        """What stopping gives."""
        return self.part(after(game, STOP))

    def rolled(self, game: ClaimIt, throws: int) -> float:
        """What rolling gives on the average over the throws."""
        rolling = after(game, ROLL)
        total = 0.0
        for dice, ways in zip(rolling.legal(), rolling.weights(), strict=True):
            thrown = after(rolling, dice)
            if thrown.actor() == OVER:
                total += ways * self.part(thrown)
            else:
                total += ways * max(
                    self.worth(after(thrown, place), throws - 1) for place in thrown.legal()
                )
        return total / THROWS

    def worth(self, game: ClaimIt, throws: int) -> float:
        """The better of stopping and, while throws are left, rolling."""
        key = (game.squatted, game.out, game.fresh, throws)
        if key not in self.known:
            sure = self.stopped(game)
            on = 0.0 if throws == 0 or sure == 1.0 else self.rolled(game, throws)
            self.known[key] = max(sure, on)
        return self.known[key]


def after(game: ClaimIt, step: int) -> ClaimIt:
    """The position after a step."""
    later = claim_it(game.clone())
    later.apply(step)
    return later
