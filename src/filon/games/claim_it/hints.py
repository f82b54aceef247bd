"""What Claim It! tells the bots: how good a position is, and when to stop."""

from filon.core.game import OVER, State
from filon.core.hints import Hints
from filon.games.claim_it.rules import DECIDING, ClaimIt, claim_it, count
from filon.games.claim_it.tables import NEED, STOP, THROWS

GROUP = 100  # worth of a space in the largest group
SPACE = 25  # of any space: it may join a group later
CLAIMED = 45  # of a claimed space: nobody takes it away
NEXT = 75  # what another placement brings, on the average


def worth(game: ClaimIt, seat: int) -> int:
    """How much a seat has on the board, in hundredths of a space of its largest group."""
    return (
        GROUP * count(game.group(seat))
        + SPACE * count(game.mine[seat])
        + CLAIMED * game.claims(seat)
    )


def lead(game: ClaimIt, seat: int) -> int:
    """The seat's worth beyond that of its best opponent."""
    best = 0
    for other in range(game.players):
        if other != seat:
            best = max(best, worth(game, other))
    return worth(game, seat) - best


class ClaimItHints(Hints):
    """One placement ahead: what stopping would give, weighed against the exact bust chance."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """Placements by what they promise; roll against stop by expectation."""
        game = claim_it(state)
        if game.phase == DECIDING:
            return self.stop_or_roll(game)
        promises: list[int] = []
        for step in steps:
            later = claim_it(game.clone())
            later.apply(step)
            promises.append(self.promise(later))
        low = min(promises)
        return [1 + promise - low for promise in promises]

    def promise(self, game: ClaimIt) -> int:
        """What a position before roll or stop is worth to the seat on turn, either way."""
        sure = self.gain(game)
        safe = THROWS - game.busts()
        return max(sure, (sure + NEXT) * safe // THROWS)

    def gain(self, game: ClaimIt) -> int:
        """How much better the seat on turn stands by stopping than by a bust."""
        later = claim_it(game.clone())
        later.apply(STOP)
        return lead(later, game.turn) - lead(game, game.turn)

    def stop_or_roll(self, game: ClaimIt) -> list[int]:
        """Weights for `roll` and `stop`."""
        sure = self.gain(game)
        on = (sure + NEXT) * (THROWS - game.busts()) // THROWS
        if game.caller == game.turn and self.behind(game):
            return [1000, 1]  # nothing to lose in the last turn of all
        if game.caller < 0 and self.calls_too_early(game):
            return [1000, 1] if game.busts() < THROWS // 3 else [1, 1000]
        return [1 + max(0, on - sure), 1 + max(0, sure - on)]

    def behind(self, game: ClaimIt) -> bool:
        """Whether stopping now would leave the seat on turn behind."""
        later = claim_it(game.clone())
        later.apply(STOP)
        return lead(later, game.turn) < 0

    def calls_too_early(self, game: ClaimIt) -> bool:
        """Whether stopping now would call the last round from behind."""
        later = claim_it(game.clone())
        later.apply(STOP)
        return later.claims(game.turn) >= NEED[game.players] and lead(later, game.turn) < 0

    def value(self, state: State, seat: int) -> int:
        """A share of 1000 by how far the seat is ahead."""
        game = claim_it(state)
        if game.actor() == OVER:
            ranks = game.ranks()
            return 1000 // ranks.count(1) if ranks[seat] == 1 else 0
        return min(990, max(10, 1000 // game.players + lead(game, seat) // 2))
