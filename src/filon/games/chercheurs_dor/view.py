"""What a seat sees of Les Chercheurs d'or: everything, since nothing is hidden."""

from functools import cache

from filon.core.game import CHANCE, OVER, State
from filon.games.chercheurs_dor import duel as duels
from filon.games.chercheurs_dor import phases, saloon, street, tables, trails
from filon.games.chercheurs_dor.board import BOARD, KINDS, PAINTS
from filon.games.chercheurs_dor.layout import LAYOUT
from filon.games.chercheurs_dor.odds import MEETINGS, odds
from filon.games.chercheurs_dor.phases import PHASES
from filon.games.chercheurs_dor.rules import ChercheursDor, chercheurs_dor
from filon.games.chercheurs_dor.seen import (
    After,
    Bet,
    ChercheursDorView,
    ClaimView,
    Dice,
    DuelView,
    Outcome,
    Paint,
    Race,
    Result,
    Route,
    SeatView,
    Status,
    Throw,
    Way,
)
from filon.games.chercheurs_dor.tables import (
    CLAIMS,
    COLOUR,
    COLOURS,
    DICE,
    DIE,
    FACES,
    HOUSE,
    LOAD,
    SQUARE_COLOUR,
    SQUARE_KIND,
    SQUARES,
    STREET,
    THROWS,
)

NAMES = [row.name for row in PHASES]
THROWN: dict[int, Throw] = {
    phases.STARTERS[0]: "lot",
    phases.LOTS[0]: "lot",
    phases.BOTH_DICE[0]: "dice",
    phases.COLOUR_DIE[0]: "colour",
    phases.NUMBER_DIE[0]: "die",
}


def view(state: State, seat: int) -> ChercheursDorView:
    """The same for every seat and spectator."""
    game = chercheurs_dor(state)
    actor = game.actor()
    return {
        "players": game.players,
        "house": HOUSE if game.players > HOUSE else None,
        "phase": PHASES[game.phase].name,
        "turn": None if game.phase == phases.DRAW_FIRST else game.turn,
        "thrower": none_below_zero(game.thrower()),
        "throws": THROWN[PHASES[game.phase].base] if actor == CHANCE else None,
        "first": none_below_zero(game.first),
        "round": game.round,
        "rounds": game.rounds,
        "left": game.rounds - game.round,
        "played": game.played,
        "pot": game.pot,
        "safe": sum(game.bank),
        "issued": game.issued,
        "seats": [seat_view(game, each) for each in range(game.players)],
        "race": race(game),
        "claims": [claim_view(game, claim) for claim in range(1, CLAIMS + 1)],
        "dice": dice(game),
        "route": route(game),
        "stake": stake(game),
        "duel": duel(game),
        "odds": odds(game),
        "if": {LAYOUT.text(step): after(game, step) for step in previewed(game)},
        "board": BOARD,
        "result": result(game) if actor == OVER else None,
    }


def none_below_zero(number: int) -> int | None:
    """The page says null where the rules say -1."""
    return None if number < 0 else number


def seat_view(game: ChercheursDor, seat: int) -> SeatView:
    """One seat's gold, place and trip."""
    place = game.at[seat]
    rides = seat < game.takers
    on_claim, on_street = 0 < place < STREET, game.on_street(seat)
    return {
        "prospector": rides,
        "state": status(game, seat),
        "claim": game.claim[seat] or None,
        "gold": game.gold[seat],
        "load": game.load[seat],
        "bank": game.bank[seat],
        "receipt": game.receipt[seat],
        "at_claim": place if on_claim else None,
        "at_square": place - STREET if on_street else None,
        "place": KINDS[SQUARE_KIND[place - STREET]] if on_street else None,
        "lost": game.lost[seat],
        "saloon": bool(game.saloon[seat]),
        "bar": bool(game.bar[seat]),
        "right": game.right(seat) if rides else None,
        "keeper": game.keeper(seat) if rides else None,
        "from_home": tables.distance(place, game.claim[seat]) if on_claim else None,
    }


def status(game: ChercheursDor, seat: int) -> Status:
    """What the seat is about, in one word."""
    if seat >= game.takers:
        return "house"
    place = game.at[seat]
    if place == 0:
        return "waiting"
    if place >= STREET:
        return "carrying" if game.load[seat] else "leaving"
    if game.load[seat]:
        return "setting_out" if place == game.claim[seat] else "visiting"
    if place != game.claim[seat]:
        return "returning"
    return "ready" if game.gold[seat] >= LOAD else "digging"


def race(game: ChercheursDor) -> Race:
    """The deposits in order, and the end of the line they are drawn on."""
    order = sorted(range(game.takers), key=lambda seat: (-game.bank[seat], seat))
    end = 5000
    while max(game.bank) > end * 4 // 5:
        end += 5000
    return {"end": end, "order": order, "deposits": [game.bank[seat] for seat in order]}


def claim_view(game: ChercheursDor, claim: int) -> ClaimView:
    """One claim: whose, and what lies there."""
    owner = game.claim.index(claim) if claim in game.claim else None
    return {"claim": claim, "owner": owner, "gold": 0 if owner is None else game.gold[owner]}


def dice(game: ChercheursDor) -> Dice | None:
    """The dice as they lie, and who threw them."""
    step = game.rolled
    if step < 0:
        return None
    number: int | None = None
    colour: Paint | None = None
    if step >= DIE:
        number = step - DIE + 1
    elif step >= COLOUR:
        colour = PAINTS[step - COLOUR]
    else:
        number, colour = (step - DICE) // COLOURS + 1, PAINTS[(step - DICE) % COLOURS]
    return {"n": number, "colour": colour, "by": none_below_zero(game.hand)}


