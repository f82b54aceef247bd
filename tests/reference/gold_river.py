"""The plain rules of Gold River."""

from collections.abc import Generator
from fractions import Fraction
from itertools import product

from reference.asking import Asking, Doing, Game, Question, Result, ask, chance, number, ranked

TOWNS = ["san_narciso", "cold_mountain", "new_london", "takamawok", "whiskey_river"]

# town: number it pays on, nuggets, poker face
CONCESSIONS = {
    "san_narciso": "2 6 4h, 4 5 5s, 6 1 Ah, 7 4 6s, 8 2 9d, 9 7 3d, 10 2 Qc, 11 4 7c",
    "cold_mountain": "3 5 6h, 4 6 2c, 5 3 Jd, 6 3 9s, 7 5 4s, 8 1 Qd, 10 4 8c, 12 5 7h",
    "new_london": "2 6 2s, 4 1 As, 5 2 Kc, 6 5 3c, 7 3 Th, 8 3 8h, 9 4 6d, 12 5 4d",
    "takamawok": "3 4 8s, 5 2 Ad, 6 4 6c, 7 2 Jh, 8 5 3s, 9 4 5c, 10 7 2h, 11 3 Td",
    "whiskey_river": "even 1 Kh, even 2 9c, odd 1 Tc, odd 2 7s, double 3 5d, double 4 2d",
}
OTHERS = (
    "bank Kd, saloon Qh, post_office Jc, station Ts, governor Ac, mustang Qs, telegraph 9h, "
    "telegraph 4c, judge Ks, judge 7d, judge 5h, bandit Js, bandit 8d, bandit 3h, vein -, vein -, "
    "dynamite -, dynamite -, dynamite -, hold_up -, hold_up -, raid -, raid -, coach -, coach -"
)


def _deck() -> list[tuple[str, str, int, str]]:
    """(name or town, pays on, nuggets, face) by card number."""
    cards = []
    for town in TOWNS:
        for card in CONCESSIONS[town].split(", "):
            pays, nuggets, face = card.split()
            cards.append((town, pays, int(nuggets), face))
    for card in OTHERS.split(", "):
        name, face = card.split()
        cards.append((name, "", 0, "" if face == "-" else face))
    return cards


DECK = _deck()
BUILDINGS = ("bank", "saloon", "post_office", "station")


def is_land(card: int) -> bool:
    return DECK[card][0] in TOWNS


