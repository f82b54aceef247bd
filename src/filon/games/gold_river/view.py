"""What a seat sees of Gold River: everything but the other's bid while it is sealed."""

from fractions import Fraction

from filon.core.game import CHANCE, OVER, State
from filon.core.spec import Seen, View
from filon.games.gold_river import ground, mayors, poker
from filon.games.gold_river.foresight import ahead, cost
from filon.games.gold_river.ground import NOBODY, ON_MINE_OF, ON_TOWN
from filon.games.gold_river.rules import GoldRiver, gold_river
from filon.games.gold_river.tables import (
    BANK_CARD,
    BID,
    CARD,
    CARDS,
    CONCESSIONS,
    DISCARD,
    GIVE,
    GOVERN,
    GOVERNOR_CARD,
    GROUNDS,
    PASS,
    ROB,
    SEALED,
    STATION_CARD,
    STORE,
    TAKE,
    TOWN,
    TOWNS,
    UNIT,
    VEINS,
    face_name,
)

PHASES = {
    ground.DRAW_FIRST: "first",
    ground.DEALING: "deal",
    ground.BIDDING: "bid",
    ground.SEALING: "sealed",
    ground.TAKING: "take",
    ground.DISCARDING: "discard",
    ground.AIMING: "aim",
    ground.SWAPPING: "swap",
    ground.HOLDING_UP: "hold_up",
    ground.RIDING: "ride",
    ground.ANSWERING: "answer",
    ground.ROLLING: "roll",
    ground.WIRING: "wire",
    ground.STORING: "store",
    ground.ENDED: "over",
}
BEFORE_THE_SALE = (ground.DRAW_FIRST, ground.DEALING, ground.BIDDING, ground.SEALING)


def view(state: State, seat: int) -> View:
    """All that lies on the table; of sealed bids only the seat's own."""
    game = gold_river(state)
    actor = game.actor()
    players = range(game.players)
    sealing = game.phase == ground.SEALING
    return {
        "players": game.players,
        "first_game": game.first_game,
        "poker": game.poker,
        "phase": PHASES[game.phase],
        # While fists are closed nobody's turn is told: it would say who has closed his.
        "turn": None if sealing or actor in (CHANCE, OVER) else actor,
        "thrower": None if game.thrower() < 0 else game.thrower(),
        "round": game.rounds,
        "rounds": rounds(game),
        "deck": game.left,
        "first": None if game.phase == ground.DRAW_FIRST else game.first,
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
        "threat": None if game.target == NOBODY else [game.target, game.demand],
        "dice": [game.die_a, game.die_b] if game.die_a else None,
        "mayors": [none(holder) for holder in game.mayor],
        "governor": none(governor_town(game)),
        "fees": [[mayors.fee(game, at, town) for town in range(TOWNS)] for at in players],
        "veins": [
            [game.where[vein] - ON_MINE_OF, vein]
            for vein in VEINS
            if game.where[vein] >= ON_MINE_OF
        ],
        "yields": {str(card): game.yields(card) for card in range(CONCESSIONS) if game.veins(card)},
        "bank": {"owner": none(game.owner(BANK_CARD)), "nuggets": game.vault},
        "out": [card for card in range(CARDS) if game.where[card] == ground.OUT],
        "seats": [seat_view(game, at) for at in players],
        "costs": {
            str(card): cost(game, seat, card) for card in game.row if card >= 0 and seat in players
        },
        "if": ahead(game, seat),
        "result": result(game) if actor == OVER else None,
    }


def none(number: int) -> int | None:
    """A number, or None for the -1 that stands for nothing."""
    return None if number < 0 else number


def rounds(game: GoldRiver) -> int:
    """GR-17: how many rounds the whole game has."""
    coming = game.left // (game.players + 1)
    if game.phase == ground.DRAW_FIRST:
        return coming
    if game.phase == ground.DEALING:
        coming = (game.left + len(game.row)) // (game.players + 1) - 1
    return game.rounds + coming


def governor_town(game: GoldRiver) -> int:
    """GR-30: the town where the governor stands, or -1."""
    return max(-1, game.where[GOVERNOR_CARD] - ON_TOWN)


def seat_view(game: GoldRiver, seat: int) -> View:
    """One seat's row of the register and its present count."""
    mine = [card for card in range(CARDS) if game.where[card] == seat]
    return {
        "nuggets": game.hand[seat],
        "towns": [[card for card in mine if TOWN[card] == town] for town in range(TOWNS)],
        "buildings": [card for card in mine if CONCESSIONS <= card < GROUNDS],
        "kept": [card for card in mine if card >= GROUNDS],
        "ground": game.ground_points(seat),
        "mayor": game.mayor_points(seat),
        "bank": game.bank_points(seat),
        "score": game.points(seat),
        "poker": poker_view(game, seat) if game.poker else None,
    }


