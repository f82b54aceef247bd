"""Positions of Les Chercheurs d'or, set up in a line."""

from filon.core.events import Event
from filon.core.game import play
from filon.games.chercheurs_dor.layout import LAYOUT
from filon.games.chercheurs_dor.rules import ChercheursDor, chercheurs_dor
from filon.games.chercheurs_dor.spec import SPEC
from filon.games.chercheurs_dor.tables import STREET
from filon.games.chercheurs_dor.turns import next_turn


def opened(
    players: int = 3, rounds: int = 30, first: int = 0, lots: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
) -> ChercheursDor:
    """A game whose claims are drawn: seat 0 has the first of the lots, and so on."""
    game = chercheurs_dor(SPEC.start(players, {"rounds": rounds}))
    game.story = []
    take(game, f"first {first}")
    takers = min(players, 6)
    for at in range(takers):
        take(game, f"lot {lots[(first + at) % takers]}")
    return game


def take(game: ChercheursDor, *texts: str) -> ChercheursDor:
    """Play steps through the guarded door."""
    for text in texts:
        play(game, LAYOUT.number(text))
    return game


def legal(game: ChercheursDor) -> set[str]:
    """The legal notations."""
    return {LAYOUT.text(step) for step in game.legal()}


def put(
    game: ChercheursDor,
    seat: int,
    *,
    claim: int = 0,
    square: int = -1,
    load: int = 0,
    bank: int = 0,
    receipt: int = 0,
    gold: int = 0,
    lost: int = 0,
    saloon: int = 0,
    bar: int = 0,
) -> ChercheursDor:
    """Place a seat's figure and gold, and let its turn begin."""
    game.issued += load + bank + gold - game.load[seat] - game.bank[seat] - game.gold[seat]
    game.at[seat] = STREET + square if square >= 0 else claim or game.claim[seat]
    game.load[seat] = load
    game.bank[seat] = bank
    game.receipt[seat] = receipt
    game.gold[seat] = gold
    game.lost[seat] = lost
    game.saloon[seat] = saloon
    game.bar[seat] = bar
    game.turn = seat
    game.played = (seat - game.first) % game.takers
    next_turn(game)
    return game


def town(square: int, load: int = 2000, players: int = 3, **more: int) -> ChercheursDor:
    """Seat 0 in town, about to throw."""
    return put(opened(players), 0, square=square, load=load, **more)


def told(game: ChercheursDor) -> list[str]:
    """The kinds of the events told so far; the story begins anew."""
    kinds = [event.kind for event in story(game)]
    game.story = []
    return kinds


def story(game: ChercheursDor) -> list[Event]:
    """The events told so far."""
    assert game.story is not None
    return game.story


def gold(game: ChercheursDor) -> int:
    """All the gold in play: claims, loads, Bank and pot."""
    return sum(game.gold) + sum(game.load) + sum(game.bank) + game.pot


def round_the_others(game: ChercheursDor, seat: int) -> ChercheursDor:
    """Everybody else digs in vain until it is the seat's turn again."""
    while game.turn != seat:
        take(game, "dice 1 R")
    return game
