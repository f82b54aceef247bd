# mypyc: no
"""The words of the view of Les Chercheurs d'or, as the page and the terminal read them."""

from typing import Literal, TypedDict

from filon.games.chercheurs_dor import phases

Paint = Literal["Y", "G", "R"]
Kind = Literal["plain", "access", "bank", "bar", "saloon"]
Meeting = Literal["nothing", "deposit", "roulette", "duel", "exit"]
Throw = Literal["dice", "colour", "die", "lot"]
Status = Literal[
    "house", "waiting", "carrying", "leaving", "setting_out", "visiting", "returning", "ready",
    "digging",
]  # fmt: skip


class SeatView(TypedDict):
    """One seat's gold, place and trip."""

    prospector: bool
    state: Status
    claim: int | None
    gold: int
    load: int
    bank: int
    receipt: int
    at_claim: int | None
    at_square: int | None
    place: Kind | None
    lost: int
    saloon: bool
    bar: bool
    right: int | None
    keeper: int | None
    from_home: int | None


class Race(TypedDict):
    """The deposits in order, and the end of the line they are drawn on."""

    end: int
    order: list[int]
    deposits: list[int]


class ClaimView(TypedDict):
    """One claim: whose, and what lies there."""

    claim: int
    owner: int | None
    gold: int


class Dice(TypedDict):
    """The dice as they lie, and who threw them."""

    n: int | None
    colour: Paint | None
    by: int | None


# CO-13: the squares of a walk in order, and those that count. A class cannot name a field `from`.
Way = TypedDict("Way", {"from": int, "to": int, "path": list[int], "counted": list[int]})


class Route(Way):
    """The street walk made last."""

    seat: int


class Bet(TypedDict):
    """A stake on a square of the wheel."""

    grams: int
    n: int
    colour: Paint


class Shot(TypedDict):
    """A shot fired."""

    seat: int
    square: int
    n: int


class DuelView(TypedDict):
    """The duel that is on: who, whose shot, the bullets fired and those left."""

    mover: int
    other: int
    challenge: int | None
    first: int | None
    shooter: int | None
    bullet: int | None
    aim: int | None
    shots: list[Shot]
    left: int


class Odds(TypedDict):
    """A chance as a fraction and in thousandths."""

    exact: str
    permille: int


class Dug(TypedDict):
    """If: a throw on the own claim."""

    gold: int
    claim: int
    ready: bool


class Walked(Way):
    """If: a throw on the street."""

    kind: Kind
    meets: Meeting


class Trail(TypedDict):
    """If: a colour for the trail, and the Outlaw's number on it."""

    outlaw: int | None
    to_claim: int | None
    to_square: int | None


class Ambush(TypedDict):
    """If: a number of the Outlaw's die."""

    hold_up: bool
    takes: int


class Outcome(TypedDict):
    """What a bet brings or costs, and where the gold goes."""

    gain: int
    load: int
    receipt: int
    stock: int


class Staked(TypedDict):
    """If: a stake, by what will match."""

    both: Outcome
    one: Outcome
    none: Outcome


class Spun(TypedDict):
    """If: a throw of the croupier's."""

    outcome: Literal["none", "one", "both"]


class Aimed(TypedDict):
    """If: a throw that leads a bullet to a square of the target."""

    square: int
    impacts: list[int]


class Fired(TypedDict):
    """If: a bullet's number."""

    hit: bool


class Homeward(TypedDict):
    """If: a way home."""

    to_claim: int
    from_home: int


class Unsettled(TypedDict):
    """If: a throw that only says who shoots first."""


After = Dug | Walked | Trail | Ambush | Staked | Spun | Aimed | Fired | Homeward | Unsettled


class Square(TypedDict):
    """A square of the street."""

    square: int
    colour: Paint
    kind: Kind


class Pocket(TypedDict):
    """A square of the wheel."""

    n: int
    colour: Paint


class Ring(Pocket):
    """A square of the target."""

    impacts: list[int]


class GoldTable(TypedDict):
    """CO-4: grams by number, for each colour."""

    Y: list[int]
    G: list[int]
    R: list[int]


class ClaimOnBoard(TypedDict):
    """Where the trails of a claim lead."""

    claim: int
    access: int
    outlaw: int
    right: int
    left: int


class Board(TypedDict):
    """What never changes: the page draws it, and knows no rules."""

    street: list[Square]
    gold: GoldTable
    wheel: list[Pocket]
    target: list[Ring]
    claims: list[ClaimOnBoard]
    load: int
    hold_up: int
    stakes: list[int]
    bullets: int


class Line(TypedDict):
    """A seat's gold at the end."""

    bank: int
    claim: int
    both: int
    road: int


class Result(TypedDict):
    """The final count."""

    scores: list[str]
    ranks: list[int]
    lines: list[Line]
    pot: int


# Per notation what it would bring: the page holds no rules. A class cannot name a field `if`.
Ifs = TypedDict("Ifs", {"if": dict[str, After]})


class ChercheursDorView(Ifs):
    """The whole position, in the page's words."""

    players: int
    house: int | None
    phase: phases.Name
    turn: int | None
    thrower: int | None
    throws: Throw | None
    first: int | None
    round: int
    rounds: int
    left: int
    played: int
    pot: int
    safe: int
    issued: int
    seats: list[SeatView]
    race: Race
    claims: list[ClaimView]
    dice: Dice | None
    route: Route | None
    stake: Bet | None
    duel: DuelView | None
    odds: dict[str, Odds]
    board: Board
    result: Result | None
