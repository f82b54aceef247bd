"""Claim It!: the state of a game and every step of it."""

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from filon.core.events import EVERYONE, Event
from filon.core.game import CHANCE, OVER, State, rank_by
from filon.core.rng import Rng
from filon.games.claim_it.tables import (
    ASSIGNMENTS,
    BIT,
    BOARD,
    CLAIM,
    DICE,
    FIRST,
    LEFT_EDGE,
    NEED,
    RIGHT_EDGE,
    ROLL,
    SIDE,
    SPACE_OF,
    SQUAT,
    SQUATTER_OF,
    SQUATTERS,
    STOP,
    THROW,
    WAYS,
)

# Phases of a turn.
DRAW_FIRST: Final = 0
THROWING: Final = 1
PLACING: Final = 2
DECIDING: Final = 3
ENDED: Final = 4


class ClaimIt(State):
    """A position; spaces are bits of one number, as are the squatters."""

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
        tents: i64,
        out: i64,
        mine: list[int],
        tent_at: list[int],
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
        self.black: i64 = black  # spaces claimed for good
        self.fresh: i64 = fresh  # black markers laid this turn
        self.tents: i64 = tents  # spaces with a squatter, black on top or not
        self.out: i64 = out  # squatters on the board, by number
        self.mine = mine  # per seat, the spaces with its marker
        self.tent_at = tent_at  # per squatter, its space or -1
        self.story = None

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
            return [ROLL, STOP]  # CI-10: both, always
        if self.phase == THROWING:
            return list(range(DICE, SQUAT))
        if self.phase == DRAW_FIRST:
            return [FIRST + seat for seat in self.starters]
        return []

    def weights(self) -> list[int]:
        """CI-3: every starter alike; CI-4: the ways each throw can fall."""
        return list(WAYS) if self.phase == THROWING else [1] * len(self.starters)

    def thrower(self) -> int:
        """CI-3: the lot for who begins is nobody's; then who is on turn throws."""
        return CHANCE if self.phase == DRAW_FIRST else self.turn

    def placements(self) -> list[int]:
        """CI-5: the different results of the throw's assignments, ascending."""
        squats: list[int] = []
        claims: list[int] = []
        for offset in ASSIGNMENTS[self.throw]:
            step = self.placement(offset)
            if step >= CLAIM:
                if step not in claims:
                    claims.append(step)
            elif step >= 0:
                squats.append(step)
        claims.sort()
        return squats + claims

    def placement(self, offset: int) -> int:
        """What one assignment of the dice places: a step, or -1 for nothing."""
        bit: i64 = BIT[SPACE_OF[offset]]
        if (self.black | self.fresh) & bit:
            return -1  # CI-9
        own: i64 = self.mine[self.turn]
        if (self.tents | own) & bit:
            return CLAIM + offset // SIDE  # CI-7, CI-8
        wanted: i64 = BIT[SQUATTER_OF[offset]]
        return -1 if self.out & wanted else SQUAT + offset  # CI-6

    def possible(self, throw: int) -> bool:
        """Whether a throw would let the seat on turn place anything."""
        for offset in ASSIGNMENTS[throw]:
            if self.placement(offset) >= 0:
                return True
        return False

    def busts(self) -> int:
        """CI-12: how many of the 216 throws would now be a bust."""
        count = 0
        for throw in range(len(WAYS)):
            if not self.possible(throw):
                count += WAYS[throw]
        return count

    def apply(self, step: int) -> None:
        """Take a legal step."""
        if step >= STOP:
            self.stop()
        elif step == ROLL:
            self.tell("roll", self.turn, ())
            self.phase = THROWING
        elif step >= CLAIM:
            self.lay_black(step - CLAIM)
        elif step >= SQUAT:
            self.lay_squatter(step - SQUAT)
        elif step >= DICE:
            self.throw_dice(step - DICE)
        else:  # CI-3
            self.turn = step - FIRST
            self.phase = THROWING
            self.tell("first", self.turn, ())

    def throw_dice(self, throw: int) -> None:
        """CI-4, CI-12: the dice fall; without a placement the turn is lost."""
        self.throw = throw
        self.throws += 1
        a, b, c = THROW[throw]
        self.tell("dice", self.turn, (a, b, c))
        if self.possible(throw):
            self.phase = PLACING
            return
        self.tell("bust", self.turn, (count(self.tents & ~self.fresh), count(self.fresh)))
        self.end_turn(False)

    def lay_squatter(self, offset: int) -> None:
        """CI-6: the squatter of the third die goes on the space."""
        space = SPACE_OF[offset]
        n = SQUATTER_OF[offset]
        self.tents |= BIT[space]
        self.out |= BIT[n]
        self.tent_at[n] = space
        self.phase = DECIDING
        self.tell(
            "squat", self.turn, (space % SIDE + 1, space // SIDE + 1, n + 1, self.owner(space))
        )

    def lay_black(self, place: int) -> None:
        """CI-7, CI-8: a black marker goes on top."""
        col, row = place // SIDE, place % SIDE
        space = row * SIDE + col
        bit: i64 = BIT[space]
        self.fresh |= bit
        n = -1
        if self.tents & bit and self.long_turns:  # CI-18: the squatter is free again
            n = self.tent_at.index(space)
            self.tents &= ~bit
            self.out &= ~BIT[n]
            self.tent_at[n] = -1
        self.phase = DECIDING
        self.tell("claim", self.turn, (col + 1, row + 1, n + 1))

    def stop(self) -> None:
        """CI-13: only now (CI-11) does what was laid this turn become the seat's own."""
        gained: i64 = self.tents | self.fresh
        before = count(self.mine[self.turn])
        for seat in range(self.players):
            if seat != self.turn:
                self.mine[seat] &= ~gained
        self.mine[self.turn] |= gained
        self.black |= self.fresh
        self.tell("stop", self.turn, (count(self.mine[self.turn]) - before, count(self.fresh)))
        self.end_turn(True)

    def end_turn(self, stopped: bool) -> None:
        """CI-12 to CI-15: clear what is white, call or play out the last round, pass the dice."""
        self.fresh = 0
        self.tents = 0
        self.out = 0
        for n in range(SQUATTERS):
            self.tent_at[n] = -1
        self.throws = 0
        self.turns += 1
        if self.caller == self.turn:
            self.phase = ENDED
            self.tell("over", self.turn, ())
            return
        if stopped and self.caller < 0 and self.claims(self.turn) >= NEED[self.players]:
            self.caller = self.turn
            self.tell("last_call", self.turn, ())
        self.turn = (self.turn + 1) % self.players
        self.phase = THROWING

    def owner(self, space: int) -> int:
        """The seat whose marker lies on the space, or -1."""
        for seat in range(self.players):
            if self.mine[seat] & BIT[space]:
                return seat
        return -1

    def claims(self, seat: int) -> int:
        """CI-14: the spaces the seat has claimed for good."""
        return count(self.mine[seat] & self.black)

    def group(self, seat: int) -> int:
        """CI-16: the seat's largest connected group, as bits (of equals, the lowest)."""
        left: i64 = self.mine[seat]
        best: i64 = 0
        size = 0
        while left:
            found: i64 = flood(left & -left, left)
            if count(found) > size:
                best = found
                size = count(found)
            left &= ~found
        return best

    def tell(self, kind: str, seat: int, args: tuple[int, ...]) -> None:
        """Nothing is hidden in this game: everyone hears everything."""
        story = self.story
        if story is not None:
            story.append(Event(kind, seat, args, EVERYONE))

    def clone(self) -> State:
        """An equal, independent state with no story."""
        return ClaimIt(
            self.players,
            self.long_turns,
            self.starters,
            self.phase,
            self.turn,
            self.turns,
            self.throws,
            self.throw,
            self.caller,
            self.black,
            self.fresh,
            self.tents,
            self.out,
            self.mine[:],
            self.tent_at[:],
        )

    def redeal(self, seat: int, rng: Rng) -> None:
        """Nothing is hidden: nothing to guess."""

    def scores(self) -> list[int]:
        """CI-16: the size of the largest group, nothing else."""
        return [count(self.group(seat)) for seat in range(self.players)]

    def ranks(self) -> list[int]:
        """CI-17: largest group, then claimed spaces, then spaces; for every place."""
        keys: list[tuple[int, ...]] = []
        for seat in range(self.players):
            keys.append((count(self.group(seat)), self.claims(seat), count(self.mine[seat])))
        return rank_by(keys)

    def why_not(self, step: int) -> str:
        """The clause that forbids the step now."""
        if step in self.legal():
            return ""
        if step < DICE:
            return "CI-3"
        if step < SQUAT:
            return "CI-4"
        if step >= ROLL or self.phase != PLACING:
            return "CI-10" if self.phase != DECIDING else "CI-5"
        place = step - CLAIM if step >= CLAIM else (step - SQUAT) // SIDE
        named = [offset for offset in ASSIGNMENTS[self.throw] if offset // SIDE == place]
        space = place % SIDE * SIDE + place // SIDE
        if not named or (step < CLAIM and step - SQUAT not in named):
            return "CI-5"
        if (self.black | self.fresh) & BIT[space]:
            return "CI-9"
        if self.tents & BIT[space]:
            return "CI-8"
        if self.mine[self.turn] & BIT[space]:
            return "CI-7"
        return "CI-6"


def count(bits: i64) -> int:
    """How many bits are set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


def flood(start: i64, within: i64) -> i64:
    """The spaces of `within` joined to `start` side by side."""
    reached: i64 = start
    while True:
        wider: i64 = reached
        wider |= (reached & ~RIGHT_EDGE) << 1
        wider |= (reached & ~LEFT_EDGE) >> 1
        wider |= (reached << SIDE) & BOARD
        wider |= reached >> SIDE
        wider &= within
        if wider == reached:
            return reached
        reached = wider


def begin(players: int, long_turns: bool, starters: list[int]) -> ClaimIt:
    """A new game, before `first`."""
    return ClaimIt(
        players,
        long_turns,
        starters,
        DRAW_FIRST,
        0,
        0,
        0,
        -1,
        -1,
        0,
        0,
        0,
        0,
        [0] * players,
        [-1] * SQUATTERS,
    )


def claim_it(state: State) -> ClaimIt:
    """The state as this game's own."""
    return cast(ClaimIt, state)
