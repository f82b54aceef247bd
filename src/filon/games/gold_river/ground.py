"""What lies on the table: cards, nuggets and mayors, and where the round stands."""

from typing import Final

from filon.core.events import EVERYONE, Event
from filon.core.game import State
from filon.games.gold_river.tables import (
    CONCESSIONS,
    FACE,
    GOVERNOR_CARD,
    MAYOR,
    NUGGETS,
    SEATS,
    STATION_CARD,
    TOWNS,
    VEIN,
    VEINS,
)

# Where a card is: before a seat (0 to 4), or
UNDEALT: Final = -1  # not seen yet; with two or three players some of these never come (GR-4)
OUT: Final = -2  # out of the game for good
ROW: Final = -3  # for sale
TAKEN: Final = -4  # in the hand of the seat that is taking or using it
ON_MINE_OF: Final = 100  # + concession: a new vein that was dug
ON_TOWN: Final = 200  # + town: the governor beside a mayor card

NOBODY: Final = -1

# Phases of a round.
DRAW_FIRST: Final = 0
DEALING: Final = 1
BIDDING: Final = 2
SEALING: Final = 3
TAKING: Final = 4
DISCARDING: Final = 5
AIMING: Final = 6
SWAPPING: Final = 7
HOLDING_UP: Final = 8
RIDING: Final = 9
ANSWERING: Final = 10
ROLLING: Final = 11
WIRING: Final = 12
STORING: Final = 13
ENDED: Final = 14


class Ground(State):
    """The fields of a position, and what can be read from them; the rules move them."""

    def __init__(
        self,
        players: int,
        first_game: bool,
        poker: bool,
        starters: list[int],
        phase: int,
        turn: int,
        rounds: int,
        left: int,
        first: int,
        winner: int,
        high: int,
        leader: int,
        passed: int,
        pot: int,
        taken: int,
        given: int,
        served: int,
        asked: bool,
        target: int,
        demand: int,
        die_a: int,
        die_b: int,
        quiet: int,
        vault: int,
        bids: list[int],
        row: list[int],
        where: list[int],
        hand: list[int],
        counts: list[int],
        mayor: list[int],
    ) -> None:
        self.players = players
        self.first_game = first_game
        self.poker = poker
        self.starters = starters  # never changed, so clones share it
        self.phase = phase
        self.turn = turn  # the seat that is asked
        self.rounds = rounds  # the present round, from 1
        self.left = left  # cards that can still be dealt
        self.first = first  # first bidder
        self.winner = winner  # of the last auction
        self.high = high  # the highest bid
        self.leader = leader  # whose it is, or NOBODY
        self.passed = passed  # seats out of the auction, one bit each
        self.pot = pot  # GR-36: the winner's bid, lying in the row
        self.taken = taken  # the card being taken or used, or -1
        self.given = given  # GR-27: the concession named by `give`, or -1
        self.served = served  # seats that have their card of this round, one bit each
        self.asked = asked  # GR-31: the mustang's holder was asked this round
        self.target = target  # GR-24: who is held up
        self.demand = demand  # and for how much
        self.die_a = die_a  # the last throw, ascending; 0 before the first
        self.die_b = die_b
        self.quiet = quiet  # GR-29: seats that declined since the last wire, one bit each
        self.vault = vault  # GR-18: nuggets on the Bank
        self.bids = bids  # per seat its last bid of this round, -1 for none; sealed ones too
        self.row = row  # cards for sale in the order they came, -1 where one is gone
        self.where = where  # per card
        self.hand = hand  # per seat
        self.counts = counts  # concessions, by town * SEATS + seat
        self.mayor = mayor  # per town a seat or NOBODY
        self.story = None

    def tell(self, kind: str, seat: int, args: tuple[int, ...], eyes: int = EVERYONE) -> None:
        """An event for the outbox, if anybody listens; only a sealed bid is not for everyone."""
        story = self.story
        if story is not None:
            story.append(Event(kind, seat, args, eyes))

    def seat_after(self, seat: int) -> int:
        """The next seat clockwise: the left neighbour."""
        return seat + 1 if seat + 1 < self.players else 0

    def in_row(self, base: int) -> list[int]:
        """The cards for sale as steps."""
        steps = [base + card for card in self.row if card >= 0]
        steps.sort()
        return steps

    def owner(self, card: int) -> int:
        """The seat before which the card lies, or NOBODY."""
        place = self.where[card]
        return place if place >= 0 and place < SEATS else NOBODY

    def count(self, town: int, seat: int) -> int:
        """How many concessions the seat has in the town."""
        return self.counts[town * SEATS + seat]

    def governed(self, town: int) -> bool:
        """GR-30: whether the governor stands by this town's mayor."""
        return self.where[GOVERNOR_CARD] == ON_TOWN + town

    def veins(self, card: int) -> int:
        """GR-28: new veins dug on this concession."""
        n = 0
        for vein in VEINS:
            if self.where[vein] == ON_MINE_OF + card:
                n += 1
        return n

    def yields(self, card: int) -> int:
        """What a concession pays when its number falls, and counts in the end."""
        return NUGGETS[card] + VEIN * self.veins(card)

    def ground_points(self, seat: int) -> int:
        """GR-32: nuggets drawn on the seat's concessions, new veins included."""
        points = 0
        where = self.where
        for card in range(CONCESSIONS):
            if where[card] == seat:
                points += NUGGETS[card]
        for vein in VEINS:
            at = where[vein]
            if at >= ON_MINE_OF and where[at - ON_MINE_OF] == seat:
                points += VEIN
        return points

    def mayor_points(self, seat: int) -> int:
        """GR-32: five for each mayor card, ten with the governor."""
        points = 0
        for town in range(TOWNS):
            if self.mayor[town] == seat:
                points += 2 * MAYOR if self.governed(town) else MAYOR
        return points

    def faces(self, seat: int) -> list[int]:
        """GR-33: the poker faces of the seat's cards, the Station's left out."""
        found: list[int] = []
        for card in range(len(FACE)):
            if FACE[card] >= 0 and card != STATION_CARD and self.where[card] == seat:
                found.append(FACE[card])
        at = self.where[GOVERNOR_CARD]
        if at >= ON_TOWN and self.mayor[at - ON_TOWN] == seat:
            found.append(FACE[GOVERNOR_CARD])
        return found