class Table:
    """Everything that lies on the table."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.hand = [15] * players
        self.land: dict[int, int] = {}  # concession -> owner
        self.building: dict[str, int] = {}  # name -> owner
        self.kept: list[list[int]] = [[] for _ in range(players)]
        self.veins: dict[int, int] = {}
        self.mayor: dict[str, int] = {}
        self.governed: str | None = None
        self.stored = 0
        self.winner = 0

    def clockwise(self, start: int) -> list[int]:
        return [(start + k) % self.players for k in range(self.players)]

    def held(self, seat: int, town: str) -> int:
        return sum(o == seat and DECK[c][0] == town for c, o in self.land.items())

    def counts(self) -> dict[str, list[int]]:
        return {town: [self.held(s, town) for s in range(self.players)] for town in TOWNS}

    def pay(self, payer: int, payee: int | None, amount: int) -> None:
        amount = min(amount, self.hand[payer])
        self.hand[payer] -= amount
        if payee is not None:
            self.hand[payee] += amount

    def fee(self, seat: int, town: str) -> None:
        mayor = self.mayor.get(town)
        if mayor is None or mayor == seat:
            return
        self.pay(seat, mayor, self.held(mayor, town) * (2 if self.governed == town else 1))

    def elect(self, before: dict[str, list[int]]) -> None:
        after = self.counts()
        for town in TOWNS:
            old, new = before[town], after[town]
            if old == new:
                continue
            mayor = self.mayor.get(town)
            if mayor is None:
                grown = [s for s in range(self.players) if new[s] > old[s] and new[s] >= 2]
                if grown:
                    self.mayor[town] = grown[0]
                continue
            if new[mayor] == 0:
                top = max(new)
                heirs = [s for s in range(self.players) if new[s] == top]
                if top > 0 and len(heirs) == 1:
                    self.crown(town, heirs[0])
                else:
                    self.crown(town, None)
                continue
            risers = [
                s
                for s in range(self.players)
                if s != mayor and new[s] >= new[mayor] and new[s] - new[mayor] > old[s] - old[mayor]
            ]
            if risers:
                top = max(new[s] for s in risers)
                best = [s for s in risers if new[s] == top]
                if len(best) == 1:
                    self.crown(town, best[0])

    def crown(self, town: str, seat: int | None) -> None:
        if self.governed == town:
            self.governed = None
        if seat is None:
            del self.mayor[town]
        else:
            self.mayor[town] = seat

    # -- effects ------------------------------------------------------------------------------

    def targets(self, seat: int, name: str) -> list[str]:
        mine = [c for c, o in self.land.items() if o == seat]
        theirs = [c for c, o in self.land.items() if o != seat]
        if name == "dynamite":
            blocks = [c for c in range(38, 42) if self.building.get(DECK[c][0], seat) != seat]
            return [f"blast {c}" for c in theirs + blocks]
        if name == "bandit":
            towns = {DECK[c][0] for c in mine}
            return [f"rob {c}" for c in theirs if DECK[c][0] in towns]
        if name == "judge":
            return [f"give {c}" for c in mine] if theirs else []
        if name == "vein":
            return [f"vein {c}" for c in mine if DECK[c][0] != "whiskey_river"]
        if name == "governor":
            return [f"govern {t}" for t in TOWNS if self.mayor.get(t) == seat]
        if name == "hold_up":
            return [
                f"threaten {s} {n}" for s in range(self.players) if s != seat for n in range(2, 13)
            ]
        return []

    def usable(self, seat: int, card: int) -> bool:
        name = DECK[card][0]
        return name in ("raid", "coach", "hold_up") or bool(self.targets(seat, name))

    def resolve(self, seat: int, card: int) -> Doing:
        name = DECK[card][0]
        if name == "raid":
            for other in range(self.players):
                if other != seat:
                    self.pay(other, None, 4)
            return
        if name == "coach":
            self.hand[seat] += 10
            return
        answer = yield from ask(seat, self.targets(seat, name))
        before = self.counts()
        if name == "dynamite":
            self.blast(number(answer))
        elif name == "bandit":
            target = number(answer)
            self.fee(seat, DECK[target][0])
            self.land[target] = seat
        elif name == "judge":
            theirs = [c for c, o in self.land.items() if o != seat]
            got = number((yield from ask(seat, [f"get {c}" for c in theirs])))
            gave = number(answer)
            self.land[gave], self.land[got] = self.land[got], seat
        elif name == "vein":
            self.veins[number(answer)] = self.veins.get(number(answer), 0) + 1
        elif name == "governor":
            self.governed = answer.split()[1]
        elif name == "hold_up":
            victim, wanted = number(answer), number(answer, 2)
            a, b = yield from dice()
            if a + b >= wanted:
                self.pay(victim, seat, wanted)
        self.elect(before)

    def blast(self, card: int) -> None:
        if is_land(card):
            del self.land[card]
            self.veins.pop(card, None)
            return
        owner = self.building.pop(DECK[card][0])
        if DECK[card][0] == "bank":
            self.hand[owner] += self.stored
            self.stored = 0

    def place(self, seat: int, card: int) -> Doing:
        """The consequences of a taken card: fees, effect, mayors, kept cards."""
        name = DECK[card][0]
        before = self.counts()
        if is_land(card):
            self.fee(seat, name)
            self.land[card] = seat
            self.elect(before)
        elif name in BUILDINGS:
            self.building[name] = seat
        else:
            post = self.building.get("post_office", seat)
            if post != seat:
                self.pay(seat, post, 1)
            if name in ("telegraph", "mustang") or not self.usable(seat, card):
                self.kept[seat].append(card)
            else:
                yield from self.resolve(seat, card)
        yield from self.kept_cards()

    def kept_cards(self) -> Doing:
        while True:
            for seat in self.clockwise(self.winner):
                ready = [
                    c
                    for c in sorted(self.kept[seat])
                    if DECK[c][0] not in ("telegraph", "mustang") and self.usable(seat, c)
                ]
                if ready:
                    self.kept[seat].remove(ready[0])
                    yield from self.resolve(seat, ready[0])
                    break
            else:
                return

    # -- gold ---------------------------------------------------------------------------------

    def gold(self) -> Doing:
        a, b = yield from dice()
        declined: set[int] = set()
        while True:
            asked = next(
                (
                    s
                    for s in self.clockwise(self.winner)
                    if s not in declined and any(DECK[c][0] == "telegraph" for c in self.kept[s])
                ),
                None,
            )
            if asked is None:
                break
            wires = [f"wire {d} {f}" for d in (0, 1) for f in range(1, 7)]
            answer = yield from ask(asked, [*wires, "quiet"])
            if answer == "quiet":
                declined.add(asked)
                continue
            pair = [a, b]
            pair[number(answer)] = number(answer, 2)
            a, b = sorted(pair)
            spent = min(c for c in self.kept[asked] if DECK[c][0] == "telegraph")
            self.kept[asked].remove(spent)
            declined.clear()
        got = [0] * self.players
        for card, owner in self.land.items():
            _, pays, nuggets, _ = DECK[card]
            odd = (a + b) % 2 == 1
            if {"even": not odd, "odd": odd, "double": a == b}.get(pays, pays == str(a + b)):
                got[owner] += nuggets + 3 * self.veins.get(card, 0)
        for seat in range(self.players):
            self.hand[seat] += got[seat]
        saloon = self.building.get("saloon")
        if saloon is not None:
            for seat in range(self.players):
                if seat != saloon and got[seat]:
                    self.pay(seat, saloon, 1)
        bank = self.building.get("bank")
        if bank is not None:
            answer = yield from ask(bank, [f"store {n}" for n in range(self.hand[bank] + 1)])
            self.hand[bank] -= number(answer)
            self.stored += number(answer)

    # -- the end ------------------------------------------------------------------------------

    def faces(self, seat: int) -> list[str]:
        cards = [c for c, o in self.land.items() if o == seat] + self.kept[seat]
        cards += [c for c in range(38, 42) if self.building.get(DECK[c][0]) == seat]
        if self.governed is not None and self.mayor[self.governed] == seat:
            cards.append(42)
        return [DECK[c][3] for c in cards if DECK[c][3]]

    def totals(self, poker: bool) -> list[Fraction]:
        sums = [Fraction(n) for n in self.hand]
        for card, owner in self.land.items():
            sums[owner] += DECK[card][2] + 3 * self.veins.get(card, 0)
        for town, mayor in self.mayor.items():
            sums[mayor] += 10 if self.governed == town else 5
        if "bank" in self.building:
            sums[self.building["bank"]] += self.stored + 5
        if poker:
            hands = {s: best_hand(self.faces(s)) for s in range(self.players) if self.faces(s)}
            top = [s for s in hands if hands[s] == max(hands.values())]
            for seat in top:
                sums[seat] += Fraction(10, len(top))
        return sums


def dice() -> Generator[Question, str, tuple[int, int]]:
    """Two dice, ascending, with the ways each pair can fall."""
    ways: dict[str, int] = {}
    for x, y in product(range(1, 7), repeat=2):
        key = f"dice {min(x, y)} {max(x, y)}"
        ways[key] = ways.get(key, 0) + 1
    answer = yield "chance", ways
    return number(answer), number(answer, 2)


Strength = tuple[int, list[int]]


def best_hand(faces: list[str]) -> Strength:
    """The strongest hand; the Station's own face is Ts and stands for any face not held."""
    if "Ts" not in faces:
        return strength(faces)
    rest = [face for face in faces if face != "Ts"]
    wild = [r + s for r in "23456789TJQKA" for s in "cdhs" if r + s not in rest]
    return max(strength([*rest, face]) for face in wild)


