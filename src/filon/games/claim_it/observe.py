"""Claim It! as numbers, for learners: what lies on the map, the dice, and where the turn is."""

from mypy_extensions import i64

from filon.core.game import State
from filon.core.observe import Field, Observation, Observer, facing
from filon.games.claim_it import tables
from filon.games.claim_it.rules import DRAW_FIRST, claim_it

SEATS = 5
MOST_THROWS = 79  # of a turn: 36 black markers, 42 squatters (six, and one freed by each), a bust

FIELDS = [
    Field("owner", tables.PARCELS, 0, SEATS, "per parcel, row by row: whose marker lies on it"),
    Field("claimed", tables.PARCELS, 0, 1, "per parcel: claimed for good"),
    Field("fresh", tables.PARCELS, 0, 1, "per parcel: a black marker laid this turn"),
    Field("squatter", tables.PARCELS, 0, tables.SQUATTERS, "per parcel: the squatter on it, or 0"),
    Field("dice", 3, 0, 6, "the dice that lie, ascending; 0 before the first throw of a turn"),
    Field("throws", 1, 0, MOST_THROWS, "throws of this turn"),
    Field("phase", 1, 0, 4, "0 who begins, 1 dice, 2 place, 3 roll or stop, 4 over"),
    Field("turn", 1, 0, SEATS, "whose turn it is; 0 before it is drawn"),
    Field("caller", 1, 0, SEATS, "who called the last round; 0 nobody"),
    Field("players", 1, 2, SEATS, "how many play"),
    Field("long_turns", 1, 0, 1, "the option of that name"),
]


class ClaimItObserver(Observer):
    """The same facts for every seat, the seats counted from it."""

    def __init__(self) -> None:
        super().__init__(FIELDS, {"round": "how many have been played"})

    def write(self, state: State, seat: int, row: Observation) -> None:
        """In the order of FIELDS."""
        game = claim_it(state)
        players: i64 = game.players
        base: i64 = row.zeros(tables.PARCELS)
        for owner in range(players):
            bits: i64 = game.mine[owner]
            number: i64 = facing(owner, seat, players)
            at: i64 = base
            while bits:
                if bits & 1:
                    row.set(at, number)
                bits >>= 1
                at += 1
        row.flags(game.black, tables.PARCELS)
        row.flags(game.fresh, tables.PARCELS)
        base = row.zeros(tables.PARCELS)
        if game.squatted:
            for n, parcel in enumerate(game.squatter_at):
                if parcel >= 0:
                    row.set(base + parcel, n + 1)
        if game.throws:
            first, second, third = tables.THROW[game.throw]
            row.put(first)
            row.put(second)
            row.put(third)
        else:
            row.zeros(3)
        row.put(game.throws)
        row.put(game.phase)
        row.put(0 if game.phase == DRAW_FIRST else facing(game.turn, seat, players))
        row.put(facing(game.caller, seat, players))
        row.put(players)
        row.put(1 if game.long_turns else 0)
