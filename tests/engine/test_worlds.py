"""Possible worlds: each is drawn as often as it is likely, given what the seat knows.

The expected shares are counted here without the code under test: every order of the real tiles for
Nuggets, every bid for Gold River, every deal of a small deck.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from itertools import permutations

import pytest

from filon.core import worlds
from filon.core.errors import Refusal
from filon.core.game import CHANCE, OVER, State
from filon.core.layout import Layout, verb
from filon.core.paper import Paper
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.setup import Setup, agreed
from filon.core.spec import Options, Seen
from filon.core.worlds import history, world
from filon.games import load
from support.games import Box, defaults, fingerprint, seeded, take
from support.hidden_game import SPEC as CAVE

pytestmark = pytest.mark.engine
DRAWS = 4000
PLAIN = [box for box in defaults() if not box.spec.hidden]


def fits(drawn: Mapping[Hashable, int], shares: Mapping[Hashable, float]) -> bool:
    """Pearson's chi-square, rare outcomes taken together; an outcome with no share is a fault."""
    total = sum(drawn.values())
    if not drawn.keys() <= shares.keys():
        return False
    common = [one for one, share in shares.items() if share * total >= 8]
    cells = [(drawn.get(one, 0), shares[one] * total) for one in common]
    rest = total - sum(expected for _, expected in cells)
    if rest >= 8:
        cells.append((total - sum(count for count, _ in cells), rest))
    free = len(cells) - 1
    chi = sum((count - expected) ** 2 / expected for count, expected in cells)
    assert free > 0, "nothing to tell apart"
    return bool(chi < free + 4 * (2 * free) ** 0.5)


def counted(draw: Callable[[Rng], Hashable], seed: str) -> Counter[Hashable]:
    rng = seeded(seed)
    return Counter(draw(rng) for _ in range(DRAWS))


def likely(outcomes: Counter[Hashable]) -> dict[Hashable, float]:
    return {one: count / outcomes.total() for one, count in outcomes.items()}


def laid(state: State, owner: int) -> tuple[int, ...]:
    """The values on a seat's tiles in Nuggets, by place."""
    cells: list[int] = getattr(state, "cells")  # noqa: B009 - of one game's state
    return tuple(cell & 7 for cell in cells if cell > 0 and cell >> 3 == owner)


def nuggets(players: int, memory: bool, tiles: int) -> tuple[Paper, State]:
    """A game at the moment at which seat 1 has laid so many tiles."""
    setup = agreed(load("nuggets"), players, {"memory": memory})
    paper, state, rng = Paper(setup), setup.start(), Rng(f"{players} {tiles}")
    while len(laid(state, 1)) < tiles:
        legal = state.legal()
        secret = [step for step in legal if "?" in setup.spec.layout.masked(step)]
        eager = len(laid(state, max(0, state.actor()))) < tiles and rng.below(2)
        steps = secret if eager and secret else legal
        paper.take(state, steps[rng.below(len(steps))])
    return paper, state


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize(("players", "tiles"), [(2, 1), (2, 3), (3, 3), (4, 2)])
def test_a_hidden_tile_is_any_tile_of_its_owner(players: int, tiles: int, memory: bool) -> None:
    """Exactly as every order of the real tiles; with `memory` a bot still knows its own."""
    paper, state = nuggets(players, memory, tiles)
    known = Record(paper.setup, paper.read_by(0))
    hand: list[int] = getattr(paper.setup.start(), "hands")[5:10]  # noqa: B009 - as above
    pieces = [value for value, count in enumerate(hand, start=1) for _ in range(count)]
    shares = likely(Counter(permutations(pieces, tiles)))
    assert fits(counted(lambda rng: laid(world(known, 0, rng), 1), "tiles"), shares)
    assert laid(world(known, 0, Rng(1)), 0) == laid(state, 0)

    def redealt(rng: Rng) -> Hashable:
        guess = state.clone()
        guess.redeal(0, rng)
        return laid(guess, 1)

    assert fits(counted(redealt, "redealt"), shares), "the prior of `redeal` is another one"


