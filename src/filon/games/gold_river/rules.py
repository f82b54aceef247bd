"""Gold River: the state of a game and every step of it."""

from typing import Any, ClassVar, cast

from mypy_extensions import i64

from filon.core.game import CHANCE, OVER, State, rank_by
from filon.core.rng import Rng
from filon.games.gold_river import auction, cards, effects, gold, phases, poker, tables
from filon.games.gold_river.position import NO_BID, NOBODY, OUT, UNDEALT, Position


class GoldRiver(Position):
    """A position; cards, towns and seats are numbers, and every card knows where it lies."""

    unit: ClassVar[int] = tables.UNIT

    def actor(self) -> int:
        """The seat that is asked, unless cards or dice are to be drawn."""
        phase = self.phase
        if phase == phases.ENDED:
            return OVER
        if (
            phase == phases.DEALING
            or phase == phases.ROLLING
            or phase == phases.HOLDING_UP
            or phase == phases.DRAW_FIRST
        ):
            return CHANCE
        return self.turn

    def actors(self) -> list[int]:
        """GR-35: both seats while the fists are closed, in the order they are asked."""
        if self.phase == phases.SEALING:
            return [self.first, 1 - self.first]
        return super().actors()

    def legal(self) -> list[int]:
        """Every step allowed now, ascending."""
        phase = self.phase
        if phase == phases.BIDDING:  # GR-7
            return [
                *range(tables.BID + self.high + 1, tables.BID + self.hand[self.turn] + 1),
                tables.PASS,
            ]
        if phase == phases.TAKING:
            return self.in_row(tables.TAKE)
        if phase == phases.DEALING:
            return self.unseen()
        if phase == phases.DISCARDING:
            return self.in_row(tables.DISCARD)
        if phase in (phases.ROLLING, phases.HOLDING_UP):
            return list(range(tables.DICE, tables.BID))
        if phase == phases.SEALING:  # GR-35
            return list(range(tables.SEALED, tables.SEALED + self.hand[self.turn] + 1))
        if phase == phases.AIMING:
            return effects.choices(self, self.turn, self.taken)
        if phase == phases.SWAPPING:
            return effects.wishes(self, self.turn)
        if phase == phases.STORING:  # GR-18
            return list(range(tables.STORE, tables.STORE + self.hand[self.turn] + 1))
        if phase == phases.WIRING:  # GR-29
            return list(range(tables.WIRE, tables.QUIET + 1))
        if phase == phases.RIDING:  # GR-31
            return [tables.RIDE, tables.STAY]
        if phase == phases.ANSWERING:  # GR-37
            return [tables.CARD, tables.HALF]
        if phase == phases.DRAW_FIRST:
            return [tables.FIRST + seat for seat in self.starters]
        return []

    def unseen(self) -> list[int]:
        """GR-4, GR-6: every card that may come; in the first round concessions only."""
        where = self.where
        most = tables.CONCESSIONS if self.rounds == 1 else tables.CARDS
        return [tables.DEAL + card for card in range(most) if where[card] == UNDEALT]

    def weights(self) -> list[int]:
        """Cards and starters are equally likely; dice by the ways they can fall."""
        if self.phase in (phases.ROLLING, phases.HOLDING_UP):
            return list(tables.PAIR_WAYS)
        return [1] * len(self.legal())

    def draw(self, rng: Rng) -> int:
        """A card of those that may come, a throw of the 36, or a starter."""
        if self.phase == phases.DEALING:
            most: i64 = tables.CONCESSIONS if self.rounds == 1 else tables.CARDS
            cards: i64 = 0
            for card, place in enumerate(self.where):
                if place == UNDEALT and card < most:
                    cards += 1
            at: i64 = rng.below(cards)
            for card, place in enumerate(self.where):
                if place == UNDEALT:
                    if at == 0:
                        return tables.DEAL + card
                    at -= 1
            raise AssertionError("the cards were counted")
        if self.phase == phases.DRAW_FIRST:
            return tables.FIRST + self.starters[rng.below(len(self.starters))]
        return tables.DICE + tables.FALLS[rng.below(tables.THROWS)]

    def thrower(self) -> int:
        """Whose hand rolls; who begins and the cards dealt are nobody's throw."""
        return self.turn if self.phase in (phases.ROLLING, phases.HOLDING_UP) else CHANCE

    def pick(self, rng: Rng) -> int:
        """A uniform legal step; amounts without listing them."""
        if self.phase == phases.BIDDING:
            n = max(0, self.hand[self.turn] - self.high)
            at = rng.below(n + 1)
            return tables.BID + self.high + 1 + at if at < n else tables.PASS
        if self.phase == phases.SEALING:
            return tables.SEALED + rng.below(self.hand[self.turn] + 1)
        if self.phase == phases.STORING:
            return tables.STORE + rng.below(self.hand[self.turn] + 1)
        if self.phase == phases.TAKING:
            return tables.TAKE + self.any_card(rng)
        if self.phase == phases.DISCARDING:
            return tables.DISCARD + self.any_card(rng)
        return super().pick(rng)

    def any_card(self, rng: Rng) -> int:
        """A card of the row; they are counted ascending, as `in_row` lists them."""
        row = self.row
        cards: i64 = 0
        for card in row:
            if card >= 0:
                cards += 1
        wanted: i64 = rng.below(cards)
        for card in row:
            if card >= 0:
                lower: i64 = 0
                for other in row:
                    if 0 <= other < card:
                        lower += 1
                if lower == wanted:
                    return card
        raise AssertionError("the cards were counted")

    def apply(self, step: int) -> None:
        """Take a legal step."""
        phase = self.phase
        if phase == phases.BIDDING:
            if step == tables.PASS:
                auction.stand_aside(self)
            else:
                auction.bid(self, step - tables.BID)
        elif phase == phases.DEALING:
            cards.deal(self, step - tables.DEAL)
        elif phase == phases.TAKING:
            cards.take(self, step - tables.TAKE)
        elif phase == phases.DISCARDING:
            cards.discard(self, step - tables.DISCARD)
        elif phase == phases.ROLLING:
            gold.roll(self, step - tables.DICE)
        elif phase == phases.SEALING:
            auction.seal(self, step - tables.SEALED)
        elif phase == phases.STORING:
            gold.store(self, step - tables.STORE)
        elif phase == phases.WIRING:
            if step == tables.QUIET:
                gold.decline(self)
            else:
                gold.wire(self, step - tables.WIRE)
        elif phase == phases.RIDING:
            cards.ride(self, step == tables.RIDE)
        elif phase == phases.ANSWERING:
            cards.answer(self, step == tables.CARD)
        elif phase == phases.DRAW_FIRST:  # GR-5
            self.first = step - tables.FIRST
            self.tell("first", self.first, ())
            auction.open_round(self)
        else:
            cards.use(self, step)

    def clone(self) -> "GoldRiver":
        """An equal, independent state with no story."""
        return GoldRiver(
            players=self.players,
            first_game=self.first_game,
            poker=self.poker,
            starters=self.starters,
            left=self.left,
            row=self.row[:],
            where=self.where[:],
            hand=self.hand[:],
            bids=self.bids[:],
            counts=self.counts,
            mayor=self.mayor,
            phase=self.phase,
            turn=self.turn,
            rounds=self.rounds,
            first=self.first,
            winner=self.winner,
            high=self.high,
            leader=self.leader,
            passed=self.passed,
            pot=self.pot,
            taken=self.taken,
            given=self.given,
            served=self.served,
            mustang_asked=self.mustang_asked,
            target=self.target,
            demand=self.demand,
            die_a=self.die_a,
            die_b=self.die_b,
            quiet=self.quiet,
            vault=self.vault,
        )

    def hidden_bid(self, seat: int) -> int:
        """GR-35: the seat whose sealed bid this one must not know, or NOBODY."""
        if self.phase == phases.SEALING and self.bids[self.first] >= 0 and seat != self.first:
            return self.first
        return NOBODY

    def redeal(self, seat: int, rng: Rng) -> None:
        """GR-35: a bid still sealed is guessed from all that could be bid."""
        other = self.hidden_bid(seat)
        if other != NOBODY:
            self.bids[other] = rng.below(self.hand[other] + 1)

    def points(self, seat: int) -> int:
        """GR-32: the total without poker."""
        return (
            self.hand[seat]
            + self.ground_points(seat)
            + self.mayor_points(seat)
            + self.bank_points(seat)
        )

    def poker_worth(self, seat: int) -> int:
        """GR-33, GR-21: the worth of the seat's best hand; -1 if it shows no face."""
        return poker.seat_worth(self.faces(seat), self.has_station(seat))

    def poker_bonus(self) -> list[int]:
        """GR-33: per seat its share of the ten points, in units."""
        bonus = [0] * self.players
        if not self.poker:
            return bonus
        hands = [self.poker_worth(seat) for seat in range(self.players)]
        best = max(hands)
        if best >= 0:
            share = tables.POKER * tables.UNIT // hands.count(best)
            for seat in range(self.players):
                if hands[seat] == best:
                    bonus[seat] = share
        return bonus

    def scores(self) -> list[int]:
        """GR-32, GR-33: points in units of 1/60."""
        bonus = self.poker_bonus()
        return [tables.UNIT * self.points(seat) + bonus[seat] for seat in range(self.players)]

    def ranks(self) -> list[int]:
        """GR-34: the total, then nuggets in hand and on the Bank."""
        scores = self.scores()
        keys: list[tuple[int, ...]] = []
        for seat in range(self.players):
            keys.append((scores[seat], self.hand[seat] + self.stored(seat)))
        return rank_by(keys)

    def ending(self) -> str:
        """GR-17: the pile gives no further round."""
        return "pile" if self.phase == phases.ENDED else ""

    def why_not(self, step: int) -> str:
        """The clause that forbids the step now."""
        if step in self.legal():
            return ""
        if self.phase == phases.AIMING and step < tables.BLAST and step >= tables.BID:
            return "GR-10"  # a card in hand must be used first
        return clause_of(step, self.players, self.phase)

    def because(self, seat: int, step: int) -> dict[str, Any]:
        """What the page shows beside the clause of a refused step."""
        if seat >= self.players:
            return {}
        if tables.BID <= step < tables.TAKE:
            return {"least": self.high + 1, "own": self.hand[seat]}
        if tables.SEALED <= step < tables.CARD or step >= tables.STORE:
            return {"least": 0, "own": self.hand[seat]}
        if tables.TAKE <= step < tables.SEALED:
            return {"row": [card for card in self.row if card >= 0]}
        if tables.BLAST <= step < tables.GOVERN:
            card = (step - tables.BLAST) % tables.CARDS
            owner = self.owner(card)
            facts: dict[str, Any] = {"card": card, "owner": owner if owner >= 0 else None}
            if tables.ROB <= step < tables.GIVE:
                town = tables.TOWN[card]
                facts["there"] = self.count(town, seat) if town != tables.NO_TOWN else 0
            return facts
        return {}


