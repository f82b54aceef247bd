"""What a seat sees of Le Partage du butin: everything, since nothing is hidden."""

from fractions import Fraction
from functools import lru_cache

from filon.core.game import OVER, State
from filon.games.butin import tables
from filon.games.butin.layout import LAYOUT
from filon.games.butin.position import DECIDING, DRAW_FIRST, DRAWING, ENDED, PUTTING
from filon.games.butin.rules import Butin, butin
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
    over, scores = game.actor() == OVER, game.scores()
    lands = [territory_view(game, t) for t in range(tables.TERRITORIES)]
    return {
        "players": game.players,
        "scoring": "advanced" if game.advanced else "simple",
        "phase": PHASES[game.phase],
        "turn": None if game.phase in (DRAW_FIRST, ENDED) else game.seat,
        "turns": game.turns + (1 if game.phase == DRAWING else 0),
        "of": game.turns + sum(game.left),
        "token": token_view(game.token),
        "territories": lands,
        "seats": [seat_view(game, each, scores, lands) for each in range(game.players)],
        "envelope": envelope(game),
        "aside": game.aside,
        "if": {LAYOUT.text(step): after(game, step, scores) for step in choices(game)},
        "refused": refused(game),
        "finish": finish(game) if not over and game.settled() else None,
        "result": result(game) if over else None,
    }


MADE = 4096  # territories that are kept as they were made
_made: dict[tuple[object, ...], Territory] = {}


@lru_cache(4096)
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
    """One territory: its tokens and cards in order, its coins, and what they are worth.

    A step changes one of them: the others are as they were made, by all that they follow from.
    """
    row, tray, places = (
        (game.rows[t], game.laid[t]),
        (game.trays[t], game.filled[t]),
        game.places[t],
    )
    key = (t, game.players, game.advanced, game.symbols[t], places, row, tray, game.total[t])
    made = _made.get(key)
    if made is None:
        if len(_made) >= MADE:
            _made.clear()
        made = _made[key] = territory(game, t)
    return made


def territory(game: Butin, t: int) -> Territory:
    """A territory, made anew."""
    marks = [digit(game.rows[t], place) for place in range(game.laid[t])]
    coins = [digit(game.trays[t], place) for place in range(game.filled[t])]
    return {
        "name": tables.NAMES[t],
        "symbols": game.symbols[t],
        "row": [None if mark == tables.BARE else mark - 1 for mark in marks],
        "places": game.places[t],
        "coins": [tables.VALUE[mark - 1] for mark in coins],
        "free": game.places[t] - len(coins),
        "total": game.total[t],
        "per_card": exact(game.per_card(t)),
        "cards": [game.own(seat, t) for seat in range(game.players)],
        "shares": shares(game, t),
    }


def digit(octal: int, place: int) -> int:
    """One place of a row or a tray."""
    return octal // tables.OCTAL[place] % 8


def shares(game: Butin, t: int) -> list[str]:
    """Per seat, what it earns on a territory now."""
    return [exact(game.share(seat, t)) for seat in range(game.players)]


def seat_view(game: Butin, seat: int, scores: list[int], lands: list[Territory]) -> Figures:
    """A seat's points if the game ended now, where they come from, and its cards in hand."""
    return {
        "points": exact(scores[seat]),
        "leads": scores[seat] > 0 and scores[seat] == max(scores),
        "hand": game.hand[seat],
        "held": [
            {"territory": t, "cards": land["cards"][seat], "share": land["shares"][seat]}
            for t, land in enumerate(lands)
            if land["cards"][seat]
        ],
    }


def envelope(game: Butin) -> Envelope:
    """What is left to draw, by kind."""
    left = game.left
    wealth = zip(tables.VALUE, left[tables.TERRITORIES :], strict=True)
    return {
        "all": sum(left),
        "tokens": left[: tables.TERRITORIES],
        "wealth": [{"value": value, "left": many} for value, many in wealth],
    }


def choices(game: Butin) -> list[int]:
    """The steps open to the seat on turn."""
    return game.legal() if game.actor() >= 0 else []


def after(game: Butin, step: int, before: list[int]) -> After:
    """What a choice changes at once; `before`: the scores as they are."""
    later = game.clone()
    later.apply(step)
    t = step - tables.PUT if step >= tables.PUT else int(game.token)
    now = later.scores()
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
                "cards": [game.own(seat, t) for seat in range(game.players)],
                "per_card": exact(game.per_card(t)),
                "shares": shares(game, t),
            }
            for t in range(tables.TERRITORIES)
        ],
        "unused": game.hand[:],
    }
