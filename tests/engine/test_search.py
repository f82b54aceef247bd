"""The search: right expectations, reproducible by seed, and no use of hidden information."""

import pytest

from filon.bots import BOTS, LEVELS, Peephole, SearchBot, named
from filon.bots.ismcts import Search, sharpened
from filon.bots.search_bot import search_for, veil
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rewards import final_rewards
from filon.core.rng import Rng
from filon.games import load, slugs
from filon.messages import LANGUAGES, catalogue
from support.counting_hints import Asked
from support.games import Box, defaults, take

pytestmark = pytest.mark.engine


class Bet(State):
    """One choice: a sure share of 0.4, or a die with six faces of which three win."""

    def __init__(self, stage: int = 0, won: int = -1) -> None:
        self.players = 2
        self.stage = stage
        self.won = won

    def actor(self) -> int:
        return (0, CHANCE, OVER)[self.stage]

    def legal(self) -> list[int]:
        return ([0, 1], [2, 3, 4], [])[self.stage]

    def weights(self) -> list[int]:
        return [3, 2, 1] if self.stage == 1 else []

    def thrower(self) -> int:
        return CHANCE

    def apply(self, step: int) -> None:
        if step < 2:
            self.stage = 1 if step == 1 else 2
            self.won = 1 if step == 0 else -1
        else:
            self.stage, self.won = 2, 0 if step == 2 else 1

    def clone(self) -> "Bet":
        return Bet(self.stage, self.won)

    def redeal(self, seat: int, rng: Rng) -> None:
        """Nothing is hidden."""

    def scores(self) -> list[int]:
        return [1, 0] if self.won == 0 else [0, 1]

    def ranks(self) -> list[int]:
        return [1, 2] if self.won == 0 else [2, 1]


class Coin(State):
    """Matching pennies: seat 0 lays a coin face down, seat 1 guesses it."""

    def __init__(self, laid: int = -1, said: int = -1) -> None:
        self.players = 2
        self.laid = laid
        self.said = said

    def actor(self) -> int:
        return 0 if self.laid < 0 else 1 if self.said < 0 else OVER

    def legal(self) -> list[int]:
        return ([0, 1], [2, 3], [])[(0, 1, OVER).index(self.actor())]

    def weights(self) -> list[int]:
        return []

    def thrower(self) -> int:
        return CHANCE

    def apply(self, step: int) -> None:
        if step < 2:
            self.laid = step
        else:
            self.said = step - 2

    def clone(self) -> "Coin":
        return Coin(self.laid, self.said)

    def redeal(self, seat: int, rng: Rng) -> None:
        if seat == 1 and self.laid >= 0 and self.said < 0:
            self.laid = rng.below(2)

    def scores(self) -> list[int]:
        return [0, 1] if self.laid == self.said else [1, 0]

    def ranks(self) -> list[int]:
        return [2, 1] if self.laid == self.said else [1, 2]


def search(state: State, seat: int, hidden: list[int], seed: int = 1) -> Search:
    return Search(state, seat, 2, None, Plan(), hidden, Rng(seed))


def test_chance_has_its_right_expectation() -> None:
    """Half of the die's weight wins: the search says so almost exactly, by drawing in shares."""
    found = search(Bet(1), 0, [])
    found.grow(60)
    root = found.roots[0]
    assert root.drawn == [30, 20, 10]
    wins = sum(kid.visits for kid in root.kids if kid.step == 2)
    assert wins / root.visits == 0.5


def test_a_keen_prior_keeps_the_order_and_lets_fewer_stand_out() -> None:
    assert sharpened([1, 2, 4], 1) == [0.25, 0.5, 1.0]
    assert sharpened([1, 2, 4], 3) == [1 / 64, 1 / 8, 1.0]
    assert sharpened([7, 7], 40) == [1.0, 1.0]


def test_the_search_takes_a_gamble_with_a_positive_expectation() -> None:
    found = search(Bet(), 0, [])
    found.grow(200)
    assert found.best() == 1
    told = {step: mean for step, _, mean in found.verdict()}
    assert abs(told[1] - 0.5) < 0.05


