"""What Gold River tells the bots: what a card is worth, how high to bid, who is ahead."""

from typing import Final

from mypy_extensions import i64

from filon.core.game import OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rng import Rng
from filon.games.gold_river import effects, gold, mayors, phases, tables
from filon.games.gold_river.position import NOBODY, ON_MINE_OF
from filon.games.gold_river.rules import GoldRiver, gold_river

POINT: Final = 100  # worth is counted in hundredths of a point
KEPT: Final = 150  # what an action card before a seat is worth, whichever it is


def harvests(game: GoldRiver) -> int:
    """How many production rolls are still to come."""
    rolled = game.phase in (phases.WIRING, phases.STORING)
    return game.coming() if rolled else game.coming() + 1


def digging(n: i64, on: i64, rolls: i64) -> i64:
    """Nuggets drawn on a card, and what they will bring until the end."""
    return POINT * n + POINT * n * tables.WAYS[on] * rolls // tables.THROWS


def concession_worth(game: GoldRiver, card: int, rolls: int) -> int:
    """A concession with its veins, mayors left aside."""
    return digging(game.yields(card), tables.PAYS_ON[card], rolls)


def office(game: GoldRiver, town: int, rolls: int) -> int:
    """A mayor card: its points and the fees it may bring."""
    return POINT * game.office_points(town) + 25 * rolls


def standings(game: GoldRiver, rolls: int) -> list[int]:
    """What each seat can expect to have in the end."""
    players: i64 = game.players
    where = game.where
    worths = [POINT * (game.hand[seat] + game.bank_points(seat)) for seat in range(players)]
    for card in range(tables.CARDS):
        seat: i64 = where[card]
        if seat < 0:
            continue
        if seat < players:
            worth: i64 = KEPT
            if card < tables.CONCESSIONS:
                worth = digging(tables.NUGGETS[card], tables.PAYS_ON[card], rolls) + 30
            elif card < tables.GROUNDS:
                worth = building_worth(game, tables.KIND[card], rolls)
            worths[seat] = worths[seat] + worth
        elif ON_MINE_OF <= seat < ON_MINE_OF + tables.CONCESSIONS:  # a vein; the rest is a governor
            at: i64 = seat - ON_MINE_OF
            owner: i64 = where[at]
            if 0 <= owner < players:
                more: i64 = digging(tables.VEIN, tables.PAYS_ON[at], rolls)
                worths[owner] = worths[owner] + more
    for town in range(tables.TOWNS):
        mayor: i64 = game.mayor[town]
        if mayor >= 0:
            worths[mayor] = worths[mayor] + office(game, town, rolls)
    return worths


def building_worth(game: GoldRiver, kind: int, rolls: int) -> int:
    """A building's income until the end; the Bank's own points are counted elsewhere."""
    others = game.players - 1
    if kind == tables.SALOON:
        return 55 * others * rolls
    if kind == tables.POST_OFFICE:
        return 33 * others * rolls
    if kind == tables.STATION:
        return 300
    return 10 * rolls


def lead(worths: list[int], seat: i64) -> i64:
    """How far the seat is ahead of the best other, with a look at all of them."""
    best: i64 = -1000000
    total: i64 = 0
    for other in range(len(worths)):
        if other != seat:
            worth: i64 = worths[other]
            best = max(best, worth)
            total += worth
    mean: i64 = total // (len(worths) - 1)
    return worths[seat] - (2 * best + mean) // 3


def card_worth(game: GoldRiver, seat: int, card: int, rolls: int) -> int:
    """What taking a card of the row is worth to the seat, its price in fees included."""
    kind = tables.KIND[card]
    if kind == tables.CONCESSION:
        return ground_worth(game, seat, card, rolls)
    if kind == tables.BANK:
        return 5 * POINT + 20 * rolls
    if card < tables.GROUNDS:
        return building_worth(game, kind, rolls)
    worth = action_worth(game, seat, kind, card, rolls)
    if effects.postmaster(game, seat) != NOBODY:
        worth -= POINT * game.payable(seat, tables.POSTAGE)
    return worth


def ground_worth(game: GoldRiver, seat: int, card: int, rolls: int) -> int:
    """A concession: gold, mayor card won from somebody or nobody, fee."""
    town = tables.TOWN[card]
    worth = concession_worth(game, card, rolls)
    worth -= POINT * game.payable(seat, mayors.fee(game, seat, town))
    mayor = game.mayor[town]
    have = game.count(town, seat) + 1
    if mayor == seat:
        return worth + 20 * rolls
    if mayor == NOBODY:
        return worth + (office(game, town, rolls) if have >= 2 else 60)
    behind = game.count(town, mayor) - have
    if behind <= 0:
        return worth + office(game, town, rolls) * 4 // 3
    return worth + 60 // behind


