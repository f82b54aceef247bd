"""Positions for the tests: rows that are dealt as wanted, cards laid before seats."""

from filon.core.events import Event
from filon.core.game import play
from filon.games.gold_river.layout import LAYOUT
from filon.games.gold_river.rules import GoldRiver, gold_river
from filon.games.gold_river.spec import SPEC
from filon.games.gold_river.tables import CONCESSIONS, SEATS, TOWN, TOWN_NAMES

# One card of each kind by its number in the deck.
BANK, SALOON, POST, STATION, GOVERNOR, MUSTANG = range(38, 44)
TELEGRAPH, TELEGRAPH_2, JUDGE, BANDIT, VEIN, VEIN_2 = 44, 45, 46, 49, 52, 53
DYNAMITE, DYNAMITE_2, HOLD_UP, RAID, COACH = 54, 55, 57, 59, 61
SAN_NARCISO, COLD_MOUNTAIN, NEW_LONDON, TAKAMAWOK, RIVER = 0, 8, 16, 24, 32  # first of each town


def steps(game: GoldRiver, *texts: str) -> GoldRiver:
    """Play these steps through the guarded door."""
    for text in texts:
        play(game, LAYOUT.number(text))
    return game


def legal(game: GoldRiver) -> set[str]:
    return {LAYOUT.text(step) for step in game.legal()}


def why(game: GoldRiver, text: str) -> str:
    return game.why_not(LAYOUT.number(text))


def told(game: GoldRiver, *texts: str) -> list[Event]:
    """The events of these steps."""
    story: list[Event] = []
    for text in texts:
        assert LAYOUT.number(text) in game.legal()
        story += game.narrate(LAYOUT.number(text))
    return story


def opened(players: int = 3, first: int = 0, **options: bool) -> GoldRiver:
    """A game after `first`."""
    return steps(gold_river(SPEC.start(players, options)), f"first {first}")


def row(cards: list[int], players: int = 3, first: int = 0, **options: bool) -> GoldRiver:
    """A later round with just these cards for sale."""
    game = opened(players, first, **{"poker": True, **options})
    game.rounds = 2
    return steps(game, *(f"deal {card}" for card in cards))


def lay(game: GoldRiver, seat: int, *cards: int) -> GoldRiver:
    """Cards straight before a seat; mayors are named apart."""
    for card in cards:
        game.where[card] = seat
        if card < CONCESSIONS:
            game.counts[TOWN[card] * SEATS + seat] += 1
    return game


def mayor(game: GoldRiver, town: str, seat: int) -> GoldRiver:
    game.mayor[TOWN_NAMES.index(town)] = seat
    return game


def copy(game: GoldRiver) -> GoldRiver:
    return game.clone()


def bought(game: GoldRiver, price: int = 1) -> GoldRiver:
    """The first player wins the auction at once."""
    if game.players == 2:
        return steps(game, f"sealed {price}", "sealed 0")
    return steps(game, f"bid {price}", *["pass"] * (game.players - 1))


def mayors(game: GoldRiver) -> dict[str, int]:
    return {town: seat for town, seat in zip(TOWN_NAMES, game.mayor, strict=True) if seat >= 0}
