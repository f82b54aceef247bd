# mypyc: no
"""The words of a view of Nuggets; the page's types are generated from them."""

from typing import Literal, TypedDict

from filon.games.nuggets.layout import Edge

Phase = Literal["first", "mines", "action", "second_wall", "over"]
MinesOption = Literal["standard", "random", "players"]

Cell = tuple[int, int]  # row and column
Pile = tuple[int, int]  # a value, and how many there are of it


class TileSeen(TypedDict):
    """One tile: where and whose, and its value for those who may know it."""

    row: int
    col: int
    seat: int
    value: int | None


class Zone(TypedDict):
    """A zone with gold and tiles; number 0 is the ground still open, others as they close."""

    zone: int
    cells: list[Cell]
    gold: int
    tiles: list[TileSeen]
    own: int | None


Passed = TypedDict("Passed", {"pass": bool})  # a class cannot name a field `pass` or `if`


class Last(Passed):
    """A seat's last action: walls, a tile's place, or a pass."""

    walls: list[Edge]
    tile: list[Cell]


class SeatSeen(TypedDict):
    """What everyone knows of a seat: numbers of tiles, never values."""

    left: int
    laid: int
    tiles: int
    passed: bool
    team: int | None
    last: Last


class ZoneFacts(TypedDict):
    """A zone in figures everyone may know."""

    cells: list[Cell]
    gold: int
    tiles: int


class After(TypedDict, total=False):
    """What a wall closes and leaves, a tile's zone and sum, or whether a pass ends the game."""

    closes: ZoneFacts | None
    leaves: ZoneFacts | None
    whole: bool
    zone: int
    sum: int | None
    ends: bool


class Refused(TypedDict):
    """A free edge that may not take a wall, and the cells a wall there would close in."""

    step: str
    at: Edge
    clause: str
    cells: list[Cell]


class CountLine(TypedDict):
    """The final count of one zone: strengths by side and by seat, and who takes how much."""

    zone: int
    cells: list[Cell]
    gold: int
    sums: list[int]
    each: list[int]
    winners: list[int]
    share: str
    shown: str


class Result(TypedDict):
    """The final count; `lost` is the gold of zones without tiles."""

    scores: list[str]
    shown: list[str]
    ranks: list[int]
    zones: list[CountLine]
    lost: int


# Per notation what the step would do, for the seat on turn: the page holds no rules.
Ifs = TypedDict("Ifs", {"if": dict[str, After]})


class NuggetsView(Ifs):
    """Everything a seat or a spectator may know, in the page's words."""

    players: int
    teams: bool
    mines_option: MinesOption
    one_or_two_walls: bool
    memory: bool
    you: int | None
    phase: Phase
    turn: int | None
    starter: int | None
    round: int
    stock: int
    stock_at_first: int
    gold: int
    smallest: int
    mines: list[tuple[int, int, int]]
    markers: list[Pile]
    walls: list[Edge]
    tiles: list[TileSeen]
    zones: list[Zone]
    seats: list[SeatSeen]
    hand: list[Pile] | None
    refused: list[Refused]
    result: Result | None
