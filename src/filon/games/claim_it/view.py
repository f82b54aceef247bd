"""What a seat sees of Claim It!: everything, since nothing is hidden."""

from functools import cache
from typing import Literal, TypedDict

from filon.core.game import OVER, State
from filon.games.claim_it import tables
from filon.games.claim_it.laid import BLACK, OWNER, SQUATTER, laid
from filon.games.claim_it.layout import LAYOUT
from filon.games.claim_it.rules import (
    DECIDING,
    DRAW_FIRST,
    ENDED,
    PLACING,
    THROWING,
    ClaimIt,
    claim_it,
)

Phase = Literal["first", "dice", "place", "decide", "over"]
PHASES: dict[int, Phase] = {
    DRAW_FIRST: "first",
    THROWING: "dice",
    PLACING: "place",
    DECIDING: "decide",
    ENDED: "over",
}


class ParcelView(TypedDict):
    """One parcel: whose, claimed for good or not, and what was laid on it this turn."""

    col: int
    row: int
    owner: int | None
    claimed: bool
    squatter: int
    black: bool


class AtRisk(TypedDict):
    """What a bust would take off the map."""

    squatters: int
    claims: int


class Standing(TypedDict):
    """A seat's largest group, parcels and claimed parcels."""

    group: int
    spaces: int
    claims: int


class After(TypedDict):
    """What a placement leads to: the risk of rolling on, and what stopping would give."""

    bust: int
    seats: list[Standing]
    last_call: bool


class Refused(TypedDict):
    """A parcel the dice name on which nothing can be placed, and the clause that forbids it."""

    col: int
    row: int
    n: int
    clause: str


class Result(TypedDict):
    """The final count: per seat its score, its place and the parcels of its largest group."""

    scores: list[str]
    ranks: list[int]
    groups: list[list[tuple[int, int]]]


# Per placement what it would lead to: the page holds no rules. A class cannot name a field `if`.
Ifs = TypedDict("Ifs", {"if": dict[str, After]})


class ClaimItView(Ifs):
    """The whole position; parcels keep the name that clients know, `spaces`."""

    players: int
    long_turns: bool
    need: int
    phase: Phase
    turn: int | None
    round: int
    throw: int
    dice: tuple[int, int, int] | None
    spaces: list[ParcelView]
    squatters: list[bool]
    at_risk: AtRisk
    last_call: int | None
    seats: list[Standing]
    then: list[Standing] | None
    bust: int | None
    refused: list[Refused]
    result: Result | None


def view(state: State, seat: int) -> ClaimItView:
    """The same for every seat and spectator."""
    game = claim_it(state)
    squatters, claims = game.at_risk()
    return {
        "players": game.players,
        "long_turns": game.long_turns,
        "need": game.need(),
        "phase": PHASES[game.phase],
        "turn": None if game.phase == DRAW_FIRST else game.turn,
        "round": game.turns // game.players + 1,
        "throw": game.throws,
        "dice": tables.THROW[game.throw] if game.throws else None,
        "spaces": [parcel_view(parcel, lies) for parcel, lies in enumerate(laid(game))],
        "squatters": [parcel < 0 for parcel in game.squatter_at],
        "at_risk": {"squatters": squatters, "claims": claims},
        "last_call": None if game.caller < 0 else game.caller,
        "seats": standing(game),
        "then": standing(game.after(tables.STOP)) if game.squatted | game.fresh else None,
        "bust": game.busts() if game.phase == DECIDING else None,
        "if": {LAYOUT.text(step): after(game, step) for step in placements(game)},
        "refused": refused(game) if game.phase == PLACING else [],
        "result": result(game) if game.actor() == OVER else None,
    }


@cache
def parcel_view(parcel: int, lies: int) -> ParcelView:
    """What lies on one parcel; made once, there are few."""
    black, squatter, owner = lies // BLACK, lies // SQUATTER % 8, lies // OWNER % 8
    return {
        "col": tables.COLUMN[parcel],
        "row": tables.ROW[parcel],
        "owner": owner - 1 if owner else None,
        "claimed": bool(black & 1),
        "squatter": squatter,
        "black": bool(black & 2),
    }


def standing(game: ClaimIt) -> list[Standing]:
    """What each seat has."""
    rows: list[Standing] = []
    for seat in range(game.players):
        group, claims, parcels = game.standing(seat)
        rows.append({"group": group, "spaces": parcels, "claims": claims})
    return rows


def placements(game: ClaimIt) -> list[int]:
    """The placements open to the seat on turn."""
    return game.placements() if game.phase == PLACING else []


def after(game: ClaimIt, step: int) -> After:
    """What a placement leads to."""
    later = game.after(step)
    stopped = later.after(tables.STOP)
    return {
        "bust": later.busts(),
        "seats": standing(stopped),
        "last_call": stopped.caller == game.turn and game.caller < 0,
    }


def refused(game: ClaimIt) -> list[Refused]:
    """By parcel; where a squatter is refused but a claim is open, nothing is."""
    refusals: list[Refused] = []
    for offset in sorted(tables.ASSIGNMENTS[game.throw], key=tables.SQUATTED_AT.__getitem__):
        clause = game.why_not(tables.SQUAT + offset)
        if clause not in {"CI-6", "CI-9"}:
            continue
        parcel = tables.SQUATTED_AT[offset]
        col, row = tables.COLUMN[parcel], tables.ROW[parcel]
        n = tables.SQUATTER_OF[offset] + 1
        refusals.append({"col": col, "row": row, "n": n, "clause": clause})
    return refusals


def result(game: ClaimIt) -> Result:
    """The final count, group by group."""
    groups = [game.group(seat) for seat in range(game.players)]
    return {
        "scores": [str(score) for score in game.scores()],
        "ranks": game.ranks(),
        "groups": [
            [
                (tables.COLUMN[parcel], tables.ROW[parcel])
                for parcel in range(tables.PARCELS)
                if group & tables.BIT[parcel]
            ]
            for group in groups
        ],
    }
