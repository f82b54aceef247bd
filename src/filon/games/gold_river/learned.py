"""What a learned value of Gold River looks at: cards, purses, offices, the row and the auction."""

from typing import Final

from mypy_extensions import i64

from filon.core.features import Features, FeatureSet
from filon.core.game import State
from filon.core.hints import Plan
from filon.core.observe import opposite
from filon.games.gold_river import phases, tables
from filon.games.gold_river.hints import POINT, card_worth, harvests, lead, standings
from filon.games.gold_river.position import ON_MINE_OF, ROW, TAKEN
from filon.games.gold_river.rules import GoldRiver, gold_river

PURSE: Final = 24  # nuggets in twos up to 36, then in eights
COUNTS: Final = 5  # concessions in a town
CHANCES: Final = 25  # the hints' value, in parts of 40
LEADS: Final = 30  # three points each, to either side of 15
BIDS: Final = 24
WORTHS: Final = 16  # points
# Per seat: cards, purse, concessions by town, hints' value, lead, bid, flags.
SEAT: Final = (
    tables.CARDS + PURSE + tables.TOWNS * COUNTS + CHANCES + 2 * LEADS + BIDS + 8 + tables.TOWNS
)
ROWS: Final = 2 * tables.CARDS + tables.CONCESSIONS  # for sale, being taken; veins by concession
ROLLS: Final = 22
TABLE: Final = ROWS + ROLLS + BIDS * 2 + 14 + 12 + 2 * 3 * WORTHS + tables.TOWNS + 1
MOST: Final = 1200


def purse(nuggets: i64) -> i64:
    """Nuggets in steps that grow."""
    return nuggets // 2 if nuggets <= 36 else 18 + (nuggets - 36) // 8


class GoldRiverFeatures(Features):
    """From the seat that is asked, or was asked last."""

    def __init__(self) -> None:
        super().__init__(1, MOST, phases.ENDED + 1)

    def size(self, players: int) -> int:
        """Per seat, then of the table."""
        return players * SEAT + TABLE

    def perspective(self, state: State) -> int:
        """The seat that is asked."""
        return gold_river(state).turn

    def ready(self, state: State) -> bool:
        """Once it is drawn who begins."""
        return gold_river(state).phase != phases.DRAW_FIRST

    def fits(self, state: State) -> bool:
        """GR-3, GR-33: neither option."""
        game = gold_river(state)
        return not game.first_game and not game.poker

    def width(self, players: int) -> int:
        """Of the many bids few are worth a look."""
        return 12

    def plan(self, state: State) -> Plan:
        """The value at once."""
        secret = gold_river(state).players == 2
        return Plan(budget=12000, depth=0, explore=1000, secret=secret)

    def write(self, state: State, seat: int, mirror: int, active: FeatureSet) -> None:
        """Seats in order, then the table."""
        game = gold_river(state)
        players: i64 = game.players
        active.clear(game.phase)
        rolls: i64 = harvests(game)
        worths = standings(game, rolls)
        where = game.where
        table: i64 = players * SEAT
        for card in range(tables.CARDS):
            at: i64 = where[card]
            if at >= 0:
                if at < players:
                    far: i64 = at - seat
                    if far < 0:
                        far += players
                    active.put(far * SEAT + card)
                elif at >= ON_MINE_OF and at < ON_MINE_OF + tables.CONCESSIONS:
                    active.put(table + 2 * tables.CARDS + at - ON_MINE_OF)
            elif at == ROW:
                active.put(table + card)
            elif at == TAKEN:
                active.put(table + tables.CARDS + card)
        for n in range(players):
            self.seat(
                game, opposite(n, seat, players), n * SEAT + tables.CARDS, rolls, worths, active
            )
        self.table(game, seat, table + ROWS, rolls, active)

    def seat(
        self,
        game: GoldRiver,
        who: i64,
        base: i64,
        rolls: i64,
        worths: list[int],
        active: FeatureSet,
    ) -> None:
        """What one seat has and may hope for."""
        active.up_to(base, purse(game.hand[who]), PURSE)
        base += PURSE
        for town in range(tables.TOWNS):
            active.up_to(base, game.counts[town * tables.SEATS + who], COUNTS)
            base += COUNTS
            if game.mayor[town] == who:
                active.put(base + (tables.TOWNS - 1 - town) * COUNTS + town)
        base += tables.TOWNS
        ahead: i64 = lead(worths, who)
        players: i64 = game.players
        hoped: i64 = 1000 // players + ahead * 400 // (800 + 250 * rolls)
        active.up_to(base, hoped // 40, CHANCES)
        base += CHANCES
        active.up_to(base, ahead // (3 * POINT) + LEADS // 2, LEADS)
        base += LEADS
        best: i64 = 0
        for other in range(players):
            if other != who:
                best = max(best, i64(game.hand[other]))
        active.up_to(base, (game.hand[who] - best) // 3 + LEADS // 2, LEADS)
        base += LEADS
        active.up_to(base, game.bids[who] + 1, BIDS)
        base += BIDS
        if (game.passed >> who) & 1:
            active.put(base)
        if (game.served >> who) & 1:
            active.put(base + 1)
        if game.leader == who:
            active.put(base + 2)
        if game.winner == who:
            active.put(base + 3)
        if game.first == who:
            active.put(base + 4)
        if game.target == who:
            active.put(base + 5)
        if (game.quiet >> who) & 1:
            active.put(base + 6)
        if game.mustang_asked:
            active.put(base + 7)

    def table(self, game: GoldRiver, seat: int, base: i64, rolls: i64, active: FeatureSet) -> None:
        """The round, the auction, the dice, and what the row is worth."""
        active.one_of(base, rolls, ROLLS - 1)
        base += ROLLS
        active.up_to(base, game.high, BIDS)
        base += BIDS
        active.up_to(base, game.pot, BIDS)
        base += BIDS
        active.up_to(base, game.vault // 3, 14)
        base += 14
        if game.phase == phases.WIRING or game.phase == phases.HOLDING_UP:
            active.one_of(base, game.die_a + game.die_b - 1, 11)
        base += 12
        other: i64 = seat
        for _ in range(2):
            best: i64 = -1
            second: i64 = -1
            third: i64 = -1
            for card in game.row:
                if card >= 0:
                    worth: i64 = card_worth(game, other, card, rolls)
                    if worth > best:
                        third = second
                        second = best
                        best = worth
                    elif worth > second:
                        third = second
                        second = worth
                    elif worth > third:
                        third = worth
            active.up_to(base, best // POINT, WORTHS)
            active.up_to(base + WORTHS, second // POINT, WORTHS)
            active.up_to(base + 2 * WORTHS, (best - second) // POINT, WORTHS)
            base += 3 * WORTHS
            other = opposite(1, seat, game.players)
        active.put(base + game.governor() + 1)
