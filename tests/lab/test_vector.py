"""Many games at once are the same games as one by one: positions, masks, luck, ends, rewards."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest

import filon
from filon.adapters.gymnasium import SeatsEnv, name_of
from filon.adapters.vector import Seen
from filon.core.game import CHANCE, OVER, State
from filon.core.rewards import zero_sum
from filon.core.rng import Rng
from support.games import Box, defaults, examples, thinned

pytestmark = pytest.mark.engine
COUNT = 3


def chosen(masks: Any, rng: Rng) -> list[int]:
    """Any legal step for each."""
    found = []
    for mask in masks:
        legal = np.flatnonzero(mask)
        found.append(int(legal[rng.below(len(legal))]))
    return found


class Alone:
    """One game of a vector, driven by the library's plainest means."""

    def __init__(self, box: Box, luck: str) -> None:
        self.box, self.luck = box, Rng(luck)
        self.state = self.begin()

    def begin(self) -> State:
        while not self.drawn(state := self.box.start()):
            pass  # luck alone has ended it
        return state

    def drawn(self, state: State) -> bool:
        while state.actor() == CHANCE:
            state.apply(state.legal()[self.luck.weighted(state.weights())])
        return state.actor() != OVER

    def step(self, step: int) -> list[float] | None:
        """The rewards if the game has ended, and another has begun."""
        self.state.apply(step)
        if self.drawn(self.state):
            return None
        rewards = zero_sum(self.state.ranks())
        self.state = self.begin()
        return rewards


@pytest.mark.parametrize("box", thinned(defaults()), ids=str)
def test_a_vector_plays_the_games_that_are_played_alone(box: Box) -> None:
    games = filon.vector(box.slug, COUNT, box.players, seed=5)
    alone = [Alone(box, f"5 {place}") for place in range(COUNT)]
    seen, rng, ended = games.seen(), Rng(1), 0
    while ended < 1 + examples(3):
        for place, one in enumerate(alone):
            actor = one.state.actor()
            assert seen.actors[place] == actor
            if rng.below(5):
                continue
            assert seen.observations[place].tolist() == box.spec.observe(one.state, actor)
            assert np.flatnonzero(seen.masks[place]).tolist() == one.state.legal()
        steps = chosen(seen.masks, rng)
        seen = games.step(steps)
        assert not seen.illegal.any()
        for place, step in enumerate(steps):
            rewards = alone[place].step(step)
            assert seen.ends[place] == (rewards is not None)
            assert seen.rewards[place].tolist() == (rewards or [0.0] * box.players)
            assert abs(seen.rewards[place].sum()) < 1e-9
        ended += int(seen.ends.sum())


def test_returned_arrays_do_not_change() -> None:
    games = filon.vector(filon.slugs()[0], 3, seed=1)
    before = games.seen()
    kept = Seen(*(one.copy() for one in before))
    for _ in range(5):
        games.step(chosen(games.seen().masks, Rng(1)))
    assert all(np.array_equal(one, two) for one, two in zip(before, kept, strict=True))
    assert not np.array_equal(games.seen().observations, kept.observations)


def test_a_game_s_luck_is_its_own() -> None:
    """The first games of many are those of few."""
    few, many = (filon.vector("claim_it", count, 2, seed=9) for count in (2, 6))
    rng = Rng(3)
    for _ in range(60):
        steps = chosen(many.seen().masks, rng)
        few.step(steps[:2])
        many.step(steps)
        assert np.array_equal(few.seen().observations, many.seen().observations[:2])


def test_an_illegal_step_ends_its_game_and_no_other() -> None:
    games = filon.vector("claim_it", 3, 3, seed=2)
    actor = int(games.seen().actors[1])
    steps = chosen(games.seen().masks, Rng(1))
    for bad in (games.spec.layout.number("stop"), -1, 10**6):
        steps[1] = bad
        seen = games.step(steps)
        assert seen.illegal.tolist() == [False, True, False]
        assert seen.ends.tolist() == [False, True, False]
        assert seen.rewards[1][actor] == -1.0
        assert abs(seen.rewards.sum()) < 1e-9
        actor, steps = int(seen.actors[1]), chosen(seen.masks, Rng(1))


def test_a_vector_refuses_impossible_requests() -> None:
    with pytest.raises(ValueError, match="players"):
        filon.vector("claim_it", 3, 9)
    with pytest.raises(ValueError, match="At least one game"):
        filon.vector("claim_it", 0)
    with pytest.raises(ValueError, match="3 games want 3 steps, not 2"):
        filon.vector("claim_it", 3).step([1, 2])
    assert filon.vector("claim_it", 3, long_turns=True).options == {"long_turns": True}


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("slug", filon.slugs())
def test_gymnasium_s_vector_asks_the_learner_only(slug: str, bots: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make_vec(f"filon/{name_of(slug)}-v0", num_envs=5, seat=1, bots=bots)
    assert isinstance(env.unwrapped, SeatsEnv)
    games = env.unwrapped.games
    seen, info = env.reset(seed=3)
    rng, ended = Rng(2), 0
    while ended < 1 + examples(3):
        assert seen in env.observation_space
        assert [state.actor() for state in games.batch.games] == [1] * 5
        now = [games.spec.observe(state, 1) for state in games.batch.games]
        assert seen.tolist() == now
        seen, rewards, over, cut, info = env.step(np.array(chosen(info["action_mask"], rng)))
        assert not cut.any()
        assert (rewards[~over] == 0.0).all()
        assert (np.abs(rewards) <= 1.0).all()
        assert over.any() == ("final_obs" in info)
        for place in np.flatnonzero(over):
            assert info["final_obs"][place] in env.unwrapped.single_observation_space
            assert info["final_obs"][place].tolist() != seen[place].tolist()
        ended += int(over.sum())


def test_the_same_seed_gives_the_same_games() -> None:
    told = []
    for _ in range(2):
        env = SeatsEnv("claim_it", 4, bots="greedy")
        seen, info = env.reset(seed=8)
        for _ in range(20):
            seen, _, _, _, info = env.step(chosen(info["action_mask"], Rng(4)))
        told.append(seen)
    assert np.array_equal(*told)
