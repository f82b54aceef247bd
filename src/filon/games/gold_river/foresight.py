"""What each legal step of a seat would lead to, so that the page needs no rules."""

from filon.games.gold_river import auction, effects, gold, mayors, phases, tables
from filon.games.gold_river.layout import LAYOUT
from filon.games.gold_river.position import NOBODY
from filon.games.gold_river.rules import GoldRiver
from filon.games.gold_river.seen import (
    After,
    Change,
    Cost,
    Half,
    LastCard,
    Passing,
    Threat,
    Wiring,
)


def none(number: int) -> int | None:
    """A number, or None for the -1 that stands for nothing."""
    return None if number < 0 else number


def cost(game: GoldRiver, seat: int, card: int) -> Cost:
    """GR-12, GR-20: what a card of the row would cost this seat, and make of it."""
    terms: Cost = {
        "why": None,
        "to": None,
        "n": 0,
        "due": 0,
        "own": False,
        "mayor": False,
        "kept": False,
    }
    if card < tables.CONCESSIONS:
        town = tables.TOWN[card]
        terms["own"] = game.mayor[town] == seat
        terms["mayor"] = not terms["own"] and mayor_after(game, seat, card) == seat
        due = mayors.fee(game, seat, town)
        if due:
            terms["why"], terms["to"], terms["due"] = "mayor", game.mayor[town], due
    elif card >= tables.GROUNDS:
        terms["kept"] = effects.waits(game, seat, card)
        owner = effects.postmaster(game, seat)
        if owner != NOBODY:
            terms["why"], terms["to"], terms["due"] = "post", owner, tables.POSTAGE
    terms["n"] = game.payable(seat, terms["due"])
    return terms


def mayor_after(game: GoldRiver, seat: int, card: int) -> int:
    """GR-11, GR-13: who would be mayor of the card's town if the seat took it."""
    town = tables.TOWN[card]
    later = game.clone()
    mayors.place(later, card, town, seat)
    return later.mayor[town]


def ahead(game: GoldRiver, seat: int) -> dict[str, After]:
    """By notation, what each step the seat may take would do; empty if it is not asked.

    GR-35: of a sealed bid nothing can be foreseen, and nothing here may say who was asked first.
    """
    if game.phase == phases.SEALING or game.actor() != seat:
        return {}
    return {LAYOUT.text(step): foreseen(game, step) for step in game.legal()}


def foreseen(game: GoldRiver, step: int) -> After:
    """What a step of the seat that is asked would do."""
    seat = game.turn
    own = game.hand[seat]
    phase = game.phase
    if phase == phases.BIDDING:
        if step == tables.PASS:
            return passing(game)
        n = step - tables.BID
        return {"left": own - n, "shares": shares(game, seat, n)}
    if phase == phases.TAKING:
        return cost(game, seat, step - tables.TAKE)
    if phase == phases.STORING:
        n = step - tables.STORE
        return {"left": own - n, "vault": game.vault + n}
    if phase == phases.ANSWERING:
        return last_card(game) if step == tables.CARD else half(game)
    if phase == phases.RIDING:
        return {"next": after(game, step).turn}
    if phase == phases.WIRING:
        return wiring(game, step)
    if step >= tables.THREATEN:
        return threat(game, step)
    if phase == phases.DISCARDING or tables.GIVE <= step < tables.GET:
        return {}
    return change(game, step)


def shares(game: GoldRiver, seat: int, price: int) -> list[tuple[int | None, int]]:
    """GR-8: who would be paid what; None stands for the nuggets nobody gets."""
    return [(none(other), n) for other, n in auction.shares(game.players, seat, price)]


def passing(game: GoldRiver) -> Passing:
    """What passing is worth, if the auction ends with it."""
    later = after(game, tables.PASS)
    if later.phase == phases.BIDDING:
        return {"ends": False, "winner": None, "gain": 0}
    return {
        "ends": True,
        "winner": later.winner,
        "gain": later.hand[game.turn] - game.hand[game.turn],
    }


def last_card(game: GoldRiver) -> LastCard:
    """GR-37: the card that is left."""
    card = game.in_row(0)[0]
    return {**cost(game, game.turn, card), "card": card}


def half(game: GoldRiver) -> Half:
    """GR-37: half of what lies there."""
    return {"gain": game.half(), "lost": game.pot - game.half()}


def wiring(game: GoldRiver, step: int) -> Wiring:
    """GR-29: the dice as they would lie, and the gold they would bring."""
    dice = (game.die_a, game.die_b)
    if step != tables.QUIET:
        dice = gold.wired(game, step - tables.WIRE)
    return {"dice": dice, "gold": gold.harvest(game, dice[0], dice[1])}


def threat(game: GoldRiver, step: int) -> Threat:
    """GR-24: the odds of a hold-up, and what it would bring."""
    victim, n = effects.named(step - tables.THREATEN)
    return {"ways": tables.REACH[n], "gain": game.payable(victim, n)}


def change(game: GoldRiver, step: int) -> Change:
    """What naming this target changes: nuggets, points and mayor cards of every seat."""
    later = after(game, step)
    seats = range(game.players)
    return {
        "nuggets": [later.hand[seat] - game.hand[seat] for seat in seats],
        "points": [later.points(seat) - game.points(seat) for seat in seats],
        "mayors": [none(holder) for holder in later.mayor],
    }


def after(game: GoldRiver, step: int) -> GoldRiver:
    """The position after a step that draws nothing."""
    later = game.clone()
    later.apply(step)
    return later
