"""The plain rules of Nuggets."""

from collections import Counter
from fractions import Fraction

from reference.asking import Game, Result, ask, chance, number, ranked

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]

STANDARD = {
    (0, 1): 7, (0, 5): 8, (1, 3): 4, (1, 7): 5, (3, 0): 6, (3, 2): 6, (3, 6): 7, (4, 4): 5,
}  # fmt: skip
TILES = {
    2: {1: 11, 2: 2, 3: 1, 4: 1, 5: 1},
    3: {1: 7, 2: 2, 3: 1, 4: 1},
    4: {1: 5, 2: 1, 3: 1, 4: 1},
}
CELLS = [(row, col) for row in range(5) for col in range(8)]
EDGES: dict[str, Edge] = {
    f"wall {row} {col} {side}": ((row, col), other)
    for row, col in CELLS
    for side, other in (("E", (row, col + 1)), ("S", (row + 1, col)))
    if other in CELLS
}


def zones(walls: set[str]) -> list[set[Cell]]:
    """The maximal sets of cells not separated by walls."""
    open_edges = [edge for name, edge in EDGES.items() if name not in walls]
    zone = {cell: {cell} for cell in CELLS}
    for one, two in open_edges:
        if zone[one] is not zone[two]:
            joined = zone[one] | zone[two]
            for cell in joined:
                zone[cell] = joined
    found: list[set[Cell]] = []
    for cell in CELLS:
        if zone[cell] not in found:
            found.append(zone[cell])
    return found


class Ground:
    """The board, the stock of walls and the hands."""

    def __init__(self, players: int) -> None:
        self.walls: set[str] = set()
        self.tiles: dict[Cell, tuple[int, int]] = {}
        self.mines: dict[Cell, int] = {}
        self.hands = [Counter(TILES[players]) for _ in range(players)]
        self._cache: tuple[int, list[str]] = (-1, [])

    def wall_steps(self) -> list[str]:
        if len(self.walls) >= 35:
            return []
        if self._cache[0] != len(self.walls):
            free = [e for e in EDGES if e not in self.walls]
            good = [e for e in free if min(map(len, zones(self.walls | {e}))) >= 4]
            self._cache = (len(self.walls), good)
        return self._cache[1]

    def tile_steps(self, seat: int) -> list[str]:
        free = [c for c in CELLS if c not in self.tiles and c not in self.mines]
        values = [v for v in self.hands[seat] if self.hands[seat][v]]
        return [f"tile {row} {col} {v}" for row, col in free for v in values]


def nuggets(players: int, mines: str, one_or_two_walls: bool, memory: bool) -> Game:
    """The whole game; `memory` changes nothing here."""
    ground = Ground(players)
    seat = number((yield from chance(f"first {s}" for s in range(players))))
    values = list(STANDARD.values())
    if mines == "standard":
        ground.mines = dict(STANDARD)
    for k in range(8 if mines != "standard" else 0):
        free = [c for c in CELLS if c not in ground.mines]
        if mines == "random":
            steps = [f"mine {row} {col} {values[k]}" for row, col in free]
            answer = yield from chance(steps)
        else:
            steps = [f"mine {row} {col} {v}" for row, col in free for v in sorted(set(values))]
            answer = yield from ask((seat + k) % players, steps)
            values.remove(number(answer, 3))
        ground.mines[number(answer), number(answer, 2)] = number(answer, 3)
    passed: set[int] = set()
    while len(passed) < players:
        if seat not in passed:
            actions = ground.wall_steps() + ground.tile_steps(seat)
            if not actions:
                passed.add(seat)
            else:
                answer = yield from ask(seat, [*actions, "pass"])
                if answer == "pass":
                    passed.add(seat)
                elif answer.startswith("tile"):
                    value = number(answer, 3)
                    ground.hands[seat][value] -= 1
                    ground.tiles[number(answer), number(answer, 2)] = (seat, value)
                else:
                    ground.walls.add(answer)
                    more = list(ground.wall_steps())
                    if more:
                        answer = yield from ask(seat, more + ["enough"] * one_or_two_walls)
                        if answer != "enough":
                            ground.walls.add(answer)
        seat = (seat + 1) % players
    return count(ground, players)


def count(ground: Ground, players: int) -> Result:
    sides = [s % 2 if players == 4 else s for s in range(players)]
    points = {side: Fraction(0) for side in sides}
    for zone in zones(ground.walls):
        gold = sum(ground.mines.get(cell, 0) for cell in zone)
        strength: Counter[int] = Counter()
        for cell in zone & set(ground.tiles):
            owner, value = ground.tiles[cell]
            strength[sides[owner]] += value
        if strength:
            top = max(strength.values())
            best = [side for side in strength if strength[side] == top]
            for side in best:
                points[side] += Fraction(gold, len(best))
    scores = [points[side] for side in sides]
    return Result(scores, ranked([(score,) for score in scores]))
