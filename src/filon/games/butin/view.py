"""What a seat sees of Le Partage du butin: everything, since nothing is hidden."""

from fractions import Fraction
from typing import Any

from filon.core.game import OVER, State
from filon.core.spec import Seen, View
from filon.games.butin.rules import (
    DECIDING,
    DRAW_FIRST,
    DRAWING,
    ENDED,
    PUTTING,
    Butin,
    butin,
)
from filon.games.butin.settled import settled
from filon.games.butin.tables import (
    BARE,
    DRAW,
    KINDS,
    NAMES,
    OCTAL,
    PUT,
    SEATS,
    SKIP,
    TERRITORIES,
    UNIT,
    VALUE,
)

PHASES = {DRAW_FIRST: "first", DRAWING: "draw", DECIDING: "decide", PUTTING: "put", ENDED: "over"}
SLOTS = 8  # the longest row of symbols


def view(state: State, seat: int) -> View:
    """The same for every seat and spectator."""
    game = butin(state)
    over = game.actor() == OVER
    return {
        "players": game.players,
        "scoring": "advanced" if game.advanced else "simple",
        "phase": PHASES[game.phase],
        "turn": None if game.phase in (DRAW_FIRST, ENDED) else game.seat,
        "turns": game.turns + (1 if game.phase == DRAWING else 0),
        "of": game.turns + sum(game.left),
        "token": token_view(game.token),
        "territories": [territory_view(game, t) for t in range(TERRITORIES)],
        "seats": [seat_view(game, each) for each in range(game.players)],
        "envelope": {
            "all": sum(game.left),
            "tokens": game.left[:TERRITORIES],
            "wealth": [
                {"value": VALUE[n], "left": game.left[TERRITORIES + n]}
                for n in range(KINDS - TERRITORIES)
            ],
        },
        "aside": game.aside,
        "if": {text(step): after(game, step) for step in choices(game)},
        "refused": refused(game),
        "finish": finish(game) if not over and settled(game) else None,
        "result": result(game) if over else None,
    }


def exact(units: int) -> str:
    """Points as people read them in a record: "7", "15/2"."""
    return str(Fraction(units, UNIT))


def token_view(token: int) -> View | None:
    """The token drawn and not yet dealt with."""
    if token < 0:
        return None
    wealth = token >= TERRITORIES
    return {
        "kind": "wealth" if wealth else "territory",
        "name": "" if wealth else NAMES[token],
        "territory": None if wealth else token,
        "value": VALUE[token - TERRITORIES] if wealth else None,
    }


def territory_view(game: Butin, t: int) -> View:
    """One picture card: its tokens and characters in order, its coins, and what they are worth."""
    row = [digit(game.rows[t], place) for place in range(game.laid[t])]
    return {
        "name": NAMES[t],
        "symbols": game.symbols[t],
        "row": [None if mark == BARE else mark - 1 for mark in row],
        "places": game.places[t],
        "coins": [VALUE[digit(game.trays[t], place) - 1] for place in range(game.filled[t])],
        "free": game.places[t] - game.filled[t],
        "total": game.total[t],
        "per_card": exact(game.per_card(t)),
        "cards": [game.cards[seat * TERRITORIES + t] for seat in range(game.players)],
        "shares": [exact(game.share(seat, t)) for seat in range(game.players)],
    }


def digit(octal: int, place: int) -> int:
    """One place of a row or a tray."""
    return octal // OCTAL[place] % 8


def seat_view(game: Butin, seat: int) -> View:
    """A seat's points if the game ended now, where they come from, and its cards in hand."""
    scores = game.scores()
    held = [t for t in range(TERRITORIES) if game.cards[seat * TERRITORIES + t]]
    return {
        "points": exact(scores[seat]),
        "leads": scores[seat] > 0 and scores[seat] == max(scores),
        "hand": game.hand[seat],
        "held": [
            {
                "territory": t,
                "cards": game.cards[seat * TERRITORIES + t],
                "share": exact(game.share(seat, t)),
            }
            for t in held
        ],
    }


