"""Chances of winning Claim It! from what lies on the board and what is at stake in the turn."""

from math import exp
from typing import Final

from mypy_extensions import i64

from filon.games.claim_it.rules import ClaimIt, count, flood
from filon.games.claim_it.tables import (
    ASSIGNMENTS,
    BIT,
    CLAIM,
    NEED,
    SIDE,
    SPACE_OF,
    SQUAT,
    SQUATTER_OF,
    THROWS,
    WAYS,
)

# Log-odds of winning, by number of players: per space of the largest group, per space, per claimed
# space, and for being the next to throw; each at the start and what the way to the last call adds.
# Fitted to the winners of 28,000 games that greedy played and 9,300 that this look ahead played.
FIT: Final[list[list[float]]] = [
    [],
    [],
    [-0.055, 0.263, 0.161, -0.098, -0.010, 0.282, 0.343, 0.133],
    [-0.071, 0.345, 0.123, -0.053, 0.046, 0.256, 0.239, 0.295],
    [-0.102, 0.442, 0.152, -0.104, 0.086, 0.300, 0.279, 0.328],
    [-0.099, 0.471, 0.167, -0.138, 0.151, 0.271, 0.333, 0.278],
]
# The same once the last round is called: group, claimed, any, and a turn still to come.
LATE: Final = (0.9, 0.3, 0.04, 2.05)
UP: Final = 1.16  # by how much another placement betters the odds, on the average
HOPE: Final = 0.25  # of a seat that loses unless it places once more


def placed(game: ClaimIt) -> list[float]:
    """After the best placement of the dice that lie."""
    best: list[float] = []
    turn = game.turn
    for step in game.placements():
        fresh: i64 = game.fresh
        tents: i64 = game.tents
        out: i64 = game.out
        if step >= CLAIM:
            place = step - CLAIM
            space = place % SIDE * SIDE + place // SIDE
            bit: i64 = BIT[space]
            fresh |= bit
            if game.long_turns and tents & bit:  # CI-18
                tents &= ~bit
                out &= ~BIT[game.tent_at.index(space)]
        else:
            tents |= BIT[SPACE_OF[step - SQUAT]]
            out |= BIT[SQUATTER_OF[step - SQUAT]]
        found = either(game, fresh, tents, out)
        if not best or found[turn] > best[turn]:
            best = found
    return best


def either(game: ClaimIt, fresh: i64, tents: i64, out: i64) -> list[float]:
    """With so much at stake: stopping, or another placement at the exact risk of a bust."""
    turn = game.turn
    gained: i64 = fresh | tents
    mine: list[int] = []
    for seat in range(game.players):
        own: i64 = game.mine[seat]
        mine.append(own | gained if seat == turn else own & ~gained)
    black: i64 = game.black | fresh
    sure = after(game, mine, black, True)
    lost = after(game, game.mine, game.black, False)
    safe = (THROWS - busts(game, fresh, tents, out)) / THROWS
    more = boosted(sure, turn)
    on = [safe * more[seat] + (1.0 - safe) * lost[seat] for seat in range(game.players)]
    return on if on[turn] > sure[turn] else sure


def boosted(parts: list[float], turn: int) -> list[float]:
    """The chances if the seat on turn places once more."""
    own = parts[turn]
    if own >= 1.0:
        return parts
    better = own * UP / (1.0 + own * (UP - 1.0)) if own > 0.0 else HOPE
    rest = (1.0 - better) / (1.0 - own)
    return [better if seat == turn else parts[seat] * rest for seat in range(len(parts))]


def busts(game: ClaimIt, fresh: i64, tents: i64, out: i64) -> int:
    """CI-12: of 216 throws, how many would place nothing."""
    shut: i64 = game.black | fresh
    own: i64 = game.mine[game.turn]
    again: i64 = tents | own  # a claim needs no squatter
    lost = 0
    for throw in range(len(WAYS)):
        free = False
        for offset in ASSIGNMENTS[throw]:
            bit: i64 = BIT[SPACE_OF[offset]]
            if shut & bit:
                continue
            wanted: i64 = BIT[SQUATTER_OF[offset]]
            if again & bit or not out & wanted:
                free = True
                break
        if not free:
            lost += WAYS[throw]
    return lost


def after(game: ClaimIt, mine: list[int], black: i64, stopped: bool) -> list[float]:
    """The chances when the turn is over."""
    if game.caller == game.turn:
        return final(mine, black)
    caller = game.caller
    own: i64 = mine[game.turn]
    if stopped and caller < 0 and count(own & black) >= NEED[game.players]:
        caller = game.turn
    return chances(game, mine, black, (game.turn + 1) % game.players, caller)


def chances(game: ClaimIt, mine: list[int], black: i64, turn: int, caller: int) -> list[float]:
    """Each seat's chance before a turn begins."""
    players = game.players
    claims: list[int] = []
    most = 0
    for seat in range(players):
        own: i64 = mine[seat]
        n = count(own & black)
        claims.append(n)
        most = max(most, n)
    near = min(1.0, most / NEED[players])
    fit = FIT[players]
    parts: list[float] = []
    whole = 0.0
    for seat in range(players):
        own = mine[seat]
        group = largest(own)
        if caller >= 0:
            odds = LATE[0] * group + LATE[1] * claims[seat] + LATE[2] * count(own)
            if (seat - turn) % players <= (caller - turn) % players:
                odds += LATE[3]
        else:
            odds = (fit[0] + fit[1] * near) * group
            odds += (fit[2] + fit[3] * near) * count(own) + (fit[4] + fit[5] * near) * claims[seat]
            if seat == turn:
                odds += fit[6] + fit[7] * near
        part = exp(odds)
        parts.append(part)
        whole += part
    return [part / whole for part in parts]


def largest(own: i64) -> int:
    """The size of the largest group."""
    left: i64 = own
    size = 0
    while left:
        found: i64 = flood(left & -left, left)
        size = max(size, count(found))
        left &= ~found
    return size


def final(mine: list[int], black: i64) -> list[float]:
    """CI-16, CI-17: the victory, shared by those who tie."""
    best: tuple[int, int, int] = (-1, 0, 0)
    winners = 0
    keys: list[tuple[int, int, int]] = []
    for seat in range(len(mine)):
        own: i64 = mine[seat]
        key = (largest(own), count(own & black), count(own))
        keys.append(key)
        if key > best:
            best = key
            winners = 0
        if key == best:
            winners += 1
    return [1.0 / winners if key == best else 0.0 for key in keys]
