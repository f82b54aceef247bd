"""The plain rules of Le Partage du butin."""

from fractions import Fraction

from reference.asking import Game, Result, ask, chance, number, ranked

PLACES = ["plain", "canyon", "forest", "meadow", "island", "mexico"]
SYMBOLS = {"even": [6, 6, 6, 5, 5, 5], "ladder": [8, 7, 6, 5, 4, 3]}
GOLD = {"gold5": 3, "gold3": 4, "gold2": 6, "gold1": 7, "gold0": 10}


def butin(players: int, scoring: str, symbols: str) -> Game:
    """The whole game."""
    bag = dict(zip(PLACES, SYMBOLS[symbols], strict=True)) | GOLD
    cards = [3] * players
    settled = {place: [0] * players for place in PLACES}
    coins: dict[str, list[int]] = {place: [] for place in PLACES}
    seat = number((yield from chance(f"first {s}" for s in range(players))))
    while any(bag.values()):
        answer = yield "chance", {f"draw {token}": n for token, n in bag.items() if n}
        token = answer.split()[1]
        bag[token] -= 1
        if token in PLACES:
            if cards[seat] and (yield from ask(seat, ["settle", "skip"])) == "settle":
                cards[seat] -= 1
                settled[token][seat] += 1
        else:
            free = [place for place in PLACES if len(coins[place]) < 5]
            put = yield from ask(seat, [f"put {place}" for place in free])
            coins[put.split()[1]].append(int(token[-1]))
        seat = (seat + 1) % players
    scores = [Fraction(0)] * players
    for place in PLACES:
        there, wealth = settled[place], sum(coins[place])
        for s in range(players):
            if there[s]:
                share = Fraction(wealth, sum(there)) if scoring == "advanced" else wealth
                scores[s] += there[s] * share
    return Result(scores, ranked([(score,) for score in scores]))
