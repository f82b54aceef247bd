"""Production: the dice, the telegraphs, the gold, the Saloon and the Bank."""

from filon.games.gold_river import phases, tables
from filon.games.gold_river.auction import open_round
from filon.games.gold_river.position import NOBODY, OUT, Position


def roll(game: Position, pair: int) -> None:
    """GR-16: the auction winner throws; telegraphs may come before the gold."""
    game.die_a, game.die_b = tables.PAIRS[pair]
    if game.story is not None:
        game.tell("dice", game.winner, (game.die_a, game.die_b))
    game.quiet = 0
    offer(game)


def offer(game: Position) -> None:
    """GR-29: ask the holders clockwise from the roller, until all have declined."""
    seat = game.winner
    for _ in range(game.players):
        if not (game.quiet >> seat) & 1 and telegraph(game, seat) >= 0:
            game.phase = phases.WIRING
            game.turn = seat
            return
        seat = game.seat_after(seat)
    produce(game)


def telegraph(game: Position, seat: int) -> int:
    """The telegraph the seat would spend: its lowest, or -1."""
    for card in tables.TELEGRAPHS:
        if game.where[card] == seat:
            return card
    return -1


def wired(game: Position, offset: int) -> tuple[int, int]:
    """GR-29: the dice after a `wire`, counted from the first of them: die by die, face by face."""
    face = offset % 6 + 1
    other = game.die_b if offset < 6 else game.die_a
    return min(other, face), max(other, face)


def wire(game: Position, offset: int) -> None:
    """GR-29: one die is set; the offer starts afresh."""
    card = telegraph(game, game.turn)
    game.where[card] = OUT
    game.die_a, game.die_b = wired(game, offset)
    game.tell("wire", game.turn, (card, game.die_a, game.die_b))
    game.quiet = 0
    offer(game)


def decline(game: Position) -> None:
    """GR-29: the seat keeps its telegraph."""
    game.tell("quiet", game.turn, ())
    game.quiet |= 1 << game.turn
    offer(game)


def paying(game: Position, a: int, b: int) -> list[int]:
    """GR-16: the concessions before somebody that pay on these dice."""
    where = game.where
    return [card for card in tables.PAYING[6 * (a - 1) + b - 1] if where[card] >= 0]


def harvest(game: Position, a: int, b: int) -> list[int]:
    """GR-16, GR-28: what each seat's concessions give on these dice."""
    gains = [0] * game.players
    for card in paying(game, a, b):
        seat = game.where[card]
        gains[seat] = gains[seat] + game.yields(card)
    return gains


def produce(game: Position) -> None:
    """GR-16, GR-19: gold from the supply, then a nugget for the Saloon, then the Bank."""
    gains = harvest(game, game.die_a, game.die_b)
    if game.story is not None:
        tell_mines(game)
    seen_any = False
    for seat in range(game.players):
        if gains[seat]:
            seen_any = True
            game.hand[seat] = game.hand[seat] + gains[seat]
            if game.story is not None:
                game.tell("gold", seat, (gains[seat],))
    if not seen_any:
        game.tell("no_gold", game.winner, ())
    host = game.owner(tables.SALOON_CARD)
    if host != NOBODY:
        for seat in range(game.players):
            if gains[seat] and seat != host:
                game.hand[seat] = game.hand[seat] - 1
                game.hand[host] = game.hand[host] + 1
                game.tell("saloon", seat, (host, 1))
    banker = game.owner(tables.BANK_CARD)
    if banker == NOBODY:
        end_round(game)
    else:
        game.phase = phases.STORING
        game.turn = banker


def tell_mines(game: Position) -> None:
    """Which concessions pay, for the eye; the `gold` events count the nuggets."""
    for card in paying(game, game.die_a, game.die_b):
        game.tell("mine", game.where[card], (card, game.yields(card)))


def store(game: Position, n: int) -> None:
    """GR-18: nuggets go onto the Bank and stay there."""
    game.hand[game.turn] = game.hand[game.turn] - n
    game.vault += n
    game.tell("store", game.turn, (n,))
    end_round(game)


def end_round(game: Position) -> None:
    """GR-17: the winner opens the next auction, if the pile has enough cards."""
    game.first = game.winner
    if game.coming() == 0:
        game.phase = phases.ENDED
        game.tell("over", game.winner, (game.left,))
    else:
        open_round(game)
