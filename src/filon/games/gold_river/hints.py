"""What Gold River tells the bots: what a card is worth, how high to bid, who is ahead."""

from filon.core.game import OVER, State
from filon.core.hints import Hints, Plan
from filon.games.gold_river import effects, gold, ground, mayors
from filon.games.gold_river.ground import NOBODY, ON_MINE_OF
from filon.games.gold_river.rules import GoldRiver, gold_river
from filon.games.gold_river.tables import (
    BANDIT,
    BANK,
    BID,
    COACH,
    CONCESSION,
    CONCESSIONS,
    DEMANDS,
    DISCARD,
    DYNAMITE,
    GET,
    GIVE,
    GOVERNOR,
    GROUNDS,
    HOLD_UP,
    JUDGE,
    KIND,
    LOW,
    MAYOR,
    MUSTANG,
    NEW_VEIN,
    NUGGETS,
    PASS,
    PAYS_ON,
    POST_CARD,
    POST_OFFICE,
    QUIET,
    RAID,
    RAIDED,
    REACH,
    SALOON,
    SEALED,
    STAGECOACH,
    STATION,
    STORE,
    TAKE,
    TELEGRAPH,
    THREATEN,
    THROWS,
    TOWN,
    TOWNS,
    VEIN,
    VEINS,
    WAYS,
    WIRE,
)

POINT = 100  # worth is counted in hundredths of a point


def harvests(game: GoldRiver) -> int:
    """How many production rolls are still to come."""
    coming = game.left // (game.players + 1)
    if game.phase == ground.DEALING:
        return (game.left + len(game.row)) // (game.players + 1)
    return coming if game.phase in (ground.WIRING, ground.STORING) else coming + 1


def digging(n: int, on: int, rolls: int) -> int:
    """Nuggets drawn on a card, and what they will bring until the end."""
    return POINT * n + POINT * n * WAYS[on] * rolls // THROWS


def concession_worth(game: GoldRiver, card: int, rolls: int) -> int:
    """A concession with its veins, mayors left aside."""
    return digging(game.yields(card), PAYS_ON[card], rolls)


def office(game: GoldRiver, town: int, rolls: int) -> int:
    """A mayor card: its points and the fees it may bring."""
    points = 2 * MAYOR if game.governed(town) else MAYOR
    return POINT * points + 25 * rolls


def standing(game: GoldRiver, seat: int, rolls: int) -> int:
    """What the seat can expect to have in the end."""
    worth = POINT * (game.hand[seat] + game.bank_points(seat))
    where = game.where
    for card in range(CONCESSIONS):
        if where[card] == seat:
            worth += digging(NUGGETS[card], PAYS_ON[card], rolls) + 30
    for vein in VEINS:
        at = where[vein] - ON_MINE_OF
        if at >= 0 and where[at] == seat:
            worth += digging(VEIN, PAYS_ON[at], rolls)
    for town in range(TOWNS):
        if game.mayor[town] == seat:
            worth += office(game, town, rolls)
    for card in range(CONCESSIONS, GROUNDS):
        if where[card] == seat:
            worth += building_worth(game, KIND[card], rolls)
    for card in range(GROUNDS, len(KIND)):
        if where[card] == seat:
            worth += 150
    return worth


def building_worth(game: GoldRiver, kind: int, rolls: int) -> int:
    """A building's income until the end; the Bank's own points are counted elsewhere."""
    others = game.players - 1
    if kind == SALOON:
        return 55 * others * rolls
    if kind == POST_OFFICE:
        return 33 * others * rolls
    if kind == STATION:
        return 300
    return 10 * rolls


def lead(game: GoldRiver, seat: int, rolls: int) -> int:
    """How far the seat is ahead of the best other, with a look at all of them."""
    best = -1000000
    total = 0
    for other in range(game.players):
        if other != seat:
            worth = standing(game, other, rolls)
            best = max(best, worth)
            total += worth
    mean = total // (game.players - 1)
    return standing(game, seat, rolls) - (2 * best + mean) // 3


def card_worth(game: GoldRiver, seat: int, card: int, rolls: int) -> int:
    """What taking a card of the row is worth to the seat, its price in fees included."""
    kind = KIND[card]
    if kind == CONCESSION:
        return ground_worth(game, seat, card, rolls)
    if kind == BANK:
        return 5 * POINT + 20 * rolls
    if card < GROUNDS:
        return building_worth(game, kind, rolls)
    owner = game.owner(POST_CARD)
    fee = POINT if owner != NOBODY and owner != seat and game.hand[seat] else 0
    return action_worth(game, seat, kind, card, rolls) - fee


