"""What Les Chercheurs d'or tells the bots: how much gold a seat will bring to the Bank."""

from typing import Final

from filon.core.game import OVER, State
from filon.core.hints import Hints, Plan
from filon.games.chercheurs_dor.phases import STAKING
from filon.games.chercheurs_dor.rules import ChercheursDor, chercheurs_dor
from filon.games.chercheurs_dor.saloon import prize, stake_of
from filon.games.chercheurs_dor.tables import (
    COLOURS,
    FOUND,
    HOUSE,
    LOAD,
    STAKE,
    STAKES,
    STREET,
    THROWS,
    distance,
)

DUG: Final = (sum(FOUND) + THROWS // 2) // THROWS  # grams of a mean throw on a claim: 221
DOWN: Final = 2  # turns from a claim to the street, on the average, rounded up
TRIP: Final = 22  # turns from one deposit to the next
BROUGHT: Final = 1900  # grams of a mean deposit: the Outlaw and the wheel have had their share
SPREAD: Final = 400  # grams that double a seat's chances
LATE: Final = 12  # rounds to go in which another whole trip is too much to hope for

# Ways of playing, as `LevelSpec` names them.
BOLD: Final = "bold"
SUPERSTITIOUS: Final = "superstitious"
STYLES: Final = ("cautious", BOLD, SUPERSTITIOUS)

# In thousandths: a stop before the Bank within so many throws, each of them 1/6.
REACHED: Final[list[int]] = [1000 - 1000 * 5**n // 6**n for n in range(91)]


def turns_left(game: ChercheursDor, seat: int) -> int:
    """The turns a seat still has, those it must lose left out."""
    left = game.rounds - game.round + 1
    if game.round == 0:
        left = game.rounds
    elif (seat - game.first) % game.takers < game.played:
        left -= 1
    return max(0, left - game.lost[seat])


def prospect(game: ChercheursDor, seat: int) -> int:
    """The deposit to expect at the end, in grams."""
    left = turns_left(game, seat)
    place, load = game.at[seat], game.load[seat]
    if load > 0:
        left -= 0 if place >= STREET else DOWN
        return game.bank[seat] + brought(left, load)
    if place >= STREET:
        left -= 3 + 2  # an exit is a third of the throws; then home
    elif place != game.claim[seat]:
        left -= distance(place, game.claim[seat])
    left -= DOWN + max(0, LOAD - game.gold[seat]) // DUG
    return game.bank[seat] + brought(left, BROUGHT)


def brought(left: int, load: int) -> int:
    """What a load on the street and the trips after it are worth with so many turns left."""
    if left <= 0:
        return 0
    later = max(0, left - 6) * BROUGHT // TRIP
    return load * REACHED[min(90, left)] // 1000 + later


class ChercheursDorHints(Hints):
    """The wheel takes more than it gives: stake little, unless only a big win can help."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """The skittle matters, the square does not, and both ways home are equally long."""
        game = chercheurs_dor(state)
        if game.phase != STAKING:
            return [1] * len(steps)
        wanted = STAKES[0] if self.needs_luck(game) else STAKES[1]
        return [9 if stake_of(step - STAKE) == wanted else 1 for step in steps]

    def styled(self, state: State, steps: list[int], name: str) -> list[int]:
        """Characters differ at the wheel: what they stake, and on which square."""
        game = chercheurs_dor(state)
        if game.phase != STAKING or name not in STYLES:
            return self.weights(state, steps)
        wanted = STAKES[0] if name == BOLD else STAKES[1]
        lucky = game.claim[game.turn] - 1 if name == SUPERSTITIOUS else -1  # its claim's number
        liked: list[int] = []
        for step in steps:
            bet = step - STAKE
            weight = 9 if stake_of(bet) == wanted else 1
            if bet % THROWS // COLOURS == lucky:
                weight *= 9
            liked.append(weight)
        return liked

    def needs_luck(self, game: ChercheursDor) -> bool:
        """Whether, late in the game, this load alone stays behind but a big win would not."""
        seat = game.turn
        if turns_left(game, seat) > LATE:
            return False
        best = 0
        for other in range(game.takers):
            if other != seat:
                best = max(best, game.bank[other])
        behind = best - game.bank[seat] - game.load[seat]
        return prize(STAKES[1]) < behind <= prize(STAKES[0])

    def plan(self, state: State) -> Plan:
        """Few choices, hardly any of weight: stay near the hints unless much speaks against it.

        The last stakes can be counted out: 36 bets, each with 18 throws and what comes after.
        """
        return Plan(budget=2000, depth=-1, explore=4000, solver_nodes=100)

    def value(self, state: State, seat: int) -> int:
        """A share of 1000 that doubles with every few hundred grams of expected deposit."""
        game = chercheurs_dor(state)
        if seat == HOUSE:
            return 0
        if game.actor() == OVER:
            ranks = game.ranks()
            return 1000 // ranks.count(1) if ranks[seat] == 1 else 0
        hopes = [prospect(game, other) for other in range(game.takers)]
        best = max(hopes)
        total = 0
        for hope in hopes:
            total += share(best - hope)
        return 1000 * share(best - hopes[seat]) // total


def share(behind: int) -> int:
    """Parts of the win for a seat so many grams behind the best: halves at every SPREAD."""
    parts = 65536
    while behind >= SPREAD and parts > 1:
        parts //= 2
        behind -= SPREAD
    return max(1, parts - parts * behind // (2 * SPREAD))
