"""What stands and lies on the board, and where the turn is."""

from typing import Final

from filon.core.events import EVERYONE, Event
from filon.core.game import State
from filon.games.chercheurs_dor.tables import HOUSE, STREET

UNSAID: Final = -1  # no number of an event is ever below zero


class Ground(State):
    """The fields of a position, and who serves whom; gold in grams.

    A place is a claim (1 to 6) or STREET + square. The rules move what lies here. Clones share the
    lists that seldom change (shots, claim, bank, receipt, saloon, bar): they are replaced, never
    written into.
    """

    def __init__(
        self,
        players: int,
        rounds: int,
        starters: list[int],
        phase: int,
        first: int,
        turn: int,
        round: int,
        played: int,
        pot: int,
        issued: int,
        rolled: int,
        hand: int,
        walker: int,
        came: int,
        stake: int,
        challenge: int,
        shooter: int,
        aim: int,
        shots: list[int],
        claim: list[int],
        gold: list[int],
        load: list[int],
        bank: list[int],
        receipt: list[int],
        at: list[int],
        lost: list[int],
        saloon: list[int],
        bar: list[int],
    ) -> None:
        self.players = players
        self.takers = min(players, HOUSE)  # CO-21: prospectors are seats 0 to takers - 1
        self.rounds = rounds
        self.starters = starters  # never changed, so clones share it
        self.phase = phase
        self.first = first  # who begins every round; -1 before it is drawn
        self.turn = turn
        self.round = round  # 0 while claims are drawn
        self.played = played  # turns ended in this round
        self.pot = pot  # the Saloon's
        self.issued = issued  # all gold that ever left the stock
        self.rolled = rolled  # the dice that lie, as their step; -1: none yet
        self.hand = hand  # who threw them
        self.walker = walker  # who walked the street last, until the next turn's throw; or -1
        self.came = came  # from which square
        self.stake = stake  # the bet on the wheel, as its offset; or -1
        self.challenge = challenge  # the mover's die for the first shot
        self.shooter = shooter
        self.aim = aim  # the target's square the bullet goes to
        self.shots = shots  # of this duel: square * 6 + number - 1
        self.claim = claim  # per seat, its own; 0 before the lot and for the house
        self.gold = gold  # per seat, on its claim
        self.load = load  # per seat, carried; above zero from departure to deposit, never else
        self.bank = bank  # per seat, on deposit
        self.receipt = receipt  # per seat, the part of it the Outlaw can still take
        self.at = at  # per seat, its place
        self.lost = lost  # per seat, turns still to lose
        self.saloon = saloon  # per seat, whether this trip had its roulette
        self.bar = bar  # per seat, whether this trip had its duel

    def right(self, seat: int) -> int:
        """CO-7, CO-21: the right neighbour, the previous prospector."""
        return seat - 1 if seat > 0 else self.takers - 1

    def keeper(self, seat: int) -> int:
        """CO-14 to CO-16, CO-21: who is banker, croupier and opponent for a prospector."""
        return HOUSE if self.players > HOUSE else self.right(seat)

    def on_street(self, seat: int) -> bool:
        """Whether the seat's figure is in town."""
        return self.at[seat] >= STREET

    def tell(
        self,
        kind: str,
        seat: int,
        a: int = UNSAID,
        b: int = UNSAID,
        c: int = UNSAID,
        d: int = UNSAID,
        e: int = UNSAID,
        f: int = UNSAID,
    ) -> None:
        """Nothing is hidden in this game: everyone hears everything.

        Numbers one by one, not as a tuple: that would be built while nobody listens, too.
        """
        story = self.story
        if story is not None:
            numbers = tuple([n for n in (a, b, c, d, e, f) if n != UNSAID])
            story.append(Event(kind, seat, numbers, EVERYONE))