@cache
def walk(start: int, stop: int) -> Way:
    """CO-13: the squares of a walk in order, those that count, and the stop."""
    hops = (stop - start - 1) % SQUARES + 1  # to the start itself: all the way round
    walked = [(start + hop) % SQUARES for hop in range(1, hops + 1)]
    counted = [square for square in walked if SQUARE_COLOUR[square] == SQUARE_COLOUR[stop]]
    return {"from": start, "to": stop, "path": walked, "counted": counted}


def route(game: ChercheursDor) -> Route | None:
    """The street walk made last, until the next turn's throw."""
    if game.walker < 0 or not game.on_street(game.walker):
        return None
    return {"seat": game.walker, **walk(game.came, game.at[game.walker] - STREET)}


def stake(game: ChercheursDor) -> Bet | None:
    """The bet that lies on the wheel."""
    if game.stake < 0:
        return None
    square = game.stake % THROWS
    return {
        "grams": saloon.stake_of(game.stake),
        "n": square // COLOURS + 1,
        "colour": PAINTS[square % COLOURS],
    }


def duel(game: ChercheursDor) -> DuelView | None:
    """The duel that is on: who, whose shot, the bullets fired and those left."""
    if not duels.is_on(game):
        return None
    mover, other = game.turn, game.keeper(game.turn)
    shooting = duels.is_shooting(game)
    fired = len(game.shots)
    first = (game.shooter if fired % 2 == 0 else duels.foe(game)) if shooting else mover
    second = other if first == mover else mover
    return {
        "mover": mover,
        "other": other,
        "challenge": game.challenge if game.phase == phases.ANSWER else None,
        "first": first if shooting else None,
        "shooter": game.shooter if shooting else None,
        "bullet": fired // 2 + 1 if shooting else None,
        "aim": game.aim if game.phase == phases.SHOOTING else None,
        "shots": [
            {"seat": second if at % 2 else first, "square": shot // FACES, "n": shot % FACES + 1}
            for at, shot in enumerate(game.shots)
        ],
        "left": tables.BULLETS - fired,
    }


def previewed(game: ChercheursDor) -> list[int]:
    """The steps whose outcome is shown before they are taken."""
    return [] if game.phase in (phases.DRAW_FIRST, phases.DRAW_LOTS) else game.legal()


def after(game: ChercheursDor, step: int) -> After:
    """What a step would bring."""
    phase, seat, place = game.phase, game.turn, game.at[game.turn]
    at = step - PHASES[phase].base
    if phase == phases.DIGGING:
        grams = tables.FOUND[at]
        total = game.gold[seat] + grams
        return {"gold": grams, "claim": total, "ready": total >= LOAD}
    if phase == phases.WALKING:
        way = walk(place - STREET, street.stop_after(place - STREET, at))
        met = MEETINGS[street.meets(game, seat, way["to"])]
        return {**way, "kind": KINDS[SQUARE_KIND[way["to"]]], "meets": met}
    if phase in (phases.LEAVING, phases.CLIMBING):
        claim = trails.claim_of_trail(game)
        outlaw = claim if at == tables.RED else None
        if phase == phases.CLIMBING:
            return {"outlaw": outlaw, "to_claim": claim, "to_square": None}
        if at == tables.YELLOW:
            return {"outlaw": None, "to_claim": tables.right_of(claim), "to_square": None}
        return {"outlaw": outlaw, "to_claim": None, "to_square": tables.access(claim)}
    if phase in (phases.AMBUSH, phases.RETURN_AMBUSH):
        hit = at + 1 == trails.claim_of_trail(game)
        return {"hold_up": hit, "takes": trails.at_risk(game) if hit else 0}
    if phase == phases.STAKING:
        grams = saloon.stake_of(at)
        return {
            "both": outcome(game, grams, saloon.BOTH),
            "one": outcome(game, grams, saloon.ONE),
            "none": outcome(game, grams, saloon.NEITHER),
        }
    if phase == phases.SPINNING:
        matched = saloon.matches(game.stake, at)
        if matched == saloon.BOTH:
            return {"outcome": "both"}
        return {"outcome": "one" if matched == saloon.ONE else "none"}
    if phase == phases.AIMING:
        return {"square": at, "impacts": tables.TARGET[at]}
    if phase == phases.SHOOTING:
        return {"hit": duels.hits(game.aim, at + 1)}
    if phase == phases.TURNING_HOME:
        to = tables.beside(place, at)
        return {"to_claim": to, "from_home": tables.distance(to, game.claim[seat])}
    return {}


def outcome(game: ChercheursDor, grams: int, matched: int) -> Outcome:
    """CO-15: what a stake wins, keeps or loses, and where the gold would go."""
    gain, load, receipt, stock = saloon.outcome(game, grams, matched)
    return {"gain": gain, "load": load, "receipt": receipt, "stock": stock}


def result(game: ChercheursDor) -> Result:
    """CO-20: the deposits, the gold on the claims that parts equals, and what was lost."""
    return {
        "scores": [str(score) for score in game.scores()],
        "ranks": game.ranks(),
        "lines": [
            {
                "bank": game.bank[seat],
                "claim": game.gold[seat],
                "both": game.bank[seat] + game.gold[seat],
                "road": game.load[seat],
            }
            for seat in range(game.players)
        ],
        "pot": game.pot,
    }
