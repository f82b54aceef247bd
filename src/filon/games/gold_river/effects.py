"""The action cards: when each can be used, on what, and what it does.

A card that wants a target has one entry in `choices` (its legal steps; none: it cannot be used)
and one function that does it. The effects are those of the first edition or RECONSTRUCTIONS.
"""

from filon.games.gold_river import phases, tables
from filon.games.gold_river.mayors import move, pay_fee, settle
from filon.games.gold_river.position import NO_CARD, NOBODY, ON_MINE_OF, ON_TOWN, OUT, Position


def choices(game: Position, seat: int, card: int) -> list[int]:
    """GR-10: the steps that use the card now, ascending; none if it has to be kept."""
    kind = tables.KIND[card]
    if kind == tables.DYNAMITE:
        return targets(game, seat)
    if kind == tables.BANDIT:
        return loot(game, seat)
    if kind == tables.JUDGE:
        return offers(game, seat)
    if kind == tables.NEW_VEIN:
        return mines(game, seat)
    if kind == tables.GOVERNOR:
        return [tables.GOVERN + town for town in range(tables.TOWNS) if game.mayor[town] == seat]
    if kind == tables.HOLD_UP:
        return [
            tables.THREATEN + other * tables.DEMANDS + n
            for other in range(game.players)
            if other != seat
            for n in range(tables.DEMANDS)
        ]
    return []


def waits(game: Position, seat: int, card: int) -> bool:
    """GR-10: whether the seat, taking this action card now, would keep it for later."""
    at_once = (tables.RAID, tables.STAGECOACH)  # without a target, and used even to no effect
    return tables.KIND[card] not in at_once and not choices(game, seat, card)


def targets(game: Position, seat: int) -> list[int]:
    """GR-22: opposing concessions and buildings."""
    where = game.where
    return [
        tables.BLAST + card
        for card in range(tables.GROUNDS)
        if where[card] >= 0 and where[card] != seat
    ]


def loot(game: Position, seat: int) -> list[int]:
    """GR-26: opposing concessions of towns in which the seat has one."""
    where = game.where
    return [
        tables.ROB + card
        for card in range(tables.CONCESSIONS)
        if where[card] >= 0 and where[card] != seat and game.count(tables.TOWN[card], seat) > 0
    ]


def offers(game: Position, seat: int) -> list[int]:
    """GR-27: own concessions, if there is one to have for them."""
    if not wishes(game, seat):
        return []
    return [tables.GIVE + card for card in range(tables.CONCESSIONS) if game.where[card] == seat]


def wishes(game: Position, seat: int) -> list[int]:
    """GR-27: all the opponents' concessions."""
    where = game.where
    return [
        tables.GET + card
        for card in range(tables.CONCESSIONS)
        if where[card] >= 0 and where[card] != seat
    ]


def mines(game: Position, seat: int) -> list[int]:
    """GR-28: own concessions that are mines; the river has none."""
    return [
        tables.ON_MINE + card
        for card in range(tables.CONCESSIONS)
        if game.where[card] == seat and tables.TOWN[card] != tables.WHISKEY_RIVER
    ]


def postmaster(game: Position, seat: int) -> int:
    """GR-20: whom the seat owes a nugget for an action card, or NOBODY."""
    owner = game.owner(tables.POST_CARD)
    return NOBODY if owner == seat else owner


def postage(game: Position, seat: int) -> None:
    """GR-20: a nugget for the post office before an action card does anything."""
    owner = postmaster(game, seat)
    if owner == NOBODY:
        return
    n = game.payable(seat, tables.POSTAGE)
    game.hand[seat] -= n
    game.hand[owner] += n
    game.tell("postage", seat, (owner, n))


def blast(game: Position, card: int) -> None:
    """GR-22: a concession with its veins, or a building, leaves the game."""
    owner = game.owner(card)
    game.where[game.taken] = OUT
    game.tell("blast", game.turn, (card, owner))
    if card == tables.BANK_CARD:
        if game.vault:
            game.tell("vault_back", owner, (game.vault,))
        game.hand[owner] += game.vault
        game.vault = 0
    if card >= tables.CONCESSIONS:
        game.where[card] = OUT
        return
    for vein in tables.VEINS:
        if game.where[vein] == ON_MINE_OF + card:
            game.where[vein] = OUT
    move(game, card, tables.TOWN[card], OUT)
    settle(game, tables.TOWN[card], NOBODY, owner)


def rob(game: Position, card: int) -> None:
    """GR-26: fee to the mayor, then the concession changes sides."""
    seat = game.turn
    victim = game.owner(card)
    game.where[game.taken] = OUT
    game.tell("rob", seat, (card, victim))
    pay_fee(game, seat, tables.TOWN[card])
    move(game, card, tables.TOWN[card], seat)
    settle(game, tables.TOWN[card], seat, victim)


def give(game: Position, card: int) -> None:
    """GR-27: the first half of the judge; nothing happens yet."""
    game.given = card
    game.phase = phases.SWAPPING


def get(game: Position, card: int) -> None:
    """GR-27: both concessions move, then both towns are looked at."""
    seat = game.turn
    given = game.given
    other = game.owner(card)
    game.where[game.taken] = OUT
    game.given = NO_CARD
    game.tell("give", seat, (given, other))
    game.tell("get", seat, (card, other))
    move(game, given, tables.TOWN[given], other)
    move(game, card, tables.TOWN[card], seat)
    if tables.TOWN[given] != tables.TOWN[card]:
        settle(game, tables.TOWN[given], other, seat)
        settle(game, tables.TOWN[card], seat, other)


def dig(game: Position, card: int) -> None:
    """GR-28: a new vein is attached to a mine."""
    game.where[game.taken] = ON_MINE_OF + card
    game.tell("vein", game.turn, (card,))


def govern(game: Position, town: int) -> None:
    """GR-30: the governor stands by a mayor card."""
    game.where[game.taken] = ON_TOWN + town
    game.tell("govern", game.turn, (town,))


def named(offset: int) -> tuple[int, int]:
    """GR-24: the player and the number in a `threaten`, counted from the first of them."""
    return offset // tables.DEMANDS, offset % tables.DEMANDS + tables.LOW


def threaten(game: Position, offset: int) -> None:
    """GR-24: a player and a number are named; the dice decide."""
    game.target, game.demand = named(offset)
    game.phase = phases.HOLDING_UP
    game.tell("threaten", game.turn, (game.target, game.demand))


def hold_up(game: Position, a: int, b: int) -> None:
    """GR-24: with the number or more, that many nuggets change hands."""
    seat, victim = game.turn, game.target
    game.where[game.taken] = OUT
    game.tell("hold_up_dice", seat, (a, b))
    if a + b >= game.demand:
        n = game.payable(victim, game.demand)
        game.hand[victim] -= n
        game.hand[seat] += n
        game.tell("held_up", seat, (victim, n))
    else:
        game.tell("missed", seat, (victim,))
    game.target = NOBODY
    game.demand = 0


def raid(game: Position, seat: int) -> None:
    """GR-23: everybody else discards."""
    game.where[game.taken] = OUT
    for other in range(game.players):
        if other != seat:
            n = game.payable(other, tables.RAIDED)
            game.hand[other] -= n
            game.tell("raided", other, (n,))


def coach(game: Position, seat: int) -> None:
    """GR-25: gold from the supply."""
    game.where[game.taken] = OUT
    game.hand[seat] += tables.COACH
    game.tell("coach", seat, (tables.COACH,))