def sealing(seed: int) -> tuple[Paper, State]:
    """Gold River for two, when both are about to seal a bid."""
    setup = agreed(load("gold_river"), 2)
    paper, state, rng = Paper(setup), setup.start(), Rng(seed)
    while not state.sealed():
        paper.take(state, take(state, rng))
    return paper, state


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("made", [False, True])
def test_a_sealed_bid_is_any_that_the_other_can_pay(made: bool, seed: int) -> None:
    """Made already or to be made: as likely either way, and the same as `redeal` says."""
    paper, state = sealing(seed)
    first, second = state.actors()
    if made:
        paper.take(state, state.legal()[-1])
    known = Record(paper.setup, paper.read_by(second))

    def bid(rng: Rng) -> Hashable:
        guess = world(known, second, rng)
        assert guess.actor() == second
        return int(getattr(guess, "bids")[first])  # noqa: B009 - as above

    most = int(getattr(state, "hand")[first])  # noqa: B009 - as above
    assert fits(counted(bid, "bids"), dict.fromkeys(range(most + 1), 1 / (most + 1)))
    mine = world(Record(paper.setup, paper.read_by(first)), first, Rng(1))
    assert made or mine.actor() == first


@pytest.mark.parametrize("box", PLAIN, ids=str)
def test_where_nothing_is_hidden_the_world_is_the_truth(box: Box) -> None:
    setup = agreed(box.spec, box.players, dict(box.options))
    paper, state, rng = Paper(setup), setup.start(), seeded("plain")
    while state.actor() != OVER and len(paper) < 120:
        paper.take(state, take(state, rng))
    for seat in range(box.players):
        known = Record(setup, paper.read_by(seat))
        assert fingerprint(world(known, seat, Rng(1))) == fingerprint(state)


class Cards(State):
    """Three cards from four, two of which are alike: the first is seen by seat 1 alone."""

    def __init__(self, drawn: list[int]) -> None:
        self.players = 2
        self.drawn = drawn

    def actor(self) -> int:
        return CHANCE if len(self.drawn) < 3 else OVER

    def legal(self) -> list[int]:
        base = 0 if not self.drawn else 3
        left = [2 - self.drawn.count(0), 1 - self.drawn.count(1), 1 - self.drawn.count(2)]
        return [base + card for card in range(3) if left[card]] if len(self.drawn) < 3 else []

    def weights(self) -> list[int]:
        return [2 - self.drawn.count(0) if step % 3 == 0 else 1 for step in self.legal()]

    def thrower(self) -> int:
        return CHANCE

    def apply(self, step: int) -> None:
        self.drawn.append(step % 3)

    def clone(self) -> "Cards":
        return Cards(self.drawn[:])

    def redeal(self, seat: int, rng: Rng) -> None:
        raise AssertionError("not asked for")

    def scores(self) -> list[int]:
        return [0, 0]

    def ranks(self) -> list[int]:
        return [1, 1]


def cards() -> Setup:
    def begin(players: int, options: Options, starters: tuple[int, ...]) -> State:
        return Cards([])

    def view(state: State, seat: int) -> Seen:
        return {}

    layout = Layout(verb("hide", ["card"], card=range(3)), verb("show", card=range(3)))
    return Setup(replace(CAVE, slug="cards", layout=layout, begin=begin, view=view), 2, {})


SHOWN = [
    (1,),
    *(pytest.param(shown, marks=pytest.mark.long) for shown in [(0,), (0, 1), (1, 2), (0, 0)]),
]


