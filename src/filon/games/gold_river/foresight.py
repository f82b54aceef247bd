"""What each legal step of a seat would lead to, so that the page needs no rules."""

from filon.core.spec import View
from filon.games.gold_river import auction, effects, gold, ground, mayors
from filon.games.gold_river.ground import NOBODY
from filon.games.gold_river.rules import GoldRiver, gold_river
from filon.games.gold_river.tables import (
    BID,
    BLAST,
    CARD,
    CONCESSIONS,
    DEMANDS,
    DISCARD,
    GET,
    GIVE,
    GOVERN,
    GROUNDS,
    HOLD_UP,
    KIND,
    LOW,
    MUSTANG,
    ON_MINE,
    PASS,
    POST_CARD,
    QUIET,
    RAID,
    REACH,
    RIDE,
    ROB,
    STAGECOACH,
    STORE,
    TAKE,
    TELEGRAPH,
    THREATEN,
    TOWN,
    TOWN_NAMES,
    WIRE,
)


def cost(game: GoldRiver, seat: int, card: int) -> View:
    """GR-12, GR-20: what a card of the row would cost this seat, and make of it."""
    told: View = {
        "why": None,
        "to": None,
        "n": 0,
        "due": 0,
        "own": False,
        "mayor": False,
        "kept": False,
    }
    if card < CONCESSIONS:
        town = TOWN[card]
        due = mayors.fee(game, seat, town)
        told["own"] = game.mayor[town] == seat
        told["mayor"] = not told["own"] and mayor_after(game, seat, card) == seat
        if due:
            told |= {"why": "mayor", "to": game.mayor[town], "due": due}
    elif card >= GROUNDS:
        kind = KIND[card]
        owner = game.owner(POST_CARD)
        at_once = kind in (RAID, STAGECOACH, HOLD_UP)
        told["kept"] = kind in (MUSTANG, TELEGRAPH) or not (
            at_once or effects.choices(game, seat, card)
        )
        if owner not in (NOBODY, seat):
            told |= {"why": "post", "to": owner, "due": 1}
    told["n"] = min(told["due"], game.hand[seat])
    return told


def mayor_after(game: GoldRiver, seat: int, card: int) -> int:
    """GR-11, GR-13: who would be mayor of the card's town if the seat took it."""
    later = gold_river(game.clone())
    mayors.move(later, card, TOWN[card], seat)
    mayors.settle(later, TOWN[card], seat, NOBODY)
    return later.mayor[TOWN[card]]


def ahead(game: GoldRiver, seat: int) -> View:
    """By notation, what each step the seat may take would do; empty if it is not asked.

    GR-35: of a sealed bid nothing can be foreseen, and nothing here may say who was asked first.
    """
    if game.phase == ground.SEALING or game.actor() != seat:
        return {}
    told: View = {}
    for step in game.legal():
        text, what = foreseen(game, step)
        told[text] = what
    return told


def foreseen(game: GoldRiver, step: int) -> tuple[str, View]:
    """The notation of a step and what it would do."""
    seat = game.turn
    own = game.hand[seat]
    phase = game.phase
    if phase == ground.BIDDING:
        if step == PASS:
            return "pass", passing(game)
        n = step - BID
        return f"bid {n}", {"left": own - n, "shares": told_shares(game, seat, n)}
    if phase == ground.TAKING:
        return f"take {step - TAKE}", cost(game, seat, step - TAKE)
    if phase == ground.DISCARDING:
        return f"discard {step - DISCARD}", {}
    if phase == ground.STORING:
        n = step - STORE
        return f"store {n}", {"left": own - n, "vault": game.vault + n}
    if phase == ground.ANSWERING:
        return answering(game, step)
    if phase == ground.RIDING:
        later = after(game, step)
        return ("ride" if step == RIDE else "stay"), {"next": later.turn}
    if phase == ground.WIRING:
        return wiring(game, step)
    return aiming(game, step)


def told_shares(game: GoldRiver, seat: int, price: int) -> list[list[int | None]]:
    """GR-8: who would be paid what; None stands for the nuggets nobody gets."""
    return [
        [None if other == NOBODY else other, n]
        for other, n in auction.shares(game.players, seat, price)
    ]


def passing(game: GoldRiver) -> View:
    """What passing is worth, if the auction ends with it."""
    later = after(game, PASS)
    if later.phase == ground.BIDDING:
        return {"ends": False, "winner": None, "gain": 0}
    return {
        "ends": True,
        "winner": later.winner,
        "gain": later.hand[game.turn] - game.hand[game.turn],
    }


def answering(game: GoldRiver, step: int) -> tuple[str, View]:
    """GR-37: the last card, or half of what lies there."""
    half = (game.pot + 1) // 2
    if step == CARD:
        card = game.in_row(0)[0]
        return "card", {**cost(game, game.turn, card), "card": card}
    return "half", {"gain": half, "lost": game.pot - half}


def wiring(game: GoldRiver, step: int) -> tuple[str, View]:
    """GR-29: the dice as they would lie, and the gold they would bring."""
    if step == QUIET:
        a, b = game.die_a, game.die_b
        return "quiet", {"dice": [a, b], "gold": gold.harvest(game, a, b)}
    die, face = (step - WIRE) // 6, (step - WIRE) % 6 + 1
    other = game.die_b if die == 0 else game.die_a
    a, b = min(face, other), max(face, other)
    return f"wire {die} {face}", {"dice": [a, b], "gold": gold.harvest(game, a, b)}


def aiming(game: GoldRiver, step: int) -> tuple[str, View]:
    """What naming this target does: nuggets won and lost, mayors as they would be."""
    if step >= THREATEN:
        victim, n = (step - THREATEN) // DEMANDS, (step - THREATEN) % DEMANDS + LOW
        return (f"threaten {victim} {n}", {"ways": REACH[n], "gain": min(n, game.hand[victim])})
    if step >= GOVERN:
        return f"govern {TOWN_NAMES[step - GOVERN]}", change(game, step)
    if step >= ON_MINE:
        return f"vein {step - ON_MINE}", change(game, step)
    if step >= GET:
        return f"get {step - GET}", change(game, step)
    if step >= GIVE:
        return f"give {step - GIVE}", {}
    if step >= ROB:
        return f"rob {step - ROB}", change(game, step)
    return f"blast {step - BLAST}", change(game, step)


def change(game: GoldRiver, step: int) -> View:
    """What a step changes: nuggets, mayor cards and points of every seat."""
    later = after(game, step)
    seats = range(game.players)
    return {
        "nuggets": [later.hand[seat] - game.hand[seat] for seat in seats],
        "points": [later.points(seat) - game.points(seat) for seat in seats],
        "mayors": [None if holder == NOBODY else holder for holder in later.mayor],
    }


def after(game: GoldRiver, step: int) -> GoldRiver:
    """The position after a step that draws nothing."""
    later = gold_river(game.clone())
    later.apply(step)
    return later