def clause_of(step: int, players: int, phase: int) -> str:
    """The clause that says when a step of this kind may be taken."""
    if step < tables.BID:
        if step >= tables.DICE:
            return "GR-24" if phase == phases.HOLDING_UP else "GR-16"
        return "GR-6" if step >= tables.DEAL else "GR-5"
    if step < tables.TAKE:
        return "GR-35" if players == 2 else "GR-7"
    if step < tables.SEALED:
        return "GR-36" if players == 2 else "GR-9"
    if step < tables.CARD:
        return "GR-35" if players == 2 else "GR-7"
    for base, clause in CLAUSES:
        if step < base:
            return clause
    return "GR-18"


# From `card` on: the clause of each verb, by the number after its last step.
CLAUSES: list[tuple[int, str]] = [
    (tables.BLAST, "GR-37"),
    (tables.ROB, "GR-22"),
    (tables.GIVE, "GR-26"),
    (tables.ON_MINE, "GR-27"),
    (tables.GOVERN, "GR-28"),
    (tables.THREATEN, "GR-30"),
    (tables.RIDE, "GR-24"),
    (tables.WIRE, "GR-31"),
    (tables.STORE, "GR-29"),
]


def begin(players: int, first_game: bool, with_poker: bool, starters: list[int]) -> GoldRiver:
    """A new game, before `first`."""
    where = [UNDEALT] * tables.CARDS
    if first_game:  # GR-3
        for card in range(tables.CONCESSIONS, tables.GROUNDS):
            where[card] = OUT
    if not with_poker:
        where[tables.STATION_CARD] = OUT
    left = where.count(UNDEALT)
    if players <= 3:  # GR-4
        left -= tables.UNSEEN
    if players == 2:
        where[tables.MUSTANG_CARD] = OUT
    return GoldRiver(
        players=players,
        first_game=first_game,
        poker=with_poker,
        starters=starters,
        left=left,
        row=[],
        where=where,
        hand=[tables.START] * players,
        bids=[NO_BID] * players,
        counts=[0] * (tables.TOWNS * tables.SEATS),
        mayor=[NOBODY] * tables.TOWNS,
    )


def gold_river(state: State) -> GoldRiver:
    """The state as this game's own."""
    return cast(GoldRiver, state)
