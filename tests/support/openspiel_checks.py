"""What OpenSpiel must find in one game; run by test_openspiel.py in the peers' environment.

python tests/support/openspiel_checks.py SLUG SIMULATIONS
"""

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]

from filon.adapters.openspiel import register
from filon.core.spec import Spec, written
from filon.games import load


def names(spec: Spec) -> list[str]:
    """As it is loaded: the fewest players as they come, the most with every option turned."""
    turned = [f"{option.key}={written(option.values[-1])}" for option in spec.options]
    most = ",".join([f"players={spec.seats[-1]}", *turned])
    return [f"filon_{spec.slug}", f"filon_{spec.slug}({most})"]


def play(game: Any, rng: random.Random, most: int) -> Any:
    """A state some random steps into a game."""
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def check_options(spec: Spec) -> None:
    """Parameters reach the rules, and a bad one is refused."""
    for option in spec.options:
        for value in option.values:
            game = pyspiel.load_game(f"filon_{spec.slug}", {option.key: value})
            assert game.setup.options[option.key] == value
    told = ""
    for bad in ({"players": 99}, {"players": 0}):
        try:
            pyspiel.load_game(f"filon_{spec.slug}", bad)
        except Exception as fault:
            told = str(fault)
        assert "players" in told


def check_copies(game: Any, rng: random.Random) -> None:
    """History and information survive clones and serialising, which then go their own way."""
    state = play(game, rng, 60)
    text = pyspiel.serialize_game_and_state(game, state)
    _, read = pyspiel.deserialize_game_and_state(text)
    for other in (state.clone(), read):
        assert other.history() == state.history()
        assert who_did_what(other) == who_did_what(state)
        assert other.move_number() == state.move_number()
        assert str(other) == str(state)
        for seat in range(game.num_players()):
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
        before = str(state)
        if not other.is_terminal():
            other.apply_action(other.legal_actions()[0])
        assert str(state) == before


def who_did_what(state: Any) -> list[tuple[int, int]]:
    return [(one.player, one.action) for one in state.full_history()]


def check_recall(game: Any, rng: random.Random) -> None:
    """A seat's information state only grows; a `?` may be filled in."""
    state = game.new_initial_state()
    read: list[list[str]] = [[] for _ in range(game.num_players())]
    for _ in range(200):
        for seat in range(game.num_players()):
            lines = state.information_state_string(seat).splitlines()
            for old, new in zip(read[seat], lines, strict=False):
                assert old == new or "?" in old
            assert len(lines) == len(state.history()) + 1
            read[seat] = lines
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))


def check_resampling(game: Any, rng: random.Random) -> None:
    """A seat cannot tell a resampled game from the true one, whose secrets it does not hold."""
    differed = 0
    for most in (5, 20, 40, 80, 120, 160):
        state = play(game, rng, most)
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, rng.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            replayed = game.new_initial_state()
            for action in other.history():
                replayed.apply_action(action)
            assert str(replayed) == str(other)
            assert replayed.sitting.now == other.sitting.now
            differed += other.history() != state.history()
    hides = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert bool(differed) == (hides and any(verb.hidden for verb in game.setup.spec.layout.verbs))


def check_observation(game: Any, rng: random.Random) -> None:
    """The tensor has named parts; chance is explicit."""
    observer = game.make_py_observer()
    state = play(game, rng, 30)
    observer.set_from(state, 0)
    assert np.array_equal(np.concatenate(list(observer.dict.values())), observer.tensor)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert abs(sum(chance for _, chance in state.chance_outcomes()) - 1) < 1e-12


BOTS = """
import pyspiel
from filon.adapters.openspiel import register
register()
game = pyspiel.load_game({name!r})
state = game.new_initial_state()
for _ in range(400):
    if state.is_terminal() or (state.current_player() >= 0 and len(state.legal_actions()) > 1):
        break
    state.apply_action(state.legal_actions()[-1])
evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
bots = [pyspiel.MCTSBot(game, evaluator, 2.0, 20, 100, False, 7, False),
        pyspiel.ISMCTSBot(7, evaluator, 2.0, 20)]
for bot in bots:
    try:
        bot.step(state)
    except TypeError as fault:
        assert "cannot play games written in Python" in str(fault)
    else:
        raise AssertionError("it searched")
other = pyspiel.load_game("tic_tac_toe")
own = pyspiel.MCTSBot(other, evaluator, 2.0, 20, 100, False, 7, False)
assert own.step(other.new_initial_state()) in range(9)
"""


def check_bots(name: str) -> None:
    """C++ bots say that they cannot, in a process of its own: it used to end there."""
    subprocess.run([sys.executable, "-c", BOTS.format(name=name)], check=True)


def main(slug: str, simulations: int) -> None:
    """Run all checks."""
    assert f"filon_{slug}" in register()
    spec, rng = load(slug), random.Random(1)
    check_options(spec)
    for name in names(spec):
        game = pyspiel.load_game(name)
        pyspiel.random_sim_test(game, num_sims=simulations, serialize=True, verbose=False)
        check_copies(game, rng)
    game = pyspiel.load_game(f"filon_{slug}")
    check_recall(game, rng)
    check_resampling(game, rng)
    check_observation(game, rng)
    check_bots(f"filon_{slug}")
    sys.stdout.write(f"{slug}: sound\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
