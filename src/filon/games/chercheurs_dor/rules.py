"""Les Chercheurs d'or: the state of a game and every step of it."""

from typing import ClassVar, cast

from filon.core.game import CHANCE, OVER, State, rank_by, replaced
from filon.core.rng import Rng
from filon.games.chercheurs_dor import duel, phases, saloon, street, trails, turns
from filon.games.chercheurs_dor.ground import Ground
from filon.games.chercheurs_dor.phases import PHASES
from filon.games.chercheurs_dor.tables import (
    COLOURS,
    DICE,
    FIRST,
    FOUND,
    HOME,
    LOAD,
    LOT,
    POT,
    STAKE,
)


class ChercheursDor(Ground):
    """A position: its phase says what may happen, and each scene has a file of its own."""

    unit: ClassVar[int] = 1

    def actor(self) -> int:
        """The seat whose choice it is, unless dice decide."""
        by = PHASES[self.phase].by
        if by == phases.CHOICE:
            return self.turn
        return OVER if by == phases.OVER else CHANCE

    def thrower(self) -> int:
        """Whose hand throws now; CHANCE if nobody's in particular."""
        by = PHASES[self.phase].by
        if by == phases.MOVER:
            return self.turn
        if by == phases.OUTLAW:
            return self.right(self.turn)
        if by == phases.KEEPER:
            return self.keeper(self.turn)
        return self.shooter if by == phases.SHOOTER else CHANCE

    def legal(self) -> list[int]:
        """Every step allowed now, ascending."""
        phase = self.phase
        if phase == phases.DRAW_FIRST:
            return [FIRST + seat for seat in self.starters]
        if phase == phases.DRAW_LOTS:
            return [lot for lot in phases.LOTS if lot - LOT + 1 not in self.claim]
        return PHASES[phase].steps[:]

    def weights(self) -> list[int]:
        """CO-3, CO-7: everything thrown or drawn is equally likely."""
        steps = self.legal() if self.round == 0 else PHASES[self.phase].steps
        return [1] * len(steps)

    def pick(self, rng: Rng) -> int:
        """A legal step, all equally likely."""
        steps = self.legal() if self.round == 0 else PHASES[self.phase].steps
        return steps[rng.below(len(steps))]

    def draw(self, rng: Rng) -> int:
        """CO-3, CO-7: everything thrown or drawn is equally likely."""
        return self.pick(rng)

    def ending(self) -> str:
        """CO-8: the rounds agreed are played."""
        return "rounds" if self.phase == phases.ENDED else ""

    def why_not(self, step: int) -> str:
        """The clause that forbids the step now."""
        if step in self.legal():
            return ""
        if step >= HOME:
            return PHASES[phases.TURNING_HOME].clause
        if step >= STAKE:
            return PHASES[phases.STAKING].clause
        return PHASES[self.phase].clause  # what is thrown now, if anything is

    def apply(self, step: int) -> None:
        """Take a legal step, and all turns after it that have none (CO-8, CO-9, CO-18)."""
        phase = self.phase
        at = step - PHASES[phase].base
        if LOT <= step < STAKE:
            self.hand = self.thrower()
            self.rolled = step if step >= DICE else -1
        # The most frequent first. Functions in a list by phase cost a tenth more: mypyc calls them
        # through Python.
        if phase == phases.DIGGING:
            self.dig(at)
        elif phase == phases.WALKING:
            street.walk(self, at)
        elif phase == phases.LEAVING:
            trails.leave(self, at)
        elif phase == phases.AMBUSH:
            trails.meet_outlaw(self, at + 1)
        elif phase == phases.AIMING:
            duel.aim(self, at)
        elif phase == phases.SHOOTING:
            duel.shoot(self, at + 1)
        elif phase == phases.CHALLENGE:
            duel.challenge(self, at + 1)
        elif phase == phases.ANSWER:
            duel.answer(self, at + 1)
        elif phase == phases.STAKING:
            saloon.bet(self, at)
        elif phase == phases.SPINNING:
            saloon.spin(self, at)
        elif phase == phases.CLIMBING:
            trails.climb(self, at)
        elif phase == phases.RETURN_AMBUSH:
            trails.meet_again(self, at + 1)
        elif phase == phases.TURNING_HOME:
            turns.turn_home(self, at)
        elif phase == phases.DRAW_LOTS:
            self.draw_lot(at + 1)
        else:
            self.draw_first(at)

    def draw_first(self, seat: int) -> None:
        """CO-7: who begins every round."""
        self.first = seat
        self.turn = seat
        self.phase = phases.DRAW_LOTS
        self.tell("first", seat)

    def draw_lot(self, claim: int) -> None:
        """CO-7: a claim for the seat; after the last one the first turn begins."""
        seat = self.turn
        self.claim = replaced(self.claim, seat, claim)
        self.at[seat] = claim
        self.tell("lot", seat, claim)
        self.turn = (seat + 1) % self.takers
        if self.turn == self.first:
            self.round = 1
            self.tell("round", self.first, 1, self.rounds)
            turns.next_turn(self)

    def dig(self, throw: int) -> None:
        """CO-4, CO-10: gold for the claim."""
        self.walker = -1
        seat, grams = self.turn, FOUND[throw]
        total = self.gold[seat] + grams
        self.gold[seat] = total
        self.issued += grams
        if self.story is not None:
            self.tell("dig", seat, throw // COLOURS + 1, throw % COLOURS, grams, total)
            if total >= LOAD:
                self.tell("ready", seat, self.claim[seat])
        turns.pass_on(self)

    def clone(self) -> "ChercheursDor":
        """An equal, independent state with no story."""
        return ChercheursDor(
            players=self.players,
            rounds=self.rounds,
            starters=self.starters,
            phase=self.phase,
            first=self.first,
            turn=self.turn,
            round=self.round,
            played=self.played,
            pot=self.pot,
            issued=self.issued,
            rolled=self.rolled,
            hand=self.hand,
            walker=self.walker,
            came=self.came,
            stake=self.stake,
            challenge=self.challenge,
            shooter=self.shooter,
            aim=self.aim,
            shots=self.shots,
            claim=self.claim,
            gold=self.gold[:],
            load=self.load[:],
            bank=self.bank,
            receipt=self.receipt,
            at=self.at[:],
            lost=self.lost[:],
            saloon=self.saloon,
            bar=self.bar,
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
        players=players,
        rounds=rounds,
        starters=starters,
        phase=phases.DRAW_FIRST,
        first=-1,
        turn=0,
        round=0,
        played=0,
        pot=POT,
        issued=POT,
        rolled=-1,
        hand=-1,
        walker=-1,
        came=0,
        stake=-1,
        challenge=0,
        shooter=0,
        aim=0,
        shots=[],
        claim=[0] * players,
        gold=[0] * players,
        load=[0] * players,
        bank=[0] * players,
        receipt=[0] * players,
        at=[0] * players,
        lost=[0] * players,
        saloon=[0] * players,
        bar=[0] * players,
    )


def chercheurs_dor(state: State) -> ChercheursDor:
    """The state as this game's own."""
    return cast(ChercheursDor, state)