@pytest.mark.parametrize("shown", SHOWN)
def test_later_open_chance_makes_some_worlds_likelier(shown: tuple[int, ...]) -> None:
    """A card that lies open is less likely to be the hidden one, as every order of four says."""
    known = Record(cards(), ["hide ?", *(f"show {card}" for card in shown)])
    deals = permutations([0, 0, 1, 2], 1 + len(shown))
    shares = likely(Counter(deal[0] for deal in deals if deal[1:] == shown))
    if len(shares) == 1:
        assert all(history(known, Rng(seed)).steps[0] in shares for seed in range(20))
    else:
        assert fits(counted(lambda rng: history(known, rng).steps[0], "deck"), shares)


class Draws(State):
    """One bit that is hidden, then open draws by the odds that `weighed` gives for it."""

    def __init__(self, most: int, weighed: Callable[[list[int]], list[int]]) -> None:
        self.players = 2
        self.most = most
        self.weighed = weighed
        self.drawn: list[int] = []

    def actor(self) -> int:
        return CHANCE if len(self.drawn) < self.most else OVER

    def legal(self) -> list[int]:
        base = 2 if self.drawn else 0
        return [base + bit for bit, weight in enumerate(self.weighed(self.drawn)) if weight]

    def weights(self) -> list[int]:
        return [weight for weight in self.weighed(self.drawn) if weight]

    def thrower(self) -> int:
        return CHANCE

    def apply(self, step: int) -> None:
        self.drawn.append(step % 2)

    def clone(self) -> "Draws":
        copy = Draws(self.most, self.weighed)
        copy.drawn = self.drawn[:]
        return copy

    def redeal(self, seat: int, rng: Rng) -> None:
        raise AssertionError("not asked for")

    def scores(self) -> list[int]:
        return [0, 0]

    def ranks(self) -> list[int]:
        return [1, 1]


def draws(most: int, weighed: Callable[[list[int]], list[int]]) -> Record:
    """A record of that game in which every open draw was a 0."""

    def begin(players: int, options: Options, starters: tuple[int, ...]) -> State:
        return Draws(most, weighed)

    layout = Layout(verb("hide", ["bit"], bit=range(2)), verb("show", bit=range(2)))
    spec = replace(CAVE, slug="draws", layout=layout, begin=begin)
    return Record(Setup(spec, 2, {}), ["hide ?"] + ["show 0"] * (most - 1))


def test_luck_of_a_long_game_still_weighs() -> None:
    """130 draws of one in a thousand are less likely than the least float; the last one tells."""

    def weighed(drawn: list[int]) -> list[int]:
        if not drawn:
            return [1, 1]
        if len(drawn) < 130:
            return [1, 999]
        return [999_999, 1] if drawn[0] else [1, 999_999]

    known = draws(131, weighed)
    assert {history(known, Rng(seed)).steps[0] for seed in range(3)} == {1}


def test_one_fitting_history_is_enough_where_the_search_for_others_finds_none() -> None:
    """In one of 400 attempts the bit is 0, so most searches for a further history fail."""

    def weighed(drawn: list[int]) -> list[int]:
        return [1, 399] if not drawn else [0, 1] if drawn[0] else [1, 1]

    known, drawn, refused = draws(2, weighed), [], 0
    for seed in range(8):
        try:
            drawn.append(history(known, Rng(seed)).steps[0])
        except Refusal:
            refused += 1
    assert set(drawn) == {0}
    assert refused, "the search finds a history always: this tests nothing"


def test_a_record_that_no_world_fits_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        history(Record(cards(), ["hide ?", "show 1", "show 1"]), Rng(1))
    assert refused.value.code == "no_redeal"


def test_these_tests_detect_odds_that_do_not_count_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    paper, _ = nuggets(2, False, 1)
    monkeypatch.setattr(worlds, "_drawn", lambda state, fits, rng: fits[rng.below(len(fits))])
    known = Record(paper.setup, paper.read_by(0))
    shares = likely(Counter(permutations([1] * 11 + [2, 2, 3, 4, 5], 1)))
    assert not fits(counted(lambda rng: laid(world(known, 0, rng), 1), "tiles"), shares)