def action_worth(game: GoldRiver, seat: int, kind: int, card: int, rolls: int) -> int:
    """What an action card will probably do."""
    others = game.players - 1
    if kind == tables.STAGECOACH:
        return POINT * tables.COACH
    if kind == tables.RAID:
        taken = 0
        for other in range(game.players):
            if other != seat:
                taken += game.payable(other, tables.RAIDED)
        return POINT * taken // others
    if kind == tables.HOLD_UP:
        return 450 * others // (others + 1)
    if kind == tables.TELEGRAPH:
        return 250
    if kind == tables.MUSTANG:
        return 200
    if not effects.choices(game, seat, card):
        return 120  # kept until it can be used
    if kind == tables.NEW_VEIN:
        return digging(tables.VEIN, 7, rolls)
    if kind == tables.GOVERNOR:
        return POINT * tables.MAYOR + 15 * rolls
    best = 0
    where = game.where
    for other in range(tables.CONCESSIONS):
        place = where[other]
        if place >= 0 and place != seat:
            best = max(best, concession_worth(game, other, rolls))
    if kind == tables.DYNAMITE:
        return (best + 200) // others + 50
    if kind == tables.BANDIT:
        return best + 150
    if kind == tables.JUDGE:
        return best // 2 + 100
    return 100


def liked_bid(n: i64, high: i64, most: i64) -> i64:
    """GR-7: small raises up to the limit."""
    return max(1, 300 // (n - high)) if n <= most else 1


def liked_pass(high: i64, most: i64) -> i64:
    """GR-7: then pass."""
    return 400 if high >= most else 40


class GoldRiverHints(Hints):
    """Cards by expected points, bids by what the first choice is worth, targets by trial."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """How promising each step looks."""
        game = gold_river(state)
        rolls = harvests(game)
        phase = game.phase
        if phase == phases.BIDDING:
            return self.bids(game, steps, rolls)
        if phase == phases.SEALING:
            return self.seals(game, steps, rolls)
        if phase == phases.TAKING:
            return relative(
                [card_worth(game, game.turn, step - tables.TAKE, rolls) for step in steps]
            )
        if phase == phases.DISCARDING:
            return relative([self.feared(game, step - tables.DISCARD, rolls) for step in steps])
        if phase == phases.STORING:
            return self.stores(game, steps, rolls)
        if phase == phases.WIRING:
            return self.wires(game, steps, rolls)
        if phase == phases.ANSWERING:
            card = game.in_row(0)[0]
            wanted = card_worth(game, game.turn, card, rolls)
            return relative([wanted, POINT * game.half()])
        if phase == phases.RIDING:
            return self.rides(game, rolls)
        if steps[0] >= tables.THREATEN:
            return self.threats(game, steps)
        if steps[0] >= tables.GIVE and steps[0] < tables.GET:
            return relative([-concession_worth(game, step - tables.GIVE, rolls) for step in steps])
        return self.trials(game, steps, rolls)

    def quick(self, state: State, rng: Rng) -> int:
        """Drawn by the weights; of the many bids none is listed."""
        game = gold_river(state)
        if game.phase != phases.BIDDING:
            return super().quick(state, rng)
        high: i64 = game.high
        own: i64 = game.hand[game.turn]
        if own <= high:
            return tables.PASS
        most: i64 = self.limit(game, game.turn, harvests(game))
        total: i64 = liked_pass(high, most)
        for n in range(high + 1, own + 1):
            total += liked_bid(n, high, most)
        left: i64 = rng.below(total)
        for n in range(high + 1, own + 1):
            left -= liked_bid(n, high, most)
            if left < 0:
                return tables.BID + n
        return tables.PASS

    def trials(self, game: GoldRiver, steps: list[int], rolls: int) -> list[int]:
        """Targets by how far ahead each leaves the seat."""
        leads: list[int] = []
        for step in steps:
            later = game.clone()
            later.apply(step)
            leads.append(lead(standings(later, rolls), game.turn))
        return relative(leads)

    def limit(self, game: GoldRiver, seat: int, rolls: int) -> int:
        """The most nuggets the first choice is worth, compared with a later one."""
        worths = [card_worth(game, seat, card, rolls) for card in game.row if card >= 0]
        worths.sort(reverse=True)
        later = worths[1] if len(worths) < 3 else (worths[1] + worths[2]) // 2
        return max(0, (worths[0] - later) * 3 // (4 * POINT))

    def bids(self, game: GoldRiver, steps: list[int], rolls: int) -> list[int]:
        """GR-7: small raises up to the limit, then pass."""
        most = self.limit(game, game.turn, rolls)
        liked: list[int] = []
        for step in steps:
            if step == tables.PASS:
                liked.append(liked_pass(game.high, most))
            else:
                liked.append(liked_bid(step - tables.BID, game.high, most))
        return liked

    def seals(self, game: GoldRiver, steps: list[int], rolls: int) -> list[int]:
        """GR-35: about the limit; far above it is waste, far below loses."""
        most = self.limit(game, game.turn, rolls) * 4 // 3
        liked: list[int] = []
        for step in steps:
            off = abs(step - tables.SEALED - most)
            liked.append(1 + 400 // (1 + off * off))
        return liked

    def feared(self, game: GoldRiver, card: int, rolls: int) -> int:
        """What the card would give to the opponents who could take it."""
        best = 0
        for seat in range(game.players):
            if seat != game.turn:
                best = max(best, card_worth(game, seat, card, rolls))
        return best

    def stores(self, game: GoldRiver, steps: list[int], rolls: int) -> list[int]:
        """GR-18: keep what bidding needs; in the end it does not matter."""
        spare = max(0, game.hand[game.turn] - 8 - rolls)
        return [1 + 200 // (1 + abs(step - tables.STORE - spare)) for step in steps]

    def wires(self, game: GoldRiver, steps: list[int], rolls: int) -> list[int]:
        """GR-29: spend the telegraph when it brings more than waiting would."""
        seat = game.turn
        now = self.share(game, game.die_a, game.die_b, seat)
        gains: list[int] = []
        for step in steps:
            if step == tables.QUIET:
                gains.append(now + (300 if rolls > 1 else 0))
                continue
            a, b = gold.wired(game, step - tables.WIRE)
            gains.append(self.share(game, a, b, seat))
        return relative(gains)

    def share(self, game: GoldRiver, a: int, b: int, seat: int) -> int:
        """What dice bring to the seat beyond the others' average."""
        gains = gold.harvest(game, a, b)
        others = 0
        for other in range(game.players):
            others += gains[other]
        others -= gains[seat]
        return POINT * gains[seat] - POINT * others // (game.players - 1)

    def rides(self, game: GoldRiver, rolls: int) -> list[int]:
        """GR-31: ride for a card clearly better than the rest, or when time runs out."""
        worths = [card_worth(game, game.turn, card, rolls) for card in game.row if card >= 0]
        worths.sort(reverse=True)
        gain = worths[0] - worths[-1]
        return [1 + max(0, gain), 1 + 40 * rolls]

    def threats(self, game: GoldRiver, steps: list[int]) -> list[int]:
        """GR-24: the expected gain, leaders first."""
        worths = standings(game, harvests(game))
        gains: list[int] = []
        for step in steps:
            victim, n = effects.named(step - tables.THREATEN)
            expected = POINT * game.payable(victim, n) * tables.REACH[n] // tables.THROWS
            gains.append(expected + worths[victim] // 100)
        return relative(gains)

    def plan(self, state: State) -> Plan:
        """Two players seal their bids, more hide nothing; half a round ahead, by the hints."""
        secret = gold_river(state).players == 2
        return Plan(budget=4000, depth=10, guided=100, explore=1000, secret=secret)

    def value(self, state: State, seat: int) -> int:
        """A share of 1000 by how far the seat is ahead and how much is still to come."""
        return self.values(state, gold_river(state).players)[seat]

    def values(self, state: State, players: int) -> list[int]:
        """For all seats, each standing counted once."""
        game = gold_river(state)
        if game.actor() == OVER:
            ranks = game.ranks()
            part = 1000 // ranks.count(1)
            return [part if rank == 1 else 0 for rank in ranks]
        rolls = harvests(game)
        worths = standings(game, rolls)
        even = 1000 // players
        values: list[int] = []
        for seat in range(players):
            ahead = lead(worths, seat)
            values.append(min(985, max(15, even + ahead * 400 // (800 + 250 * rolls))))
        return values


def relative(worths: list[int]) -> list[int]:
    """Worths as positive weights that keep their order and their distances."""
    low = min(worths)
    return [1 + worth - low for worth in worths]