def test_what_is_laid_face_down_stays_unknown_to_the_other_seats_tree() -> None:
    """If seat 1 could see the coin, seat 0 would think itself lost; it cannot."""
    found = search(Coin(), 0, [0, 0, 2, 3])
    found.grow(2000)
    for _, visits, mean in found.verdict():
        if visits > 100:
            assert 0.3 < mean < 0.7
    seen = search(Coin(), 0, [])
    seen.grow(2000)
    assert all(mean < 0.1 for _, visits, mean in seen.verdict() if visits > 100)


def somewhere(box: Box, seed: int, after: int) -> tuple[State, int]:
    """A position in which a seat has a real choice, so many choices on or the game's last."""
    state, rng = box.start(), Rng(seed)
    met, last = 0, state
    while met <= after and state.actor() != OVER:
        if state.actor() >= 0 and len(state.legal()) > 1:
            met, last = met + 1, state.clone()
        state.apply(take(state, rng))
    assert last.actor() >= 0
    return last, last.actor()


@pytest.mark.parametrize("box", defaults(), ids=str)
def test_the_same_seed_gives_the_same_answer_after_any_search(box: Box) -> None:
    state, seat = somewhere(box, 5, 3)
    bot, hole = SearchBot(simulations=25), Peephole(box.spec, state, seat)
    first = bot.choose(hole, Rng(9))
    bot.choose(hole, Rng(10))
    assert bot.choose(hole, Rng(9)) == first
    assert first in state.legal()


@pytest.mark.parametrize("box", defaults(), ids=str)
def test_visits_add_up_and_rewards_are_shares(box: Box) -> None:
    state, seat = somewhere(box, 6, 4)
    found = search_for(Peephole(box.spec, state, seat), Rng(2))
    found.grow(40)
    told = found.verdict()
    assert [step for step, _, _ in told] == state.legal()
    assert sum(visits for _, visits, _ in told) == 40
    assert all(0.0 <= mean <= 1.0 for _, _, mean in told)


@pytest.mark.parametrize("slug", slugs())
def test_following_a_step_keeps_its_subtree(slug: str) -> None:
    box = next(box for box in defaults() if box.slug == slug)
    state, seat = somewhere(box, 7, 2)
    found = search_for(Peephole(box.spec, state, seat), Rng(2))
    found.grow(120)
    step = found.best()
    visits = next(visits for one, visits, _ in found.verdict() if one == step)
    later = state.clone()
    later.apply(step)
    found.follow(seat, step, later)
    assert found.root().visits == visits
    found.grow(10)
    assert found.root().visits == visits + 10


@pytest.mark.parametrize("slug", [slug for slug in slugs() if load(slug).hidden])
def test_masking_merges_exactly_the_steps_that_others_cannot_tell_apart(slug: str) -> None:
    layout = load(slug).layout
    told = veil(layout)
    assert len(told) == layout.size
    assert len(set(told)) < layout.size
    for step, first in enumerate(told):
        assert layout.masked(step) == layout.masked(first)
        assert first <= step


def test_rewards_by_rank_and_by_margin() -> None:
    end = Bet(2, 0)
    assert final_rewards(end, 0.0, 1.0) == [1.0, 0.0]
    assert final_rewards(end, 1.0, 2.0) == [0.75, 0.25]


def test_a_budget_is_simulations_or_milliseconds() -> None:
    with pytest.raises(ValueError, match="budget"):
        SearchBot()
    with pytest.raises(ValueError, match="budget"):
        SearchBot(simulations=1, milliseconds=1)
    state, seat = somewhere(defaults()[0], 1, 1)
    hole = Peephole(defaults()[0].spec, state, seat)
    told: list[tuple[int, int]] = []
    SearchBot(simulations=150, progress=lambda done, of: told.append((done, of))).choose(
        hole, Rng(1)
    )
    assert told == [(64, 150), (128, 150), (150, 150)]
    assert SearchBot(milliseconds=5).choose(hole, Rng(1)) in state.legal()


