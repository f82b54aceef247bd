"""The exact end of games without secrets agrees with counting by hand and with the search."""

import pytest

from filon.bots import Peephole, SearchBot, named
from filon.bots.search_bot import search_for
from filon.bots.solver import Solver, near_end
from filon.core.game import CHANCE, OVER, State
from filon.core.rng import Rng
from filon.games import load
from support.games import take

pytestmark = pytest.mark.engine


def last_choices(seed: int, tokens: int) -> list[State]:
    """Positions of a game of Le Partage du butin with few tokens left and a choice to make."""
    state, rng, found = load("butin").start(2), Rng(seed), []
    while state.actor() != OVER:
        left = sum(getattr(state, "left"))  # noqa: B009 - the contract does not know it
        if state.actor() >= 0 and left <= tokens and len(state.legal()) > 1:
            found.append(state.clone())
        state.apply(take(state, rng))
    return found


def test_shares_of_a_solved_ending_add_up_and_the_best_step_has_the_best_share() -> None:
    met = 0
    for seed in range(20):
        for state in last_choices(seed, 2):
            seat = state.actor()
            worths = {}
            for step in state.legal():
                later = state.clone()
                later.apply(step)
                shares = Solver(100_000).worth(later)
                assert abs(sum(shares) - 1) < 1e-9
                worths[step] = shares[seat]
            best = Solver(1_000_000).best(state, seat)
            assert worths[best] == max(worths.values())
            met += 1
    assert met >= 5


def counted(state: State) -> list[float]:
    """Each seat's expectation, counted by hand over all continuations."""
    actor, found = state.actor(), []
    if actor == OVER:
        ranks = state.ranks()
        return [(rank == 1) / ranks.count(1) for rank in ranks]
    for step in state.legal():
        later = state.clone()
        later.apply(step)
        found.append(counted(later))
    if actor != CHANCE:
        return max(found, key=lambda worth: worth[actor])
    parts = state.weights()
    return [
        sum(part * worth[seat] for part, worth in zip(parts, found, strict=True)) / sum(parts)
        for seat in range(state.players)
    ]


def test_draws_count_by_their_weights() -> None:
    """Where the tokens left are not all of one number, and the draw matters."""
    met = 0
    for seed in range(80):
        for state in last_choices(seed, 3):
            left = [parts for parts in getattr(state, "left") if parts]  # noqa: B009
            if len(set(left)) < 2:
                continue
            assert Solver(1_000_000).worth(state) == pytest.approx(counted(state))
            met += 1
    assert met >= 5


def test_the_top_level_makes_no_mistake_in_the_last_draws() -> None:
    """And neither does the search without the solver, given enough simulations."""
    spec, met = load("butin"), 0
    for seed in range(12):
        for state in last_choices(seed, 2):
            seat = state.actor()
            hole = Peephole(spec, state, seat)
            worths = {}
            for step in state.legal():
                later = state.clone()
                later.apply(step)
                worths[step] = Solver(100_000).worth(later)[seat]
            if max(worths.values()) == min(worths.values()):
                continue
            met += 1
            assert worths[named("sourdough").choose(hole, Rng(1))] == max(worths.values())
            search = search_for(hole, Rng(1))
            search.grow(400)
            assert worths[search.best()] >= max(worths.values()) - 0.02
    assert met


def test_a_position_too_large_to_solve_is_reported() -> None:
    state, rng = load("butin").start(2), Rng(1)
    while state.actor() < 0 or len(state.legal()) < 2:
        state.apply(take(state, rng))
    assert Solver(500).best(state, state.actor()) == -1
    assert not near_end(state, rng)
    chosen = SearchBot(simulations=20).choose(Peephole(load("butin"), state, state.actor()), rng)
    assert chosen in state.legal()


def test_solving_stops_soon_where_a_game_can_go_on_without_end() -> None:
    """In Claim It!'s last turn a seat may roll on and on: the look ahead must not follow it."""
    spec, rng = load("claim_it"), Rng(2)
    state, last = spec.start(2), None
    while state.actor() != OVER:
        if state.actor() >= 0 and spec.layout.text(state.legal()[-1]) == "stop":
            last = state.clone()
        state.apply(take(state, rng))
    assert last is not None
    assert Solver(1_000_000).best(last, last.actor()) == -1


class Detours(State):
    """Eight ways to the same three throws, the last of which the third face wins."""

    def __init__(self, stage: int = 0, won: int = 0) -> None:
        self.players = 2
        self.stage = stage
        self.won = won

    def actor(self) -> int:
        return (0, CHANCE, CHANCE, CHANCE, OVER)[self.stage]

    def legal(self) -> list[int]:
        return list(range(8 if self.stage == 0 else 6))

    def weights(self) -> list[int]:
        return [1] * 6

    def thrower(self) -> int:
        return 0

    def apply(self, step: int) -> None:
        self.stage += 1
        self.won = int(self.stage == 4 and step == 2)

    def clone(self) -> "Detours":
        return Detours(self.stage, self.won)

    def redeal(self, seat: int, rng: Rng) -> None:
        """Nothing is hidden."""

    def scores(self) -> list[int]:
        return [self.won, 1 - self.won]

    def ranks(self) -> list[int]:
        return [2 - self.won, 1 + self.won]


def test_a_position_reached_in_many_ways_is_solved_once() -> None:
    """Eight times six ways lead behind the first throw; the 42 positions there are met once."""
    solver = Solver(8 + 8 * 6 + 42)
    worths = solver.each(Detours(), 0)
    assert worths == pytest.approx([1 / 6] * 8)
    assert solver.left == 0