def choices(game: Butin) -> list[int]:
    """The steps open to the seat on turn."""
    return game.legal() if game.phase in (DECIDING, PUTTING) else []


def text(step: int) -> str:
    """The notation of a seat's step."""
    if step >= PUT:
        return f"put {NAMES[step - PUT]}"
    return "skip" if step == SKIP else "settle"


def after(game: Butin, step: int) -> View:
    """What a choice changes now: everybody's points, the territory's total, the hand."""
    later = butin(game.clone())
    later.apply(step)
    t = step - PUT if step >= PUT else int(game.token)
    before, now = game.scores(), later.scores()
    return {
        "territory": t,
        "total": later.total[t],
        "per_card": exact(later.per_card(t)),
        "hand": later.hand[game.seat],
        "points": [exact(score) for score in now],
        "gains": [exact(now[seat] - before[seat]) for seat in range(game.players)],
        "shares": [exact(later.share(seat, t)) for seat in range(game.players)],
        "free": later.places[t] - later.filled[t],
    }


def refused(game: Butin) -> list[View]:
    """PB-9: the territories that have no place left for the wealth token in hand."""
    if game.phase != PUTTING:
        return []
    return [
        {"step": text(PUT + t), "territory": t, "clause": "PB-9"}
        for t in range(TERRITORIES)
        if game.filled[t] == game.places[t]
    ]


def because(state: State, seat: int, step: int) -> View:
    """The territory a refused step is about, its free places, and the cards left to settle."""
    game = butin(state)
    if step >= PUT:
        t = step - PUT
        return {"territory": t, "free": game.places[t] - game.filled[t]}
    if step >= SKIP:
        return {"hand": game.hand[seat]} if seat < game.players else {}
    return {"left": game.left[step - DRAW]} if step >= DRAW else {}


def finish(game: Butin) -> list[str]:
    """PB-11: the scores that every continuation of a settled game gives."""
    later = butin(game.clone())
    while later.actor() != OVER:
        later.apply(later.legal()[0])
    return [exact(score) for score in later.scores()]


def result(game: Butin) -> View:
    """The final count, territory by territory."""
    lines: list[dict[str, Any]] = []
    for t in range(TERRITORIES):
        lines.append(
            {
                "territory": t,
                "total": game.total[t],
                "cards": [game.cards[seat * TERRITORIES + t] for seat in range(game.players)],
                "per_card": exact(game.per_card(t)),
                "shares": [exact(game.share(seat, t)) for seat in range(game.players)],
            }
        )
    return {
        "scores": [exact(score) for score in game.scores()],
        "ranks": game.ranks(),
        "lines": lines,
        "unused": game.hand[:],
    }


def observe(seen: Seen) -> list[int]:
    """The view as numbers: territories, seats, envelope, token, turn; fixed length."""
    numbers = [
        seen["players"],
        int(seen["scoring"] == "advanced"),
        list(PHASES.values()).index(seen["phase"]),
        0 if seen["turn"] is None else seen["turn"] + 1,
        seen["turns"],
    ]
    token = seen["token"]
    numbers += [
        0 if token is None or token["territory"] is None else token["territory"] + 1,
        0 if token is None or token["value"] is None else token["value"] + 1,
    ]
    for territory in seen["territories"]:
        numbers += [
            territory["symbols"],
            len(territory["row"]),
            territory["free"],
            territory["total"],
            *padded(territory["cards"]),
        ]
    numbers += padded([seat["hand"] for seat in seen["seats"]])
    numbers += seen["envelope"]["tokens"]
    numbers += [wealth["left"] for wealth in seen["envelope"]["wealth"]]
    return numbers


def padded(per_seat: list[int]) -> list[int]:
    """One number for each of five seats, zeros for those who do not play."""
    return per_seat + [0] * (SEATS - len(per_seat))
