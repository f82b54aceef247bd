"""The research environments keep their libraries' contracts, over every game on the shelf."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

import filon
from filon.adapters.gymnasium import SeatEnv, SeatsEnv, name_of, register
from filon.adapters.pettingzoo import GameEnv
from filon.core.game import OVER
from filon.core.rewards import forfeit, zero_sum
from filon.core.rng import Rng
from filon.games import load
from support.games import LONG, Box, defaults, wander

SEEDS = 4000 if LONG else 120  # a game that ends unasked is one in twelve for some
GAMES = 40 if LONG else 2  # of these are played to their end
ENDS = [box for box in defaults() if box.players in (box.spec.seats[0], box.spec.seats[-1])]


@pytest.mark.parametrize("box", ENDS, ids=str)
def test_pettingzoo_api(box: Box) -> None:
    with warnings.catch_warnings():  # it has masks beside it, as PettingZoo's own games have
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(filon.env(box.slug, players=box.players), num_cycles=120)


@pytest.mark.parametrize("box", ENDS, ids=str)
def test_pettingzoo_seed(box: Box) -> None:
    seed_test(lambda: filon.env(box.slug, players=box.players), num_cycles=60)


@pytest.mark.parametrize("box", defaults(), ids=str)
def test_every_reset_has_a_choice_and_every_end_pays_the_right_seats(box: Box) -> None:
    """No seed begins with a finished game, and rewards sum to 0 over the seats."""
    env, rng = filon.env(box.slug, players=box.players), Rng(3)
    for seed in range(SEEDS):
        env.reset(seed=seed)
        asked(env)
        if seed >= GAMES:
            continue
        while not env.terminations[env.agent_selection]:
            seen, reward, over, _, _ = env.last()
            assert (reward, over) == (0.0, False)
            legal = np.flatnonzero(seen["action_mask"])
            assert list(legal) == env.state_now.legal()
            env.step(int(legal[rng.below(len(legal))]))
        assert env.state_now.actor() == OVER
        due = expected(env.state_now.ranks(), env)
        assert all(env.terminations.values())
        assert dict(env.rewards) == due
        assert abs(sum(env.rewards.values())) < 1e-9
        for agent in env.agent_iter():
            assert env.last()[1:3] == (due[agent], True)
            env.step(None)


def asked(env: GameEnv) -> None:
    """The agent that is selected has a choice, sees it, and nothing is over."""
    agent = env.agent_selection
    assert env.state_now.actor() == env.seat_of[agent]
    assert not any(env.terminations.values())
    assert env.observe(agent)["action_mask"].any()


def expected(ranks: list[int], env: GameEnv) -> dict[str, Any]:
    """Told apart from how it is reckoned: winners share what the others lose."""
    ranked = [seat for seat, rank in enumerate(ranks) if rank]
    best = [seat for seat in ranked if ranks[seat] == 1]
    lost = -1 / (len(ranked) - 1)
    won = -lost * (len(ranked) - len(best)) / len(best)
    return {
        agent: pytest.approx(won if seat in best else lost if seat in ranked else 0.0)
        for agent, seat in env.seat_of.items()
    }


@pytest.mark.parametrize("box", ENDS, ids=str)
def test_pettingzoo_state_is_all_that_all_seats_see(box: Box) -> None:
    env = filon.env(box.slug, players=box.players)
    env.reset(seed=4)
    seen = [box.spec.observe(env.state_now, seat) for seat in range(box.players)]
    assert env.state() in env.state_space
    assert env.state().tolist() == [number for numbers in seen for number in numbers]


@pytest.mark.parametrize("box", [box for box in defaults() if box.spec.hidden], ids=str)
def test_observations_are_of_the_seat_only(box: Box) -> None:
    """Whatever the seat cannot see may change: its observation does not."""
    env, rng = filon.env(box.slug, players=box.players), Rng(8)
    env.reset(seed=8)
    asked = 0
    for state in wander(box.start(), rng):
        if state.actor() < 0 or rng.below(4):
            continue
        for agent, seat in env.seat_of.items():
            env.state_now = state
            before = env.observe(agent)
            other = state.clone()
            other.redeal(seat, rng)
            env.state_now = other
            after = env.observe(agent)
            assert np.array_equal(before["observation"], after["observation"])
            assert np.array_equal(before["action_mask"], after["action_mask"])
            asked += 1
    assert asked


@pytest.mark.parametrize("box", ENDS, ids=str)
def test_an_illegal_step_ends_the_game_at_its_takers_cost(box: Box) -> None:
    other = -2  # stands for a step of the layout that is not legal now
    for given in (other, None, -1, box.spec.layout.size):
        env = filon.env(box.slug, players=box.players)
        env.reset(seed=1)
        agent, steps = env.agent_selection, env.state_now.legal()
        illegal = next(step for step in range(box.spec.layout.size) if step not in steps)
        env.step(illegal if given == other else given)
        assert env.rewards[agent] == -1.0
        assert abs(sum(env.rewards.values())) < 1e-9
        assert all(env.terminations.values())


@pytest.mark.parametrize("slug", filon.slugs())
def test_gymnasium_checks_pass(slug: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(slug, bots="random"), skip_render_check=True)
    seen, _ = SeatEnv(slug, bots="random").reset(seed=5)
    again, _ = SeatEnv(slug, bots="random").reset(seed=5)
    assert np.array_equal(seen, again)


@pytest.mark.parametrize("box", defaults(), ids=str)
def test_the_learner_is_asked_at_every_reset_and_paid_at_the_end(box: Box) -> None:
    seat = box.spec.turns(box.players)[-1]
    env, rng = SeatEnv(box.slug, box.players, seat, "random"), Rng(2)
    for seed in range(SEEDS // 4):
        _, info = env.reset(seed=seed)
        assert env.now.actor() == seat
        assert info["action_mask"].any()
        over, games = False, seed < GAMES
        while games and not over:
            legal = np.flatnonzero(info["action_mask"])
            assert list(legal) == env.now.legal()
            seen, reward, over, _, info = env.step(int(legal[rng.below(len(legal))]))
            assert seen in env.observation_space
            assert reward == (zero_sum(env.now.ranks())[seat] if over else 0.0)
        assert env.action_masks().any() != over


@pytest.mark.parametrize("box", ENDS, ids=str)
def test_a_seat_that_takes_no_turns_is_refused_with_a_sentence(box: Box) -> None:
    for seat in (-1, len(box.spec.turns(box.players)), box.players, 5, 99):
        if seat in box.spec.turns(box.players):
            continue
        for kind in (SeatEnv, SeatsEnv):
            with pytest.raises(ValueError, match=f"Seat {seat} takes no turns with"):
                kind(box.slug, players=box.players, seat=seat)
    with pytest.raises(ValueError, match=f"{box.players} seats want"):
        SeatEnv(box.slug, players=box.players, bots=["random"])


@pytest.mark.parametrize("slug", filon.slugs())
def test_gymnasium_makes_the_games_by_their_ids(slug: str) -> None:
    name = f"filon/{name_of(slug)}-v0"
    assert name in register()
    env = gymnasium.make(name, bots="random", players=load(slug).seats[-1])
    assert isinstance(env.unwrapped, SeatEnv)
    assert env.unwrapped.game.slug == slug
    assert len(env.unwrapped.bots) == load(slug).seats[-1]


def test_zero_sum_rewards() -> None:
    assert zero_sum([1, 2]) == [1.0, -1.0]
    assert zero_sum([1, 1]) == [0.0, 0.0]
    assert zero_sum([1, 2, 3, 0]) == [1.0, -0.5, -0.5, 0.0]
    assert zero_sum([1, 1, 3]) == [0.25, 0.25, -0.5]
    assert zero_sum([1, 0]) == [0.0, 0.0]
    assert forfeit(1, [0, 1, 2], 4) == [0.5, -1.0, 0.5, 0.0]
