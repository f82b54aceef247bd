"""Les Chercheurs d'or: the state of a game and every step of it."""

from typing import ClassVar, Final, cast

from filon.core.events import EVERYONE, Event
from filon.core.game import CHANCE, OVER, State, rank_by
from filon.core.rng import Rng
from filon.games.chercheurs_dor.tables import (
    ACCESS,
    BANK,
    BAR,
    BULLETS,
    CLAIMS,
    COLOUR,
    COLOURS,
    DICE,
    DIE,
    FACES,
    FIRST,
    GOLD,
    GREEN,
    HOLD_UP,
    HOME,
    HOPS,
    HOUSE,
    LOAD,
    LOT,
    PERCENT,
    POT,
    RED,
    SALOON,
    SQUARE_KIND,
    SQUARES,
    STAKE,
    STAKES,
    STEPS,
    STREET,
    TARGET,
    THROWS,
    WOUND,
    YELLOW,
    access,
    distance,
    left_of,
    right_of,
)

# Phases; in all but STAKING, TURNING_HOME and ENDED the dice decide.
DRAW_FIRST: Final = 0
DRAW_LOTS: Final = 1
DIGGING: Final = 2  # CO-10: both dice
LEAVING: Final = 3  # CO-12: colour die on a claim
AMBUSH: Final = 4  # CO-12: the Outlaw's die on the way down
WALKING: Final = 5  # CO-13: both dice on the street
STAKING: Final = 6  # CO-15: the seat chooses
SPINNING: Final = 7  # CO-15: the croupier's dice
CHALLENGE: Final = 8  # CO-16: the mover's die for the first shot
ANSWER: Final = 9  # CO-16: the opponent's
AIMING: Final = 10  # CO-16: both dice of a bullet
SHOOTING: Final = 11  # CO-16: its number
GOING: Final = 12  # CO-17: colour die at an exit
RETURN_AMBUSH: Final = 13  # CO-17: the Outlaw's die on the way up
TURNING_HOME: Final = 14  # CO-18: left or right, at distance three
ENDED: Final = 15

# By phase: the first step that may be legal, how many there are, and the clause that says so.
BASE: Final[list[int]] = [
    FIRST,
    LOT,
    DICE,
    COLOUR,
    DIE,
    DICE,
    STAKE,
    DICE,
    DIE,
    DIE,
    DICE,
    DIE,
    COLOUR,
    DIE,
    HOME,
    STEPS,
]
WIDTH: Final[list[int]] = [
    0,
    0,
    THROWS,
    COLOURS,
    FACES,
    THROWS,
    2 * THROWS,
    THROWS,
    FACES,
    FACES,
    THROWS,
    FACES,
    COLOURS,
    FACES,
    2,
    0,
]
CLAUSE: Final[list[str]] = [
    "CO-7",
    "CO-7",
    "CO-10",
    "CO-12",
    "CO-12",
    "CO-13",
    "CO-15",
    "CO-15",
    "CO-16",
    "CO-16",
    "CO-16",
    "CO-16",
    "CO-17",
    "CO-17",
    "CO-18",
    "CO-8",
]