def poker_view(game: GoldRiver, seat: int) -> View:
    """GR-33: the best hand the seat could show now, and the cards that make it."""
    faces = game.faces(seat)
    wild = game.where[STATION_CARD] == seat
    station = poker.wild_face(faces) if wild else -1
    held = [*faces, station] if wild else faces
    worth = poker.best_hand(held)
    best = max(game.poker_worth(other) for other in range(game.players))
    return {
        "hand": poker.HANDS[poker.category(worth)] if worth >= 0 else None,
        "ranks": poker.ranks_of(worth) if worth >= 0 else [],
        "faces": [face_name(face) for face in members(held, worth)],
        "station": face_name(station),
        "best": worth >= 0 and worth == best,
    }


def members(faces: list[int], worth: int) -> list[int]:
    """The faces without which the hand would be worth less, highest first."""
    kept = sorted(faces)
    for face in sorted(faces):
        fewer = [other for other in kept if other != face]
        if poker.best_hand(fewer) == worth:
            kept = fewer
    return sorted(kept, reverse=True)


def result(game: GoldRiver) -> View:
    """GR-32, GR-33: the final count, line by line."""
    bonus = game.poker_bonus()
    return {
        "scores": [str(Fraction(score, UNIT)) for score in game.scores()],
        "ranks": game.ranks(),
        "lines": [
            {
                "hand": game.hand[seat],
                "ground": game.ground_points(seat),
                "mayor": game.mayor_points(seat),
                "stored": game.vault if game.where[BANK_CARD] == seat else 0,
                "bank": game.bank_points(seat),
                "poker": str(Fraction(bonus[seat], UNIT)),
            }
            for seat in range(game.players)
        ],
    }


def because(state: State, seat: int, step: int) -> View:
    """What the page shows beside the clause of a refused step."""
    game = gold_river(state)
    if seat >= game.players:
        return {}
    if BID <= step <= PASS:
        return {"least": game.high + 1, "own": game.hand[seat]}
    if SEALED <= step < CARD or step >= STORE:
        return {"least": 0, "own": game.hand[seat]}
    if TAKE <= step < DISCARD or DISCARD <= step < SEALED:
        return {"row": [card for card in game.row if card >= 0]}
    if ROB <= step < GIVE:
        card = step - ROB
        town = TOWN[card]
        there = game.count(town, seat) if town >= 0 else 0
        return {"card": card, "owner": none(game.owner(card)), "there": there}
    if CARD < step < GOVERN:
        card = (step - CARD - 2) % CARDS
        return {"card": card, "owner": none(game.owner(card))}
    return {}


def observe(seen: Seen) -> list[int]:
    """The view as numbers of fixed length: where every card is, then nuggets, bids, dice."""
    numbers = [0] * CARDS  # 0 unseen, 1 for sale, 2 out, 3 taken, 4 + seat, 10 attached
    for card in seen["row"]:
        if card is not None:
            numbers[card] = 1
    for card in seen["out"]:
        numbers[card] = 2
    if seen["taken"] is not None:
        numbers[seen["taken"]] = 3
    attached = [-1] * len(VEINS)
    for on, vein in seen["veins"]:
        numbers[vein] = 10
        attached[VEINS.index(vein)] = on
    if seen["governor"] is not None:
        numbers[GOVERNOR_CARD] = 10
    purse, bids, passed, served = [0] * 5, [-1] * 5, [0] * 5, [0] * 5
    for seat, standing in enumerate(seen["seats"]):
        cards = [card for town in standing["towns"] for card in town]
        for card in cards + standing["buildings"] + standing["kept"]:
            numbers[card] = 4 + seat
        purse[seat] = standing["nuggets"]
        bids[seat] = number(seen["bids"][seat])
        passed[seat] = int(seen["passed"][seat])
        served[seat] = int(seen["served"][seat])
    numbers += attached + purse + bids + passed + served
    numbers += [number(holder) for holder in seen["mayors"]]
    numbers += seen["dice"] or [0, 0]
    numbers += seen["threat"] or [-1, 0]
    for key in ("governor", "turn", "first", "winner", "leader", "sealed", "taken", "given"):
        numbers.append(number(seen[key]))
    numbers += [
        seen["high"],
        seen["pot"],
        seen["bank"]["nuggets"],
        seen["round"],
        seen["rounds"],
        seen["deck"],
        seen["players"],
        int(seen["first_game"]),
        int(seen["poker"]),
        list(PHASES.values()).index(seen["phase"]),
    ]
    return numbers


def number(found: int | None) -> int:
    """A number of the view, -1 where it has none."""
    return -1 if found is None else found
