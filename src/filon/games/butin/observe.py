"""Le Partage du butin as numbers, for learners: territories, hands, the envelope, the token."""

from mypy_extensions import i64

from filon.core.game import State
from filon.core.observe import Field, Observation, Observer, facing, opposite
from filon.games.butin import tables
from filon.games.butin.position import DRAW_FIRST, DRAWING, ENDED
from filon.games.butin.rules import butin

ROW = 8  # the longest row of symbols
TOKENS = sum(tables.EVEN) + sum(tables.COINS)
GOLD = 25  # of the five places of one territory at most
MOST = 10  # tokens of one kind
BARE_TOKEN = tables.SEATS + 1

FIELDS = [
    Field("symbols", tables.TERRITORIES, 0, ROW, "per territory: its symbols"),
    Field(
        "row",
        tables.TERRITORIES * ROW,
        0,
        BARE_TOKEN,
        "per territory, symbol by symbol: 0 nothing, whose card, or 6 a token without a card",
    ),
    Field(
        "coins",
        tables.TERRITORIES * tables.PLACES,
        0,
        tables.VALUE[0] + 1,
        "per territory, place by place: 0 free, or 1 more than the coin's value",
    ),
    Field("total", tables.TERRITORIES, 0, GOLD, "per territory: the points of its coins"),
    Field(
        "cards",
        tables.SEATS * tables.TERRITORIES,
        0,
        tables.CARDS,
        "per seat from you on, per territory: its cards there",
    ),
    Field("hand", tables.SEATS, 0, tables.CARDS, "per seat from you on: its cards in hand"),
    Field(
        "left",
        tables.KINDS,
        0,
        MOST,
        "in the envelope: tokens of each territory, then coins of 5, 3, 2, 1 and 0",
    ),
    Field("token", 1, 0, tables.KINDS, "the kind drawn, counted from 1 as in `left`; 0 none"),
    Field("aside", 1, 0, TOKENS, "tokens without a place"),
    Field("turns", 1, 0, TOKENS + 1, "the present draw, counted from 1"),
    Field("phase", 1, 0, 4, "0 who begins, 1 draw, 2 settle or skip, 3 put, 4 over"),
    Field("turn", 1, 0, tables.SEATS, "whose turn it is; 0 before it is drawn, and in the end"),
    Field("players", 1, 2, tables.SEATS, "how many play"),
    Field("advanced", 1, 0, 1, "the scoring: 0 simple, 1 advanced"),
]


class ButinObserver(Observer):
    """The same facts for every seat, the seats counted from it."""

    def __init__(self) -> None:
        super().__init__(FIELDS, {})

    def write(self, state: State, seat: int, row: Observation) -> None:
        """In the order of FIELDS."""
        game = butin(state)
        players: i64 = game.players
        for symbols in game.symbols:
            row.put(symbols)
        for marks in game.rows:
            left: i64 = marks
            for _ in range(ROW):
                mark: i64 = left & 7
                left >>= 3
                if mark == 0:
                    row.put(0)
                elif mark == tables.BARE:
                    row.put(BARE_TOKEN)
                else:
                    row.put(facing(mark - 1, seat, players))
        for tray in game.trays:
            coins: i64 = tray
            for _ in range(tables.PLACES):
                coin: i64 = coins & 7
                coins >>= 3
                row.put(tables.VALUE[coin - 1] + 1 if coin else 0)
        for total in game.total:
            row.put(total)
        for far in range(tables.SEATS):
            if far < players:
                base: i64 = opposite(far, seat, players) * tables.TERRITORIES
                for t in range(tables.TERRITORIES):
                    row.put(game.cards[base + t])
            else:
                row.zeros(tables.TERRITORIES)
        for far in range(tables.SEATS):
            row.put(game.hand[opposite(far, seat, players)] if far < players else 0)
        for tokens in game.left:
            row.put(tokens)
        row.put(game.token + 1)
        row.put(game.aside)
        row.put(game.turns + 1 if game.phase == DRAWING else game.turns)
        row.put(game.phase)
        open_turn = game.phase != DRAW_FIRST and game.phase != ENDED
        row.put(facing(game.seat, seat, players) if open_turn else 0)
        row.put(players)
        row.put(1 if game.advanced else 0)