class Blind(Hints):
    """Likes every step alike."""

    def weights(self, state: State, steps: list[int]) -> list[int]:
        return [1] * len(steps)

    def value(self, state: State, seat: int) -> int:
        return 500


def test_a_game_outside_the_package_can_be_searched_with_hints() -> None:
    """Interpreted states and hints work under the compiled search too."""
    found = Search(Bet(), 0, 2, Blind(), Plan(depth=3, guided=100), [], Rng(1))
    found.grow(100)
    assert found.best() == 1


def test_levels_have_the_same_names_everywhere() -> None:
    assert {"tenderfoot", "panner", "prospector", "sourdough"} <= set(LEVELS)
    assert set(LEVELS) < set(BOTS)
    assert named("sourdough", divisor=7) is not named("sourdough", divisor=7)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bot_has_a_name_and_a_line_about_it(lang: str) -> None:
    words = catalogue(lang)
    for name in BOTS:
        assert words.say(f"bot.{name}").strip()
        assert words.say(f"bot.{name}.help").endswith(".")


@pytest.mark.parametrize("slug", ["nuggets", "butin"])  # with secrets, and without
def test_steps_are_expanded_after_the_planned_visits(slug: str) -> None:
    spec = load(slug)
    assert spec.minds.hints is not None
    state = spec.start(2)
    while state.actor() == CHANCE:
        state.apply(state.draw(Rng(3)))
    weighed = []
    for patience in (1, 4):
        hints = Asked(spec.minds.hints)
        plan = Plan(depth=0, expand_after=patience)
        search = search_for(Peephole(spec, state, state.actor()), Rng(1), plan, hints)
        search.grow(60)
        assert search.done == 60
        weighed.append(hints.weighed)
    assert 0 < weighed[1] * 2 < weighed[0]


class Draft(State):
    """The first of two seats takes three of eight numbers, in any order, and wants the 7."""

    def __init__(self, taken: list[int]) -> None:
        self.players = 2
        self.taken = taken

    def actor(self) -> int:
        return 0 if len(self.taken) < 3 else OVER

    def legal(self) -> list[int]:
        return [number for number in range(8) if number not in self.taken]

    def weights(self) -> list[int]:
        return []

    def thrower(self) -> int:
        return CHANCE

    def apply(self, step: int) -> None:
        self.taken = [*self.taken, step]

    def clone(self) -> "Draft":
        return Draft(self.taken)

    def redeal(self, seat: int, rng: Rng) -> None:
        """Nothing is hidden from the seat that takes."""

    def scores(self) -> list[int]:
        return [1, 0] if 7 in self.taken else [0, 1]

    def ranks(self) -> list[int]:
        return [1, 2] if 7 in self.taken else [2, 1]


@pytest.mark.parametrize("secret", [False, True])
def test_rave_counts_a_step_where_it_could_have_come_first(secret: bool) -> None:
    """A later step counts at every node before it, and never at one after it."""
    veil = list(range(8)) if secret else []
    search = Search(Draft([]), 0, 2, None, Plan(rave_k=100), veil, Rng(5))
    search.grow(40)
    kids = search.root().kids
    assert sum(kid.rave_visits for kid in kids) == 3 * 40  # each simulation takes three
    assert [kid.step for kid in kids if kid.rave_total == kid.rave_visits] == [7]  # it always wins
    assert all(kid.rave_visits >= kid.visits for kid in kids)
    below = [kid for kid in kids if kid.kids]
    assert below
    for node in below:
        # Two more are taken below it, in every simulation since its steps were laid out.
        assert 0 < sum(kid.rave_visits for kid in node.kids) <= 2 * node.visits


def test_rave_finds_sooner_a_step_that_is_good_at_any_time() -> None:
    found = []
    for echo in (0, 100):
        right = 0
        for seed in range(40):
            search = Search(Draft([]), 0, 2, None, Plan(rave_k=echo), [], Rng(seed))
            search.grow(8)
            right += search.best() == 7
        found.append(right)
    assert found[0] + 10 < found[1], found
