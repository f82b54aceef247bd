"""Production: the dice, the telegraphs, the gold, the Saloon and the Bank."""

from filon.games.gold_river.auction import open_round
from filon.games.gold_river.ground import (
    ENDED,
    NOBODY,
    ON_MINE_OF,
    OUT,
    STORING,
    WIRING,
    Ground,
)
from filon.games.gold_river.tables import (
    BANK_CARD,
    CONCESSIONS,
    NUGGETS,
    PAIRS,
    PAYS_ON,
    SALOON_CARD,
    TELEGRAPHS,
    VEIN,
    VEINS,
    pays,
)


def roll(ground: Ground, pair: int) -> None:
    """GR-16: the auction winner throws; telegraphs may come before the gold."""
    ground.die_a, ground.die_b = PAIRS[pair]
    ground.tell("dice", ground.winner, (ground.die_a, ground.die_b))
    ground.quiet = 0
    offer(ground)


def offer(ground: Ground) -> None:
    """GR-29: ask the holders clockwise from the roller, until all have declined."""
    seat = ground.winner
    for _ in range(ground.players):
        if not (ground.quiet >> seat) & 1 and telegraph(ground, seat) >= 0:
            ground.phase = WIRING
            ground.turn = seat
            return
        seat = ground.seat_after(seat)
    produce(ground)


def telegraph(ground: Ground, seat: int) -> int:
    """The telegraph the seat would spend: its lowest, or -1."""
    for card in TELEGRAPHS:
        if ground.where[card] == seat:
            return card
    return -1


def wire(ground: Ground, die: int, face: int) -> None:
    """GR-29: one die is set; the offer starts afresh."""
    card = telegraph(ground, ground.turn)
    ground.where[card] = OUT
    other = ground.die_b if die == 0 else ground.die_a
    ground.die_a = min(other, face)
    ground.die_b = max(other, face)
    ground.tell("wire", ground.turn, (card, ground.die_a, ground.die_b))
    ground.quiet = 0
    offer(ground)


def decline(ground: Ground) -> None:
    """GR-29: the seat keeps its telegraph."""
    ground.tell("quiet", ground.turn, ())
    ground.quiet |= 1 << ground.turn
    offer(ground)


def harvest(ground: Ground, a: int, b: int) -> list[int]:
    """GR-16, GR-28: what each seat's concessions give on these dice."""
    gains = [0] * ground.players
    where = ground.where
    for card in range(CONCESSIONS):
        seat = where[card]
        if seat >= 0 and pays(PAYS_ON[card], a, b):
            gains[seat] += NUGGETS[card]
    for vein in VEINS:
        at = where[vein] - ON_MINE_OF
        if at >= 0 and pays(PAYS_ON[at], a, b):
            gains[where[at]] += VEIN
    return gains


def produce(ground: Ground) -> None:
    """GR-16, GR-19: gold from the supply, then a nugget for the Saloon, then the Bank."""
    gains = harvest(ground, ground.die_a, ground.die_b)
    if ground.story is not None:
        tell_mines(ground)
    found = False
    for seat in range(ground.players):
        if gains[seat]:
            found = True
            ground.hand[seat] += gains[seat]
            ground.tell("gold", seat, (gains[seat],))
    if not found:
        ground.tell("no_gold", ground.winner, ())
    host = ground.owner(SALOON_CARD)
    if host != NOBODY:
        for seat in range(ground.players):
            if gains[seat] and seat != host:
                ground.hand[seat] -= 1
                ground.hand[host] += 1
                ground.tell("saloon", seat, (host, 1))
    banker = ground.owner(BANK_CARD)
    if banker == NOBODY:
        end_round(ground)
    else:
        ground.phase = STORING
        ground.turn = banker


def tell_mines(ground: Ground) -> None:
    """Which concessions pay, for the eye; the `gold` events count the nuggets."""
    for card in range(CONCESSIONS):
        seat = ground.where[card]
        if seat >= 0 and pays(PAYS_ON[card], ground.die_a, ground.die_b):
            ground.tell("mine", seat, (card, ground.yields(card)))


def store(ground: Ground, n: int) -> None:
    """GR-18: nuggets go onto the Bank and stay there."""
    ground.hand[ground.turn] -= n
    ground.vault += n
    ground.tell("store", ground.turn, (n,))
    end_round(ground)


def end_round(ground: Ground) -> None:
    """GR-17: the winner opens the next auction, if the pile has enough cards."""
    ground.first = ground.winner
    if ground.left < ground.players + 1:
        ground.phase = ENDED
        ground.tell("over", ground.winner, (ground.left,))
    else:
        open_round(ground)
