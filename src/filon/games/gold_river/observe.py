"""Gold River as numbers, for learners: where every card lies, purses, bids and the round."""

from typing import Final

from mypy_extensions import i64

from filon.core.game import State
from filon.core.observe import Field, Observation, Observer, facing, opposite
from filon.games.gold_river import phases, tables
from filon.games.gold_river.position import ON_MINE_OF, ON_TOWN, OUT, ROW, TAKEN
from filon.games.gold_river.rules import gold_river

# Where a card is, in numbers; from BEFORE on, the seats from the one that looks.
UNSEEN: Final = 0
FOR_SALE: Final = 1
GONE: Final = 2
IN_HAND: Final = 3
ON_MINE: Final = 4
ON_OFFICE: Final = 5
BEFORE: Final = 6
LONGEST_ROW: Final = 6
ROUNDS: Final = 22  # 63 cards, three a round, and one more

FIELDS = [
    Field(
        "card",
        tables.CARDS,
        UNSEEN,
        BEFORE + tables.SEATS - 1,
        "per card of the deck: 0 not seen yet, 1 for sale, 2 out of the game, 3 being taken, "
        "4 a vein on a concession, 5 the governor by a mayor, 6 before you, 7 before your left "
        "neighbour and so on",
    ),
    Field(
        "vein",
        len(tables.VEINS),
        0,
        tables.CONCESSIONS,
        "per new vein: the concession it lies on, counted from 1; 0 none",
    ),
    Field("row", LONGEST_ROW, 0, tables.CARDS, "the row: cards counted from 1, 0 where none lies"),
    Field("nuggets", tables.SEATS, 0, tables.MOST, "per seat from you on: nuggets in hand"),
    Field(
        "bid",
        tables.SEATS,
        0,
        tables.MOST + 1,
        "per seat from you on: 1 more than its last bid, 0 none; all 0 while bids are sealed",
    ),
    Field("passed", tables.SEATS, 0, 1, "per seat from you on: out of the auction"),
    Field("served", tables.SEATS, 0, 1, "per seat from you on: has its card of this round"),
    Field("sealed", 1, 0, tables.MOST + 1, "1 more than your own sealed bid; 0 none"),
    Field("mayor", tables.TOWNS, 0, tables.SEATS, "per town: whose its mayor is"),
    Field("governor", 1, 0, tables.TOWNS, "the town of the governor, counted from 1; 0 none"),
    Field("dice", 2, 0, 6, "the last throw, ascending; 0 before the first"),
    Field("held_up", 1, 0, tables.SEATS, "who is held up; 0 nobody"),
    Field("demand", 1, 0, tables.HIGH, "and for how much"),
    Field("turn", 1, 0, tables.SEATS, "who is asked; 0 while luck or sealed bids are waited for"),
    Field("thrower", 1, 0, tables.SEATS, "whose hand throws the dice; 0 nobody's"),
    Field("first", 1, 0, tables.SEATS, "the first bidder; 0 before it is drawn"),
    Field("winner", 1, 0, tables.SEATS, "who won the auction; 0 before its end"),
    Field("leader", 1, 0, tables.SEATS, "whose the highest bid is; 0 nobody's"),
    Field("high", 1, 0, tables.MOST, "the highest bid"),
    Field("pot", 1, 0, tables.MOST, "the bid that lies in the row"),
    Field("taken", 1, 0, tables.CARDS, "the card being taken or used, counted from 1; 0 none"),
    Field("given", 1, 0, tables.CARDS, "the concession to be given, counted from 1; 0 none"),
    Field("vault", 1, 0, tables.MOST, "nuggets on the Bank"),
    Field("round", 1, 0, ROUNDS, "the round, counted from 1; 0 before the first"),
    Field("coming", 1, 0, ROUNDS, "rounds that the pile still gives after this one"),
    Field("deck", 1, 0, tables.CARDS, "cards that can still be dealt"),
    Field("phase", 1, 0, phases.ENDED, "what is asked or drawn next, as `phases.py` counts them"),
    Field("players", 1, 2, tables.SEATS, "how many play"),
    Field("first_game", 1, 0, 1, "the option of that name"),
    Field("poker", 1, 0, 1, "the option of that name"),
]


class GoldRiverObserver(Observer):
    """All that lies on the table; of sealed bids only the seat's own."""

    def __init__(self) -> None:
        super().__init__(FIELDS, {})

    def write(self, state: State, seat: int, row: Observation) -> None:
        """In the order of FIELDS."""
        game = gold_river(state)
        players: i64 = game.players
        phase: i64 = game.phase
        sealing = phase == phases.SEALING
        for where in game.where:
            row.put(place(where, seat, players))
        for vein in tables.VEINS:
            on: i64 = game.where[vein]
            row.put(on - ON_MINE_OF + 1 if on >= ON_MINE_OF else 0)
        base: i64 = row.zeros(LONGEST_ROW)
        for card in game.row:
            row.set(base, card + 1)
            base += 1
        for far in range(tables.SEATS):
            row.put(game.hand[opposite(far, seat, players)] if far < players else 0)
        for far in range(tables.SEATS):
            shown = far < players and not sealing
            row.put(game.bids[opposite(far, seat, players)] + 1 if shown else 0)
        self.seats(game.passed, seat, players, row)
        self.seats(game.served, seat, players, row)
        row.put(game.bids[seat] + 1 if sealing else 0)
        for holder in game.mayor:
            row.put(facing(holder, seat, players))
        row.put(game.governor() + 1)
        row.put(game.die_a)
        row.put(game.die_b)
        row.put(facing(game.target, seat, players))
        row.put(game.demand if game.target >= 0 else 0)
        row.put(0 if sealing else facing(game.actor(), seat, players))
        row.put(facing(game.thrower(), seat, players))
        row.put(0 if phase == phases.DRAW_FIRST else facing(game.first, seat, players))
        early = sealing or phase <= phases.BIDDING
        row.put(0 if early else facing(game.winner, seat, players))
        row.put(facing(game.leader, seat, players))
        row.put(game.high)
        row.put(game.pot)
        row.put(game.taken + 1)
        row.put(game.given + 1)
        row.put(game.vault)
        row.put(game.rounds)
        row.put(game.coming())
        row.put(game.left)
        row.put(phase)
        row.put(players)
        row.put(1 if game.first_game else 0)
        row.put(1 if game.poker else 0)

    def seats(self, bits: i64, seat: i64, players: i64, row: Observation) -> None:
        """One bit of every seat, from the one that looks on."""
        for far in range(tables.SEATS):
            bit: i64 = 0
            if far < players:
                bit = (bits >> opposite(far, seat, players)) & 1
            row.put(bit)


def place(where: i64, seat: i64, players: i64) -> i64:
    """Where a card is, as a seat counts it."""
    if where >= ON_TOWN:
        return ON_OFFICE
    if where >= ON_MINE_OF:
        return ON_MINE
    if where >= 0:
        return BEFORE - 1 + facing(where, seat, players)
    if where == ROW:
        return FOR_SALE
    if where == OUT:
        return GONE
    return IN_HAND if where == TAKEN else UNSEEN