def strength(faces: list[str]) -> Strength:
    ranks = sorted(("..23456789TJQKA".index(face[0]) for face in faces), reverse=True)
    suits = {s: {"..23456789TJQKA".index(f[0]) for f in faces if f[1] == s} for s in "cdhs"}
    many = {r: ranks.count(r) for r in set(ranks)}

    def run(held: set[int]) -> int:
        low = held | ({1} if 14 in held else set())
        return max((t for t in range(5, 15) if set(range(t - 4, t + 1)) <= low), default=0)

    def kickers(n: int, *used: int) -> list[int]:
        left = [r for r in ranks if r not in used][:n]
        return left + [0] * (n - len(left))

    groups = sorted(many, key=lambda r: (many[r], r), reverse=True)
    pairs = sorted((r for r in many if many[r] >= 2), reverse=True)
    trips = sorted((r for r in many if many[r] >= 3), reverse=True)
    found: list[Strength] = [(0, kickers(5))]
    if pairs:
        found.append((1, [pairs[0], *kickers(3, pairs[0])]))
    if len(pairs) > 1:
        found.append((2, [pairs[0], pairs[1], *kickers(1, pairs[0], pairs[1])]))
    if trips:
        found.append((3, [trips[0], *kickers(2, trips[0])]))
        under = [r for r in pairs if r != trips[0]]
        if under:
            found.append((6, [trips[0], under[0]]))
    if many[groups[0]] == 4:
        found.append((7, [groups[0], *kickers(1, groups[0])]))
    if run(set(ranks)):
        found.append((4, [run(set(ranks))]))
    for held in suits.values():
        if len(held) >= 5:
            found.append((5, sorted(held, reverse=True)[:5]))
        if run(held):
            found.append((8, [run(held)]))
    return max(found)


