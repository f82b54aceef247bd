"""What a seat sees of Les Chercheurs d'or: everything, since nothing is hidden."""

from fractions import Fraction
from functools import cache
from typing import Any

from filon.core.game import CHANCE, OVER, State
from filon.core.spec import Seen, View
from filon.games.chercheurs_dor.rules import (
    AIMING,
    AMBUSH,
    ANSWER,
    CHALLENGE,
    DIGGING,
    DRAW_FIRST,
    DRAW_LOTS,
    ENDED,
    GOING,
    LEAVING,
    RETURN_AMBUSH,
    SHOOTING,
    SPINNING,
    STAKING,
    TURNING_HOME,
    WALKING,
    ChercheursDor,
    chercheurs_dor,
)
from filon.games.chercheurs_dor.tables import (
    ACCESS,
    BANK,
    BAR,
    BULLETS,
    CLAIMS,
    COLOUR,
    COLOURS,
    DICE,
    DIE,
    FACES,
    GOLD,
    HOLD_UP,
    HOPS,
    HOUSE,
    LOAD,
    PERCENT,
    RED,
    SALOON,
    SQUARE_COLOUR,
    SQUARE_KIND,
    SQUARES,
    STAKE,
    STAKES,
    STREET,
    STREET_COLOURS,
    TARGET,
    THROWS,
    WHEEL,
    YELLOW,
    access,
    distance,
    left_of,
    right_of,
)

PHASES = {
    DRAW_FIRST: "first",
    DRAW_LOTS: "lots",
    DIGGING: "dig",
    LEAVING: "leave",
    AMBUSH: "ambush",
    WALKING: "walk",
    STAKING: "stake",
    SPINNING: "spin",
    CHALLENGE: "challenge",
    ANSWER: "answer",
    AIMING: "aim",
    SHOOTING: "shoot",
    GOING: "climb",
    RETURN_AMBUSH: "return_ambush",
    TURNING_HOME: "home",
    ENDED: "over",
}
SIGNS = "YGR"
KINDS = ("plain", "access", "bank", "bar", "saloon")
DUEL = (CHALLENGE, ANSWER, AIMING, SHOOTING)

