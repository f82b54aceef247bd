"""The action cards: when each can be used, on what, and what it does.

A card that wants a target has one entry in `choices` (its legal steps; none: it cannot be used)
and one function that does it. The effects are those of the first edition or RECONSTRUCTIONS.
"""

from filon.games.gold_river.ground import (
    HOLDING_UP,
    NOBODY,
    ON_MINE_OF,
    ON_TOWN,
    OUT,
    SWAPPING,
    Ground,
)
from filon.games.gold_river.mayors import move, pay_fee, settle
from filon.games.gold_river.tables import (
    BANDIT,
    BANK_CARD,
    BLAST,
    COACH,
    CONCESSIONS,
    DEMANDS,
    DYNAMITE,
    GET,
    GIVE,
    GOVERN,
    GOVERNOR,
    GROUNDS,
    HOLD_UP,
    JUDGE,
    KIND,
    LOW,
    NEW_VEIN,
    ON_MINE,
    POST_CARD,
    RAIDED,
    ROB,
    THREATEN,
    TOWN,
    TOWNS,
    VEINS,
    WHISKEY_RIVER,
)


def choices(ground: Ground, seat: int, card: int) -> list[int]:
    """GR-10: the steps that use the card now, ascending; none if it has to be kept."""
    kind = KIND[card]
    if kind == DYNAMITE:
        return targets(ground, seat)
    if kind == BANDIT:
        return loot(ground, seat)
    if kind == JUDGE:
        return offers(ground, seat)
    if kind == NEW_VEIN:
        return mines(ground, seat)
    if kind == GOVERNOR:
        return [GOVERN + town for town in range(TOWNS) if ground.mayor[town] == seat]
    if kind == HOLD_UP:
        return [
            THREATEN + other * DEMANDS + n
            for other in range(ground.players)
            if other != seat
            for n in range(DEMANDS)
        ]
    return []


def targets(ground: Ground, seat: int) -> list[int]:
    """GR-22: opposing concessions and buildings."""
    where = ground.where
    return [BLAST + card for card in range(GROUNDS) if where[card] >= 0 and where[card] != seat]


def loot(ground: Ground, seat: int) -> list[int]:
    """GR-26: opposing concessions of towns in which the seat has one."""
    where = ground.where
    return [
        ROB + card
        for card in range(CONCESSIONS)
        if where[card] >= 0 and where[card] != seat and ground.count(TOWN[card], seat) > 0
    ]


def offers(ground: Ground, seat: int) -> list[int]:
    """GR-27: own concessions, if there is one to have for them."""
    if not wishes(ground, seat):
        return []
    return [GIVE + card for card in range(CONCESSIONS) if ground.where[card] == seat]


def wishes(ground: Ground, seat: int) -> list[int]:
    """GR-27: all the opponents' concessions."""
    where = ground.where
    return [GET + card for card in range(CONCESSIONS) if where[card] >= 0 and where[card] != seat]


def mines(ground: Ground, seat: int) -> list[int]:
    """GR-28: own concessions that are mines; the river has none."""
    return [
        ON_MINE + card
        for card in range(CONCESSIONS)
        if ground.where[card] == seat and TOWN[card] != WHISKEY_RIVER
    ]


def postage(ground: Ground, seat: int) -> None:
    """GR-20: a nugget for the post office before an action card does anything."""
    owner = ground.owner(POST_CARD)
    if owner in (NOBODY, seat):
        return
    n = min(1, ground.hand[seat])  # GR-15
    ground.hand[seat] -= n
    ground.hand[owner] += n
    ground.tell("postage", seat, (owner, n))


def blast(ground: Ground, card: int) -> None:
    """GR-22: a concession with its veins, or a building, leaves the game."""
    owner = ground.owner(card)
    ground.where[ground.taken] = OUT
    ground.tell("blast", ground.turn, (card, owner))
    if card == BANK_CARD:
        if ground.vault:
            ground.tell("vault_back", owner, (ground.vault,))
        ground.hand[owner] += ground.vault
        ground.vault = 0
    if card >= CONCESSIONS:
        ground.where[card] = OUT
        return
    for vein in VEINS:
        if ground.where[vein] == ON_MINE_OF + card:
            ground.where[vein] = OUT
    move(ground, card, TOWN[card], OUT)
    settle(ground, TOWN[card], NOBODY, owner)


def rob(ground: Ground, card: int) -> None:
    """GR-26: fee to the mayor, then the concession changes sides."""
    seat = ground.turn
    victim = ground.owner(card)
    ground.where[ground.taken] = OUT
    ground.tell("rob", seat, (card, victim))
    pay_fee(ground, seat, TOWN[card])
    move(ground, card, TOWN[card], seat)
    settle(ground, TOWN[card], seat, victim)


def give(ground: Ground, card: int) -> None:
    """GR-27: the first half of the judge; nothing happens yet."""
    ground.given = card
    ground.phase = SWAPPING


def get(ground: Ground, card: int) -> None:
    """GR-27: both concessions move, then both towns are looked at."""
    seat = ground.turn
    given = ground.given
    other = ground.owner(card)
    ground.where[ground.taken] = OUT
    ground.given = -1
    ground.tell("give", seat, (given, other))
    ground.tell("get", seat, (card, other))
    move(ground, given, TOWN[given], other)
    move(ground, card, TOWN[card], seat)
    if TOWN[given] != TOWN[card]:
        settle(ground, TOWN[given], other, seat)
        settle(ground, TOWN[card], seat, other)


def dig(ground: Ground, card: int) -> None:
    """GR-28: a new vein is attached to a mine."""
    ground.where[ground.taken] = ON_MINE_OF + card
    ground.tell("vein", ground.turn, (card,))


def govern(ground: Ground, town: int) -> None:
    """GR-30: the governor stands by a mayor card."""
    ground.where[ground.taken] = ON_TOWN + town
    ground.tell("govern", ground.turn, (town,))


def threaten(ground: Ground, offset: int) -> None:
    """GR-24: a player and a number are named; the dice decide."""
    ground.target = offset // DEMANDS
    ground.demand = offset % DEMANDS + LOW
    ground.phase = HOLDING_UP
    ground.tell("threaten", ground.turn, (ground.target, ground.demand))


def hold_up(ground: Ground, a: int, b: int) -> None:
    """GR-24: with the number or more, that many nuggets change hands."""
    seat, victim = ground.turn, ground.target
    ground.where[ground.taken] = OUT
    ground.tell("hold_up_dice", seat, (a, b))
    if a + b >= ground.demand:
        n = min(ground.demand, ground.hand[victim])  # GR-15
        ground.hand[victim] -= n
        ground.hand[seat] += n
        ground.tell("held_up", seat, (victim, n))
    else:
        ground.tell("missed", seat, (victim,))
    ground.target = NOBODY
    ground.demand = 0


def raid(ground: Ground, seat: int) -> None:
    """GR-23: everybody else discards."""
    ground.where[ground.taken] = OUT
    for other in range(ground.players):
        if other != seat:
            n = min(RAIDED, ground.hand[other])  # GR-15
            ground.hand[other] -= n
            ground.tell("raided", other, (n,))


def coach(ground: Ground, seat: int) -> None:
    """GR-25: gold from the supply."""
    ground.where[ground.taken] = OUT
    ground.hand[seat] += COACH
    ground.tell("coach", seat, (COACH,))
