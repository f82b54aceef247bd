"""The research environments keep their libraries' contracts, over every game on the shelf."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

import filon
from filon.adapters.gymnasium import SeatEnv
from filon.adapters.rewards import zero_sum
from filon.core.rng import Rng
from filon.games import load
from shelf import Box, defaults, wander

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
def test_a_game_by_masks_alone_ends_with_rewards_that_sum_to_nothing(box: Box) -> None:
    env, rng = filon.env(box.slug, players=box.players), Rng(3)
    env.reset(seed=3)
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        if over or cut:
            break
        legal = np.flatnonzero(seen["action_mask"])
        assert list(legal) == env.state_now.legal()
        assert agent == env.agent_selection
        env.step(int(legal[rng.below(len(legal))]))
    total = sum(env.rewards.values())
    assert abs(total) < 1e-9
    assert max(env.rewards.values()) > 0 or set(env.rewards.values()) == {0.0}


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


@pytest.mark.parametrize("slug", filon.slugs())
def test_an_illegal_step_ends_the_game_at_its_takers_cost(slug: str) -> None:
    env = filon.env(slug)
    env.reset(seed=1)
    agent = env.agent_selection
    illegal = next(
        step for step in range(load(slug).layout.size) if step not in env.state_now.legal()
    )
    env.step(illegal)
    assert env.rewards[agent] == -1.0
    assert all(env.terminations.values())


@pytest.mark.parametrize("slug", filon.slugs())
def test_gymnasium_checks_pass_and_a_masked_episode_ends(slug: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(slug, bots="random"), skip_render_check=True)
    env, rng = SeatEnv(slug, bots="random"), Rng(2)
    seen, info = env.reset(seed=5)
    again, _ = SeatEnv(slug, bots="random").reset(seed=5)
    assert np.array_equal(seen, again)
    over, reward = False, 0.0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        if not len(legal):
            break
        seen, reward, over, _, info = env.step(int(legal[rng.below(len(legal))]))
        assert seen in env.observation_space
    assert -1.0 <= reward <= 1.0


def test_zero_sum_rewards() -> None:
    assert zero_sum([1, 2]) == [1.0, -1.0]
    assert zero_sum([1, 1]) == [0.0, 0.0]
    assert zero_sum([1, 2, 3, 0]) == [1.0, -0.5, -0.5, 0.0]
    assert zero_sum([1, 1, 3]) == [0.25, 0.25, -0.5]