# What never changes, made once: the page draws it, and knows no rules.
BOARD: dict[str, Any] = {
    "street": [
        {"square": square, "colour": STREET_COLOURS[square], "kind": KINDS[SQUARE_KIND[square]]}
        for square in range(SQUARES)
    ],
    "gold": {
        sign: [grams * PERCENT[colour] // 100 for grams in GOLD]
        for colour, sign in enumerate(SIGNS)
    },
    "wheel": [{"n": int(name[1]), "colour": name[0]} for name in WHEEL],
    "target": [
        {"n": square // COLOURS + 1, "colour": SIGNS[square % COLOURS], "impacts": numbers}
        for square, numbers in enumerate(TARGET)
    ],
    "claims": [
        {
            "claim": claim,
            "access": access(claim),
            "outlaw": claim,
            "right": right_of(claim),
            "left": left_of(claim),
        }
        for claim in range(1, CLAIMS + 1)
    ],
    "load": LOAD,
    "hold_up": HOLD_UP,
    "stakes": STAKES,
    "bullets": BULLETS // 2,
}


def view(state: State, seat: int) -> View:
    """The same for every seat and spectator."""
    game = chercheurs_dor(state)
    actor = game.actor()
    thrower = game.thrower()
    return {
        "players": game.players,
        "house": HOUSE if game.players > HOUSE else None,
        "phase": PHASES[game.phase],
        "turn": None if game.phase == DRAW_FIRST else game.turn,
        "thrower": None if thrower < 0 else thrower,
        "throws": throws(game) if actor == CHANCE else None,
        "first": None if game.first < 0 else game.first,
        "round": game.round,
        "rounds": game.rounds,
        "left": game.rounds - game.round,
        "played": game.played,
        "pot": game.pot,
        "safe": sum(game.bank),
        "issued": game.issued,
        "seats": [seat_view(game, one) for one in range(game.players)],
        "race": race(game),
        "claims": [claim_view(game, claim) for claim in range(1, CLAIMS + 1)],
        "dice": dice(game),
        "route": route(game),
        "stake": stake(game),
        "duel": duel(game),
        "odds": odds(game),
        "if": {text(step): after(game, step) for step in previewed(game)},
        "board": BOARD,
        "result": result(game) if actor == OVER else None,
    }


def throws(game: ChercheursDor) -> str | None:
    """Which dice are thrown next."""
    if game.phase in (DIGGING, WALKING, SPINNING, AIMING):
        return "dice"
    if game.phase in (LEAVING, GOING):
        return "colour"
    return "lot" if game.phase in (DRAW_FIRST, DRAW_LOTS) else "die"


def seat_view(game: ChercheursDor, seat: int) -> View:
    """One seat's gold, place and trip."""
    place = game.at[seat]
    rides = seat < game.takers
    return {
        "prospector": rides,
        "state": status(game, seat),
        "claim": game.claim[seat] or None,
        "gold": game.gold[seat],
        "load": game.load[seat],
        "bank": game.bank[seat],
        "receipt": game.receipt[seat],
        "at_claim": place if 0 < place < STREET else None,
        "at_square": place - STREET if place >= STREET else None,
        "place": KINDS[SQUARE_KIND[place - STREET]] if place >= STREET else None,
        "lost": game.lost[seat],
        "saloon": bool(game.saloon[seat]),
        "bar": bool(game.bar[seat]),
        "right": game.right(seat) if rides else None,
        "keeper": game.keeper(seat) if rides else None,
        "from_home": distance(place, game.claim[seat]) if 0 < place < STREET else None,
    }


def status(game: ChercheursDor, seat: int) -> str:
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


def race(game: ChercheursDor) -> View:
    """The deposits in order, and the end of the line they are drawn on."""
    order = sorted(range(game.takers), key=lambda seat: (-game.bank[seat], seat))
    end = 5000
    while max(game.bank) > end * 4 // 5:
        end += 5000
    return {"end": end, "order": order, "deposits": [game.bank[seat] for seat in order]}


def claim_view(game: ChercheursDor, claim: int) -> View:
    """One claim: whose, and what lies there."""
    owner = game.claim.index(claim) if claim in game.claim else None
    return {"claim": claim, "owner": owner, "gold": 0 if owner is None else game.gold[owner]}


def dice(game: ChercheursDor) -> View | None:
    """The dice as they lie, and who threw them."""
    if game.rolled < 0:
        return None
    step = game.rolled
    number = step - DIE + 1 if step >= DIE else None
    colour = SIGNS[step - COLOUR] if COLOUR <= step < DIE else None
    if step < COLOUR:
        number, colour = (step - DICE) // COLOURS + 1, SIGNS[(step - DICE) % COLOURS]
    return {"n": number, "colour": colour, "by": None if game.hand < 0 else game.hand}


@cache
def path(start: int, throw: int) -> View:
    """CO-13: the squares of a walk in order, those that count, and the stop."""
    walked = [(start + hop) % SQUARES for hop in range(1, HOPS[start * THROWS + throw] + 1)]
    counted = [square for square in walked if SQUARE_COLOUR[square] == throw % COLOURS]
    return {"from": start, "to": walked[-1], "path": walked, "counted": counted}


def route(game: ChercheursDor) -> View | None:
    """The street walk made last, until the next turn's throw."""
    if game.walker < 0 or not game.on_street(game.walker):
        return None
    stop = game.at[game.walker] - STREET
    hops = (stop - game.came - 1) % SQUARES + 1
    walked = [(game.came + hop) % SQUARES for hop in range(1, hops + 1)]
    colour = SQUARE_COLOUR[stop]
    return {
        "seat": game.walker,
        "from": game.came,
        "to": stop,
        "path": walked,
        "counted": [square for square in walked if SQUARE_COLOUR[square] == colour],
    }


def stake(game: ChercheursDor) -> View | None:
    """The bet that lies on the wheel."""
    if game.stake < 0:
        return None
    bet = game.stake % THROWS
    return {
        "grams": STAKES[game.stake // THROWS],
        "n": bet // COLOURS + 1,
        "colour": SIGNS[bet % COLOURS],
    }


def duel(game: ChercheursDor) -> View | None:
    """The duel that is on: who, whose shot, the bullets fired and the chances."""
    if game.phase not in DUEL:
        return None
    mover, other = game.turn, game.keeper(game.turn)
    shooting = game.phase in (AIMING, SHOOTING)
    fired = len(game.shots)
    first = (game.shooter if fired % 2 == 0 else game.foe()) if shooting else mover
    second = other if first == mover else mover
    return {
        "mover": mover,
        "other": other,
        "challenge": game.challenge if game.phase == ANSWER else None,
        "first": first if shooting else None,
        "shooter": game.shooter if shooting else None,
        "bullet": fired // 2 + 1 if shooting else None,
        "aim": game.aim if game.phase == SHOOTING else None,
        "shots": [
            {"seat": second if at % 2 else first, "square": shot // FACES, "n": shot % FACES + 1}
            for at, shot in enumerate(game.shots)
        ],
        "left": BULLETS - fired,
    }


@cache
def duel_odds(left: int, hits: int) -> tuple[Fraction, Fraction, Fraction]:
    """Chances that the shooter hits, the other hits, nobody: `hits` of 6 now, then a third."""
    if left == 0:
        return Fraction(0), Fraction(0), Fraction(1)
    now = Fraction(hits, FACES)
    theirs, mine, nobody = duel_odds(left - 1, 2)  # 36 impacts on 18 squares: 2 of 6
    return now + (1 - now) * mine, (1 - now) * theirs, (1 - now) * nobody


def odds(game: ChercheursDor) -> View:
    """The exact chances of what comes next, as fractions and in thousandths."""
    chances: dict[str, Fraction] = {}
    if game.phase == WALKING:
        start = game.at[game.turn] - STREET
        for throw in range(THROWS):
            what = meets(game, path(start, throw)["to"])
            chances[what] = chances.get(what, Fraction(0)) + Fraction(1, THROWS)
    elif game.phase == DIGGING:
        lack = LOAD - game.gold[game.turn]
        enough = [grams for row in BOARD["gold"].values() for grams in row if grams >= lack]
        chances["ready"] = Fraction(len(enough), THROWS)
    elif game.phase in (LEAVING, GOING):
        chances["outlaw"] = Fraction(1, COLOURS)
        chances["hold_up"] = Fraction(1, COLOURS * FACES)
    elif game.phase in (AMBUSH, RETURN_AMBUSH):
        chances["hold_up"] = Fraction(1, FACES)
    elif game.phase in (STAKING, SPINNING):
        chances = {"both": Fraction(1, 18), "one": Fraction(7, 18), "none": Fraction(10, 18)}
    elif game.phase in DUEL:
        hits = len(TARGET[game.aim]) if game.phase == SHOOTING else 2
        left = BULLETS - len(game.shots) if game.phase in (AIMING, SHOOTING) else BULLETS
        mine, theirs, nobody = duel_odds(left, hits)
        chances = {"hit": Fraction(hits, FACES), "shooter": mine, "foe": theirs, "nobody": nobody}
    wheel = game.phase in (STAKING, SPINNING)  # there eighteenths are easier to compare
    return {
        what: {
            "exact": f"{chance * THROWS}/{THROWS}" if wheel else str(chance),
            "permille": round(1000 * chance),
        }
        for what, chance in chances.items()
    }


def meets(game: ChercheursDor, square: int) -> str:
    """What a stop on a street square would be for the seat on turn."""
    seat, kind = game.turn, SQUARE_KIND[square]
    if kind == BANK and game.load[seat]:
        return "deposit"
    if kind == SALOON and game.load[seat] and not game.saloon[seat]:
        return "roulette"
    if kind == BAR and not game.bar[seat]:
        return "duel"
    return "exit" if kind == ACCESS and not game.load[seat] else "nothing"


def previewed(game: ChercheursDor) -> list[int]:
    """The steps whose outcome is shown before they are taken."""
    return [] if game.phase in (DRAW_FIRST, DRAW_LOTS) else game.legal()


def text(step: int) -> str:
    """The notation of a step of play."""
    if step < COLOUR:
        return f"dice {(step - DICE) // COLOURS + 1} {SIGNS[(step - DICE) % COLOURS]}"
    if step < DIE:
        return f"colour {SIGNS[step - COLOUR]}"
    if step < STAKE:
        return f"die {step - DIE + 1}"
    if step < STAKE + 2 * THROWS:
        bet = (step - STAKE) % THROWS
        grams = STAKES[(step - STAKE) // THROWS]
        return f"stake {grams} {bet // COLOURS + 1} {SIGNS[bet % COLOURS]}"
    return "home left" if step == STAKE + 2 * THROWS else "home right"


def after(game: ChercheursDor, step: int) -> View:
    """What a step would bring."""
    seat, place = game.turn, game.at[game.turn]
    if game.phase == DIGGING:
        n, colour = divmod(step - DICE, COLOURS)
        found = GOLD[n] * PERCENT[colour] // 100
        return {
            "gold": found,
            "claim": game.gold[seat] + found,
            "ready": game.gold[seat] + found >= LOAD,
        }
    if game.phase == WALKING:
        way = path(place - STREET, step - DICE)
        return {**way, "kind": KINDS[SQUARE_KIND[way["to"]]], "meets": meets(game, way["to"])}
    if game.phase == LEAVING:
        colour = step - COLOUR
        return {
            "outlaw": place if colour == RED else None,
            "to_claim": right_of(place) if colour == YELLOW else None,
            "to_square": None if colour == YELLOW else access(place),
        }
    if game.phase == GOING:
        claim = (place - STREET) // 4 + 1
        return {
            "outlaw": claim if step - COLOUR == RED else None,
            "to_claim": claim,
            "to_square": None,
        }
    if game.phase in (AMBUSH, RETURN_AMBUSH):
        claim = place if game.phase == AMBUSH else (place - STREET) // 4 + 1
        at_risk = HOLD_UP if game.phase == AMBUSH else game.receipt[seat]
        hit = step - DIE + 1 == claim
        return {"hold_up": hit, "takes": at_risk if hit else 0}
    if game.phase == STAKING:
        return bet_view(game, STAKES[(step - STAKE) // THROWS])
    if game.phase == SPINNING:
        bet, throw = game.stake % THROWS, step - DICE
        same = (throw // COLOURS == bet // COLOURS) + (throw % COLOURS == bet % COLOURS)
        return {"outcome": ("none", "one", "both")[same]}
    if game.phase == AIMING:
        return {"square": step - DICE, "impacts": TARGET[step - DICE]}
    if game.phase == SHOOTING:
        return {"hit": step - DIE + 1 in TARGET[game.aim]}
    if game.phase == TURNING_HOME:
        to = left_of(place) if text(step) == "home left" else right_of(place)
        return {"to_claim": to, "from_home": distance(to, game.claim[seat])}
    return {}


def bet_view(game: ChercheursDor, grams: int) -> View:
    """CO-15: what a stake wins, keeps or loses, and where the gold would go."""
    load, gain = game.load[game.turn], 2 * grams
    over = max(0, load + gain - LOAD)
    return {
        "both": {
            "gain": gain,
            "load": load + gain - over,
            "receipt": over,
            "stock": max(0, gain - game.pot),
        },
        "one": {"gain": 0, "load": load, "receipt": 0, "stock": 0},
        "none": {"gain": -grams, "load": load - grams, "receipt": 0, "stock": 0},
    }


def result(game: ChercheursDor) -> View:
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


def observe(seen: Seen) -> list[int]:
    """The view as numbers of fixed length: seven seats of eleven, then the table's sixteen."""
    numbers: list[int] = []
    for at in range(7):
        if at >= len(seen["seats"]):
            numbers += [0] * 11
            continue
        one = seen["seats"][at]
        square = -1 if one["at_square"] is None else one["at_square"]
        numbers += [
            int(one["prospector"]),
            one["claim"] or 0,
            one["gold"],
            one["load"],
            one["bank"],
            one["receipt"],
            one["at_claim"] or 0,
            square + 1,
            one["lost"],
            int(one["saloon"]),
            int(one["bar"]),
        ]
    bet, shots, thrown = seen["stake"], seen["duel"], seen["dice"]
    numbers += [seen["players"], list(PHASES.values()).index(seen["phase"])]
    numbers += [0 if seen[key] is None else seen[key] + 1 for key in ("turn", "thrower", "first")]
    numbers += [seen["round"], seen["left"], seen["played"], seen["pot"]]
    numbers += [0] * 3 if bet is None else [bet["grams"], bet["n"], SIGNS.index(bet["colour"])]
    numbers += (
        [0] * 2 if shots is None else [shots["left"], -1 if shots["aim"] is None else shots["aim"]]
    )
    numbers += (
        [0] * 2
        if thrown is None
        else [
            thrown["n"] or 0,
            0 if thrown["colour"] is None else SIGNS.index(thrown["colour"]) + 1,
        ]
    )
    return numbers
