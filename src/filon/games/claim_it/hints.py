"""What Claim It! tells the bots: how good a position is, and when to stop."""

from typing import Final

from filon.core.game import State
from filon.core.hints import Hints, Plan
from filon.games.claim_it.odds import chances, progress
from filon.games.claim_it.rules import DECIDING, THROWING, ClaimIt, claim_it
from filon.games.claim_it.tables import STOP, THROWS

# Log-odds of winning per parcel, at the start and what the way to the last call adds to it: a rule
# of thumb for one placement ahead (the search uses the finer odds).
GROUP: Final = (-0.035, 0.241)  # in the largest group
PARCEL: Final = (0.094, -0.083)  # anywhere: it may join a group later
CLAIMED: Final = (0.044, 0.239)  # claimed: nobody takes it away
CALLED: Final = 0.6  # per parcel of the largest group once the last round is called
NEXT: Final = 0.11  # what another placement brings, on the average
FINE: Final = 1000.0  # weights are whole numbers: thousandths of log-odds


def worth(game: ClaimIt, seat: int, near: float) -> float:
    """What a seat has on the map, in log-odds of winning."""
    group, claims, parcels = game.standing(seat)
    if game.caller >= 0:
        return CALLED * group + 0.05 * claims
    return (
        (GROUP[0] + GROUP[1] * near) * group
        + (PARCEL[0] + PARCEL[1] * near) * parcels
        + (CLAIMED[0] + CLAIMED[1] * near) * claims
    )


def lead(game: ClaimIt, seat: int, near: float) -> float:
    """The seat's worth beyond that of its best opponent."""
    best = -100.0
    for other in range(game.players):
        if other != seat:
            best = max(best, worth(game, other, near))
    return worth(game, seat, near) - best


class ClaimItHints(Hints):
    """One placement ahead: what stopping would give, weighed against the exact bust chance."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """Placements by what they promise; roll against stop by expectation."""
        game = claim_it(state)
        near = progress(game)
        if game.phase == DECIDING:
            return self.stop_or_roll(game, near)
        promises: list[float] = []
        before = lead(game, game.turn, near)
        low = 100.0
        for step in steps:
            promise = self.promise(game.after(step), near, before)
            low = min(low, promise)
            promises.append(promise)
        return [1 + int(FINE * (promise - low)) for promise in promises]

    def promise(self, game: ClaimIt, near: float, before: float) -> float:
        """What a position before roll or stop is worth to the seat on turn, either way."""
        safe = (THROWS - game.busts()) / THROWS
        sure = self.gain(game, near, before)
        return max(sure, (sure + NEXT) * safe)

    def gain(self, game: ClaimIt, near: float, before: float) -> float:
        """How much better the seat on turn stands by stopping than by a bust."""
        return lead(game.after(STOP), game.turn, near) - before

    def stop_or_roll(self, game: ClaimIt, near: float) -> list[int]:
        """Weights for `roll` and `stop`."""
        later = game.after(STOP)
        then = lead(later, game.turn, near)
        if game.caller == game.turn and then < 0.0:
            return [1000, 1]  # nothing to lose in the last turn of all
        busts = game.busts()
        calls = later.claims(game.turn) >= game.need()
        if game.caller < 0 and calls and then < 0.0 and busts < THROWS // 3:
            return [1000, 1]  # better not to call the last round from behind
        sure = then - lead(game, game.turn, near)
        on = (sure + NEXT) * (THROWS - busts) / THROWS
        if on > sure:
            return [20 + int(FINE * (on - sure)), 20]
        return [20, 20 + int(FINE * (sure - on))]

    def plan(self, state: State) -> Plan:
        """No playouts: the odds know what a turn is worth; the best level weighs every throw."""
        return Plan(budget=8000, depth=0, explore=2500, expectimax_draws=1)

    def settled(self, state: State) -> bool:
        """Between two turns."""
        game = claim_it(state)
        return game.phase == THROWING and game.throws == 0

    def value(self, state: State, seat: int) -> int:
        """The chance of winning."""
        return self.values(state, claim_it(state).players)[seat]

    def values(self, state: State, players: int) -> list[int]:
        """For all seats; within a turn, after the better of stopping and one more placement."""
        return [int(1000.0 * part + 0.5) for part in chances(claim_it(state))]
