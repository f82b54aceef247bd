"""Claim It!: the state of a game and every step of it."""

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from filon.core.bits import count
from filon.core.events import EVERYONE, Event
from filon.core.game import CHANCE, OVER, State, rank_by
from filon.core.rng import Rng
from filon.games.claim_it import tables
from filon.games.claim_it.parcels import largest_group

# Phases of a turn.
DRAW_FIRST: Final = 0
THROWING: Final = 1
PLACING: Final = 2
DECIDING: Final = 3
ENDED: Final = 4


class ClaimIt(State):
    """A position; parcels are bits of one number, as are the squatters."""

    unit: ClassVar[int] = 1

    def __init__(
        self,
        players: int,
        long_turns: bool,
        starters: list[int],
        phase: int,
        turn: int,
        turns: int,
        throws: int,
        throw: int,
        caller: int,
        black: i64,
        fresh: i64,
        squatted: i64,
        out: i64,
        mine: list[int],
        squatter_at: list[int],
    ) -> None:
        self.players = players
        self.long_turns = long_turns
        self.starters = starters  # never changed, so clones share it
        self.phase = phase
        self.turn = turn  # whose turn it is
        self.turns = turns  # turns ended so far
        self.throws = throws  # dice thrown this turn
        self.throw = throw  # the dice that lie, as an index into THROW; -1 before the first
        self.caller = caller  # who called the last round; -1: nobody yet
        self.black: i64 = black  # parcels claimed for good
        self.fresh: i64 = fresh  # black markers laid this turn
        self.squatted: i64 = squatted  # parcels with a squatter, black on top or not
        self.out: i64 = out  # squatters on the map, by number
        self.mine = mine  # per seat, the parcels with its marker
        self.squatter_at = squatter_at  # per squatter, its parcel or -1

    def actor(self) -> int:
        """The seat whose turn it is, unless dice or the first player are to be drawn."""
        if self.phase == PLACING or self.phase == DECIDING:
            return self.turn
        return OVER if self.phase == ENDED else CHANCE

    def legal(self) -> list[int]:
        """Every step allowed now, ascending."""
        if self.phase == PLACING:
            return self.placements()
        if self.phase == DECIDING:
            return [tables.ROLL, tables.STOP]  # CI-10: both, always
        if self.phase == THROWING:
            return list(range(tables.DICE, tables.SQUAT))
        if self.phase == DRAW_FIRST:
            return [tables.FIRST + seat for seat in self.starters]
        return []

    def weights(self) -> list[int]:
        """CI-3: every starter alike; CI-4: the ways each throw can fall."""
        return list(tables.WAYS) if self.phase == THROWING else [1] * len(self.starters)

    def pick(self, rng: Rng) -> int:
        """A legal step, all equally likely, found without listing them."""
        if self.phase == DECIDING:
            return tables.ROLL + rng.below(2)
        if self.phase != PLACING:
            return self.draw(rng)
        reading = tables.READINGS[self.throw]
        squats, claims = self.spots(reading)
        before: i64 = count(squats)
        at: i64 = rng.below(before + count(claims))
        if at < before:
            for way in reading.ways:
                if squats & way.parcel:
                    if at == 0:
                        return way.squat
                    at -= 1
        else:
            at -= before
            for way in reading.ways:
                if claims & way.parcel:
                    if at == 0:
                        return way.claim
                    at -= 1
        raise AssertionError("the placements were counted")

    def draw(self, rng: Rng) -> int:
        """CI-3: every starter alike; CI-4: each of the 216 ways alike."""
        if self.phase == THROWING:
            return tables.DICE + tables.FALLS[rng.below(tables.THROWS)]
        return tables.FIRST + self.starters[rng.below(len(self.starters))]

    def thrower(self) -> int:
        """CI-3: the lot for who begins is nobody's; then who is on turn throws."""
        return CHANCE if self.phase == DRAW_FIRST else self.turn

    def shut(self) -> i64:
        """CI-9: the parcels with a black marker, which take nothing more."""
        return self.black | self.fresh

    def claimable(self) -> i64:
        """CI-7, CI-8: the parcels with an own marker or a squatter, which now take a black one."""
        own: i64 = self.mine[self.turn]
        return (self.squatted | own) & ~self.shut()

    def squattable(self) -> i64:
        """CI-6: the parcels that take a squatter, if the one wanted is off the map."""
        return tables.MAP & ~(self.claimable() | self.shut())

    def placements(self) -> list[int]:
        """CI-5: what the dice that lie may place, ascending; no two name the same parcel."""
        reading = tables.READINGS[self.throw]
        squats, claims = self.spots(reading)
        steps = [way.squat for way in reading.ways if squats & way.parcel]
        for way in reading.ways:
            if claims & way.parcel:
                steps.append(way.claim)
        return steps

    def spots(self, reading: tables.Reading) -> tuple[i64, i64]:
        """CI-6 to CI-9: the parcels on which a throw puts a squatter, and a black marker."""
        own: i64 = self.mine[self.turn]
        shut: i64 = self.shut()
        claimable: i64 = (self.squatted | own) & ~shut
        return reading.free(self.out) & ~(claimable | shut), claimable & reading.parcels

    def possible(self, throw: int) -> bool:
        """Whether a throw would let the seat on turn place anything."""
        squats, claims = self.spots(tables.READINGS[throw])
        return squats | claims != 0

    def busts(self) -> int:
        """CI-12: how many of the 216 throws would now be a bust."""
        claimable: i64 = self.claimable()
        squattable: i64 = self.squattable()
        out: i64 = self.out
        placing: i64 = 0  # throws, as bits
        columns: i64 = 63
        for row in range(tables.SIDE):
            own: i64 = (claimable >> (row * tables.SIDE)) & columns
            if own:
                placing |= tables.NAMING[row * 64 + own].bits
        for n in range(tables.SQUATTERS):
            if placing == tables.ALL_THROWS:
                return 0
            if not (out >> n) & 1:
                for row in range(tables.SIDE):
                    free: i64 = (squattable >> (row * tables.SIDE)) & columns
                    placing |= tables.PLACING[(n * tables.SIDE + row) * 64 + free].bits
        if placing == tables.ALL_THROWS:
            return 0
        bust: i64 = tables.ALL_THROWS & ~placing
        return (
            count(bust & tables.IN_WAYS[0])
            + 3 * count(bust & tables.IN_WAYS[1])
            + 6 * count(bust & tables.IN_WAYS[2])
        )

    def at_risk(self) -> tuple[int, int]:
        """CI-12: squatters without a black marker, and black markers, that a bust would take."""
        return count(self.squatted & ~self.fresh), count(self.fresh)

    def apply(self, step: int) -> None:
        """Take a legal step."""
        if step >= tables.STOP:
            self.stop()
        elif step == tables.ROLL:
            if self.story is not None:
                self.tell("roll", self.turn, ())
            self.phase = THROWING
        elif step >= tables.CLAIM:
            self.lay_black(step - tables.CLAIM)
        elif step >= tables.SQUAT:
            self.lay_squatter(step - tables.SQUAT)
        elif step >= tables.DICE:
            self.throw_dice(step - tables.DICE)
        else:  # CI-3
            self.turn = step - tables.FIRST
            self.phase = THROWING
            self.tell("first", self.turn, ())

    def throw_dice(self, throw: int) -> None:
        """CI-4, CI-12: the dice fall; without a placement the turn is lost."""
        self.throw = throw
        self.throws += 1
        if self.story is not None:
            self.tell("dice", self.turn, tables.THROW[throw])
        if self.possible(throw):
            self.phase = PLACING
        else:
            self.bust()

    def lay_squatter(self, offset: int) -> None:
        """CI-6: the squatter of the third die goes on the parcel."""
        way = tables.WAYS_TO_SQUAT[offset]
        parcel, n = way.at, way.n
        self.squatted |= way.parcel
        self.out |= way.squatter
        self.squatter_at[n] = parcel
        self.phase = DECIDING
        if self.story is not None:
            at = (tables.COLUMN[parcel], tables.ROW[parcel])
            self.tell("squat", self.turn, (*at, n + 1, self.owner(parcel)))

    def lay_black(self, offset: int) -> None:
        """CI-7, CI-8: a black marker goes on top."""
        parcel = tables.CLAIMED_AT[offset]
        bit: i64 = tables.BIT[parcel]
        self.fresh |= bit
        n = -1
        if self.squatted & bit and self.long_turns:  # CI-18: the squatter is free again
            n = self.squatter_at.index(parcel)
            self.squatted &= ~bit
            self.out &= ~tables.BIT[n]
            self.squatter_at[n] = -1
        self.phase = DECIDING
        if self.story is not None:
            self.tell("claim", self.turn, (tables.COLUMN[parcel], tables.ROW[parcel], n + 1))

    def bust(self) -> None:
        """CI-12: what was laid this turn comes off, and the turn is over."""
        if self.story is not None:
            self.tell("bust", self.turn, self.at_risk())
        self.end_turn(False)

    def stop(self) -> None:
        """CI-13: only now (CI-11) does what was laid this turn become the seat's own."""
        gained: i64 = self.squatted | self.fresh
        if self.story is not None:
            new = count(gained & ~self.mine[self.turn])
            self.tell("stop", self.turn, (new, count(self.fresh)))
        mine = self.mine
        for seat in range(self.players):
            own: i64 = mine[seat]
            if seat == self.turn:
                mine[seat] = own | gained
            elif own & gained:
                mine[seat] = own & ~gained
        self.black |= self.fresh
        self.end_turn(True)

    def end_turn(self, stopped: bool) -> None:
        """CI-12 to CI-15: clear what is white, call or play out the last round, pass the dice."""
        self.fresh = 0
        self.squatted = 0
        if self.out:
            self.out = 0
            squatter_at = self.squatter_at
            for n in range(tables.SQUATTERS):
                squatter_at[n] = -1
        self.throws = 0
        self.turns += 1
        if self.caller == self.turn:
            self.phase = ENDED
            self.tell("over", self.turn, ())
            return
        if stopped and self.caller < 0 and self.claims(self.turn) >= self.need():
            self.caller = self.turn
            self.tell("last_call", self.turn, ())
        self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
        self.phase = THROWING

    def need(self) -> int:
        """How many claims call the last round (CI-14)."""
        return tables.NEED[self.players]

    def owner(self, parcel: int) -> int:
        """The seat whose marker lies on the parcel, or -1."""
        for seat in range(self.players):
            if self.mine[seat] & tables.BIT[parcel]:
                return seat
        return -1

    def claims(self, seat: int) -> int:
        """CI-14: the parcels the seat has claimed for good."""
        return count(self.mine[seat] & self.black)

    def group(self, seat: int) -> i64:
        """CI-16: the seat's largest connected group, as bits."""
        return largest_group(self.mine[seat])

    def standing(self, seat: int) -> tuple[int, int, int]:
        """CI-16, CI-17: largest group, claimed parcels, parcels: what a place is decided by."""
        own: i64 = self.mine[seat]
        return count(largest_group(own)), count(own & self.black), count(own)

    def tell(self, kind: str, seat: int, args: tuple[int, ...]) -> None:
        """Nothing is hidden in this game: everyone hears everything."""
        story = self.story
        if story is not None:
            story.append(Event(kind, seat, args, EVERYONE))

    def clone(self) -> "ClaimIt":
        """An equal, independent state with no story."""
        return ClaimIt(
            players=self.players,
            long_turns=self.long_turns,
            starters=self.starters,
            phase=self.phase,
            turn=self.turn,
            turns=self.turns,
            throws=self.throws,
            throw=self.throw,
            caller=self.caller,
            black=self.black,
            fresh=self.fresh,
            squatted=self.squatted,
            out=self.out,
            mine=self.mine[:],
            squatter_at=self.squatter_at[:],
        )

    def after(self, step: int) -> "ClaimIt":
        """What a legal step leads to, as a position of its own."""
        later = self.clone()
        later.apply(step)
        return later

    def redeal(self, seat: int, rng: Rng) -> None:
        """Nothing is hidden: nothing to guess."""

    def scores(self) -> list[int]:
        """CI-16: the size of the largest group, nothing else."""
        return [count(self.group(seat)) for seat in range(self.players)]

    def ranks(self) -> list[int]:
        """CI-17: largest group, then claimed parcels, then parcels; for every place."""
        keys: list[tuple[int, ...]] = []
        for seat in range(self.players):
            keys.append(self.standing(seat))
        return rank_by(keys)

    def ending(self) -> str:
        """CI-15: the turn of the seat that called the last round was the last."""
        return "last_round" if self.phase == ENDED else ""

    def why_not(self, step: int) -> str:
        """The clause that forbids the step now."""
        if step in self.legal():
            return ""
        if step < tables.DICE:
            return "CI-3"
        if step < tables.SQUAT:
            return "CI-4"
        if step >= tables.ROLL or self.phase != PLACING:
            return "CI-10" if self.phase != DECIDING else "CI-5"
        place = (
            step - tables.CLAIM if step >= tables.CLAIM else (step - tables.SQUAT) // tables.SIDE
        )
        named = [
            assignment
            for assignment in tables.ASSIGNMENTS[self.throw]
            if assignment // tables.SIDE == place
        ]
        if not named or (step < tables.CLAIM and step - tables.SQUAT not in named):
            return "CI-5"
        bit: i64 = tables.BIT[tables.CLAIMED_AT[place]]
        if self.shut() & bit:
            return "CI-9"
        if self.squatted & bit:
            return "CI-8"
        return "CI-7" if self.claimable() & bit else "CI-6"


def begin(players: int, long_turns: bool, starters: list[int]) -> ClaimIt:
    """A new game, before `first`."""
    return ClaimIt(
        players=players,
        long_turns=long_turns,
        starters=starters,
        phase=DRAW_FIRST,
        turn=0,
        turns=0,
        throws=0,
        throw=-1,
        caller=-1,
        black=0,
        fresh=0,
        squatted=0,
        out=0,
        mine=[0] * players,
        squatter_at=[-1] * tables.SQUATTERS,
    )


def claim_it(state: State) -> ClaimIt:
    """The state as this game's own."""
    return cast(ClaimIt, state)
