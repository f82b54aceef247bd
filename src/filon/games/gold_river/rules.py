"""Gold River: the state of a game and every step of it."""

from typing import ClassVar, cast

from filon.core.game import CHANCE, OVER, State, rank_by
from filon.core.rng import Rng
from filon.games.gold_river import auction, cards, effects, gold, poker
from filon.games.gold_river.ground import (
    AIMING,
    ANSWERING,
    BIDDING,
    DEALING,
    DISCARDING,
    DRAW_FIRST,
    ENDED,
    HOLDING_UP,
    NOBODY,
    OUT,
    RIDING,
    ROLLING,
    SEALING,
    STORING,
    SWAPPING,
    TAKING,
    UNDEALT,
    WIRING,
    Ground,
)
from filon.games.gold_river.tables import (
    BANK_BONUS,
    BANK_CARD,
    BID,
    BLAST,
    CARD,
    CARDS,
    CONCESSIONS,
    DEAL,
    DICE,
    DISCARD,
    FIRST,
    GIVE,
    GOVERN,
    GROUNDS,
    HALF,
    MUSTANG_CARD,
    ON_MINE,
    PAIR_WAYS,
    PASS,
    POKER,
    QUIET,
    RIDE,
    ROB,
    SEALED,
    SEATS,
    START,
    STATION_CARD,
    STAY,
    STORE,
    TAKE,
    THREATEN,
    TOWNS,
    UNIT,
    UNSEEN,
    WIRE,
)


