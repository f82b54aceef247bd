"""What a learned value of Claim It! looks at: the map, the turn's stakes, and the standings."""

from typing import Final

from mypy_extensions import i64

from filon.core.bits import count
from filon.core.features import Features, FeatureSet
from filon.core.game import State
from filon.core.hints import Plan
from filon.core.observe import opposite
from filon.games.claim_it import tables
from filon.games.claim_it.parcels import beside, flood, largest_group
from filon.games.claim_it.rules import DECIDING, THROWING, ClaimIt, claim_it

GROUPS: Final = 18  # sizes that are told apart
CLAIMS: Final = 14
PARCELS: Final = 20
SAFE: Final = 12
ROOM: Final = 9  # in fours
GAP: Final = 10  # leads to either side
GAPS: Final = 4 * (2 * GAP + 1)
RISKS: Final = 24  # in ninths of 216
# Per seat: parcels held, parcels claimed; group, claims, parcels, safe group, room.
STANDING: Final = GROUPS + CLAIMS + PARCELS + SAFE + ROOM
EDGE: Final = 10
# Per seat, as it would stand after the turn: the group with one parcel more, and with one less;
# parcels it may grow to.
SHAPE: Final = 2 * GROUPS + EDGE
SEAT: Final = 2 * tables.PARCELS + STANDING
TURN: Final = 2 * tables.PARCELS + tables.SQUATTERS + RISKS + 2 * (2 * GAP + 1) + STANDING
MOST: Final = 600


def mirrored(bits: i64, mirror: i64) -> i64:
    """The parcels with rows and columns exchanged, turned by half, or both."""
    if mirror == 0:
        return bits
    moved: i64 = 0
    while bits:
        low: i64 = bits & -bits
        bits ^= low
        at: i64 = count(low - 1)
        if mirror & 1:
            at = at % 6 * 6 + at // 6
        if mirror & 2:
            at = 35 - at
        moved |= tables.BIT[at]
    return moved


