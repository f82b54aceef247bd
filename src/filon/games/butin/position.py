"""What lies on the board of Le Partage du butin, whose turn it is, and what every card earns."""

from typing import ClassVar, Final

from mypy_extensions import i64

from filon.core.game import State
from filon.games.butin import tables

# Phases of a turn.
DRAW_FIRST: Final = 0
DRAWING: Final = 1
DECIDING: Final = 2  # a territory token lies: settle or skip
PUTTING: Final = 3  # a wealth token is in hand
ENDED: Final = 4


class Position(State):
    """The envelope is a multiset; territories are numbers 0 to 5 in print order."""

    unit: ClassVar[int] = tables.UNIT

    def __init__(
        self,
        players: int,
        advanced: bool,
        starters: list[int],
        symbols: list[int],
        places: list[int],
        phase: i64,
        seat: i64,
        token: i64,
        turns: i64,
        aside: i64,
        left: list[int],
        laid: list[int],
        filled: list[int],
        total: list[int],
        hand: list[int],
        cards: list[int],
        rows: list[int],
        trays: list[int],
    ) -> None:
        self.players = players
        self.advanced = advanced
        self.starters = starters  # these three never change, so clones share them
        self.symbols = symbols
        self.places = places
        self.phase: i64 = phase
        self.seat: i64 = seat  # whose turn it is
        self.token: i64 = token  # the kind drawn and not yet dealt with; -1: none
        self.turns: i64 = turns  # draws so far
        self.aside: i64 = aside  # PB-10: tokens without a place
        self.left = left  # per kind, in the envelope
        self.laid = laid  # per territory, territory tokens on it
        self.filled = filled  # per territory, wealth tokens on it
        self.total = total  # per territory, their points
        # Clones share these two: they are replaced, never written into.
        self.hand = hand  # per seat, cards not yet laid
        self.cards = cards  # seat * 6 + territory: cards laid
        self.rows = rows  # per territory, what lies on its symbols, in octal
        self.trays = trays  # per territory, its coins in the order laid, in octal

    def done(self) -> bool:
        """PB-10, PB-11: the envelope is empty, or every place is filled."""
        empty = True
        for kind in range(tables.KINDS):
            if self.left[kind]:
                empty = False
                break
        return empty or self.filled_up()

    def filled_up(self) -> bool:
        """PB-10: every place is taken, by wealth and by the territories' tokens."""
        if self.room():
            return False
        for t in range(tables.TERRITORIES):
            if self.laid[t] < self.symbols[t]:
                return False
        return True

    def free(self, t: int) -> int:
        """PB-9: places for wealth left on a territory."""
        return self.places[t] - self.filled[t]

    def room(self) -> int:
        """Free places for wealth on the whole board."""
        free: i64 = 0
        for t in range(tables.TERRITORIES):
            free += self.places[t] - self.filled[t]
        return free

    def own(self, seat: int, t: int) -> int:
        """Cards of the seat on a territory."""
        return self.cards[seat * tables.TERRITORIES + t]

    def crowd(self, t: int) -> int:
        """Cards on a territory, of all seats."""
        count: i64 = 0
        at: i64 = t
        for _ in range(self.players):
            count += self.cards[at]
            at += tables.TERRITORIES
        return count

    def part(self, own: int, crowd: int) -> int:
        """PB-12, PB-13: what `own` cards of a crowd earn for every point there, in units."""
        if self.advanced and crowd:
            return own * (tables.UNIT // crowd)
        return own * tables.UNIT

    def per_card(self, t: int) -> int:
        """PB-12, PB-13: what each card on the territory earns now, in units."""
        if not self.advanced:
            return self.total[t] * tables.UNIT  # whoever else is there
        return self.total[t] * self.part(1, self.crowd(t))

    def share(self, seat: int, t: int) -> int:
        """PB-12, PB-13: what the seat earns on the territory now, in units."""
        return self.own(seat, t) * self.per_card(t)
