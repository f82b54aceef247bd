"""The exact figures of Les Chercheurs d'or, by enumeration, and gold that never gets lost."""

from fractions import Fraction
from functools import cache

import pytest

from filon.core.events import Event
from filon.core.game import OVER
from filon.core.rng import Rng
from filon.games.chercheurs_dor import odds as chances
from filon.games.chercheurs_dor.rules import chercheurs_dor
from filon.games.chercheurs_dor.spec import SPEC
from filon.games.chercheurs_dor.tables import STREET, STREET_KINDS, TARGET
from filon.games.chercheurs_dor.tests.table import gold, legal, opened, put, take, town

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("square", range(24))
def test_bank_one_in_six_exit_one_in_three_from_anywhere(square: int) -> None:
    stops = []
    for step in town(square).legal():
        game = town(square, load=2000, saloon=1, bar=1)
        game.apply(step)
        stops.append(STREET_KINDS[game.at[0] - STREET])
    assert Fraction(stops.count("B"), len(stops)) == Fraction(1, 6)
    assert Fraction(stops.count("A"), len(stops)) == Fraction(1, 3)


def test_a_mean_throw_digs_221_grams() -> None:
    game = opened(2)
    found = []
    for step in game.legal():
        later = game.clone()
        later.apply(step)
        found.append(later.gold[0])
    assert round(Fraction(sum(found), len(found))) == 221
    assert Fraction(sum(found), 18) == Fraction(2650 * 3, 2 * 18)


def test_the_hold_up_is_one_in_eighteen_of_departures() -> None:
    robbed = Fraction(0)
    for colour in "YGR":
        game = take(put(opened(2), 0, gold=2000), f"colour {colour}")
        if colour == "R":
            for number in range(1, 7):
                later = game.clone()
                take(later, f"die {number}")
                robbed += Fraction(int(later.load[0] == 1000), 18)
    assert robbed == Fraction(1, 18)


@pytest.mark.parametrize("bet", ["stake 500 4 Y", "stake 100 1 R", "stake 500 6 G"])
def test_roulette_1_7_10_in_18(bet: str) -> None:
    game = take(town(16, load=1000), "dice 1 R", bet)
    changes = []
    for step in game.legal():
        later = game.clone()
        later.apply(step)
        changes.append(later.load[0] + later.bank[0] - 1000)
    grams = int(bet.split()[1])
    assert [changes.count(2 * grams), changes.count(0), changes.count(-grams)] == [1, 7, 10]


@pytest.mark.parametrize("pot", [0, 700, 5000])
@pytest.mark.parametrize("load", [500, 1300, 2000])
@pytest.mark.parametrize("bet", ["stake 500 4 Y", "stake 100 1 R"])
def test_what_the_view_says_of_a_stake_is_what_happens(bet: str, load: int, pot: int) -> None:
    game = town(16, load=load)
    game.pot = pot
    take(game, "dice 1 R")
    seen = SPEC.view(game, 0)
    told, counted = seen["if"][bet], {"both": 0, "one": 0, "none": 0}
    take(game, bet)
    for text, what in SPEC.view(game, 0)["if"].items():
        later = take(game.clone(), text)
        said = told[what["outcome"]]
        counted[what["outcome"]] += 1
        assert (later.load[0], later.bank[0]) == (said["load"], said["receipt"])
        assert later.receipt[0] == said["receipt"]
        assert later.load[0] + later.bank[0] - load == said["gain"]
        assert later.issued - game.issued == said["stock"]
    assert {what: f"{n}/18" for what, n in counted.items()} == {
        what: odds["exact"] for what, odds in seen["odds"].items()
    }


def duel(left: int) -> tuple[Fraction, Fraction, Fraction]:
    """First, second, nobody: every aim and every number, bullet by bullet."""
    return _duel(left)


@cache
def _duel(left: int) -> tuple[Fraction, Fraction, Fraction]:
    if left == 0:
        return Fraction(0), Fraction(0), Fraction(1)
    hit = Fraction(sum(len(numbers) for numbers in TARGET), 18 * 6)
    second, first, nobody = _duel(left - 1)
    return hit + (1 - hit) * first, (1 - hit) * second, (1 - hit) * nobody


