"""Le Partage du butin: the state of a game and every step of it."""

from typing import Any, cast

from mypy_extensions import i64

from filon.core.events import EVERYONE, Event
from filon.core.game import CHANCE, OVER, State, rank_by, replaced
from filon.core.rng import Rng
from filon.games.butin import settled, tables
from filon.games.butin.position import DECIDING, DRAW_FIRST, DRAWING, ENDED, PUTTING, Position


class Butin(Position):
    """A position and every step of it."""

    def actor(self) -> int:
        """The seat that drew, if it has to decide; else CHANCE until the end."""
        if self.phase == DECIDING or self.phase == PUTTING:
            return self.seat
        return OVER if self.phase == ENDED else CHANCE

    def legal(self) -> list[int]:
        """Every step allowed now, ascending."""
        if self.phase == PUTTING:  # PB-9: any territory with a free place
            return [
                tables.PUT + t for t in range(tables.TERRITORIES) if self.filled[t] < self.places[t]
            ]
        if self.phase == DRAWING:  # PB-7: only what is in the envelope
            return [tables.DRAW + kind for kind in range(tables.KINDS) if self.left[kind]]
        if self.phase == DECIDING:
            return [tables.SKIP, tables.SETTLE]  # PB-8: both, always
        if self.phase == DRAW_FIRST:
            return [tables.FIRST + seat for seat in self.starters]
        return []

    def weights(self) -> list[int]:
        """PB-6: every starter alike; PB-7: as many parts as tokens of the kind are left."""
        if self.phase == DRAWING:
            return [parts for parts in self.left if parts]
        return [1] * len(self.starters)

    def thrower(self) -> int:
        """PB-6: the lot for who begins is nobody's; then who is on turn draws."""
        return CHANCE if self.phase == DRAW_FIRST else self.seat

    def pick(self, rng: Rng) -> int:
        """A legal step, all equally likely: the same draw as from the list, without the list."""
        if self.phase == DECIDING:
            return tables.SKIP + rng.below(2)
        if self.phase != PUTTING:
            return super().pick(rng)
        free = 0
        for t in range(tables.TERRITORIES):
            if self.filled[t] < self.places[t]:
                free += 1
        at = rng.below(free)
        for t in range(tables.TERRITORIES):
            if self.filled[t] < self.places[t]:
                if at == 0:
                    return tables.PUT + t
                at -= 1
        raise AssertionError("a wealth token in hand has a free place")

    def draw(self, rng: Rng) -> int:
        """PB-6: every starter alike; PB-7: every token in the envelope alike."""
        if self.phase != DRAWING:
            return tables.FIRST + self.starters[rng.below(len(self.starters))]
        tokens: i64 = 0
        for parts in self.left:
            tokens += parts
        at: i64 = rng.below(tokens)
        for kind in range(tables.KINDS):
            at -= self.left[kind]
            if at < 0:
                return tables.DRAW + kind
        raise AssertionError("the tokens were counted")

    def apply(self, step: int) -> None:
        """Take a legal step."""
        if step >= tables.PUT:
            self.put(step - tables.PUT)
        elif step == tables.SETTLE:
            self.settle()
        elif step == tables.SKIP:
            if self.story is not None:
                self.tell("skip", (self.token, self.hand[self.seat]))
            self.end_turn()
        elif step >= tables.DRAW:
            self.turn_up(step - tables.DRAW)
        else:  # PB-6
            self.seat = step - tables.FIRST
            self.phase = DRAWING
            self.tell("first", ())

    def turn_up(self, kind: int) -> None:
        """PB-7: a token leaves the envelope; PB-8, PB-9: what it asks of the seat."""
        self.left[kind] = self.left[kind] - 1
        self.turns += 1
        if kind >= tables.TERRITORIES:
            if self.room() == 0:
                self.set_aside(kind)
                return
            self.token = kind
            self.phase = PUTTING
            if self.story is not None:
                self.tell("wealth", (tables.VALUE[kind - tables.TERRITORIES],))
            return
        place = self.laid[kind]
        if place >= self.symbols[kind]:
            self.set_aside(kind)
            return
        self.laid[kind] = place + 1
        self.rows[kind] = self.rows[kind] + tables.BARE * tables.OCTAL[place]
        if self.story is not None:
            self.tell("token", (kind, place, self.hand[self.seat]))
        if self.hand[self.seat] == 0:  # PB-8: without a card there is nothing to decide
            self.end_turn()
            return
        self.token = kind
        self.phase = DECIDING

    def set_aside(self, kind: int) -> None:
        """PB-10: a token without a place, which only changed data can bring, ends the turn."""
        self.aside += 1
        self.tell("aside", (kind,))
        self.end_turn()

    def settle(self) -> None:
        """PB-8: a card goes on the token just placed."""
        t: i64 = self.token
        place = self.laid[t] - 1
        self.rows[t] = self.rows[t] + (self.seat + 1 - tables.BARE) * tables.OCTAL[place]
        at: i64 = self.seat * tables.TERRITORIES + t
        self.cards = replaced(self.cards, at, self.cards[at] + 1)
        self.hand = replaced(self.hand, self.seat, self.hand[self.seat] - 1)
        if self.story is not None:
            self.tell("settle", (t, place, self.hand[self.seat], self.total[t]))
        self.end_turn()

    def put(self, t: int) -> None:
        """PB-9: the wealth token goes on a free place of the territory."""
        index = self.token - tables.TERRITORIES
        place = self.filled[t]
        self.filled[t] = place + 1
        self.total[t] = self.total[t] + tables.VALUE[index]
        self.trays[t] = self.trays[t] + (index + 1) * tables.OCTAL[place]
        if self.story is not None:
            self.tell("put", (t, place, tables.VALUE[index], self.total[t]))
        self.end_turn()

    def end_turn(self) -> None:
        """PB-6: the next seat draws; PB-10, PB-11: unless there is nothing left to do."""
        self.token = -1
        if self.done():
            self.phase = ENDED
            self.tell_end()
            return
        self.seat += 1
        if self.seat == self.players:
            self.seat = 0
        self.phase = DRAWING

    def scores(self) -> list[int]:
        """PB-12 to PB-14: the shares of all territories; cards in hand count nothing."""
        sums = [0] * self.players
        for t in range(tables.TERRITORIES):
            each = self.per_card(t)
            for seat in range(self.players):
                sums[seat] = sums[seat] + self.cards[seat * tables.TERRITORIES + t] * each
        return sums

    def ranks(self) -> list[int]:
        """PB-15: most points first; equal scores share the rank."""
        keys: list[tuple[int, ...]] = []
        for score in self.scores():
            keys.append((score,))
        return rank_by(keys)

    def tell(self, kind: str, args: tuple[int, ...]) -> None:
        """Nothing is hidden in this game: everyone hears what the seat on turn does."""
        story = self.story
        if story is not None:
            story.append(Event(kind, self.seat, args, EVERYONE))

    def tell_end(self) -> None:
        """The count, territory by territory, then each seat's sum; points as 3, 1/2."""
        story = self.story
        if story is None:
            return
        for t in range(tables.TERRITORIES):
            for seat in range(self.players):
                cards = self.cards[seat * tables.TERRITORIES + t]
                if cards:
                    whole, part, of = mixed(self.share(seat, t))
                    story.append(
                        Event("share", seat, (t, cards, self.total[t], whole, part, of), EVERYONE)
                    )
        scores = self.scores()
        ranks = self.ranks()
        for seat in range(self.players):
            whole, part, of = mixed(scores[seat])
            story.append(Event("score", seat, (whole, part, of, ranks[seat]), EVERYONE))
        story.append(Event("over", CHANCE, (), EVERYONE))

    def clone(self) -> "Butin":
        """An equal, independent state with no story."""
        return Butin(
            players=self.players,
            advanced=self.advanced,
            starters=self.starters,
            symbols=self.symbols,
            places=self.places,
            phase=self.phase,
            seat=self.seat,
            token=self.token,
            turns=self.turns,
            aside=self.aside,
            left=self.left[:],
            laid=self.laid[:],
            filled=self.filled[:],
            total=self.total[:],
            hand=self.hand,
            cards=self.cards,
            rows=self.rows[:],
            trays=self.trays[:],
        )

    def settled(self) -> bool:
        """PB-11: exact for the printed data."""
        return settled.unchanging(self)

    def redeal(self, seat: int, rng: Rng) -> None:
        """Nothing is hidden: an order of the envelope does not exist before it is drawn."""

    def ending(self) -> str:
        """PB-10, PB-11: every place is taken, or else the envelope is empty."""
        if self.phase != ENDED:
            return ""
        return "full" if self.filled_up() else "empty"

    def why_not(self, step: int) -> str:
        """The clause that forbids the step now."""
        if step in self.legal():
            return ""
        if self.phase == ENDED:
            return "PB-11"
        if step < tables.DRAW:
            return "PB-6"
        if step < tables.SKIP:
            return "PB-7"
        if step < tables.PUT:
            return "PB-8"
        return "PB-9"

    def because(self, seat: int, step: int) -> dict[str, Any]:
        """The territory a refused step is about, its free places, and the cards left to settle."""
        if step >= tables.PUT:
            t = step - tables.PUT
            return {"territory": t, "free": self.free(t)}
        if step >= tables.SKIP:
            return {"hand": self.hand[seat]} if seat < self.players else {}
        return {"left": self.left[step - tables.DRAW]} if step >= tables.DRAW else {}


