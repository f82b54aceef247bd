"""The plain rules of Les Chercheurs d'or."""

from dataclasses import dataclass, field
from fractions import Fraction

from reference.asking import Asking, Doing, Game, Result, ask, chance, number, ranked

COLOURS = "GYGYGRRRYRGRYRYRGRYRGRRR"
KINDS = "ABBBA...ADDDA...ASSSA..."
GOLD = [50, 100, 250, 500, 750, 1000]
SHARE = {"Y": 100, "G": 50, "R": 0}
TARGET = {
    "Y": [{1}, {4}, {1, 4}, {3, 5}, {1, 3, 5}, {4, 5, 6}],
    "G": [{2}, {5}, {2, 5}, {1, 6}, {2, 4, 6}, {1, 4, 5}],
    "R": [{3}, {6}, {3, 6}, {2, 4}, {1, 2, 3}, {2, 3, 6}],
}


def both() -> Asking:
    return chance(f"dice {n} {c}" for n in range(1, 7) for c in "YGR")


def colour() -> Asking:
    return chance(f"colour {c}" for c in "YGR")


def die() -> Asking:
    return chance(f"die {n}" for n in range(1, 7))


@dataclass
class Prospector:
    """One figure and what belongs to it."""

    home: int
    claim: int = 0  # the claim it stands on, 0 in town
    square: int = -1
    pile: int = 0
    load: int = 0
    account: int = 0
    receipt: int = 0
    lost: int = 0
    travelling: bool = False
    deposited: bool = False
    seen: set[str] = field(default_factory=set)


@dataclass
class Town:
    """The players and the Saloon's pot."""

    players: int
    pot: int = 1000
    folk: dict[int, Prospector] = field(default_factory=dict)

    def right(self, seat: int) -> int:
        return (seat - 1) % len(self.folk)

    def turn(self, seat: int) -> Doing:
        me = self.folk[seat]
        if me.lost:
            me.lost -= 1
        elif not me.claim:
            yield from self.walk(seat)
        elif me.travelling:
            yield from self.depart(me)
        elif me.claim != me.home:
            yield from self.go_home(seat)
        elif me.pile >= 2000:
            me.pile -= 2000
            me.load = 2000
            me.travelling, me.deposited, me.receipt = True, False, 0
            me.seen = set()
            yield from self.depart(me)
        else:
            answer = yield from both()
            me.pile += GOLD[number(answer) - 1] * SHARE[answer[-1]] // 100

    def depart(self, me: Prospector) -> Doing:
        trail = (yield from colour())[-1]
        if trail == "Y":
            me.claim = 6 if me.claim == 1 else me.claim - 1
            return
        if trail == "R" and number((yield from die())) == me.claim:
            me.load -= 1000
            self.pot += 1000
        me.square, me.claim = 4 * (me.claim - 1), 0

    def walk(self, seat: int) -> Doing:
        me = self.folk[seat]
        answer = yield from both()
        left, wanted = number(answer), answer[-1]
        while left:
            me.square = (me.square + 1) % 24
            left -= COLOURS[me.square] == wanted
        kind = KINDS[me.square]
        if kind == "B" and not me.deposited:
            me.account += me.load
            me.receipt += me.load
            me.load, me.deposited = 0, True
        elif kind == "S" and not me.deposited and "S" not in me.seen:
            me.seen.add("S")
            yield from self.roulette(seat)
        elif kind == "D" and "D" not in me.seen:
            me.seen.add("D")
            yield from self.duel(seat)
        elif kind == "A" and me.deposited:
            yield from self.leave(me)

    def roulette(self, seat: int) -> Doing:
        me = self.folk[seat]
        bets = [f"stake {g} {n} {c}" for g in (100, 500) for n in range(1, 7) for c in "YGR"]
        _, grams, n, c = (yield from ask(seat, bets)).split()
        _, shown, tint = (yield from both()).split()
        stake = int(grams)
        if shown == n and tint == c:
            self.pot = max(0, self.pot - 2 * stake)
            over = max(0, me.load + 2 * stake - 2000)
            me.load += 2 * stake - over
            me.account += over
            me.receipt += over
        elif shown != n and tint != c:
            me.load -= stake
            self.pot += stake

    def duel(self, seat: int) -> Doing:
        rival = 6 if self.players == 7 else self.right(seat)
        mine = theirs = 0
        while mine == theirs:
            mine = number((yield from die()))
            theirs = number((yield from die()))
        order = [seat, rival] if mine > theirs else [rival, seat]
        for bullet in range(12):
            answer = yield from both()
            shot = number((yield from die()))
            if shot in TARGET[answer[-1]][number(answer) - 1]:
                wounded = order[(bullet + 1) % 2]
                if wounded in self.folk:
                    self.folk[wounded].lost += 2
                return

    def leave(self, me: Prospector) -> Doing:
        exit_claim = me.square // 4 + 1
        if (yield from colour())[-1] == "R" and number((yield from die())) == exit_claim:
            me.account -= me.receipt
            self.pot += me.receipt
        me.claim, me.square, me.travelling = exit_claim, -1, False

    def go_home(self, seat: int) -> Doing:
        me = self.folk[seat]
        up, down = (me.home - me.claim) % 6, (me.claim - me.home) % 6
        way = up < down
        if up == down:
            way = (yield from ask(seat, ["home left", "home right"])) == "home left"
        me.claim = (me.claim % 6 + 1) if way else ((me.claim - 2) % 6 + 1)


def chercheurs_dor(players: int, rounds: int) -> Game:
    """The whole game."""
    diggers = min(players, 6)
    town = Town(players)
    first = number((yield from chance(f"first {s}" for s in range(diggers))))
    order = [(first + k) % diggers for k in range(diggers)]
    free = list(range(1, 7))
    for seat in order:
        claim = number((yield from chance(f"lot {k}" for k in free)))
        free.remove(claim)
        town.folk[seat] = Prospector(claim, claim)
    for _ in range(rounds):
        for seat in order:
            yield from town.turn(seat)
    folk = [town.folk[s] for s in range(diggers)]
    keys = [(me.account, me.account + me.pile) for me in folk]
    scores, ranks = [Fraction(me.account) for me in folk], ranked(list(keys))
    if players == 7:
        scores.append(Fraction(0))
        ranks.append(None)
    return Result(scores, ranks)