class GoldRiver(Ground):
    """A position; cards, towns and seats are numbers, and every card knows where it lies."""

    unit: ClassVar[int] = UNIT

    def actor(self) -> int:
        """The seat that is asked, unless cards or dice are to be drawn."""
        phase = self.phase
        if phase == ENDED:
            return OVER
        if phase in (DEALING, ROLLING, HOLDING_UP, DRAW_FIRST):
            return CHANCE
        return self.turn

    def legal(self) -> list[int]:
        """Every step allowed now, ascending."""
        phase = self.phase
        if phase == BIDDING:  # GR-7
            return [*range(BID + self.high + 1, BID + self.hand[self.turn] + 1), PASS]
        if phase == TAKING:
            return self.in_row(TAKE)
        if phase == DEALING:
            return self.unseen()
        if phase == DISCARDING:
            return self.in_row(DISCARD)
        if phase in (ROLLING, HOLDING_UP):
            return list(range(DICE, BID))
        if phase == SEALING:  # GR-35
            return list(range(SEALED, SEALED + self.hand[self.turn] + 1))
        if phase == AIMING:
            return effects.choices(self, self.turn, self.taken)
        if phase == SWAPPING:
            return effects.wishes(self, self.turn)
        if phase == STORING:  # GR-18
            return list(range(STORE, STORE + self.hand[self.turn] + 1))
        if phase == WIRING:  # GR-29
            return list(range(WIRE, QUIET + 1))
        if phase == RIDING:  # GR-31
            return [RIDE, STAY]
        if phase == ANSWERING:  # GR-37
            return [CARD, HALF]
        if phase == DRAW_FIRST:
            return [FIRST + seat for seat in self.starters]
        return []

    def unseen(self) -> list[int]:
        """GR-4, GR-6: every card that may come; in the first round concessions only."""
        where = self.where
        most = CONCESSIONS if self.rounds == 1 else CARDS
        return [DEAL + card for card in range(most) if where[card] == UNDEALT]

    def weights(self) -> list[int]:
        """Cards and starters are equally likely; dice by the ways they can fall."""
        if self.phase == ROLLING or self.phase == HOLDING_UP:
            return list(PAIR_WAYS)
        return [1] * len(self.legal())

    def thrower(self) -> int:
        """Whose hand deals or rolls; nobody's for the first seat."""
        if self.phase == DEALING:
            return self.first
        return self.turn if self.phase == ROLLING or self.phase == HOLDING_UP else CHANCE

    def pick(self, rng: Rng) -> int:
        """A uniform legal step; amounts without listing them."""
        if self.phase == BIDDING:
            n = max(0, self.hand[self.turn] - self.high)
            at = rng.below(n + 1)
            return BID + self.high + 1 + at if at < n else PASS
        if self.phase == SEALING:
            return SEALED + rng.below(self.hand[self.turn] + 1)
        if self.phase == STORING:
            return STORE + rng.below(self.hand[self.turn] + 1)
        steps = self.legal()
        return steps[rng.below(len(steps))]

    def apply(self, step: int) -> None:
        """Take a legal step."""
        phase = self.phase
        if phase == BIDDING:
            if step == PASS:
                auction.stand_aside(self)
            else:
                auction.bid(self, step - BID)
        elif phase == DEALING:
            cards.deal(self, step - DEAL)
        elif phase == TAKING:
            cards.take(self, step - TAKE)
        elif phase == DISCARDING:
            cards.discard(self, step - DISCARD)
        elif phase == ROLLING:
            gold.roll(self, step - DICE)
        elif phase == SEALING:
            auction.seal(self, step - SEALED)
        elif phase == STORING:
            gold.store(self, step - STORE)
        elif phase == WIRING:
            if step == QUIET:
                gold.decline(self)
            else:
                gold.wire(self, (step - WIRE) // 6, (step - WIRE) % 6 + 1)
        elif phase == RIDING:
            cards.ride(self, step == RIDE)
        elif phase == ANSWERING:
            cards.answer(self, step == CARD)
        elif phase == DRAW_FIRST:  # GR-5
            self.first = step - FIRST
            self.tell("first", self.first, ())
            auction.open_round(self)
        else:
            cards.use(self, step)

    def clone(self) -> State:
        """An equal, independent state with no story."""
        return GoldRiver(
            self.players,
            self.first_game,
            self.poker,
            self.starters,
            self.phase,
            self.turn,
            self.rounds,
            self.left,
            self.first,
            self.winner,
            self.high,
            self.leader,
            self.passed,
            self.pot,
            self.taken,
            self.given,
            self.served,
            self.asked,
            self.target,
            self.demand,
            self.die_a,
            self.die_b,
            self.quiet,
            self.vault,
            self.bids[:],
            self.row[:],
            self.where[:],
            self.hand[:],
            self.counts[:],
            self.mayor[:],
        )

    def hidden_bid(self, seat: int) -> int:
        """GR-35: the seat whose sealed bid this one must not know, or NOBODY."""
        if self.phase == SEALING and self.bids[self.first] >= 0 and seat != self.first:
            return self.first
        return NOBODY

    def redeal(self, seat: int, rng: Rng) -> None:
        """GR-35: a bid still sealed is guessed from all that could be bid."""
        other = self.hidden_bid(seat)
        if other != NOBODY:
            self.bids[other] = rng.below(self.hand[other] + 1)

    def bank_points(self, seat: int) -> int:
        """GR-18: the nuggets on the Bank and five for owning it."""
        return self.vault + BANK_BONUS if self.where[BANK_CARD] == seat else 0

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
        return poker.seat_worth(self.faces(seat), self.where[STATION_CARD] == seat)

    def poker_bonus(self) -> list[int]:
        """GR-33: per seat its share of the ten points, in units."""
        bonus = [0] * self.players
        if not self.poker:
            return bonus
        hands = [self.poker_worth(seat) for seat in range(self.players)]
        best = max(hands)
        if best >= 0:
            share = POKER * UNIT // hands.count(best)
            for seat in range(self.players):
                if hands[seat] == best:
                    bonus[seat] = share
        return bonus

    def scores(self) -> list[int]:
        """GR-32, GR-33: points in units of 1/60."""
        bonus = self.poker_bonus()
        return [UNIT * self.points(seat) + bonus[seat] for seat in range(self.players)]

    def ranks(self) -> list[int]:
        """GR-34: the total, then nuggets in hand and on the Bank."""
        scores = self.scores()
        keys: list[tuple[int, ...]] = []
        for seat in range(self.players):
            stored = self.vault if self.where[BANK_CARD] == seat else 0
            keys.append((scores[seat], self.hand[seat] + stored))
        return rank_by(keys)

    def why_not(self, step: int) -> str:
        """The clause that forbids the step now."""
        if step in self.legal():
            return ""
        if self.phase == AIMING and step < BLAST and step >= BID:
            return "GR-10"  # a card in hand must be used first
        return clause_of(step, self.players, self.phase)


def clause_of(step: int, players: int, phase: int) -> str:
    """The clause that says when a step of this kind may be taken."""
    if step < BID:
        if step >= DICE:
            return "GR-24" if phase == HOLDING_UP else "GR-16"
        return "GR-6" if step >= DEAL else "GR-5"
    if step < TAKE:
        return "GR-35" if players == 2 else "GR-7"
    if step < SEALED:
        return "GR-36" if players == 2 else "GR-9"
    if step < CARD:
        return "GR-35" if players == 2 else "GR-7"
    for base, clause in CLAUSES:
        if step < base:
            return clause
    return "GR-18"


# From `card` on: the clause of each verb, by the number after its last step.
CLAUSES: list[tuple[int, str]] = [
    (BLAST, "GR-37"),
    (ROB, "GR-22"),
    (GIVE, "GR-26"),
    (ON_MINE, "GR-27"),
    (GOVERN, "GR-28"),
    (THREATEN, "GR-30"),
    (RIDE, "GR-24"),
    (WIRE, "GR-31"),
    (STORE, "GR-29"),
]


def begin(players: int, first_game: bool, with_poker: bool, starters: list[int]) -> GoldRiver:
    """A new game, before `first`."""
    where = [UNDEALT] * CARDS
    if first_game:  # GR-3
        for card in range(CONCESSIONS, GROUNDS):
            where[card] = OUT
    if not with_poker:
        where[STATION_CARD] = OUT
    left = where.count(UNDEALT)
    if players <= 3:  # GR-4
        left -= UNSEEN
    if players == 2:
        where[MUSTANG_CARD] = OUT
    return GoldRiver(
        players,
        first_game,
        with_poker,
        starters,
        DRAW_FIRST,
        0,
        0,
        left,
        0,
        0,
        0,
        NOBODY,
        0,
        0,
        -1,
        -1,
        0,
        False,
        NOBODY,
        0,
        0,
        0,
        0,
        0,
        [-1] * players,
        [],
        where,
        [START] * players,
        [0] * (TOWNS * SEATS),
        [NOBODY] * TOWNS,
    )


def gold_river(state: State) -> GoldRiver:
    """The state as this game's own."""
    return cast(GoldRiver, state)
