"""Nothing is lost: cards, nuggets, and the figures of the page, at every step."""

import json
from itertools import product
from pathlib import Path

import pytest

from filon.core.events import Event
from filon.core.game import CHANCE, OVER
from filon.core.rng import Rng
from filon.games.gold_river import tables
from filon.games.gold_river.layout import LAYOUT
from filon.games.gold_river.phases import DEALING, SEALING, TAKING
from filon.games.gold_river.position import ROW, TAKEN
from filon.games.gold_river.rules import GoldRiver, gold_river
from filon.games.gold_river.spec import SPEC
from filon.games.gold_river.tables import (
    CARDS,
    COACH,
    CONCESSIONS,
    DECK,
    GROUNDS,
    KIND,
    KIND_NAMES,
    MOST,
    NO_TOWN,
    NUGGETS,
    PAIRS,
    PAYS_ON,
    SEATS,
    STAGECOACH,
    START,
    TOWN,
    TOWN_NAMES,
    UNSEEN,
    VEIN,
    VEINS,
    WAYS,
    pays,
)

BOXES = list(product(SPEC.seats, (False, True), (False, True)))
WEB = Path(str(tables.__file__)).parent / "web"


def wander(game: GoldRiver, rng: Rng) -> int:
    if game.actor() == CHANCE:
        return game.legal()[rng.weighted(game.weights())]
    return game.pick(rng)


def moved(event: Event, hands: list[int]) -> None:
    """What an event says about nuggets in hand; the log tells each nugget's way."""
    facts = SPEC.tell(event)
    n = facts.get("n", 0)
    if event.kind in ("share", "vault_back", "coach", "half", "gold"):
        hands[event.seat] += n
    elif event.kind in ("won", "won_sealed", "raided", "store"):
        hands[event.seat] -= n
    elif event.kind in ("fee", "postage", "saloon"):
        hands[event.seat] -= n
        hands[facts["to"]] += n
    elif event.kind == "held_up":
        hands[event.seat] += n
        hands[facts["to"]] -= n


def check_cards(game: GoldRiver) -> None:
    """Every card is in one place, the row and the counts agree with it."""
    assert len(game.where) == CARDS
    in_row = [card for card in game.row if card >= 0]
    assert sorted(in_row) == [card for card in range(CARDS) if game.where[card] == ROW]
    held = [card for card in range(CARDS) if game.where[card] == TAKEN]
    assert held == ([game.taken] if game.taken >= 0 else [])
    for town in range(5):
        for seat in range(SEATS):
            owned = sum(
                1 for card in range(CONCESSIONS) if TOWN[card] == town and game.where[card] == seat
            )
            assert game.count(town, seat) == owned
        if game.mayor[town] >= 0:
            assert game.count(town, game.mayor[town]) > 0
    for vein in VEINS:
        at = game.where[vein] - 100
        assert at < 0 or 0 <= game.where[at] < game.players
    assert all(n >= 0 for n in game.hand)
    assert game.vault >= 0
    assert game.vault == 0 or game.owner(38) >= 0


@pytest.mark.parametrize(("players", "first_game", "with_poker"), BOXES)
def test_nothing_is_lost(players: int, first_game: bool, with_poker: bool) -> None:
    for seed in range(4):
        game = gold_river(SPEC.start(players, {"first_game": first_game, "poker": with_poker}))
        rng = Rng(seed)
        hands, pot, vault = [START] * players, 0, 0
        whole = game.left
        dealt = 0
        while game.actor() != OVER:
            step = wander(game, rng)
            dealt += game.phase == DEALING
            for event in game.narrate(step):
                moved(event, hands)
                n = SPEC.tell(event).get("n", 0)
                if event.kind == "won_sealed":
                    pot += n
                elif event.kind in ("pot_gone", "half"):
                    pot = 0
                elif event.kind == "store":
                    vault += n
                elif event.kind == "vault_back":
                    vault = 0
            assert (hands, pot, vault) == (game.hand, game.pot, game.vault)
            assert game.left + dealt == whole
            check_cards(game)
        assert game.left < players + 1


