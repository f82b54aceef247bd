"""What Le Partage du butin tells the bots: what cards, places and coins are likely to bring."""

from filon.core.game import OVER, State
from filon.core.hints import Hints
from filon.games.butin.rules import DECIDING, Butin, butin
from filon.games.butin.tables import KINDS, TERRITORIES, UNIT, VALUE

PULL = 25  # percent above a plain mean that a seat's own coins bring to a territory it holds


def likely(game: Butin) -> list[int]:
    """Per territory, its wealth at the end if the coins to come fell evenly, in units."""
    coins = 0
    points = 0
    for kind in range(TERRITORIES, KINDS):
        coins += game.left[kind]
        points += game.left[kind] * VALUE[kind - TERRITORIES]
    mean = points * UNIT // coins if coins else 0
    wealth: list[int] = []
    for t in range(TERRITORIES):
        free = game.places[t] - game.filled[t]
        pull = PULL if game.crowd(t) else 0
        wealth.append(game.total[t] * UNIT + free * mean * (100 + pull) // 100)
    return wealth


def marginal(game: Butin, seat: int, t: int, wealth: int) -> int:
    """What one more character of the seat would earn it there."""
    if not game.advanced:
        return wealth
    own = game.cards[seat * TERRITORIES + t]
    crowd = game.crowd(t)
    before = wealth * own // crowd if crowd else 0
    return wealth * (own + 1) // (crowd + 1) - before


def in_hand(game: Butin, seat: int, wealth: list[int]) -> int:
    """What the cards in hand are worth: of the tokens that will come, the best ones count."""
    rest = game.hand[seat] * game.players  # the seat sees one token in so many
    if rest == 0:
        return 0
    offers: list[tuple[int, int]] = []
    for t in range(TERRITORIES):
        if game.left[t]:
            offers.append((marginal(game, seat, t, wealth[t]), game.left[t]))
    offers.sort()
    worth = 0
    for each, count in reversed(offers):
        taken = min(count, rest)
        worth += taken * each
        rest -= taken
    return worth // game.players


def prospect(game: Butin, seat: int, wealth: list[int]) -> int:
    """The points a seat can look forward to, in units."""
    points = in_hand(game, seat, wealth)
    for t in range(TERRITORIES):
        own = game.cards[seat * TERRITORIES + t]
        if own:
            points += own * wealth[t] // (game.crowd(t) if game.advanced else 1)
    return points


def lead(game: Butin, seat: int) -> int:
    """The seat's prospect beyond that of its best opponent, in units."""
    wealth = likely(game)
    best = 0
    for other in range(game.players):
        if other != seat:
            best = max(best, prospect(game, other, wealth))
    return prospect(game, seat, wealth) - best


class ButinHints(Hints):
    """One step ahead by prospects: the coins to come at their mean, cards at their chances."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """Each step by the lead it leaves, its own points counting twice."""
        game = butin(state)
        seat = game.seat
        outlook: list[int] = []
        for step in steps:
            later = butin(game.clone())
            later.apply(step)
            own = prospect(later, seat, likely(later))
            outlook.append(own if game.phase == DECIDING else own + lead(later, seat))
        low = min(outlook)
        return [1 + (each - low) * 10 // UNIT for each in outlook]

    def value(self, state: State, seat: int) -> int:
        """A share of 1000 by how far the seat's prospect is ahead; exact at the end."""
        game = butin(state)
        if game.actor() == OVER:
            ranks = game.ranks()
            return 1000 // ranks.count(1) if ranks[seat] == 1 else 0
        coins = 1
        for kind in range(TERRITORIES, KINDS):
            coins += game.left[kind]
        ahead = lead(game, seat) * 60 // (UNIT * (3 + coins // 4))
        return min(990, max(10, 1000 // game.players + ahead))
