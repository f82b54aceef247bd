"""What a seat sees of Claim It!: everything, since nothing is hidden."""

from filon.core.game import OVER, State
from filon.core.spec import Seen, View
from filon.games.claim_it.rules import (
    DECIDING,
    DRAW_FIRST,
    ENDED,
    PLACING,
    THROWING,
    ClaimIt,
    claim_it,
    count,
)
from filon.games.claim_it.tables import (
    ASSIGNMENTS,
    BIT,
    NEED,
    SIDE,
    SPACE_OF,
    SPACES,
    SQUAT,
    SQUATTER_OF,
    SQUATTERS,
    STOP,
    THROW,
)

PHASES = {
    DRAW_FIRST: "first",
    THROWING: "dice",
    PLACING: "place",
    DECIDING: "decide",
    ENDED: "over",
}


def view(state: State, seat: int) -> View:
    """The same for every seat and spectator."""
    game = claim_it(state)
    return {
        "players": game.players,
        "long_turns": game.long_turns,
        "need": NEED[game.players],
        "phase": PHASES[game.phase],
        "turn": None if game.phase == DRAW_FIRST else game.turn,
        "round": game.turns // game.players + 1,
        "throw": game.throws,
        "dice": None if game.throw < 0 or not game.throws else list(THROW[game.throw]),
        "spaces": [space_view(game, space) for space in range(SPACES)],
        "squatters": [game.tent_at[n] < 0 for n in range(SQUATTERS)],
        "at_risk": {"squatters": count(game.tents & ~game.fresh), "claims": count(game.fresh)},
        "last_call": None if game.caller < 0 else game.caller,
        "seats": standing(game),
        "then": standing(stopped(game)) if game.tents | game.fresh else None,
        "bust": game.busts() if game.phase == DECIDING else None,
        "if": {placement_text(step): after(game, step) for step in placements(game)},
        "refused": refused(game) if game.phase == PLACING else [],
        "result": result(game) if game.actor() == OVER else None,
    }


def space_view(game: ClaimIt, space: int) -> View:
    """One parcel: whose, claimed for good or not, and what was laid on it this turn."""
    owner = game.owner(space)
    bit = BIT[space]
    return {
        "col": space % SIDE + 1,
        "row": space // SIDE + 1,
        "owner": None if owner < 0 else owner,
        "claimed": bool(game.black & bit),
        "squatter": game.tent_at.index(space) + 1 if game.tents & bit else 0,
        "black": bool(game.fresh & bit),
    }


def standing(game: ClaimIt) -> list[View]:
    """Per seat: largest group, spaces, claimed spaces."""
    return [
        {
            "group": count(game.group(seat)),
            "spaces": count(game.mine[seat]),
            "claims": game.claims(seat),
        }
        for seat in range(game.players)
    ]


def stopped(game: ClaimIt) -> ClaimIt:
    """The position if the seat on turn stopped now."""
    later = claim_it(game.clone())
    later.apply(STOP)
    return later


def placements(game: ClaimIt) -> list[int]:
    """The placements open to the seat on turn."""
    return game.placements() if game.phase == PLACING else []


def placement_text(step: int) -> str:
    """The notation of a placement."""
    if step < SQUAT + SPACES * SIDE:
        col, row, n = (step - SQUAT) // 36 + 1, (step - SQUAT) // SIDE % SIDE + 1, step - SQUAT
        return f"squat {col} {row} {n % SIDE + 1}"
    place = step - SQUAT - SPACES * SIDE
    return f"claim {place // SIDE + 1} {place % SIDE + 1}"


def after(game: ClaimIt, step: int) -> View:
    """What a placement leads to: the bust chance of rolling on, and the standing on stopping."""
    later = claim_it(game.clone())
    later.apply(step)
    return {
        "bust": later.busts(),
        "seats": standing(stopped(later)),
        "last_call": stopped(later).caller == game.turn and game.caller < 0,
    }


def refused(game: ClaimIt) -> list[View]:
    """CI-6, CI-9: parcels the dice name on which nothing can be placed, with the clause."""
    blocked: dict[int, View] = {}
    open_spaces = set()
    for offset in ASSIGNMENTS[game.throw]:
        space = SPACE_OF[offset]
        if game.placement(offset) >= 0:
            open_spaces.add(space)
            continue
        blocked[space] = {
            "col": space % SIDE + 1,
            "row": space // SIDE + 1,
            "n": SQUATTER_OF[offset] + 1,
            "clause": game.why_not(SQUAT + offset),
        }
    return [told for space, told in sorted(blocked.items()) if space not in open_spaces]


def result(game: ClaimIt) -> View:
    """The final count, group by group."""
    groups = [game.group(seat) for seat in range(game.players)]
    return {
        "scores": [str(score) for score in game.scores()],
        "ranks": game.ranks(),
        "groups": [
            [[space % SIDE + 1, space // SIDE + 1] for space in range(SPACES) if group & BIT[space]]
            for group in groups
        ],
    }


def observe(seen: Seen) -> list[int]:
    """The view as numbers: 36 spaces, squatters, dice, turn, last call; fixed length."""
    numbers: list[int] = []
    for space in seen["spaces"]:
        owner = -1 if space["owner"] is None else space["owner"]
        numbers += [owner + 1, int(space["claimed"]), space["squatter"], int(space["black"])]
    numbers += [int(free) for free in seen["squatters"]]
    numbers += seen["dice"] or [0, 0, 0]
    numbers += [0 if seen["turn"] is None else seen["turn"] + 1]
    numbers += [0 if seen["last_call"] is None else seen["last_call"] + 1]
    numbers += [list(PHASES.values()).index(seen["phase"])]
    return numbers