def mixed(units: int) -> tuple[int, int, int]:
    """Units as a whole number and a fraction in lowest terms: 2940 is (3, 1, 2)."""
    over = units % tables.UNIT
    small, large = over, tables.UNIT
    while small:
        small, large = large % small, small
    return units // tables.UNIT, over // large, tables.UNIT // large


def begin(players: int, advanced: bool, ladder: bool, starters: list[int]) -> Butin:
    """A new game, before `first`."""
    symbols = tables.LADDER if ladder else tables.EVEN
    return deal(players, advanced, starters, symbols, symbols + tables.COINS)


def deal(
    players: int, advanced: bool, starters: list[int], symbols: list[int], tokens: list[int]
) -> Butin:
    """PB-10: a new game with these symbols (at most 8 a territory) and tokens by kind."""
    return Butin(
        players=players,
        advanced=advanced,
        starters=starters,
        symbols=symbols,
        places=[tables.PLACES] * tables.TERRITORIES,
        phase=DRAW_FIRST,
        seat=0,
        token=-1,
        turns=0,
        aside=0,
        left=tokens[:],
        laid=[0] * tables.TERRITORIES,
        filled=[0] * tables.TERRITORIES,
        total=[0] * tables.TERRITORIES,
        hand=[tables.CARDS] * players,
        cards=[0] * (players * tables.TERRITORIES),
        rows=[0] * tables.TERRITORIES,
        trays=[0] * tables.TERRITORIES,
    )


def butin(state: State) -> Butin:
    """The state as this game's own."""
    return cast(Butin, state)
