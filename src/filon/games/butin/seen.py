# mypyc: no
"""The words of a view of Le Partage du butin; the page's types are generated from them."""

from typing import Literal, TypedDict

from filon.games.butin.tables import Name

Phase = Literal["first", "draw", "decide", "put", "over"]


class LandToken(TypedDict):
    """A territory token that was just laid: its drawer settles or skips."""

    kind: Literal["territory"]
    name: Name
    territory: int
    value: None


class WealthToken(TypedDict):
    """A wealth token in the hand of its drawer."""

    kind: Literal["wealth"]
    name: Literal[""]
    territory: None
    value: int


class Territory(TypedDict):
    """One picture card; `row` holds a seat's card or null for a bare token, in order."""

    name: Name
    symbols: int
    row: list[int | None]
    places: int
    coins: list[int]
    free: int
    total: int
    per_card: str
    cards: list[int]
    shares: list[str]


class Held(TypedDict):
    """What a seat has on one territory."""

    territory: int
    cards: int
    share: str


class Figures(TypedDict):
    """A seat's points if the game ended now, where they come from, and its cards in hand."""

    points: str
    leads: bool
    hand: int
    held: list[Held]


class Riches(TypedDict):
    """How many wealth tokens of one value are left."""

    value: int
    left: int


class Envelope(TypedDict):
    """What is left to draw; `tokens` by territory."""

    all: int
    tokens: list[int]
    wealth: list[Riches]


class After(TypedDict):
    """What a choice changes at once: everybody's points, the territory's total, the hand."""

    territory: int
    total: int
    per_card: str
    hand: int
    points: list[str]
    gains: list[str]
    shares: list[str]
    free: int


class Refused(TypedDict):
    """A step that a clause forbids now."""

    step: str
    territory: int
    clause: str


class CountLine(TypedDict):
    """The final count of one territory."""

    territory: int
    total: int
    cards: list[int]
    per_card: str
    shares: list[str]


class Result(TypedDict):
    """The final count, territory by territory; `unused` are the cards still in hand."""

    scores: list[str]
    ranks: list[int]
    lines: list[CountLine]
    unused: list[int]


# Per notation what it would change: the page holds no rules. A class cannot name a field `if`.
Ifs = TypedDict("Ifs", {"if": dict[str, After]})


class ButinView(Ifs):
    """The whole position, in the page's words."""

    players: int
    scoring: Literal["simple", "advanced"]
    phase: Phase
    turn: int | None
    turns: int
    of: int
    token: LandToken | WealthToken | None
    territories: list[Territory]
    seats: list[Figures]
    envelope: Envelope
    aside: int
    refused: list[Refused]
    finish: list[str] | None
    result: Result | None
