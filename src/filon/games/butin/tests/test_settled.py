"""PB-11: a game is settled exactly when every continuation gives the same scores."""

import pytest

from filon.core.drive import by_weight, drive, playout
from filon.core.game import OVER
from filon.core.rng import Rng
from filon.games.butin.rules import Butin
from filon.games.butin.spec import SPEC

from .positions import endings, game, go, wander

pytestmark = pytest.mark.engine
SCORINGS = ["simple", "advanced"]


def unchanging(state: Butin) -> bool:
    """By brute force: all continuations are played, and one score is found."""
    found: set[tuple[int, ...]] = set()
    endings(state, set(), found)
    return len(found) == 1


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_pb_11_settled_agrees_with_playing_everything_out(players: int, scoring: str) -> None:
    """Late positions of random games, the last draws in every phase; both answers occur."""
    answers = {True: 0, False: 0}
    for seed in range(60):
        rng = Rng(seed)
        state = game(players, scoring=scoring, symbols="ladder" if seed % 2 else "even")
        wander(state, rng, until=6)
        while state.actor() != OVER:
            said = state.settled()
            assert said == unchanging(state)
            answers[said] += 1
            playout(state, rng, most=1)
    assert min(answers.values()) > 20


def crafted(rng: Rng, players: int, scoring: str) -> Butin:
    """A late position no random game would show: few owners, few values, cards kept back."""
    state = game(players, "first 0", scoring=scoring)
    state.seat = rng.below(players)
    state.left = [0] * 11
    state.laid = state.symbols[:]
    state.filled = [5] * 6
    for _ in range(rng.below(3)):
        t = rng.below(6)
        state.left[t] += 1
        state.laid[t] -= 1
    value = 6 + rng.below(5)
    for _ in range(rng.below(4)):
        t = rng.below(6)
        if state.filled[t]:
            state.filled[t] -= 1
            state.left[value if rng.below(3) else 6 + rng.below(5)] += 1
    if not sum(state.left):
        state.left[3], state.laid[3] = 1, state.laid[3] - 1
    state.total = [rng.below(3) * rng.below(2) for _ in range(6)]
    state.hand = [rng.below(2) for _ in range(players)]
    for _ in range(rng.below(5)):
        state.cards[rng.below(2) * 6 + rng.below(6)] += 1
    return state


@pytest.mark.parametrize("scoring", SCORINGS)
def test_pb_11_settled_agrees_on_crafted_positions(scoring: str) -> None:
    answers = {True: 0, False: 0}
    for seed in range(700):
        rng = Rng(seed)
        state = crafted(rng, 2 + seed % 3, scoring)
        for _ in range(3):
            said = state.settled()
            assert said == unchanging(state), SPEC.view(state, 0)
            answers[said] += 1
            if not state.legal():
                break
            state.apply(state.pick(rng))
    assert min(answers.values()) > 100


def lone_owner(scoring: str) -> Butin:
    """Seat 0 is alone on the plain with a card in hand; only plain tokens are left to come."""
    state = game(2, "first 0", "draw plain", "settle", "draw gold5", "put plain", scoring=scoring)
    state.left = [2, *[0] * 10]
    state.laid = [4, *state.symbols[1:]]
    state.filled = [5] * 6
    state.hand = [2, 0]
    return state


def test_pb_11_who_is_alone_gains_nothing_by_another_card_in_advanced_sharing() -> None:
    assert lone_owner("advanced").settled()
    assert not lone_owner("simple").settled()
    rival = lone_owner("advanced")
    rival.hand = [2, 1]
    assert not rival.settled()


def test_pb_11_a_seat_without_a_draw_to_come_cannot_change_anything() -> None:
    state = lone_owner("simple")
    state.left[0], state.laid[0] = 1, 5
    assert not state.settled()  # seat 0 draws the last token
    state.seat = 1
    assert state.settled()  # seat 1, without a card, draws it


def test_pb_11_nothing_is_settled_early() -> None:
    assert not game(2).settled()
    assert not game(2, "first 0").settled()


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pb_11_every_way_to_finish_gives_the_scores_told(players: int, scoring: str) -> None:
    """Fair draws with the lowest legal step, or anything else: 63 draws and the same scores."""
    finished = 0
    for seed in range(8):
        rng = Rng(seed)
        state = game(players, scoring=scoring)
        while state.actor() != OVER and not state.settled():
            playout(state, rng, most=1)
        if state.actor() == OVER:
            continue
        finished += 1
        told = SPEC.view(state, 0)["finish"]
        other = state.clone()
        playout(other, rng)
        hand = state.hand[:]
        for _ in drive(state, by_weight(rng), lambda now, seat: now.legal()[0]):
            pass
        assert (state.turns, state.hand) == (63, hand)
        assert [str(points) for points in SPEC.points(state)] == told
        assert state.scores() == other.scores()
        assert SPEC.view(state, 0)["finish"] is None
    assert finished >= 2


def test_pb_11_once_settled_always_settled() -> None:
    for seed in range(10):
        rng = Rng(seed)
        state = game(3, scoring="advanced")
        before = False
        while state.actor() != OVER:
            now = state.settled()
            assert now or not before
            before = now
            playout(state, rng, most=1)


def test_pb_11_changed_data_are_never_called_settled() -> None:
    state = lone_owner("advanced")
    state.left[5] += 1  # one token more than there are symbols
    assert not state.settled()
    go(state, "draw plain", "skip")
    assert not state.settled()
