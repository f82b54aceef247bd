"""What Nuggets tells the bots: how the gold would fall, and how firmly."""

from filon.core.game import OVER, State
from filon.core.hints import Hints, Plan
from filon.games.nuggets.rules import Nuggets, nuggets
from filon.games.nuggets.tables import (
    BIT,
    CELLS,
    COLS,
    ENOUGH,
    KINDS,
    PASS,
    SMALLEST,
    UNIT,
    WALL,
)
from filon.games.nuggets.zones import count

FINE = 16  # strengths are weighed in sixteenths, so that hopes can be spread over zones
DOUBT = 24  # what a free cell takes from the firmness of a lead, in sixteenths of strength
NEAR = 4  # sixteenths of strength lost with each step from the mine, in the open valley
LEAST = 2  # sixteenths that a tile counts for at least
CAP = 1  # the strength a free cell may be expected to get at most


class NuggetsHints(Hints):
    """One step ahead: what the board promises after it."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """Each step by how far it puts the actor's side ahead; of equals, rather not a pass."""
        game = nuggets(state)
        side = max(0, game.actor()) % game.sides()
        hopes: list[int] = []
        before = 2 * lead(game, side)
        for step in steps:
            if WALL <= step < ENOUGH and not game.walls.closes(step - WALL):
                hopes.append(before)  # most walls part nothing yet: nothing to count anew
                continue
            later = game.clone()
            later.apply(step)
            hopes.append(2 * lead(later, side) - (1 if step == PASS else 0))
        low = min(hopes)
        return [1 + hope - low for hope in hopes]

    def plan(self, state: State) -> Plan:
        """Random play to the end, over guesses at the hidden tiles: zones show only at the end.

        Few of the many walls are worth a look, and the gold tells more than who won.
        """
        return Plan(budget=3000, depth=-1, explore=1000, margin=80, scale=120, keen=16)

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
            total[side] = 1000 * scores[side] // UNIT
        return total
    held = in_hand(game)
    idle = tiles_left(game)
    cells = game.cells
    mines = [cell for cell in range(CELLS) if cells[cell] < 0]
    laid = [cell for cell in range(CELLS) if cells[cell] > 0]
    zones = game.walls.zones()
    golds: list[int] = []
    contested = 0
    for zone in zones:
        gold = 0
        for cell in mines:
            if zone & BIT[cell]:
                gold -= cells[cell]
        golds.append(gold)
        if game.free & zone:
            contested += gold
    for at in range(len(zones)):
        if golds[at] == 0:
            continue
        zone = zones[at]
        room = count(game.free & zone)
        fade = NEAR * (count(zone) - SMALLEST)  # in a wide zone the walls to come may part us
        hopes = [0] * sides
        if room:  # what is in hand is thought to follow the gold
            for side in range(sides):
                hopes[side] = min(FINE * held[side] * golds[at] // contested, FINE * CAP * room)
        tiles = [cell for cell in laid if zone & BIT[cell]]
        for cell in mines:
            if zone & BIT[cell]:
                strengths = near(game, tiles, cell, fade)
                for side in range(sides):
                    strengths[side] += hopes[side]
                for side in range(sides):
                    total[side] -= cells[cell] * share(strengths, side, room, idle)
    return total


def near(game: Nuggets, tiles: list[int], mine: int, fade: int) -> list[int]:
    """The strength of each side in a mine's zone, in sixteenths; distant tiles count for less."""
    sides = game.sides()
    total = [0] * sides
    for cell in tiles:
        tile = game.cells[cell]
        far = abs(cell // COLS - mine // COLS) + abs(cell % COLS - mine % COLS)
        weight = FINE - fade * (far - 1) // 36
        total[(tile >> 3) % sides] += (tile & 7) * max(weight, LEAST)
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
