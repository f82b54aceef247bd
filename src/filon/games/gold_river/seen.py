# mypyc: no
"""The words of a view of Gold River; the page's types are generated from them."""

from typing import Literal, TypedDict

from filon.games.gold_river.poker import HandName

Phase = Literal[
    "first",
    "deal",
    "bid",
    "sealed",
    "take",
    "discard",
    "aim",
    "swap",
    "hold_up",
    "ride",
    "answer",
    "roll",
    "wire",
    "store",
    "over",
]


class Hand(TypedDict):
    """The best poker hand a seat could show now: its ranks, and the faces that make it."""

    hand: HandName | None
    ranks: list[int]
    faces: list[str]
    station: str  # the face the Station counts as; "" for a seat without it
    best: bool


class Standing(TypedDict):
    """One seat's row of the register (cards by town, buildings, kept actions) and its points."""

    nuggets: int
    towns: list[list[int]]
    buildings: list[int]
    kept: list[int]
    ground: int
    mayor: int
    bank: int
    score: int
    poker: Hand | None


class Cost(TypedDict):
    """What a card of the row would cost a seat (`n` of the `due`), and make of it."""

    why: Literal["mayor", "post"] | None
    to: int | None
    n: int
    due: int
    own: bool
    mayor: bool
    kept: bool


class LastCard(Cost):
    """`card`: the card that is left, and its cost."""

    card: int


class Half(TypedDict):
    """`half`: nuggets of the bid in the row, and how many are lost."""

    gain: int
    lost: int


class Bid(TypedDict):
    """`bid`: nuggets left, and who would be paid what; null for what nobody gets."""

    left: int
    shares: list[tuple[int | None, int]]


class Passing(TypedDict):
    """`pass`: whether the auction ends with it, who then wins it and what that pays the seat."""

    ends: bool
    winner: int | None
    gain: int


class Storing(TypedDict):
    """`store`: nuggets left in hand, and on the Bank."""

    left: int
    vault: int


class Riding(TypedDict):
    """`ride` and `stay`: who takes next."""

    next: int


class Wiring(TypedDict):
    """`wire` and `quiet`: the dice as they would lie, and the gold they bring each seat."""

    dice: tuple[int, int]
    gold: list[int]


class Threat(TypedDict):
    """`threaten`: in how many of the 36 ways it works, and what it then brings."""

    ways: int
    gain: int


class Change(TypedDict):
    """An action on a target: nuggets and points won or lost per seat, mayors as they would be."""

    nuggets: list[int]
    points: list[int]
    mayors: list[int | None]


class Nothing(TypedDict):
    """`discard` and `give`: nothing to foresee."""


After = (
    Bid | Passing | Cost | LastCard | Half | Storing | Riding | Wiring | Threat | Change | Nothing
)


class Bank(TypedDict):
    """The Bank and what lies on it."""

    owner: int | None
    nuggets: int


class Line(TypedDict):
    """One seat's part of the final count."""

    hand: int
    ground: int
    mayor: int
    stored: int
    bank: int
    poker: str


class Result(TypedDict):
    """The final count."""

    scores: list[str]
    ranks: list[int]
    lines: list[Line]


# By notation, what each step the seat may take would lead to. A class cannot name a field `if`.
Ifs = TypedDict("Ifs", {"if": dict[str, After]})


class GoldRiverView(Ifs):
    """All that lies on the table; of sealed bids only the seat's own."""

    players: int
    first_game: bool
    poker: bool
    phase: Phase
    turn: int | None
    thrower: int | None
    round: int
    rounds: int
    deck: int
    first: int | None
    winner: int | None
    high: int
    leader: int | None
    order: list[int]
    bids: list[int | None]
    passed: list[bool]
    served: list[bool]
    sealed: int | None
    pot: int
    row: list[int | None]
    taken: int | None
    given: int | None
    threat: tuple[int, int] | None  # the seat that is held up, and for how much
    dice: tuple[int, int] | None
    mayors: list[int | None]
    governor: int | None
    fees: list[list[int]]
    veins: list[tuple[int, int]]  # the concession, and the new vein on it
    yields: dict[str, int]  # of concessions with new veins; the others pay what is printed
    bank: Bank
    out: list[int]
    seats: list[Standing]
    costs: dict[str, Cost]
    result: Result | None