def gold_river(players: int, first_game: bool, poker: bool) -> Game:
    """The whole game."""
    deck = set(range(63))
    if first_game:
        deck -= {38, 39, 40, 41}
    if not poker:
        deck -= {41}
    cards = len(deck) - (15 if players < 4 else 0)
    unseen = deck - ({43} if players == 2 else set())
    rounds = cards // (players + 1)
    table = Table(players)
    first = number((yield from chance(f"first {s}" for s in range(players))))
    for turn in range(rounds):
        row: list[int] = []
        for _ in range(players + 1):
            open_to = [c for c in sorted(unseen) if turn or is_land(c)]
            card = number((yield from chance(f"deal {c}" for c in open_to)))
            unseen.discard(card)
            row.append(card)
        if players == 2:
            yield from duel(table, first, row)
        else:
            yield from auction(table, first, row)
        yield from table.gold()
        first = table.winner
    totals = table.totals(poker)
    stored = [table.stored if table.building.get("bank") == s else 0 for s in range(players)]
    keys = [(totals[s], table.hand[s] + stored[s]) for s in range(players)]
    return Result(totals, ranked(list(keys)))


def auction(table: Table, first: int, row: list[int]) -> Doing:
    players = table.players
    bidding = set(range(players))
    high, leader, seat = 0, first, first
    while bidding and not (high and len(bidding) == 1):
        if seat in bidding:
            bids = [f"bid {n}" for n in range(high + 1, table.hand[seat] + 1)]
            answer = yield from ask(seat, ["pass", *bids])
            if answer == "pass":
                bidding.discard(seat)
            else:
                high, leader = number(answer), seat
        seat = (seat + 1) % players
    table.winner = winner = leader
    table.hand[winner] -= high
    left = high
    for step in range(1, players):
        who = (winner - step) % players
        keeps = left if players > 3 and step == players - 1 else -(-left // 2)
        table.hand[who] += keeps
        left -= keeps
    yield from winners_choice(table, row)
    order = [(winner + k) % players for k in range(1, players)]
    rider = next((s for s in order if 43 in table.kept[s]), None)
    if rider is not None and (yield from ask(rider, ["ride", "stay"])) == "ride":
        table.kept[rider].remove(43)
        order.remove(rider)
        order.insert(0, rider)
    for seat in order:
        card = number((yield from ask(seat, [f"take {c}" for c in row])))
        row.remove(card)
        yield from table.place(seat, card)


def winners_choice(table: Table, row: list[int]) -> Doing:
    took = number((yield from ask(table.winner, [f"take {c}" for c in row])))
    row.remove(took)
    row.remove(number((yield from ask(table.winner, [f"discard {c}" for c in row]))))
    yield from table.place(table.winner, took)


def duel(table: Table, first: int, row: list[int]) -> Doing:
    second = 1 - first
    bids = {}
    for seat in (first, second):
        sealed: Asking = ask(seat, [f"sealed {n}" for n in range(table.hand[seat] + 1)])
        bids[seat] = number((yield from sealed))
    table.winner = second if bids[second] > bids[first] else first
    loser, bid = 1 - table.winner, bids[table.winner]
    table.hand[table.winner] -= bid
    yield from winners_choice(table, row)
    if (yield from ask(loser, ["card", "half"])) == "half":
        table.hand[loser] += -(-bid // 2)
    else:
        yield from table.place(loser, row[0])
