"""What a seat sees of Gold River: everything but the other's bid while it is sealed."""

from fractions import Fraction

from filon.core.game import CHANCE, OVER, State
from filon.games.gold_river import mayors, phases, poker, tables
from filon.games.gold_river.foresight import ahead, cost, none
from filon.games.gold_river.position import NOBODY, ON_MINE_OF, OUT
from filon.games.gold_river.rules import GoldRiver, gold_river
from filon.games.gold_river.seen import Cost, GoldRiverView, Hand, Phase, Result, Standing

PHASES: dict[int, Phase] = {
    phases.DRAW_FIRST: "first",
    phases.DEALING: "deal",
    phases.BIDDING: "bid",
    phases.SEALING: "sealed",
    phases.TAKING: "take",
    phases.DISCARDING: "discard",
    phases.AIMING: "aim",
    phases.SWAPPING: "swap",
    phases.HOLDING_UP: "hold_up",
    phases.RIDING: "ride",
    phases.ANSWERING: "answer",
    phases.ROLLING: "roll",
    phases.WIRING: "wire",
    phases.STORING: "store",
    phases.ENDED: "over",
}
BEFORE_THE_SALE = (phases.DRAW_FIRST, phases.DEALING, phases.BIDDING, phases.SEALING)


def view(state: State, seat: int) -> GoldRiverView:
    """All that lies on the table; of sealed bids only the seat's own."""
    game = gold_river(state)
    actor = game.actor()
    players = range(game.players)
    sealing = game.phase == phases.SEALING
    towns = range(tables.TOWNS)
    return {
        "players": game.players,
        "first_game": game.first_game,
        "poker": game.poker,
        "phase": PHASES[game.phase],
        # While fists are closed nobody's turn is told: it would say who has closed his.
        "turn": None if sealing or actor in (CHANCE, OVER) else actor,
        "thrower": none(game.thrower()),
        "round": game.rounds,
        "rounds": game.rounds + game.coming(),
        "deck": game.left,
        "first": None if game.phase == phases.DRAW_FIRST else game.first,
        "winner": None if game.phase in BEFORE_THE_SALE else game.winner,
        "high": game.high,
        "leader": none(game.leader),
        "order": [(game.first + at) % game.players for at in players],
        "bids": [None if sealing else none(bid) for bid in game.bids],
        "passed": [bool((game.passed >> at) & 1) for at in players],
        "served": [bool((game.served >> at) & 1) for at in players],
        "sealed": none(game.bids[seat]) if sealing and seat in players else None,
        "pot": game.pot,
        "row": [none(card) for card in game.row],
        "taken": none(game.taken),
        "given": none(game.given),
        "threat": None if game.target == NOBODY else (game.target, game.demand),
        "dice": (game.die_a, game.die_b) if game.die_a else None,
        "mayors": [none(holder) for holder in game.mayor],
        "governor": none(game.governor()),
        "fees": [[mayors.fee(game, at, town) for town in towns] for at in players],
        "veins": [
            (game.where[vein] - ON_MINE_OF, vein)
            for vein in tables.VEINS
            if game.where[vein] >= ON_MINE_OF
        ],
        "yields": {
            str(card): game.yields(card) for card in range(tables.CONCESSIONS) if game.veins(card)
        },
        "bank": {"owner": none(game.owner(tables.BANK_CARD)), "nuggets": game.vault},
        "out": [card for card in range(tables.CARDS) if game.where[card] == OUT],
        "seats": register(game),
        "costs": costs(game, seat) if seat in players else {},
        "if": ahead(game, seat),
        "result": result(game) if actor == OVER else None,
    }


def costs(game: GoldRiver, seat: int) -> dict[str, Cost]:
    """By card for sale, what it would cost the seat."""
    return {str(card): cost(game, seat, card) for card in game.row if card >= 0}


def register(game: GoldRiver) -> list[Standing]:
    """One row per seat, with its present count."""
    bonus = game.poker_bonus()
    held: list[list[int]] = [[] for _ in range(game.players)]
    for card, holder in enumerate(game.where):
        if 0 <= holder < game.players:
            held[holder].append(card)
    return [standing(game, seat, held[seat], bonus[seat] > 0) for seat in range(game.players)]


def standing(game: GoldRiver, seat: int, mine: list[int], best: bool) -> Standing:
    """One seat's row of the register; `best`: no poker hand is better than its."""
    towns: list[list[int]] = [[] for _ in range(tables.TOWNS)]
    for card in mine:
        if tables.TOWN[card] != tables.NO_TOWN:
            towns[tables.TOWN[card]].append(card)
    return {
        "nuggets": game.hand[seat],
        "towns": towns,
        "buildings": [card for card in mine if tables.CONCESSIONS <= card < tables.GROUNDS],
        "kept": [card for card in mine if card >= tables.GROUNDS],
        "ground": game.ground_points(seat),
        "mayor": game.mayor_points(seat),
        "bank": game.bank_points(seat),
        "score": game.points(seat),
        "poker": hand(game, seat, best) if game.poker else None,
    }


def hand(game: GoldRiver, seat: int, best: bool) -> Hand:
    """GR-33: the best hand the seat could show now, and the cards that make it."""
    wild = game.has_station(seat)
    held = poker.shown(game.faces(seat), wild)
    worth = poker.best_hand(held)
    return {
        "hand": poker.HANDS[poker.category(worth)] if worth >= 0 else None,
        "ranks": poker.ranks_of(worth) if worth >= 0 else [],
        "faces": [tables.face_name(face) for face in members(held, worth)],
        "station": tables.face_name(held[-1]) if wild else "",
        "best": best,
    }


def members(faces: list[int], worth: int) -> list[int]:
    """The faces without which the hand would be worth less, highest first."""
    cards = sorted(faces)
    for face in sorted(faces):
        fewer = [other for other in cards if other != face]
        if poker.best_hand(fewer) == worth:
            cards = fewer
    return sorted(cards, reverse=True)


def result(game: GoldRiver) -> Result:
    """GR-32, GR-33: the final count, line by line."""
    bonus = game.poker_bonus()
    return {
        "scores": [str(Fraction(score, tables.UNIT)) for score in game.scores()],
        "ranks": game.ranks(),
        "lines": [
            {
                "hand": game.hand[seat],
                "ground": game.ground_points(seat),
                "mayor": game.mayor_points(seat),
                "stored": game.stored(seat),
                "bank": game.bank_points(seat),
                "poker": str(Fraction(bonus[seat], tables.UNIT)),
            }
            for seat in range(game.players)
        ],
    }