class ClaimItFeatures(Features):
    """From the seat on turn: what stands now, and what would stand if it stopped."""

    def __init__(self) -> None:
        # Between turns, roll or stop, dice to come; before and after the last call.
        super().__init__(2, MOST, 6, 4)

    def size(self, players: int) -> int:
        """Per seat, then of the turn, then of the last round."""
        return players * (SEAT + SHAPE) + TURN + (players - 1) * STANDING + players + 1 + GAPS

    def perspective(self, state: State) -> int:
        """Whose turn it is."""
        return claim_it(state).turn

    def ready(self, state: State) -> bool:
        """Dice that lie are placed first; in the last turn of all, stopping tells the result."""
        game = claim_it(state)
        if game.phase == DECIDING:
            return game.caller != game.turn
        return game.phase == THROWING

    def fits(self, state: State) -> bool:
        """CI-18: short turns only."""
        return not claim_it(state).long_turns

    def write(self, state: State, seat: int, mirror: int, active: FeatureSet) -> None:
        """Seats in order, then the turn."""
        game = claim_it(state)
        players: i64 = game.players
        between = game.phase == THROWING and game.throws == 0
        bucket: i64 = 0 if between else 1 if game.phase == DECIDING else 2
        active.clear(bucket + 3 if game.caller >= 0 else bucket)
        base: i64 = 0
        black: i64 = game.black
        gained: i64 = game.squatted | game.fresh
        claimed: i64 = black | game.fresh
        later: i64 = players * SEAT + TURN
        mine: i64 = 0
        mine_then: i64 = 0
        best: i64 = -1
        best_then: i64 = -1
        mine_grown: i64 = 0
        mine_cut: i64 = 0
        best_grown: i64 = -1
        best_cut: i64 = -1
        shapes: i64 = self.shapes(players)
        for far in range(players):
            own: i64 = game.mine[opposite(far, seat, players)]
            active.flags(base, mirrored(own & ~black, mirror))
            active.flags(base + tables.PARCELS, mirrored(own & black, mirror))
            group: i64 = standing(base + 2 * tables.PARCELS, own, black, active)
            then: i64 = group
            if far == 0:
                mine = group
                if not between:
                    then = standing(players * SEAT, own | gained, claimed, active)
                    own |= gained
                mine_then = then
            else:
                if not between:
                    then = standing(later, own & ~gained, claimed, active)
                    own &= ~gained
                later += STANDING
                if group > best:
                    best = group
                if then > best_then:
                    best_then = then
            group = largest_group(own)
            more: i64 = grown(group, own, claimed)
            less: i64 = cut(group, own, claimed)
            active.up_to(shapes, more, GROUPS)
            active.up_to(shapes + GROUPS, less, GROUPS)
            active.up_to(shapes + 2 * GROUPS, count(beside(group) & ~own & ~claimed), EDGE)
            shapes += SHAPE
            if far == 0:
                mine_grown = more
                mine_cut = less
            else:
                if more > best_grown:
                    best_grown = more
                if less > best_cut:
                    best_cut = less
            base += SEAT
        self.turn(game, base + STANDING, mirror, between, active)
        base = later
        last: i64 = players if game.caller < 0 else game.caller - seat
        active.put(base + (last + players if last < 0 else last))
        base += players + 1
        active.one_of(base, mine - best + GAP, 2 * GAP)
        base += 2 * GAP + 1
        active.one_of(base, mine_then - best_then + GAP, 2 * GAP)
        base += 2 * GAP + 1
        active.one_of(base, mine_cut - best_grown + GAP, 2 * GAP)
        base += 2 * GAP + 1
        active.one_of(base, mine_grown - best_cut + GAP, 2 * GAP)

    def shapes(self, players: i64) -> i64:
        """Where the features of groups to come begin."""
        return players * SEAT + TURN + (players - 1) * STANDING + players + 1 + GAPS

    def turn(
        self, game: ClaimIt, base: i64, mirror: i64, between: bool, active: FeatureSet
    ) -> None:
        """What was laid this turn and what the next throw risks."""
        if between:
            return
        active.flags(base, mirrored(game.squatted & ~game.fresh, mirror))
        active.flags(base + tables.PARCELS, mirrored(game.fresh, mirror))
        base += 2 * tables.PARCELS
        out: i64 = game.out
        n: i64 = 0
        while n < tables.SQUATTERS:
            if (out >> n) & 1:
                active.put(base + (5 - n if mirror & 2 else n))
            n += 1
        base += tables.SQUATTERS
        risk: i64 = game.busts()
        active.up_to(base, (risk + 8) // 9, RISKS)
        base += RISKS
        need: i64 = game.need()
        held: i64 = count(game.mine[game.turn] & game.black)
        active.one_of(base, held + count(game.fresh) - need + GAP, 2 * GAP)
        base += 2 * GAP + 1
        active.one_of(base, count(game.squatted | game.fresh), 2 * GAP)

    def apart(self, players: int) -> int:
        """A turn is many positions that differ by a parcel."""
        return 4

    def plan(self, state: State) -> Plan:
        """Every throw is weighed, and a second one where the first leaves the choice open."""
        return Plan(budget=8000, depth=0, explore=2500, expectimax_draws=1, reexamine_margin=30)


def standing(base: i64, own: i64, claimed: i64, active: FeatureSet) -> i64:
    """What a seat's place is decided by, and what it can count on; tells its largest group."""
    group: i64 = count(largest_group(own))
    active.up_to(base, group, GROUPS)
    base += GROUPS
    active.up_to(base, count(own & claimed), CLAIMS)
    base += CLAIMS
    active.up_to(base, count(own), PARCELS)
    base += PARCELS
    active.up_to(base, count(largest_group(own & claimed)), SAFE)
    base += SAFE
    free: i64 = own | (tables.MAP & ~claimed)
    active.up_to(base, count(largest_group(free)) // 4, ROOM)
    return group


def grown(group: i64, own: i64, claimed: i64) -> i64:
    """The size of the largest group with the one parcel more that joins most to it."""
    size: i64 = count(group)
    edge: i64 = beside(group) & ~own & ~claimed & tables.MAP
    if edge == 0:
        return size
    best: i64 = size + 1
    joining: i64 = edge & beside(own & ~group)
    while joining:
        parcel: i64 = joining & -joining
        joining ^= parcel
        larger: i64 = count(flood(parcel, own | parcel))
        if larger > best:
            best = larger
    return best


def cut(group: i64, own: i64, claimed: i64) -> i64:
    """The size of the largest group if its weakest parcel is lost: one that is not claimed."""
    loose: i64 = group & ~claimed
    size: i64 = count(group)
    if loose == 0:
        return size
    worst: i64 = size - 1
    while loose:
        parcel: i64 = loose & -loose
        loose ^= parcel
        if count(beside(parcel) & own) > 1:
            smaller: i64 = count(largest_group(own & ~parcel))
            if smaller < worst:
                worst = smaller
    return worst