class ChercheursDor(State):
    """A position; gold in grams, a place is a claim (1 to 6) or STREET + square."""

    unit: ClassVar[int] = 1

    def __init__(
        self,
        players: int,
        rounds: int,
        starters: list[int],
        phase: int,
        first: int,
        turn: int,
        round: int,
        played: int,
        pot: int,
        issued: int,
        rolled: int,
        hand: int,
        walker: int,
        came: int,
        stake: int,
        challenge: int,
        shooter: int,
        aim: int,
        shots: list[int],
        claim: list[int],
        gold: list[int],
        load: list[int],
        bank: list[int],
        receipt: list[int],
        at: list[int],
        lost: list[int],
        saloon: list[int],
        bar: list[int],
    ) -> None:
        self.players = players
        self.takers = min(players, HOUSE)  # CO-21: prospectors are seats 0 to takers - 1
        self.rounds = rounds
        self.starters = starters  # never changed, so clones share it
        self.phase = phase
        self.first = first  # who begins every round; -1 before it is drawn
        self.turn = turn
        self.round = round  # 0 while claims are drawn
        self.played = played  # turns ended in this round
        self.pot = pot  # the Saloon's
        self.issued = issued  # all gold that ever left the stock
        self.rolled = rolled  # the dice that lie, as their step; -1: none yet
        self.hand = hand  # who threw them
        self.walker = walker  # who walked the street last, until the next turn's throw; or -1
        self.came = came  # from which square
        self.stake = stake  # the bet on the wheel, as its offset; or -1
        self.challenge = challenge  # the mover's die for the first shot
        self.shooter = shooter
        self.aim = aim  # the target's square the bullet goes to
        self.shots = shots  # of this duel: square * 6 + number - 1
        self.claim = claim  # per seat, its own; 0 before the lot and for the house
        self.gold = gold  # per seat, on its claim
        self.load = load  # per seat, carried; above zero from departure to deposit, never else
        self.bank = bank  # per seat, on deposit
        self.receipt = receipt  # per seat, the part of it the Outlaw can still take
        self.at = at  # per seat, its place
        self.lost = lost  # per seat, turns still to lose
        self.saloon = saloon  # per seat, whether this trip had its roulette
        self.bar = bar  # per seat, whether this trip had its duel
        self.story = None

    def actor(self) -> int:
        """The seat whose choice it is, unless dice decide."""
        if self.phase == STAKING or self.phase == TURNING_HOME:
            return self.turn
        return OVER if self.phase == ENDED else CHANCE

    def legal(self) -> list[int]:
        """Every step allowed now, ascending."""
        if self.phase == DRAW_FIRST:
            return [FIRST + seat for seat in self.starters]
        if self.phase == DRAW_LOTS:
            return [LOT + claim - 1 for claim in range(1, CLAIMS + 1) if claim not in self.claim]
        base = BASE[self.phase]
        return list(range(base, base + WIDTH[self.phase]))

    def weights(self) -> list[int]:
        """CO-3, CO-7: everything thrown or drawn is equally likely."""
        return [1] * len(self.legal())

    def pick(self, rng: Rng) -> int:
        """A legal step, all equally likely."""
        width = WIDTH[self.phase]
        if width:
            return BASE[self.phase] + rng.below(width)
        steps = self.legal()
        return steps[rng.below(len(steps))]

    def why_not(self, step: int) -> str:
        """The clause that forbids the step now."""
        if step in self.legal():
            return ""
        if step >= HOME:
            return "CO-18"
        if step >= STAKE:
            return "CO-15"
        return CLAUSE[self.phase]  # what is thrown now, if anything is

    def right(self, seat: int) -> int:
        """CO-7, CO-21: the right neighbour, the previous prospector."""
        return (seat + self.takers - 1) % self.takers

    def keeper(self, seat: int) -> int:
        """CO-14 to CO-16, CO-21: who is banker, croupier and opponent for a prospector."""
        return HOUSE if self.players > HOUSE else self.right(seat)

    def thrower(self) -> int:
        """Whose hand throws now; -1 if nobody in particular."""
        phase = self.phase
        if phase in (AMBUSH, RETURN_AMBUSH):
            return self.right(self.turn)
        if phase in (SPINNING, ANSWER):
            return self.keeper(self.turn)
        if phase in (AIMING, SHOOTING):
            return self.shooter
        return -1 if phase == DRAW_FIRST or self.actor() != CHANCE else self.turn

    def on_street(self, seat: int) -> bool:
        """Whether the seat's figure is in town."""
        return self.at[seat] >= STREET

    def apply(self, step: int) -> None:
        """Take a legal step, and all turns after it that have none (CO-8, CO-9, CO-18)."""
        phase = self.phase
        if LOT <= step < STAKE:
            self.hand = self.thrower()
            self.rolled = step if step >= DICE else -1
        if phase == DIGGING:
            self.dig(step - DICE)
        elif phase == WALKING:
            self.walk(step - DICE)
        elif phase == LEAVING:
            self.take_trail(step - COLOUR)
        elif phase == AMBUSH:
            self.meet_outlaw(step - DIE + 1)
        elif phase == AIMING:
            self.take_aim(step - DICE)
        elif phase == SHOOTING:
            self.shoot(step - DIE + 1)
        elif phase == CHALLENGE:
            self.challenge = step - DIE + 1
            self.tell("draw", self.turn, (self.challenge,))
            self.phase = ANSWER
        elif phase == ANSWER:
            self.answer(step - DIE + 1)
        elif phase == STAKING:
            self.bet(step - STAKE)
        elif phase == SPINNING:
            self.spin(step - DICE)
        elif phase == GOING:
            self.go_up(step - COLOUR)
        elif phase == RETURN_AMBUSH:
            self.meet_again(step - DIE + 1)
        elif phase == TURNING_HOME:
            self.walker = -1
            self.tell("way", self.turn, (step - HOME,))
            self.stroll(step == HOME)
            self.pass_on()
        elif phase == DRAW_LOTS:
            self.draw_lot(step - LOT + 1)
        else:  # CO-7
            self.first = step - FIRST
            self.turn = self.first
            self.phase = DRAW_LOTS
            self.tell("first", self.first, ())

    def draw_lot(self, claim: int) -> None:
        """CO-7: a claim for the seat; after the last one the first turn begins."""
        seat = self.turn
        self.claim[seat] = claim
        self.at[seat] = claim
        self.tell("lot", seat, (claim,))
        self.turn = (seat + 1) % self.takers
        if self.turn == self.first:
            self.round = 1
            self.tell("round", self.first, (1, self.rounds))
            self.next_turn()

    def next_turn(self) -> None:
        """CO-8, CO-9: go on to the next turn that needs a step, or to the end."""
        while True:
            if self.played == self.takers:
                if self.round == self.rounds:
                    self.phase = ENDED
                    self.tell("over", self.turn, ())
                    return
                self.played = 0
                self.round += 1
                self.tell("round", self.first, (self.round, self.rounds))
            if self.opens(self.turn):
                return
            self.played += 1
            self.turn = (self.turn + 1) % self.takers

    def opens(self, seat: int) -> bool:
        """Begin the seat's turn; False if it was a turn without any step."""
        if self.lost[seat] > 0:  # CO-9: before everything else
            self.lost[seat] -= 1
            self.tell("lose", seat, (self.lost[seat],))
            return False
        place, own = self.at[seat], self.claim[seat]
        if place >= STREET:
            self.phase = WALKING
        elif self.load[seat] > 0:  # CO-12: on his way, even if six yellows led back home
            self.phase = LEAVING
        elif place != own:  # CO-18
            if distance(place, own) == 3:
                self.phase = TURNING_HOME
            else:
                self.stroll((own - place) % CLAIMS < 3)
                return False
        elif self.gold[seat] >= LOAD:  # CO-11
            self.gold[seat] -= LOAD
            self.load[seat] = LOAD
            self.receipt[seat] = 0
            self.saloon[seat] = 0  # CO-19: a new trip
            self.bar[seat] = 0
            self.phase = LEAVING
            self.tell("depart", seat, (own, LOAD, self.gold[seat]))
        else:
            self.phase = DIGGING
        return True

    def pass_on(self) -> None:
        """The turn is over."""
        self.played += 1
        self.turn = (self.turn + 1) % self.takers
        self.next_turn()

    def dig(self, throw: int) -> None:
        """CO-4, CO-10: gold for the claim."""
        self.walker = -1
        seat = self.turn
        n, colour = throw // COLOURS, throw % COLOURS
        found = GOLD[n] * PERCENT[colour] // 100
        self.gold[seat] += found
        self.issued += found
        self.tell("dig", seat, (n + 1, colour, found, self.gold[seat]))
        if self.gold[seat] >= LOAD:
            self.tell("ready", seat, (self.claim[seat],))
        self.pass_on()

    def take_trail(self, colour: int) -> None:
        """CO-12: down to the town, past the Outlaw, or over to the right."""
        self.walker = -1
        seat = self.turn
        claim = self.at[seat]
        self.tell("trail", seat, (colour, claim))
        if colour == YELLOW:
            self.at[seat] = right_of(claim)
            self.tell("visit", seat, (claim, self.at[seat]))
            self.pass_on()
        elif colour == GREEN:
            self.come_to_town()
        else:
            self.tell("outlaw", seat, (self.right(seat), claim, 0))
            self.phase = AMBUSH

    def meet_outlaw(self, number: int) -> None:
        """CO-12: his number costs a kilo, any other nothing."""
        seat = self.turn
        claim = self.at[seat]
        if number == claim:
            self.load[seat] -= HOLD_UP
            self.pot += HOLD_UP
            self.tell(
                "holdup", seat, (self.right(seat), number, HOLD_UP, self.load[seat], self.pot)
            )
        else:
            self.tell("escape", seat, (self.right(seat), number, claim))
        self.come_to_town()

    def come_to_town(self) -> None:
        """CO-12: on the access square, which is not a stop."""
        seat = self.turn
        square = access(self.at[seat])
        self.tell("town", seat, (self.at[seat], square))
        self.at[seat] = STREET + square
        self.pass_on()

    def walk(self, throw: int) -> None:
        """CO-13: to the n-th square of the colour; only the stop counts."""
        seat = self.turn
        start = self.at[seat] - STREET
        hops = HOPS[start * THROWS + throw]
        square = (start + hops) % SQUARES
        kind = SQUARE_KIND[square]
        self.at[seat] = STREET + square
        self.walker = seat
        self.came = start
        self.tell("walk", seat, (throw // COLOURS + 1, throw % COLOURS, start, square, hops, kind))
        if kind == BANK and self.load[seat] > 0:
            self.deposit()
        elif kind == SALOON and self.load[seat] > 0 and not self.saloon[seat]:
            self.saloon[seat] = 1  # CO-19
            self.phase = STAKING
            self.tell("saloon", seat, (self.keeper(seat), self.load[seat], self.pot))
        elif kind == BAR and not self.bar[seat]:
            self.bar[seat] = 1  # CO-19
            self.shots = []
            self.phase = CHALLENGE
            self.tell("bar", seat, (self.keeper(seat),))
        elif kind == ACCESS and self.load[seat] == 0:  # CO-17: leaving is compulsory
            self.phase = GOING
            self.tell("exit", seat, (square // 4 + 1, square))
        else:
            self.pass_on()

    def deposit(self) -> None:
        """CO-14: the whole load against a receipt."""
        seat = self.turn
        amount = self.load[seat]
        self.load[seat] = 0
        self.bank[seat] += amount
        self.receipt[seat] += amount
        self.tell("deposit", seat, (self.keeper(seat), amount, self.bank[seat]))
        self.pass_on()

    def bet(self, offset: int) -> None:
        """CO-15: skittle and square are chosen."""
        self.stake = offset
        self.tell(
            "stake",
            self.turn,
            (STAKES[offset // THROWS], offset % THROWS // COLOURS + 1, offset % COLOURS),
        )
        self.phase = SPINNING

    def spin(self, throw: int) -> None:
        """CO-15: both win twice the stake, one keeps it, none loses it."""
        seat = self.turn
        grams = STAKES[self.stake // THROWS]
        bet = self.stake % THROWS
        number = throw // COLOURS == bet // COLOURS
        colour = throw % COLOURS == bet % COLOURS
        self.tell("wheel", seat, (self.keeper(seat), throw // COLOURS + 1, throw % COLOURS))
        if number and colour:
            self.win(2 * grams)
        elif number or colour:
            self.tell("keep", seat, (grams, self.load[seat]))
        else:
            self.load[seat] -= grams
            self.pot += grams
            self.tell("forfeit", seat, (grams, self.load[seat], self.pot))
        self.stake = -1
        self.pass_on()

    def win(self, gain: int) -> None:
        """CO-15: from the pot, then from the stock; into the load, then onto a receipt."""
        seat = self.turn
        paid = min(self.pot, gain)
        over = max(0, self.load[seat] + gain - LOAD)
        self.pot -= paid
        self.issued += gain - paid
        self.load[seat] += gain - over
        self.bank[seat] += over
        self.receipt[seat] += over
        self.tell("win", seat, (gain, self.load[seat], over, gain - paid, self.pot))

    def answer(self, number: int) -> None:
        """CO-16: the higher shoots first; equal numbers are thrown again."""
        other = self.keeper(self.turn)
        self.tell("draw", other, (number,))
        if number == self.challenge:
            self.tell("tie", self.turn, (other, number))
            self.phase = CHALLENGE
            return
        self.shooter = self.turn if self.challenge > number else other
        self.tell("fastest", self.shooter, (self.foe(),))
        self.phase = AIMING

    def foe(self) -> int:
        """CO-16: who stands opposite the shooter."""
        return self.keeper(self.turn) if self.shooter == self.turn else self.turn

    def take_aim(self, throw: int) -> None:
        """CO-16: the pawn goes from Start to the n-th square of the colour."""
        self.aim = throw
        self.tell(
            "aim",
            self.shooter,
            (self.foe(), len(self.shots) // 2 + 1, throw // COLOURS + 1, throw % COLOURS, throw),
        )
        self.phase = SHOOTING

    def shoot(self, number: int) -> None:
        """CO-16: a hit ends the duel, and so does the twelfth bullet."""
        foe = self.foe()
        self.shots.append(self.aim * FACES + number - 1)
        if number in TARGET[self.aim]:
            self.tell("hit", self.shooter, (foe, number, self.aim))
            if foe == HOUSE:  # CO-21
                self.tell("unhurt", foe, ())
            else:
                self.lost[foe] += WOUND
                self.tell("wounded", foe, (self.shooter, self.lost[foe]))
            self.pass_on()
            return
        self.tell("miss", self.shooter, (foe, number, self.aim))
        if len(self.shots) == BULLETS:
            self.tell("draw_out", self.turn, (self.keeper(self.turn),))
            self.pass_on()
            return
        self.shooter = foe
        self.phase = AIMING

    def go_up(self, colour: int) -> None:
        """CO-17: yellow and green are safe, red passes the Outlaw."""
        seat = self.turn
        claim = (self.at[seat] - STREET) // 4 + 1
        self.tell("climb", seat, (colour, claim))
        if colour == RED:
            self.tell("outlaw", seat, (self.right(seat), claim, 1))
            self.phase = RETURN_AMBUSH
        else:
            self.leave_town(claim)

    def meet_again(self, number: int) -> None:
        """CO-17: his number costs the receipt of this trip."""
        seat = self.turn
        claim = (self.at[seat] - STREET) // 4 + 1
        if number == claim:
            taken = self.receipt[seat]
            self.bank[seat] -= taken
            self.pot += taken
            self.tell("robbery", seat, (self.right(seat), number, taken, self.bank[seat], self.pot))
        else:
            self.tell("escape", seat, (self.right(seat), number, claim))
        self.leave_town(claim)

    def leave_town(self, claim: int) -> None:
        """CO-17: the trip is over on the claim of the exit."""
        seat = self.turn
        self.at[seat] = claim
        self.receipt[seat] = 0
        self.tell("home" if claim == self.claim[seat] else "reach", seat, (claim,))
        self.pass_on()

    def stroll(self, left: bool) -> None:
        """CO-18: one claim along the yellow ring."""
        seat = self.turn
        claim = self.at[seat]
        self.at[seat] = left_of(claim) if left else right_of(claim)
        self.tell("stroll", seat, (claim, self.at[seat]))
        if self.at[seat] == self.claim[seat]:
            self.tell("home", seat, (self.at[seat],))

    def tell(self, kind: str, seat: int, args: tuple[int, ...]) -> None:
        """Nothing is hidden in this game: everyone hears everything."""
        story = self.story
        if story is not None:
            story.append(Event(kind, seat, args, EVERYONE))

    def clone(self) -> State:
        """An equal, independent state with no story."""
        return ChercheursDor(
            self.players,
            self.rounds,
            self.starters,
            self.phase,
            self.first,
            self.turn,
            self.round,
            self.played,
            self.pot,
            self.issued,
            self.rolled,
            self.hand,
            self.walker,
            self.came,
            self.stake,
            self.challenge,
            self.shooter,
            self.aim,
            self.shots[:],
            self.claim[:],
            self.gold[:],
            self.load[:],
            self.bank[:],
            self.receipt[:],
            self.at[:],
            self.lost[:],
            self.saloon[:],
            self.bar[:],
        )

    def redeal(self, seat: int, rng: Rng) -> None:
        """Nothing is hidden: nothing to guess."""

    def scores(self) -> list[int]:
        """CO-20: the deposit in grams, nothing else; CO-21: the house has none."""
        return self.bank[:]

    def ranks(self) -> list[int]:
        """CO-20: deposit, then deposit and own claim; CO-21: the house is not ranked."""
        keys: list[tuple[int, ...]] = []
        for seat in range(self.takers):
            keys.append((self.bank[seat], self.bank[seat] + self.gold[seat]))
        return rank_by(keys) + [0] * (self.players - self.takers)


def begin(players: int, rounds: int, starters: list[int]) -> ChercheursDor:
    """A new game, before `first`."""
    return ChercheursDor(
        players,
        rounds,
        starters,
        DRAW_FIRST,
        -1,
        0,
        0,
        0,
        POT,
        POT,
        -1,
        -1,
        -1,
        0,
        -1,
        0,
        0,
        0,
        [],
        [0] * players,
        [0] * players,
        [0] * players,
        [0] * players,
        [0] * players,
        [0] * players,
        [0] * players,
        [0] * players,
        [0] * players,
    )


def chercheurs_dor(state: State) -> ChercheursDor:
    """The state as this game's own."""
    return cast(ChercheursDor, state)
