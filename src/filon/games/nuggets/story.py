"""Walls and the closing count as events: what was closed in, and who takes what in the end."""

from mypy_extensions import i64

from filon.core.bits import count
from filon.core.events import EVERYONE, Event
from filon.core.game import CHANCE
from filon.games.nuggets import tables
from filon.games.nuggets.walls import Walls
from filon.games.nuggets.zones import gold_in, shares, sums_in


def rim(cell: int) -> tuple[int, int]:
    """A cell as events tell it: its row, and its column's number on the rim."""
    return cell // tables.COLS, cell % tables.COLS + 1


def wall_laid(cells: list[int], walls: Walls, seat: int, edge: int) -> list[Event]:
    """The wall just laid, and the zone it closed if it parted one."""
    row, number = rim(tables.CELL_OF[edge])
    side = 0 if edge < tables.EAST_EDGES else 1
    events = [Event("wall", seat, (row, number, side, number + 1), EVERYONE)]
    new: i64 = walls.closes(edge)
    if new:
        zone = len(walls.zones()) - 1  # numbers go by the order of closing
        events.append(Event("zone", seat, (zone, count(new), gold_in(cells, new)), EVERYONE))
    return events


def final_count(cells: list[int], walls: Walls, sides: int, teams: bool) -> list[Event]:
    """NU-14 to NU-16: one line per zone with gold and winner, in the order of their numbers."""
    events: list[Event] = []
    zones = walls.numbered()
    for number in range(len(zones)):
        gold = gold_in(cells, zones[number])
        if gold:
            add_lines(events, number, gold, sums_in(cells, zones[number], sides), teams)
    return events


def add_lines(events: list[Event], number: int, gold: int, sums: list[int], teams: bool) -> None:
    """One zone: its winner, or a line for each that shares, or nobody."""
    taken = shares(gold, sums)
    winners = [side for side in range(len(taken)) if taken[side]]
    if not winners:
        events.append(Event("lost", CHANCE, (number, gold), EVERYONE))
    for side in winners:
        if len(winners) == 1:
            kind = "team_won" if teams else "won"
            events.append(Event(kind, side, (number, gold, sums[side]), EVERYONE))
        else:
            kind = "team_shared" if teams else "shared"
            events.append(Event(kind, side, (number, gold, sums[side], len(winners)), EVERYONE))
