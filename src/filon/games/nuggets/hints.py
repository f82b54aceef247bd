"""What Nuggets tells the bots: how the gold would fall, and how firmly."""

from mypy_extensions import i64

from filon.core.game import OVER, State
from filon.core.hints import Hints, Plan
from filon.games.nuggets.rules import Nuggets, nuggets
from filon.games.nuggets.tables import KINDS, PASS
from filon.games.nuggets.zones import count, gold_in, sums_in, zones_of

FINE = 16  # strengths are weighed in sixteenths, so that hopes can be spread over zones
DOUBT = 16  # what a free cell takes from the firmness of a lead, in sixteenths of strength
CAP = 1  # the strength a free cell may be expected to get at most


class NuggetsHints(Hints):
    """One step ahead: what the board promises after it."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """Each step by how far it puts the actor's side ahead; of equals, rather not a pass."""
        game = nuggets(state)
        side = max(0, game.actor()) % game.sides()
        hopes: list[int] = []
        for step in steps:
            later = nuggets(game.clone())
            later.apply(step)
            hopes.append(2 * lead(later, side) - (1 if step == PASS else 0))
        low = min(hopes)
        return [1 + hope - low for hope in hopes]

    def plan(self, state: State) -> Plan:
        """Random play to the end, over guesses at the hidden tiles: zones show only at the end."""
        return Plan(budget=3000, depth=-1, explore=1000)

    def value(self, state: State, seat: int) -> int:
        """A share of 1000 by how far the seat's side is ahead."""
        game = nuggets(state)
        if game.actor() == OVER:
            ranks = game.ranks()
            return 1000 // ranks.count(1) if ranks[seat] == 1 else 0
        sides = game.sides()
        return min(990, max(10, 1000 // sides + lead(game, seat % sides) // 30))


def lead(game: Nuggets, side: int) -> int:
    """The gold a side may hope for beyond its best rival's, in thousandths of a point."""
    hopes = promises(game)
    best = 0
    for other in range(len(hopes)):
        if other != side:
            best = max(best, hopes[other])
    return hopes[side] - best


def promises(game: Nuggets) -> list[int]:
    """The gold that each side may hope for, in thousandths of a point."""
    sides = game.sides()
    total = [0] * sides
    if game.actor() == OVER:
        scores = game.scores()
        for side in range(sides):
            total[side] = 1000 * scores[side] // 6
        return total
    golds: list[int] = []
    rooms: list[int] = []
    sums: list[list[int]] = []
    contested = 0
    for zone in zones_of(game.walls_east, game.walls_south):
        gold = gold_in(game.cells, zone)
        if gold:
            free: i64 = game.free & zone
            golds.append(gold)
            rooms.append(count(free))
            sums.append(sums_in(game.cells, zone, sides))
            if free:
                contested += gold
    held = in_hand(game)
    idle = tiles_left(game)
    for at in range(len(golds)):
        strengths: list[int] = []
        for side in range(sides):
            hope = 0
            if rooms[at]:  # what is in hand is thought to follow the gold
                hope = min(FINE * held[side] * golds[at] // contested, FINE * CAP * rooms[at])
            strengths.append(FINE * sums[at][side] + hope)
        for side in range(sides):
            total[side] += golds[at] * share(strengths, side, rooms[at], idle)
    return total


def share(strengths: list[int], side: int, room: int, idle: list[int]) -> int:
    """The part of a zone's gold that a side may hope for, in thousandths."""
    best = 0
    rival = 0
    for other in range(len(strengths)):
        if other != side:
            best = max(best, strengths[other])
            rival = max(rival, idle[other])
    own = strengths[side]
    if own == best:
        return 0 if own == 0 else 1000 // strengths.count(best)
    ahead = own - best if own > best else best - own
    cells = min(room, rival if own > best else idle[side])  # where the lead may yet turn
    firm = 500 * ahead // (ahead + DOUBT * cells)
    return 500 + firm if own > best else 500 - firm


def in_hand(game: Nuggets) -> list[int]:
    """The strength each side still holds and may lay."""
    sides = game.sides()
    total = [0] * sides
    for seat in range(game.players):
        if not (game.passed >> seat) & 1:
            for kind in range(KINDS):
                total[seat % sides] += (kind + 1) * game.hands[seat * KINDS + kind]
    return total


def tiles_left(game: Nuggets) -> list[int]:
    """The tiles each side may still lay."""
    sides = game.sides()
    total = [0] * sides
    for seat in range(game.players):
        if not (game.passed >> seat) & 1:
            total[seat % sides] += game.left[seat]
    return total
