"""What a learned value of Le Partage du butin looks at: who holds what where, and what may come.

Territories are alike, so they share their features: what holds of one holds of all.
"""

from typing import Final

from mypy_extensions import i64

from filon.core.features import Features, FeatureSet
from filon.core.game import State
from filon.core.hints import Plan
from filon.core.observe import opposite
from filon.games.butin import tables
from filon.games.butin.hints import likely, prospect, to_come
from filon.games.butin.position import DECIDING, DRAW_FIRST, ENDED, PUTTING
from filon.games.butin.rules import butin

OWN: Final = tables.CARDS + 1
OTHERS: Final = 6
HELD: Final = OWN * OTHERS  # own cards by others' on a territory
WEALTH: Final = 16
FREE: Final = tables.PLACES + 1
LEFT: Final = 7
LEADS: Final = 40  # points, to either side of 20
CHANCES: Final = 30
# Per seat: territories by cards and wealth, by cards and places, by cards and tokens; the hand,
# the lead in prospect and in points.
SEAT: Final = HELD * (WEALTH + FREE + LEFT) + OWN + LEADS + CHANCES + LEADS
COINS: Final = 30
TABLE: Final = COINS + 12 + HELD * (WEALTH + FREE) + tables.KINDS
MOST: Final = 620


class ButinFeatures(Features):
    """From the seat that draws or decides."""

    def __init__(self) -> None:
        super().__init__(1, MOST, ENDED + 1)

    def size(self, players: int) -> int:
        """Per seat, then of the envelope and the token in hand."""
        return players * SEAT + TABLE

    def perspective(self, state: State) -> int:
        """Whose turn it is."""
        return int(butin(state).seat)

    def ready(self, state: State) -> bool:
        """Once it is drawn who begins."""
        return butin(state).phase != DRAW_FIRST

    def fits(self, state: State) -> bool:
        """PB-3, PB-13: simple scoring, even symbols."""
        game = butin(state)
        return not game.advanced and game.symbols == tables.EVEN

    def plan(self, state: State) -> Plan:
        """The value at once."""
        return Plan(budget=24000, depth=0, explore=300)

    def write(self, state: State, seat: int, mirror: int, active: FeatureSet) -> None:
        """Seats in order, then what may come."""
        game = butin(state)
        players: i64 = game.players
        active.clear(game.phase)
        wealth = likely(game)
        hopes = [prospect(game, other, wealth) for other in range(players)]
        scores = game.scores()
        coins, _ = to_come(game)
        firm: i64 = 6 + coins
        crowds = [game.crowd(t) for t in range(tables.TERRITORIES)]
        base: i64 = 0
        for n in range(players):
            who: i64 = opposite(n, seat, players)
            for t in range(tables.TERRITORIES):
                held: i64 = self.held(game.cards[who * tables.TERRITORIES + t], crowds[t])
                active.one_of(base + held * WEALTH, game.total[t], WEALTH - 1)
                active.put(base + HELD * WEALTH + held * FREE + game.free(t))
                active.one_of(base + HELD * (WEALTH + FREE) + held * LEFT, game.left[t], LEFT - 1)
            at: i64 = base + HELD * (WEALTH + FREE + LEFT)
            active.put(at + game.hand[who])
            at += OWN
            best: i64 = -1000000
            top: i64 = -1000000
            for other in range(players):
                if other != who:
                    best = max(best, i64(hopes[other]))
                    top = max(top, i64(scores[other]))
            ahead: i64 = hopes[who] - best
            active.up_to(at, ahead // tables.UNIT + LEADS // 2, LEADS)
            at += LEADS
            active.up_to(at, 9 * ahead // (tables.UNIT * firm) + CHANCES // 2, CHANCES)
            at += CHANCES
            active.up_to(at, (scores[who] - top) // tables.UNIT + LEADS // 2, LEADS)
            base += SEAT
        for kind in range(tables.TERRITORIES, tables.KINDS):
            active.up_to(base, game.left[kind], 10)
            base += tables.COINS[kind - tables.TERRITORIES]
        tokens: i64 = 0
        for t in range(tables.TERRITORIES):
            tokens += game.left[t]
        active.up_to(base, (tokens + 2) // 3, 12)
        base += 12
        if game.phase == DECIDING:
            where: i64 = game.token
            mine: i64 = self.held(game.own(seat, where), game.crowd(where))
            active.one_of(base + mine * WEALTH, game.total[where], WEALTH - 1)
            active.put(base + HELD * WEALTH + mine * FREE + game.free(where))
        base += HELD * (WEALTH + FREE)
        if game.phase == PUTTING:
            active.put(base + game.token)

    def held(self, own: i64, crowd: i64) -> i64:
        """Own cards and others', as one number."""
        others: i64 = crowd - own
        return own * OTHERS + (others if others < OTHERS else OTHERS - 1)
