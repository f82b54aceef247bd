"""The closing count as events: who takes what, zone by zone."""

from mypy_extensions import i64

from filon.core.events import EVERYONE, Event
from filon.core.game import CHANCE
from filon.games.nuggets.tables import BIT, CELL_OF, EAST_EDGES
from filon.games.nuggets.zones import first_cell, gold_in, sums_in, zone_names, zones_of


def final_count(cells: list[int], walls: list[int], sides: int, teams: bool) -> list[Event]:
    """NU-14 to NU-16: one line per zone with gold and winner, in the order of their numbers."""
    east: i64 = 0
    south: i64 = 0
    for edge in walls:
        if edge < EAST_EDGES:
            east |= BIT[CELL_OF[edge]]
        else:
            south |= BIT[CELL_OF[edge]]
    zones = zones_of(east, south)
    names = zone_names(walls)
    events: list[Event] = []
    for name in range(len(zones)):
        for zone in zones:
            if names[first_cell(zone)] == name:
                gold = gold_in(cells, zone)
                if gold:
                    add_lines(events, name, gold, sums_in(cells, zone, sides), teams)
    return events


def add_lines(events: list[Event], name: int, gold: int, sums: list[int], teams: bool) -> None:
    """One zone: its winner, or a line for each that shares, or nobody."""
    best = max(sums)
    ways = sums.count(best)
    if best == 0:
        events.append(Event("lost", CHANCE, (name, gold), EVERYONE))
        return
    for side in range(len(sums)):
        if sums[side] == best:
            if ways == 1:
                kind = "team_won" if teams else "won"
                events.append(Event(kind, side, (name, gold, best), EVERYONE))
            else:
                kind = "team_shared" if teams else "shared"
                events.append(Event(kind, side, (name, gold, best, ways), EVERYONE))
