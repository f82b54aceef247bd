"""The plain rules of Claim It!: stacks of markers on a grid."""

from fractions import Fraction
from itertools import permutations, product

from reference.asking import Game, Result, ask, chance, number, ranked

GRID = list(product(range(1, 7), repeat=2))
NEED = {2: 13, 3: 9, 4: 7, 5: 6}
Space = tuple[int, int]


class Map:
    """The markers on the map: colours, permanent claims, and the steps of this turn."""

    def __init__(self) -> None:
        self.colour: dict[Space, int] = {}
        self.claimed: set[Space] = set()
        self.squatter: dict[Space, int] = {}
        self.black: set[Space] = set()

    def choices(self, dice: tuple[int, ...], seat: int) -> set[str]:
        found = set()
        for col, row, n in permutations(dice):
            at = (col, row)
            if at in self.claimed or at in self.black:
                continue
            if at in self.squatter or self.colour.get(at) == seat:
                found.add(f"claim {col} {row}")
            elif n not in self.squatter.values():
                found.add(f"squat {col} {row} {n}")
        return found

    def largest(self, seat: int) -> int:
        left = {at for at, owner in self.colour.items() if owner == seat}
        best = 0
        while left:
            group, edge = set(), {left.pop()}
            while edge:
                col, row = edge.pop()
                group.add((col, row))
                near = {(col + 1, row), (col - 1, row), (col, row + 1), (col, row - 1)} & left
                left -= near
                edge |= near
            best = max(best, len(group))
        return best

    def own(self, seat: int) -> int:
        return sum(owner == seat for owner in self.colour.values())

    def claims(self, seat: int) -> int:
        return sum(self.colour[at] == seat for at in self.claimed)


def throws() -> dict[str, int]:
    ways: dict[str, int] = {}
    for dice in product(range(1, 7), repeat=3):
        key = "dice " + " ".join(map(str, sorted(dice)))
        ways[key] = ways.get(key, 0) + 1
    return ways


def claim_it(players: int, long_turns: bool) -> Game:
    """The whole game."""
    land, caller, last = Map(), None, False
    seat = number((yield from chance(f"first {s}" for s in range(players))))
    while not last:
        last = caller == seat
        stopped = False
        while not stopped:
            answer = yield "chance", throws()
            choices = land.choices(tuple(map(int, answer.split()[1:])), seat)
            if not choices:
                break
            answer = yield from ask(seat, choices)
            at = (number(answer), number(answer, 2))
            if answer.startswith("squat"):
                land.squatter[at] = number(answer, 3)
            else:
                land.black.add(at)
                if long_turns:
                    land.squatter.pop(at, None)
            stopped = (yield from ask(seat, ["roll", "stop"])) == "stop"
        if stopped:
            for at in set(land.squatter) | land.black:
                land.colour[at] = seat
            land.claimed |= land.black
            if caller is None and land.claims(seat) >= NEED[players]:
                caller = seat
        land.squatter.clear()
        land.black.clear()
        seat = (seat + 1) % players
    keys = [(land.largest(s), land.claims(s), land.own(s)) for s in range(players)]
    return Result([Fraction(key[0]) for key in keys], ranked(list(keys)))