def test_the_first_shooter_wins_59_5_percent() -> None:
    first, second, nobody = duel(12)
    assert first + second + nobody == 1
    assert round(1000 * first) == 595
    assert round(1000 * nobody) == 8
    assert first == Fraction(3, 5) * (1 - Fraction(4, 9) ** 6)
    assert chances.duel(12) == (first, second, nobody)


def test_a_bullet_hits_one_time_in_three() -> None:
    """Played through the rules: every aim, every number."""
    game = take(town(8), "dice 1 R", "die 2", "die 1")
    hits = 0
    for aim in sorted(legal(game)):
        for number in range(1, 7):
            later = game.clone()
            take(later, aim, f"die {number}")
            hits += later.lost[2] == 2 or later.lost[2] == 1
    assert Fraction(hits, 18 * 6) == Fraction(1, 3)


def test_the_views_odds_are_those_of_enumeration() -> None:
    """What the page shows before a throw on the street, against the rules themselves."""
    for square in range(24):
        for load, saloon, bar in ((2000, 0, 0), (2000, 1, 0), (0, 0, 0), (0, 0, 1)):
            game = town(square, load=load, saloon=saloon, bar=bar)
            seen = SPEC.view(game, 0)
            counted: dict[str, int] = {}
            for step in game.legal():
                later = game.clone()
                story = later.narrate(step)
                what = {
                    "deposit": "deposit",
                    "saloon": "roulette",
                    "bar": "duel",
                    "exit": "exit",
                }.get(story[1].kind if len(story) > 1 else "", "nothing")
                counted[what] = counted.get(what, 0) + 1
                way = seen["if"][SPEC.layout.text(step)]
                assert later.at[0] == STREET + way["to"]
                assert way["meets"] == what
            assert {what: odds["exact"] for what, odds in seen["odds"].items()} == {
                what: str(Fraction(count, 18)) for what, count in counted.items()
            }


@pytest.mark.parametrize("players", range(2, 8))
def test_gold_is_never_lost(players: int) -> None:
    """Claims, loads, Bank and pot hold what left the stock, at every step."""
    for seed in range(4):
        game = chercheurs_dor(SPEC.start(players, {"rounds": 60}))
        rng = Rng(seed)
        while game.actor() != OVER:
            game.apply(game.pick(rng))
            assert gold(game) == game.issued
            assert min(game.gold + game.load + game.bank + [game.pot]) >= 0
            assert max(game.load) <= 2000
            for seat in range(game.takers):
                assert game.receipt[seat] <= game.bank[seat]
                if game.load[seat]:
                    assert game.load[seat] >= 500


def test_the_route_in_the_view_is_the_walk() -> None:
    game = take(town(12, saloon=1), "dice 2 Y")
    way = SPEC.view(game, 0)["route"]
    assert way == {
        "seat": 0,
        "from": 12,
        "to": 18,
        "path": [13, 14, 15, 16, 17, 18],
        "counted": [14, 18],
    }
    take(game, "dice 1 R")
    assert SPEC.view(game, 0)["route"] is None


def test_most_gold_per_game_is_as_expected() -> None:
    """Forty rounds of four: about one and a half deposits and 2.8 kg each."""
    deposits = grams = 0
    for seed in range(120):
        game = chercheurs_dor(SPEC.start(4))
        rng = Rng(seed)
        while game.actor() != OVER:
            events = game.narrate(game.pick(rng))
            deposits += sum(event.kind == "deposit" for event in events)
        grams += sum(game.scores())
    assert 1.4 < deposits / 480 < 1.7
    assert 2500 < grams / 480 < 3000


def test_every_event_keeps_its_kind_and_seat_on_the_wire() -> None:
    """A number of its own must not be named as what every event has."""
    game = chercheurs_dor(SPEC.start(6))
    rng, story = Rng(5), list[Event]()
    while game.actor() != OVER:
        story += game.narrate(game.pick(rng))
    for event in story:
        told = SPEC.tell(event)
        assert (told["kind"], told["seat"]) == (event.kind, event.seat)
    assert {"walk", "dig", "deposit", "stake", "outlaw"} <= {event.kind for event in story}