def test_the_largest_amount_is_recomputed_from_the_deck() -> None:
    """All nuggets there could ever be, with two players and every round's best throw."""

    def best_throw() -> int:
        return max(
            sum(NUGGETS[card] for card in range(CONCESSIONS) if pays(PAYS_ON[card], a, b))
            + VEIN * len(VEINS)
            for a, b in PAIRS
        )

    assert best_throw() == 29
    bounds = {}
    for players in SPEC.seats:
        rounds = (CARDS - (UNSEEN if players <= 3 else 0)) // (players + 1)
        bounds[players] = START * players + rounds * best_throw() + COACH * KIND.count(STAGECOACH)
    assert max(bounds.values()) == bounds[2] == MOST == 514
    for name in ("bid", "sealed", "store"):
        assert LAYOUT.number(f"{name} {MOST}") - LAYOUT.base(name) == MOST


def test_deals_are_uniform_over_the_unseen_cards() -> None:
    rng = Rng(2)
    game = gold_river(SPEC.start(3, {"poker": True}))
    while game.actor() != OVER:
        if game.phase == DEALING:
            steps = game.legal()
            assert game.weights() == [1] * len(steps)
            unseen = [card for card in range(CARDS) if game.where[card] == -1]
            expected = [card for card in unseen if card < CONCESSIONS or game.rounds > 1]
            assert [step - LAYOUT.base("deal") for step in steps] == expected
        game.apply(wander(game, rng))


def test_ways_equal_enumeration_of_both_dice() -> None:
    for on in range(2, 16):
        ways = sum(1 for a, b in product(range(1, 7), repeat=2) if pays(on, a, b))
        assert WAYS[on] == ways


@pytest.mark.parametrize("players", SPEC.seats)
def test_gr_17_the_number_of_rounds_is_known_from_the_beginning(players: int) -> None:
    rng = Rng(players)
    game = gold_river(SPEC.start(players))
    rounds = game.coming()
    while game.actor() != OVER:
        assert game.rounds + game.coming() == rounds
        game.apply(wander(game, rng))
    assert (game.rounds, game.coming()) == (rounds, 0)


@pytest.mark.parametrize("players", SPEC.seats)
def test_previews_tell_what_then_happens(players: int) -> None:
    """Every figure in `if` is what the step does when it is taken."""
    rng = Rng(players)
    game = gold_river(SPEC.start(players, {"poker": True}))
    while game.actor() != OVER:
        seat = game.actor()
        if seat >= 0 and game.phase != SEALING:
            seen = SPEC.view(game, seat)
            step = game.pick(rng)
            what = seen["if"][LAYOUT.text(step)]
            later = game.clone()
            later.apply(step)
            gained = [now - then for now, then in zip(later.hand, game.hand, strict=True)]
            if "nuggets" in what:
                assert what["nuggets"] == gained
                assert what["mayors"] == [None if m < 0 else m for m in later.mayor]
            if what.get("ends"):
                assert what["gain"] == gained[seat]
            if "vault" in what:
                assert (what["vault"], what["left"]) == (later.vault, later.hand[seat])
            if "shares" in what and later.phase == TAKING:
                for other, n in what["shares"]:
                    assert other is None or gained[other] == n
            if "why" in what and seat != game.winner and later.taken < 0:
                card = what.get("card", step - LAYOUT.base("take"))
                if what["why"]:
                    assert gained[what["to"]] >= what["n"]
                if card < CONCESSIONS:
                    assert gained[seat] == -what["n"]
                    holder = later.mayor[TOWN[card]]
                    assert (what["own"] or what["mayor"]) == (holder == seat)
                else:
                    assert what["kept"] == (later.where[card] == seat and card >= GROUNDS)
        game.apply(wander(game, rng))


def test_the_pages_cards_are_those_of_the_tables() -> None:
    """The page draws from a file of printed facts; it must say what the tables say."""
    drawn = json.loads((WEB / "cards.json").read_text("utf-8"))
    assert drawn == printed()


def printed() -> list[dict[str, object]]:
    """The deck as the page reads it."""
    found: list[dict[str, object]] = []
    for card, (kind, town, on, nuggets, face) in enumerate(DECK):
        group = "concession" if card < CONCESSIONS else "building" if card < GROUNDS else "action"
        found.append(
            {
                "group": group,
                "kind": KIND_NAMES[kind],
                "town": None if town == NO_TOWN else TOWN_NAMES[town],
                "on": {13: "even", 14: "odd", 15: "double"}.get(on, on),
                "ways": WAYS[on],
                "nuggets": nuggets,
                "face": face,
            }
        )
    return found