def ground_worth(game: GoldRiver, seat: int, card: int, rolls: int) -> int:
    """A concession: gold, mayor card won from somebody or nobody, fee."""
    town = TOWN[card]
    worth = concession_worth(game, card, rolls)
    worth -= POINT * min(mayors.fee(game, seat, town), game.hand[seat])
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
    if kind == STAGECOACH:
        return POINT * COACH
    if kind == RAID:
        taken = 0
        for other in range(game.players):
            if other != seat:
                taken += min(RAIDED, game.hand[other])
        return POINT * taken // others
    if kind == HOLD_UP:
        return 450 * others // (others + 1)
    if kind == TELEGRAPH:
        return 250
    if kind == MUSTANG:
        return 200
    if not effects.choices(game, seat, card):
        return 120  # kept until it can be used
    if kind == NEW_VEIN:
        return digging(VEIN, 7, rolls)
    if kind == GOVERNOR:
        return POINT * MAYOR + 15 * rolls
    best = 0
    for other in range(CONCESSIONS):
        if game.owner(other) not in (NOBODY, seat):
            best = max(best, concession_worth(game, other, rolls))
    if kind == DYNAMITE:
        return (best + 200) // others + 50
    if kind == BANDIT:
        return best + 150
    if kind == JUDGE:
        return best // 2 + 100
    return 100


class GoldRiverHints(Hints):
    """Cards by expected points, bids by what the first choice is worth, targets by trial."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """How promising each step looks."""
        game = gold_river(state)
        rolls = harvests(game)
        phase = game.phase
        if phase == ground.BIDDING:
            return self.bids(game, steps, rolls)
        if phase == ground.SEALING:
            return self.seals(game, steps, rolls)
        if phase == ground.TAKING:
            return relative([card_worth(game, game.turn, step - TAKE, rolls) for step in steps])
        if phase == ground.DISCARDING:
            return relative([self.feared(game, step - DISCARD, rolls) for step in steps])
        if phase == ground.STORING:
            return self.stores(game, steps, rolls)
        if phase == ground.WIRING:
            return self.wires(game, steps, rolls)
        if phase == ground.ANSWERING:
            card = game.in_row(0)[0]
            wanted = card_worth(game, game.turn, card, rolls)
            return relative([wanted, POINT * ((game.pot + 1) // 2)])
        if phase == ground.RIDING:
            return self.rides(game, rolls)
        if steps[0] >= THREATEN:
            return self.threats(game, steps)
        if steps[0] >= GIVE and steps[0] < GET:
            return relative([-concession_worth(game, step - GIVE, rolls) for step in steps])
        return self.trials(game, steps, rolls)

    def trials(self, game: GoldRiver, steps: list[int], rolls: int) -> list[int]:
        """Targets by how far ahead each leaves the seat."""
        leads: list[int] = []
        for step in steps:
            later = gold_river(game.clone())
            later.apply(step)
            leads.append(lead(later, game.turn, rolls))
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
            if step == PASS:
                liked.append(400 if game.high >= most else 40)
            else:
                n = step - BID
                liked.append(max(1, 300 // (n - game.high)) if n <= most else 1)
        return liked

    def seals(self, game: GoldRiver, steps: list[int], rolls: int) -> list[int]:
        """GR-35: about the limit; far above it is waste, far below loses."""
        most = self.limit(game, game.turn, rolls) * 4 // 3
        liked: list[int] = []
        for step in steps:
            off = abs(step - SEALED - most)
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
        return [1 + 200 // (1 + abs(step - STORE - spare)) for step in steps]

    def wires(self, game: GoldRiver, steps: list[int], rolls: int) -> list[int]:
        """GR-29: spend the telegraph when it brings more than waiting would."""
        seat = game.turn
        now = self.share(game, game.die_a, game.die_b, seat)
        gains: list[int] = []
        for step in steps:
            if step == QUIET:
                gains.append(now + (300 if rolls > 1 else 0))
                continue
            other = game.die_b if step < WIRE + 6 else game.die_a
            gains.append(self.share(game, (step - WIRE) % 6 + 1, other, seat))
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
        rolls = harvests(game)
        gains: list[int] = []
        for step in steps:
            victim = (step - THREATEN) // DEMANDS
            n = (step - THREATEN) % DEMANDS + LOW
            expected = POINT * min(n, game.hand[victim]) * REACH[n] // THROWS
            gains.append(expected + standing(game, victim, rolls) // 100)
        return relative(gains)

    def plan(self, state: State) -> Plan:
        """Two players seal their bids, more hide nothing; half a round ahead, by the hints."""
        secret = gold_river(state).players == 2
        return Plan(budget=4000, depth=10, guided=100, explore=1000, secret=secret)

    def value(self, state: State, seat: int) -> int:
        """A share of 1000 by how far the seat is ahead and how much is still to come."""
        game = gold_river(state)
        if game.actor() == OVER:
            ranks = game.ranks()
            return 1000 // ranks.count(1) if ranks[seat] == 1 else 0
        rolls = harvests(game)
        ahead = lead(game, seat, rolls)
        even = 1000 // game.players
        return min(985, max(15, even + ahead * 400 // (800 + 250 * rolls)))


def relative(worths: list[int]) -> list[int]:
    """Worths as positive weights that keep their order and their distances."""
    low = min(worths)
    return [1 + worth - low for worth in worths]
