"""What lies on the table: cards, nuggets and mayors, and where the round stands."""

from typing import Final

from filon.core.events import EVERYONE, Event
from filon.core.game import State
from filon.games.gold_river import phases, tables

# Where a card is: before a seat (0 to 4), or
UNDEALT: Final = -1  # not seen yet; with two or three players some of these never come (GR-4)
OUT: Final = -2  # out of the game for good
ROW: Final = -3  # for sale
TAKEN: Final = -4  # in the hand of the seat that is taking or using it
ON_MINE_OF: Final = 100  # + concession: a new vein that was dug
ON_TOWN: Final = 200  # + town: the governor beside a mayor card

NOBODY: Final = -1
NO_CARD: Final = -1
NO_BID: Final = -1


class Position(State):
    """The fields of a position, and what can be read from them; the rules move them."""

    def __init__(
        self,
        *,
        players: int,
        first_game: bool,
        poker: bool,
        starters: list[int],
        left: int,
        row: list[int],
        where: list[int],
        hand: list[int],
        bids: list[int],
        counts: list[int],
        mayor: list[int],
        # What follows is as it stands before the first step.
        phase: int = phases.DRAW_FIRST,
        turn: int = 0,
        rounds: int = 0,
        first: int = 0,
        winner: int = 0,
        high: int = 0,
        leader: int = NOBODY,
        passed: int = 0,
        pot: int = 0,
        taken: int = NO_CARD,
        given: int = NO_CARD,
        served: int = 0,
        mustang_asked: bool = False,
        target: int = NOBODY,
        demand: int = 0,
        die_a: int = 0,
        die_b: int = 0,
        quiet: int = 0,
        vault: int = 0,
    ) -> None:
        self.players = players
        self.first_game = first_game
        self.poker = poker
        self.starters = starters  # never changed, so clones share it
        self.left = left  # cards that can still be dealt
        self.row = row  # cards for sale in the order they came, NO_CARD where one is gone
        self.where = where  # per card
        self.hand = hand  # nuggets, per seat
        self.bids = bids  # per seat its last bid of this round, NO_BID for none; sealed ones too
        # Clones share these two: they are replaced, never written into.
        self.counts = counts  # concessions, by town * SEATS + seat
        self.mayor = mayor  # per town a seat or NOBODY
        self.phase = phase
        self.turn = turn  # the seat that is asked
        self.rounds = rounds  # the present round, from 1
        self.first = first  # first bidder
        self.winner = winner  # of the last auction
        self.high = high  # the highest bid
        self.leader = leader  # whose it is, or NOBODY
        self.passed = passed  # seats out of the auction, one bit each
        self.pot = pot  # GR-36: the winner's bid, lying in the row
        self.taken = taken  # the card being taken or used, or NO_CARD
        self.given = given  # GR-27: the concession named by `give`, or NO_CARD
        self.served = served  # seats that have their card of this round, one bit each
        self.mustang_asked = mustang_asked  # GR-31: the mustang's holder was asked this round
        self.target = target  # GR-24: who is held up
        self.demand = demand  # and for how much
        self.die_a = die_a  # the last throw, ascending; 0 before the first
        self.die_b = die_b
        self.quiet = quiet  # GR-29: seats that declined since the last wire, one bit each
        self.vault = vault  # GR-18: nuggets on the Bank

    def tell(self, kind: str, seat: int, args: tuple[int, ...], eyes: int = EVERYONE) -> None:
        """An event for the outbox, if anybody listens; only a sealed bid is not for everyone."""
        story = self.story
        if story is not None:
            story.append(Event(kind, seat, args, eyes))

    def seat_after(self, seat: int) -> int:
        """The next seat clockwise: the left neighbour."""
        return seat + 1 if seat + 1 < self.players else 0

    def row_size(self) -> int:
        """GR-6: how many cards are for sale in a round."""
        return self.players + 1

    def coming(self) -> int:
        """GR-17: how many rounds the pile still gives after this one."""
        cards = self.left
        if self.phase == phases.DEALING:  # this round still draws from it
            cards += len(self.row) - self.row_size()
        return cards // self.row_size()

    def payable(self, seat: int, due: int) -> int:
        """GR-15: what the seat pays of what it owes: nobody pays more than he has in hand."""
        return min(due, self.hand[seat])

    def half(self) -> int:
        """GR-37: the loser's part of the bid that lies in the row, rounded up."""
        return (self.pot + 1) // 2

    def in_row(self, base: int) -> list[int]:
        """The cards for sale as steps."""
        steps = [base + card for card in self.row if card >= 0]
        steps.sort()
        return steps

    def owner(self, card: int) -> int:
        """The seat before which the card lies, or NOBODY."""
        place = self.where[card]
        return place if place >= 0 and place < tables.SEATS else NOBODY

    def count(self, town: int, seat: int) -> int:
        """How many concessions the seat has in the town."""
        return self.counts[town * tables.SEATS + seat]

    def governor(self) -> int:
        """GR-30: the town by whose mayor the governor stands, or NO_TOWN."""
        return max(tables.NO_TOWN, self.where[tables.GOVERNOR_CARD] - ON_TOWN)

    def office_points(self, town: int) -> int:
        """GR-32: the points of the town's mayor card: five, ten with the governor."""
        return 2 * tables.MAYOR if self.governor() == town else tables.MAYOR

    def veins(self, card: int) -> int:
        """GR-28: new veins dug on this concession."""
        n = 0
        for vein in tables.VEINS:
            if self.where[vein] == ON_MINE_OF + card:
                n += 1
        return n

    def yields(self, card: int) -> int:
        """What a concession pays when its number falls, and counts in the end."""
        return tables.NUGGETS[card] + tables.VEIN * self.veins(card)

    def ground_points(self, seat: int) -> int:
        """GR-32: nuggets drawn on the seat's concessions, new veins included."""
        points = 0
        for card in range(tables.CONCESSIONS):
            if self.where[card] == seat:
                points += self.yields(card)
        return points

    def mayor_points(self, seat: int) -> int:
        """GR-32: the seat's mayor cards."""
        points = 0
        for town in range(tables.TOWNS):
            if self.mayor[town] == seat:
                points += self.office_points(town)
        return points

    def stored(self, seat: int) -> int:
        """GR-18: the nuggets the seat has on the Bank."""
        return self.vault if self.where[tables.BANK_CARD] == seat else 0

    def bank_points(self, seat: int) -> int:
        """GR-18: the nuggets on the Bank and five for owning it."""
        return self.vault + tables.BANK_BONUS if self.where[tables.BANK_CARD] == seat else 0

    def has_station(self, seat: int) -> bool:
        """GR-21: whether a face of the seat's is wild."""
        return self.where[tables.STATION_CARD] == seat

    def faces(self, seat: int) -> list[int]:
        """GR-33: the poker faces of the seat's cards, the Station's left out."""
        face = tables.FACE
        faces_held: list[int] = []
        for card in range(tables.CARDS):
            if face[card] >= 0 and card != tables.STATION_CARD and self.where[card] == seat:
                faces_held.append(face[card])
        town = self.governor()
        if town != tables.NO_TOWN and self.mayor[town] == seat:
            faces_held.append(face[tables.GOVERNOR_CARD])
        return faces_held
