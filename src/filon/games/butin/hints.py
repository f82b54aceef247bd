"""What Le Partage du butin tells the bots: what cards, places and coins are likely to bring."""

from math import exp
from typing import Final

from mypy_extensions import i64

from filon.core.game import OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rng import Rng
from filon.games.butin.position import DECIDING
from filon.games.butin.rules import Butin, butin
from filon.games.butin.tables import KINDS, PUT, SETTLE, SKIP, TERRITORIES, UNIT, VALUE

SHARP: Final = 4.5  # log-odds per point, times coins to come plus six; fitted to 2,000 games
NONE: Final = -1_000_000_000  # no offer: below whatever a card may cost
PULL: Final = 25  # percent above a plain mean that a seat's own coins bring to a territory it holds


def to_come(game: Butin) -> tuple[int, int]:
    """How many coins are in the envelope, and their points."""
    coins: i64 = 0
    points: i64 = 0
    for kind in range(TERRITORIES, KINDS):
        left: i64 = game.left[kind]
        coins += left
        points += left * VALUE[kind - TERRITORIES]
    return coins, points


def likely(game: Butin) -> list[int]:
    """Per territory, its wealth at the end if the coins to come fell evenly, in units."""
    coins, points = to_come(game)
    mean = points * UNIT // coins if coins else 0
    wealth: list[int] = []
    for t in range(TERRITORIES):
        pull = PULL if game.crowd(t) else 0
        hoped = game.free(t) * mean * (100 + pull) // 100
        wealth.append(game.total[t] * UNIT + hoped)
    return wealth


def marginal(game: Butin, seat: int, t: int, wealth: int) -> int:
    """What one more card of the seat would earn it there."""
    if not game.advanced:
        return wealth  # PB-12: whoever else is there
    own, crowd = game.own(seat, t), game.crowd(t)
    before = wealth * game.part(own, crowd) // UNIT
    return wealth * game.part(own + 1, crowd + 1) // UNIT - before


def in_hand(game: Butin, seat: int, wealth: list[int]) -> int:
    """What the cards in hand are worth: of the tokens that will come, the best ones count."""
    rest: i64 = game.hand[seat] * game.players  # the seat sees one token in so many
    if rest == 0:
        return 0
    offers = [
        marginal(game, seat, t, wealth[t]) if game.left[t] else NONE for t in range(TERRITORIES)
    ]
    worth: i64 = 0
    while rest > 0:
        best = 0
        top: i64 = offers[0]
        for t in range(1, TERRITORIES):
            each: i64 = offers[t]
            if each > top:
                top = each
                best = t
        if top == NONE:
            break
        taken: i64 = min(game.left[best], rest)
        worth += taken * top
        rest -= taken
        offers[best] = NONE
    return worth // game.players


def prospect(game: Butin, seat: int, wealth: list[int]) -> int:
    """The points a seat can look forward to, in units."""
    points = in_hand(game, seat, wealth)
    for t in range(TERRITORIES):
        own = game.own(seat, t)
        if own and game.advanced:
            points += wealth[t] * game.part(own, game.crowd(t)) // UNIT
        else:
            points += wealth[t] * own  # PB-12: whoever else is there
    return points


def lead(game: Butin, seat: int) -> int:
    """The seat's prospect beyond that of its best opponent, in units."""
    wealth = likely(game)
    best = 0
    for other in range(game.players):
        if other != seat:
            best = max(best, prospect(game, other, wealth))
    return prospect(game, seat, wealth) - best


def quick_card(game: Butin) -> int:
    """Settle if fewer better tokens are left than the seat can hope to need."""
    seat = game.seat
    wealth = likely(game)
    here = marginal(game, seat, game.token, wealth[game.token])
    better = 0
    for t in range(TERRITORIES):
        if game.left[t] and marginal(game, seat, t, wealth[t]) > here:
            better += game.left[t]
    return SETTLE if better < game.hand[seat] * game.players else SKIP


def quick_coin(game: Butin, rng: Rng) -> int:
    """A coin above the mean where the seat gains most on the others, one below where least."""
    good = above_mean(game)
    chosen = -1
    best = 0
    for t in range(TERRITORIES):
        if game.free(t) == 0:
            continue
        edge = advantage(game, t)
        edge = (edge if good else -edge) + rng.below(60)
        if chosen < 0 or edge > best:
            chosen = t
            best = edge
    return PUT + chosen


def above_mean(game: Butin) -> bool:
    """Whether the coin in hand is worth more than those to come on the average."""
    coins, points = to_come(game)
    return VALUE[game.token - TERRITORIES] * (coins + 1) > points


def advantage(game: Butin, t: int) -> int:
    """What a point there gives the seat on turn beyond an equal part, in 120ths of a card."""
    crowd = game.crowd(t)
    edge = (game.own(game.seat, t) * game.players - crowd) * 120
    return edge // crowd if game.advanced and crowd else edge


class ButinHints(Hints):
    """Cards by the tokens still to come, coins by the edge they give, values by prospects."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """Four to one for what `quick` would do with a card; coins by the edge they give."""
        game = butin(state)
        if game.phase == DECIDING:
            return [4 if step == quick_card(game) else 1 for step in steps]
        good = above_mean(game)
        edges: list[int] = []
        for step in steps:
            edge = advantage(game, step - PUT)
            edges.append(edge if good else -edge)
        low = min(edges)
        return [1 + (edge - low) // 12 for edge in edges]

    def quick(self, state: State, rng: Rng) -> int:
        """Settle on what is among the best tokens to come; good coins home, stones to others."""
        game = butin(state)
        return quick_card(game) if game.phase == DECIDING else quick_coin(game, rng)

    def plan(self, state: State) -> Plan:
        """The fitted value at once: as strong as whole playouts, and five times as fast."""
        return Plan(budget=8000, depth=0, explore=300)

    def value(self, state: State, seat: int) -> int:
        """The chance of winning by prospects, surer as the coins run out; exact at the end."""
        return self.values(state, butin(state).players)[seat]

    def values(self, state: State, players: int) -> list[int]:
        """For all seats, each prospect counted once."""
        game = butin(state)
        if game.actor() == OVER:
            ranks = game.ranks()
            part = 1000 // ranks.count(1)
            return [part if rank == 1 else 0 for rank in ranks]
        coins, _ = to_come(game)
        sharp = SHARP / (UNIT * (6.0 + coins))
        wealth = likely(game)
        hopes = [prospect(game, seat, wealth) for seat in range(players)]
        values: list[int] = []
        for own in hopes:
            whole = 0.0
            for hope in hopes:
                whole += exp(sharp * (hope - own))
            values.append(int(1000.0 / whole))
        return values
