"""What a learned value of Claim It! looks at: the map, the turn's stakes, and the standings."""

from typing import Final

from mypy_extensions import i64

from filon.core.bits import count
from filon.core.features import Features, Sheet
from filon.core.game import State
from filon.core.hints import Plan
from filon.core.observe import opposite
from filon.games.claim_it import tables
from filon.games.claim_it.parcels import largest_group
from filon.games.claim_it.rules import DECIDING, THROWING, ClaimIt, claim_it

GROUPS: Final = 18  # sizes that are told apart
CLAIMS: Final = 14
PARCELS: Final = 20
SAFE: Final = 12
ROOM: Final = 9  # in fours
GAP: Final = 10  # leads to either side
RISKS: Final = 24  # in ninths of 216
# Per seat: parcels held, parcels claimed; group, claims, parcels, safe group, room.
STANDING: Final = GROUPS + CLAIMS + PARCELS + SAFE + ROOM
SEAT: Final = 2 * tables.PARCELS + STANDING
TURN: Final = 2 * tables.PARCELS + tables.SQUATTERS + RISKS + 2 * (2 * GAP + 1) + STANDING
MOST: Final = 420


def mirrored(bits: i64, mirror: i64) -> i64:
    """The parcels with rows and columns exchanged, turned by half, or both."""
    if mirror == 0:
        return bits
    found: i64 = 0
    while bits:
        low: i64 = bits & -bits
        bits ^= low
        at: i64 = count(low - 1)
        if mirror & 1:
            at = at % 6 * 6 + at // 6
        if mirror & 2:
            at = 35 - at
        found |= tables.BIT[at]
    return found


class ClaimItFeatures(Features):
    """From the seat on turn: what stands now, and what would stand if it stopped."""

    def __init__(self) -> None:
        # Between turns, roll or stop, dice to come; before and after the last call.
        super().__init__(1, MOST, 6, 4)

    def size(self, players: int) -> int:
        """Per seat, then of the turn, then of the last round."""
        return players * SEAT + TURN + (players - 1) * STANDING + players + 1 + 2 * (2 * GAP + 1)

    def looker(self, state: State) -> int:
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

    def write(self, state: State, seat: int, mirror: int, sheet: Sheet) -> None:
        """Seats in order, then the turn."""
        game = claim_it(state)
        players: i64 = game.players
        between = game.phase == THROWING and game.throws == 0
        bucket: i64 = 0 if between else 1 if game.phase == DECIDING else 2
        sheet.clear(bucket + 3 if game.caller >= 0 else bucket)
        base: i64 = 0
        black: i64 = game.black
        gained: i64 = game.squatted | game.fresh
        claimed: i64 = black | game.fresh
        later: i64 = players * SEAT + TURN
        mine: i64 = 0
        mine_then: i64 = 0
        best: i64 = -1
        best_then: i64 = -1
        for far in range(players):
            own: i64 = game.mine[opposite(far, seat, players)]
            sheet.flags(base, mirrored(own & ~black, mirror))
            sheet.flags(base + tables.PARCELS, mirrored(own & black, mirror))
            group: i64 = standing(base + 2 * tables.PARCELS, own, black, sheet)
            then: i64 = group
            if far == 0:
                mine = group
                if not between:
                    then = standing(players * SEAT, own | gained, claimed, sheet)
                mine_then = then
            else:
                if not between:
                    then = standing(later, own & ~gained, claimed, sheet)
                later += STANDING
                if group > best:
                    best = group
                if then > best_then:
                    best_then = then
            base += SEAT
        self.turn(game, base + STANDING, mirror, between, sheet)
        base = later
        last: i64 = players if game.caller < 0 else game.caller - seat
        sheet.put(base + (last + players if last < 0 else last))
        base += players + 1
        sheet.one_of(base, mine - best + GAP, 2 * GAP)
        sheet.one_of(base + 2 * GAP + 1, mine_then - best_then + GAP, 2 * GAP)

    def turn(self, game: ClaimIt, base: i64, mirror: i64, between: bool, sheet: Sheet) -> None:
        """What was laid this turn and what the next throw risks."""
        if between:
            return
        sheet.flags(base, mirrored(game.squatted & ~game.fresh, mirror))
        sheet.flags(base + tables.PARCELS, mirrored(game.fresh, mirror))
        base += 2 * tables.PARCELS
        out: i64 = game.out
        n: i64 = 0
        while n < tables.SQUATTERS:
            if (out >> n) & 1:
                sheet.put(base + (5 - n if mirror & 2 else n))
            n += 1
        base += tables.SQUATTERS
        risk: i64 = game.busts()
        sheet.up_to(base, (risk + 8) // 9, RISKS)
        base += RISKS
        need: i64 = tables.NEED[game.players]
        held: i64 = count(game.mine[game.turn] & game.black)
        sheet.one_of(base, held + count(game.fresh) - need + GAP, 2 * GAP)
        base += 2 * GAP + 1
        sheet.one_of(base, count(game.squatted | game.fresh), 2 * GAP)

    def plan(self, state: State) -> Plan:
        """Every throw is weighed, two of them where the budget carries it."""
        return Plan(budget=8000, depth=0, explore=2500, luck=2)


def standing(base: i64, own: i64, claimed: i64, sheet: Sheet) -> i64:
    """What a seat's place is decided by, and what it can count on; tells its largest group."""
    group: i64 = count(largest_group(own))
    sheet.up_to(base, group, GROUPS)
    base += GROUPS
    sheet.up_to(base, count(own & claimed), CLAIMS)
    base += CLAIMS
    sheet.up_to(base, count(own), PARCELS)
    base += PARCELS
    sheet.up_to(base, count(largest_group(own & claimed)), SAFE)
    base += SAFE
    free: i64 = own | (tables.MAP & ~claimed)
    sheet.up_to(base, count(largest_group(free)) // 4, ROOM)
    return group
