"""What Claim It! tells the bots: how good a position is, and when to stop."""

from math import exp
from typing import Final

from mypy_extensions import i64

from filon.core.game import OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rng import Rng
from filon.games.claim_it.rules import DECIDING, ClaimIt, claim_it, count
from filon.games.claim_it.tables import BIT, CLAIM, NEED, SIDE, SPACE_OF, SQUAT, STOP, THROWS

# Log-odds of winning per space, at the start and what the way to the last call adds to it;
# fitted to the winners of 4,800 games that bots played at two to five.
GROUP: Final = (-0.035, 0.241)  # in the largest group
SPACE: Final = (0.094, -0.083)  # anywhere: it may join a group later
CLAIMED: Final = (0.044, 0.239)  # claimed: nobody takes it away
TURN: Final = 0.265  # of being the next to throw
CALLED: Final = 0.6  # per space of the largest group once the last round is called
NEXT: Final = 0.11  # what another placement brings, on the average
FINE: Final = 1000.0  # weights are whole numbers: thousandths of log-odds


def progress(game: ClaimIt) -> float:
    """How near the last call is, from 0 to 1."""
    most = 0
    for seat in range(game.players):
        most = max(most, game.claims(seat))
    return min(1.0, most / NEED[game.players])


def worth(game: ClaimIt, seat: int, near: float) -> float:
    """What a seat has on the board, in log-odds of winning."""
    group = count(game.group(seat))
    claims = game.claims(seat)
    if game.caller >= 0:
        return CALLED * group + 0.05 * claims
    return (
        (GROUP[0] + GROUP[1] * near) * group
        + (SPACE[0] + SPACE[1] * near) * count(game.mine[seat])
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
            later = claim_it(game.clone())
            later.apply(step)
            promise = self.promise(later, near, before)
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
        later = claim_it(game.clone())
        later.apply(STOP)
        return lead(later, game.turn, near) - before

    def stop_or_roll(self, game: ClaimIt, near: float) -> list[int]:
        """Weights for `roll` and `stop`."""
        later = claim_it(game.clone())
        later.apply(STOP)
        then = lead(later, game.turn, near)
        if game.caller == game.turn and then < 0.0:
            return [1000, 1]  # nothing to lose in the last turn of all
        busts = game.busts()
        calls = later.claims(game.turn) >= NEED[game.players]
        if game.caller < 0 and calls and then < 0.0 and busts < THROWS // 3:
            return [1000, 1]  # better not to call the last round from behind
        sure = then - lead(game, game.turn, near)
        on = (sure + NEXT) * (THROWS - busts) / THROWS
        if on > sure:
            return [20 + int(FINE * (on - sure)), 20]
        return [20, 20 + int(FINE * (sure - on))]

    def quick(self, state: State, rng: Rng) -> int:
        """By counting alone: claims and captures first, and a stop when the stake is too high."""
        game = claim_it(state)
        if game.phase == DECIDING:
            mine: i64 = game.mine[game.turn]
            gained: i64 = (game.tents | game.fresh) & ~mine
            stake = 2 * count(gained) + 2 * count(game.fresh)
            busts = game.busts()
            # Another placement brings about three of these points.
            return STOP - 1 if (stake + 3) * (THROWS - busts) > stake * THROWS else STOP
        steps = game.legal()
        if len(steps) == 1:
            return steps[0]
        taken: i64 = 0
        for seat in range(game.players):
            if seat != game.turn:
                taken |= game.mine[seat]
        liked: list[int] = []
        for step in steps:
            if step >= CLAIM:
                place = step - CLAIM
                bit: i64 = BIT[place % SIDE * SIDE + place // SIDE]
                liked.append(6 if taken & bit else 4)
            else:
                bit = BIT[SPACE_OF[step - SQUAT]]
                liked.append(4 if taken & bit else 2)
        return steps[rng.weighted(liked)]

    def plan(self, state: State) -> Plan:
        """A quick end to the turn, then the fitted value: before it, too much is still open."""
        return Plan(budget=8000, depth=1, guided=100, explore=800)

    def value(self, state: State, seat: int) -> int:
        """The chance of winning by the fitted log-odds."""
        return self.values(state, claim_it(state).players)[seat]

    def values(self, state: State, players: int) -> list[int]:
        """For all seats, as if the turn had not begun: what lies on the board may be lost."""
        game = claim_it(state)
        return final(game) if game.actor() == OVER else shares(game, progress(game))


def final(game: ClaimIt) -> list[int]:
    """The shares of a game that is over."""
    ranks = game.ranks()
    share = 1000 // ranks.count(1)
    return [share if rank == 1 else 0 for rank in ranks]


def shares(game: ClaimIt, near: float) -> list[int]:
    """Each seat's chance in thousandths."""
    parts: list[float] = []
    whole = 0.0
    for seat in range(game.players):
        odds = worth(game, seat, near)
        if seat == game.turn:
            odds += TURN
        part = exp(odds)
        parts.append(part)
        whole += part
    return [int(1000.0 * part / whole) for part in parts]
