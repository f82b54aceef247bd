"""What holds at every step of Le Partage du butin: tokens, numbers, views and words."""

from fractions import Fraction
from itertools import permutations

import pytest

from filon.core.drive import playout
from filon.core.events import SPECTATOR
from filon.core.game import OVER
from filon.core.rng import Rng
from filon.games.butin import tables
from filon.games.butin.layout import LAYOUT
from filon.games.butin.position import PUTTING
from filon.games.butin.rules import Butin, mixed
from filon.games.butin.spec import SPEC

from .positions import game, go, legal

pytestmark = pytest.mark.engine
COMBINATIONS = [
    (players, scoring, symbols)
    for players in range(2, 6)
    for scoring in ("simple", "advanced")
    for symbols in ("even", "ladder")
]


def test_step_numbers_follow_the_layout() -> None:
    assert LAYOUT.base("first") == tables.FIRST
    assert LAYOUT.base("draw") == tables.DRAW
    assert LAYOUT.base("skip") == tables.SKIP
    assert LAYOUT.base("settle") == tables.SETTLE
    assert LAYOUT.base("put") == tables.PUT
    assert LAYOUT.size == tables.STEPS
    assert LAYOUT.text(tables.DRAW + 6) == "draw gold5"


@pytest.mark.parametrize(("players", "scoring", "symbols"), COMBINATIONS)
def test_all_tokens_and_cards_are_accounted_for_at_every_step(
    players: int, scoring: str, symbols: str
) -> None:
    state = game(players, scoring=scoring, symbols=symbols)
    rng = Rng(players)
    while state.actor() != OVER:
        check_conserved(state)
        check_view(state)
        playout(state, rng, most=1)
    check_conserved(state)
    check_view(state)


def check_conserved(state: Butin) -> None:
    held = 1 if state.phase == PUTTING else 0
    on_board = sum(state.laid) + sum(state.filled)
    assert sum(state.left) + on_board + held + state.aside == 63
    assert state.turns == 63 - sum(state.left)
    for seat in range(state.players):
        assert state.hand[seat] + sum(state.cards[seat * 6 : seat * 6 + 6]) == 3
    drawn = tables.VALUE[state.token - 6] if state.phase == PUTTING else 0
    inside = sum(value * state.left[6 + n] for n, value in enumerate(tables.VALUE))
    assert inside + drawn + sum(state.total) == 46


def check_view(state: Butin) -> None:
    seen = SPEC.view(state, SPECTATOR)
    assert seen == SPEC.view(state, 0)
    for t, territory in enumerate(seen["territories"]):
        assert sum(territory["coins"]) == territory["total"] == state.total[t]
        assert len(territory["coins"]) + territory["free"] == 5
        for seat in range(state.players):
            assert territory["row"].count(seat) == territory["cards"][seat]
    for seat, told in enumerate(seen["seats"]):
        shares = sum(Fraction(each["share"]) for each in told["held"])
        assert shares == Fraction(told["points"]) == Fraction(state.scores()[seat], 840)
    assert set(seen["if"]) == (set(legal(state)) if state.actor() >= 0 else set())


def test_previews_tell_what_really_happens() -> None:
    rng = Rng(12)
    state = game(4, scoring="advanced", symbols="ladder")
    while state.actor() != OVER:
        seen = SPEC.view(state, 0)
        for text, told in seen["if"].items():
            later = state.clone()
            go(later, text)
            after = SPEC.view(later, 0)
            assert told["points"] == [seat["points"] for seat in after["seats"]]
            assert told["total"] == after["territories"][told["territory"]]["total"]
            assert told["hand"] == after["seats"][state.seat]["hand"]
            gains = [
                Fraction(now["points"]) - Fraction(was["points"])
                for now, was in zip(after["seats"], seen["seats"], strict=True)
            ]
            assert told["gains"] == [str(gain) for gain in gains]
        playout(state, rng, most=1)


def test_weights_are_the_orders_of_a_shuffled_envelope() -> None:
    """The first token of all orders of distinct tokens, counted, against the weights."""
    state = game(2, "first 0")
    state.left = [2, 0, 1, 0, 0, 0, 1, 0, 0, 0, 3]
    tokens = [kind for kind, count in enumerate(state.left) for _ in range(count)]
    firsts = [0] * 11
    for order in permutations(range(len(tokens))):
        firsts[tokens[order[0]]] += 1
    weights = dict(zip(state.legal(), state.weights(), strict=True))
    for kind, count in enumerate(firsts):
        share = Fraction(count, sum(firsts))
        assert share == Fraction(weights.get(tables.DRAW + kind, 0), len(tokens))


def test_pick_draws_like_the_list() -> None:
    rng = Rng(3)
    state = game(3)
    while state.actor() != OVER:
        steps = state.legal()
        for seed in range(6):
            assert state.pick(Rng(seed)) == steps[Rng(seed).below(len(steps))]
        playout(state, rng, most=1)


def test_the_story_tells_every_turn_and_the_count() -> None:
    state = game(2, scoring="advanced")
    steps = ["first 1", "draw plain", "settle", "draw gold5", "put plain", "draw plain", "skip"]
    told = [SPEC.tell(event) for step in steps for event in state.narrate(SPEC.layout.number(step))]
    assert [one["kind"] for one in told] == [
        "first",
        "token",
        "settle",
        "wealth",
        "put",
        "token",
        "skip",
    ]
    assert told[2] == {
        "kind": "settle",
        "seat": 1,
        "territory": 0,
        "place": 0,
        "hand": 2,
        "total": 0,
    }
    assert told[4] == {"kind": "put", "seat": 0, "territory": 0, "place": 0, "value": 5, "total": 5}
    rng = Rng(9)
    while state.actor() != OVER:
        end = [SPEC.tell(event) for event in state.narrate(state.pick(rng))]
    scores = [one for one in end if one["kind"] == "score"]
    exact = [one["whole"] + Fraction(one["part"], one["of"]) for one in scores]
    assert exact == SPEC.points(state)
    assert end[-1]["kind"] == "over"


@pytest.mark.parametrize(
    ("units", "told"),
    [(0, (0, 0, 1)), (840, (1, 0, 1)), (2940, (3, 1, 2)), (105, (0, 1, 8)), (3500, (4, 1, 6))],
)
def test_mixed_numbers_are_in_lowest_terms(units: int, told: tuple[int, int, int]) -> None:
    assert mixed(units) == told


def test_hints_like_ones_own_ground() -> None:
    """A five goes to the territory one holds alone; a stone goes to somebody else's."""
    start = ["first 0", "draw plain", "settle", "draw canyon", "settle"]
    assert SPEC.minds.hints is not None
    for coin, liked in (("gold5", "put plain"), ("gold0", "put canyon")):
        state = game(2, *start, f"draw {coin}")
        steps = state.legal()
        weights = SPEC.minds.hints.weights(state.clone(), steps)
        assert min(weights) >= 1
        assert LAYOUT.text(steps[weights.index(max(weights))]) == liked
    assert 0 < SPEC.minds.hints.value(state, 0) < 1000
