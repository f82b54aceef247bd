"""What a seat sees of Le Partage du butin: everything, since nothing is hidden."""

from fractions import Fraction

from filon.core.game import OVER, State
from filon.core.spec import Seen, View
from filon.games.butin import tables
from filon.games.butin.layout import LAYOUT
from filon.games.butin.rules import DECIDING, DRAW_FIRST, DRAWING, ENDED, PUTTING, Butin, butin
from filon.games.butin.seen import (
    After,
    ButinView,
    Envelope,
    Figures,
    LandToken,
    Phase,
    Refused,
    Result,
    Territory,
    WealthToken,
)
from filon.games.butin.settled import settled

PHASES: dict[int, Phase] = {
    DRAW_FIRST: "first",
    DRAWING: "draw",
    DECIDING: "decide",
    PUTTING: "put",
    ENDED: "over",
}


def view(state: State, seat: int) -> ButinView:
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
        "territories": [territory_view(game, t) for t in range(tables.TERRITORIES)],
        "seats": [seat_view(game, each) for each in range(game.players)],
        "envelope": envelope(game),
        "aside": game.aside,
        "if": {LAYOUT.text(step): after(game, step) for step in choices(game)},
        "refused": refused(game),
        "finish": finish(game) if not over and settled(game) else None,
        "result": result(game) if over else None,
    }


def exact(units: int) -> str:
    """Points as people read them in a record: "7", "15/2"."""
    return str(Fraction(units, tables.UNIT))


def token_view(token: int) -> LandToken | WealthToken | None:
    """The token drawn and not yet dealt with."""
    if token < 0:
        return None
    if token < tables.TERRITORIES:
        return {"kind": "territory", "name": tables.NAMES[token], "territory": token, "value": None}
    value = tables.VALUE[token - tables.TERRITORIES]
    return {"kind": "wealth", "name": "", "territory": None, "value": value}


def territory_view(game: Butin, t: int) -> Territory:
    """One territory: its tokens and cards in order, its coins, and what they are worth."""
    row = [digit(game.rows[t], place) for place in range(game.laid[t])]
    tray = [digit(game.trays[t], place) for place in range(game.filled[t])]
    return {
        "name": tables.NAMES[t],
        "symbols": game.symbols[t],
        "row": [None if mark == tables.BARE else mark - 1 for mark in row],
        "places": game.places[t],
        "coins": [tables.VALUE[mark - 1] for mark in tray],
        "free": game.free(t),
        "total": game.total[t],
        "per_card": exact(game.per_card(t)),
        "cards": cards(game, t),
        "shares": shares(game, t),
    }


def digit(octal: int, place: int) -> int:
    """One place of a row or a tray."""
    return octal // tables.OCTAL[place] % 8


def cards(game: Butin, t: int) -> list[int]:
    """Per seat, its cards on a territory."""
    return [game.own(seat, t) for seat in range(game.players)]


def shares(game: Butin, t: int) -> list[str]:
    """Per seat, what it earns on a territory now."""
    return [exact(game.share(seat, t)) for seat in range(game.players)]


def seat_view(game: Butin, seat: int) -> Figures:
    """A seat's points if the game ended now, where they come from, and its cards in hand."""
    scores = game.scores()
    return {
        "points": exact(scores[seat]),
        "leads": scores[seat] > 0 and scores[seat] == max(scores),
        "hand": game.hand[seat],
        "held": [
            {"territory": t, "cards": game.own(seat, t), "share": exact(game.share(seat, t))}
            for t in range(tables.TERRITORIES)
            if game.own(seat, t)
        ],
    }


def envelope(game: Butin) -> Envelope:
    """What is left to draw, by kind."""
    wealth = zip(tables.VALUE, game.left[tables.TERRITORIES :], strict=True)
    return {
        "all": sum(game.left),
        "tokens": game.left[: tables.TERRITORIES],
        "wealth": [{"value": value, "left": left} for value, left in wealth],
    }


def choices(game: Butin) -> list[int]:
    """The steps open to the seat on turn."""
    return game.legal() if game.actor() >= 0 else []


def after(game: Butin, step: int) -> After:
    """What a choice changes at once."""
    later = game.clone()
    later.apply(step)
    t = step - tables.PUT if step >= tables.PUT else int(game.token)
    before, now = game.scores(), later.scores()
    return {
        "territory": t,
        "total": later.total[t],
        "per_card": exact(later.per_card(t)),
        "hand": later.hand[game.seat],
        "points": [exact(score) for score in now],
        "gains": [exact(now[seat] - before[seat]) for seat in range(game.players)],
        "shares": shares(later, t),
        "free": later.free(t),
    }


def refused(game: Butin) -> list[Refused]:
    """PB-9: the territories that have no place left for the wealth token in hand."""
    if game.phase != PUTTING:
        return []
    clauses = [game.why_not(tables.PUT + t) for t in range(tables.TERRITORIES)]
    return [
        {"step": LAYOUT.text(tables.PUT + t), "territory": t, "clause": clause}
        for t, clause in enumerate(clauses)
        if clause
    ]


def because(state: State, seat: int, step: int) -> View:
    """The territory a refused step is about, its free places, and the cards left to settle."""
    game = butin(state)
    if step >= tables.PUT:
        t = step - tables.PUT
        return {"territory": t, "free": game.free(t)}
    if step >= tables.SKIP:
        return {"hand": game.hand[seat]} if seat < game.players else {}
    return {"left": game.left[step - tables.DRAW]} if step >= tables.DRAW else {}


def finish(game: Butin) -> list[str]:
    """PB-11: the scores that every continuation of a settled game gives."""
    later = game.clone()
    while later.actor() != OVER:
        later.apply(later.legal()[0])
    return [exact(score) for score in later.scores()]


def result(game: Butin) -> Result:
    """The final count, territory by territory."""
    return {
        "scores": [exact(score) for score in game.scores()],
        "ranks": game.ranks(),
        "lines": [
            {
                "territory": t,
                "total": game.total[t],
                "cards": cards(game, t),
                "per_card": exact(game.per_card(t)),
                "shares": shares(game, t),
            }
            for t in range(tables.TERRITORIES)
        ],
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
    return per_seat + [0] * (tables.SEATS - len(per_seat))
