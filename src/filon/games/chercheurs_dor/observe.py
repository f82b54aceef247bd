"""Les Chercheurs d'or as numbers, for learners: gold, places and trips, then the table."""

from typing import Final

from mypy_extensions import i64

from filon.core.game import State
from filon.core.observe import Field, Observation, Observer, facing, opposite
from filon.games.chercheurs_dor import duel, phases
from filon.games.chercheurs_dor.rules import ChercheursDor, chercheurs_dor
from filon.games.chercheurs_dor.tables import (
    BULLETS,
    CLAIMS,
    COLOUR,
    COLOURS,
    DICE,
    DIE,
    FACES,
    LOAD,
    POT,
    SQUARES,
    STREET,
    THROWS,
)

SEATS: Final = 7
LONGEST: Final = 90  # rounds
# A turn brings a thousand grams at most, dug or won, and six take turns.
GRAMS: Final = POT + LONGEST * 6 * 1000
LOST: Final = 4 * LONGEST  # two turns a duel, two duels a round: one's own and the neighbour's

FIELDS = [
    Field("prospector", SEATS, 0, 1, "per seat from you on: takes turns"),
    Field("claim", SEATS, 0, CLAIMS, "per seat: its claim; 0 before the lot and for the house"),
    Field("gold", SEATS, 0, GRAMS, "per seat: grams on its claim"),
    Field("load", SEATS, 0, LOAD, "per seat: grams carried"),
    Field("bank", SEATS, 0, GRAMS, "per seat: grams on deposit"),
    Field("receipt", SEATS, 0, GRAMS, "per seat: the part of it that the Outlaw can still take"),
    Field("at_claim", SEATS, 0, CLAIMS, "per seat: the claim it stands on; 0 none"),
    Field("at_square", SEATS, 0, SQUARES, "per seat: the street square, counted from 1; 0 none"),
    Field("lost", SEATS, 0, LOST, "per seat: turns still to lose"),
    Field("saloon", SEATS, 0, 1, "per seat: has had its roulette of this trip"),
    Field("bar", SEATS, 0, 1, "per seat: has had its duel of this trip"),
    Field("phase", 1, 0, phases.ENDED, "what is thrown or chosen, as `phases.py` counts them"),
    Field("turn", 1, 0, SEATS, "whose turn it is; 0 before it is drawn"),
    Field("thrower", 1, 0, SEATS, "whose hand throws; 0 nobody's"),
    Field("first", 1, 0, SEATS, "who begins the rounds; 0 before it is drawn"),
    Field("round", 1, 0, LONGEST, "the round; 0 while claims are drawn"),
    Field("rounds", 1, 1, LONGEST, "how many there are"),
    Field("played", 1, 0, SEATS, "turns ended in this round"),
    Field("pot", 1, 0, GRAMS, "grams in the Saloon's pot"),
    Field("issued", 1, 0, GRAMS, "grams that ever left the stock"),
    Field("die", 1, 0, FACES, "the number that lies; 0 none"),
    Field("colour", 1, 0, COLOURS, "the colour that lies: 1 yellow, 2 green, 3 red; 0 none"),
    Field("by", 1, 0, SEATS, "who threw them; 0 nobody"),
    Field("walker", 1, 0, SEATS, "who walked the street last; 0 nobody"),
    Field("came", 1, 0, SQUARES, "from which square, counted from 1; 0 nobody walked"),
    Field("stake", 1, 0, 2 * THROWS, "the bet by its step, counted from 1; 0 none"),
    Field("challenge", 1, 0, FACES, "the mover's die for the first shot; 0 none to be answered"),
    Field("shooter", 1, 0, SEATS, "whose bullet it is; 0 nobody's"),
    Field("aim", 1, 0, THROWS, "the target's square a bullet goes to, counted from 1; 0 none"),
    Field(
        "shots",
        BULLETS,
        0,
        THROWS * FACES,
        "of this duel, in order: square times 6 and number, counted from 1; 0 not fired",
    ),
    Field("players", 1, 2, SEATS, "how many play, the house included"),
]


class ChercheursDorObserver(Observer):
    """The same facts for every seat, the seats counted from it."""

    def __init__(self) -> None:
        super().__init__(FIELDS, {})

    def write(self, state: State, seat: int, row: Observation) -> None:
        """In the order of FIELDS."""
        game = chercheurs_dor(state)
        players: i64 = game.players
        base: i64 = row.zeros(11 * SEATS)
        for far in range(players):
            other = opposite(far, seat, players)
            at: i64 = base + far
            row.set(at, 1 if other < game.takers else 0)
            row.set(at + SEATS, game.claim[other])
            row.set(at + 2 * SEATS, game.gold[other])
            row.set(at + 3 * SEATS, game.load[other])
            row.set(at + 4 * SEATS, game.bank[other])
            row.set(at + 5 * SEATS, game.receipt[other])
            place: i64 = game.at[other]
            if place >= STREET:
                row.set(at + 7 * SEATS, place - STREET + 1)
            else:
                row.set(at + 6 * SEATS, place)
            row.set(at + 8 * SEATS, game.lost[other])
            row.set(at + 9 * SEATS, game.saloon[other])
            row.set(at + 10 * SEATS, game.bar[other])
        row.put(game.phase)
        row.put(0 if game.phase == phases.DRAW_FIRST else facing(game.turn, seat, players))
        row.put(facing(game.thrower(), seat, players))
        row.put(facing(game.first, seat, players))
        row.put(game.round)
        row.put(game.rounds)
        row.put(game.played)
        row.put(game.pot)
        row.put(game.issued)
        self.dice(game, seat, row)
        self.scene(game, seat, row)
        row.put(players)

    def dice(self, game: ChercheursDor, seat: int, row: Observation) -> None:
        """The dice as they lie, who threw them, and the walk they made."""
        step: i64 = game.rolled
        if step < 0:
            row.zeros(3)
        else:
            if step >= DIE:
                row.put(step - DIE + 1)
                row.put(0)
            elif step >= COLOUR:
                row.put(0)
                row.put(step - COLOUR + 1)
            else:
                row.put((step - DICE) // COLOURS + 1)
                row.put((step - DICE) % COLOURS + 1)
            row.put(facing(game.hand, seat, game.players))
        if game.walker < 0 or not game.on_street(game.walker):
            row.zeros(2)
        else:
            row.put(facing(game.walker, seat, game.players))
            row.put(game.came + 1)

    def scene(self, game: ChercheursDor, seat: int, row: Observation) -> None:
        """The bet on the wheel, or the duel that is on."""
        row.put(game.stake + 1)
        row.put(game.challenge if game.phase == phases.ANSWER else 0)
        shooting = duel.is_shooting(game)
        row.put(facing(game.shooter, seat, game.players) if shooting else 0)
        row.put(game.aim + 1 if game.phase == phases.SHOOTING else 0)
        base: i64 = row.zeros(BULLETS)
        if duel.is_on(game):
            for shot in game.shots:
                row.set(base, shot + 1)
                base += 1
