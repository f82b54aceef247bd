"""Learned values: features, integer weights, and files that must fit."""

import json
import zlib
from math import log

import pytest

from filon.bots import named
from filon.bots.bot import Peephole
from filon.bots.learned import LearnedHints
from filon.bots.network import WHOLE, Network
from filon.bots.self_play import SelfPlay
from filon.bots.trainable import TrainableNetwork
from filon.bots.weights import (
    MAGIC,
    Weights,
    best_hints,
    ensemble,
    learned_value,
    network,
    overridden,
    packed,
    rounded,
    shipped,
    unpacked,
    with_digits,
)
from filon.core.errors import Refusal
from filon.core.features import Features, FeatureSet
from filon.core.game import CHANCE, OVER, State
from filon.core.rewards import final_rewards
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs
from support.games import Box, defaults, examples

pytestmark = pytest.mark.engine
SMALLEST = 250_000  # bytes of a file at most
# A game in the making shows a learner nothing yet.
TAUGHT = [slug for slug in slugs() if load(slug).minds.features is not None]


def shown(spec: Spec) -> Features:
    assert spec.minds.features is not None
    return spec.minds.features


def positions(box: Box, rng: Rng, most: int) -> list[State]:
    """Positions of games between hints that can be judged."""
    spec, found = box.spec, list[State]()
    features = shown(spec)
    while len(found) < most:
        state = box.start()
        while state.actor() != OVER:
            if state.actor() == CHANCE or spec.minds.hints is None:
                state.apply(state.draw(rng))
            else:
                state.apply(spec.minds.hints.quick(state, rng))
            if state.actor() != OVER and features.ready(state) and rng.below(6) == 0:
                found.append(state.clone())
    return found[:most]


def fresh(spec: Spec, players: int, hidden: int = 6) -> TrainableNetwork:
    features = shown(spec)
    made = TrainableNetwork(features.size(players), hidden, players, features.buckets)
    made.begin(Rng(1))
    return made


def made_weights(spec: Spec, players: int, net: TrainableNetwork, hidden: int = 6) -> Weights:
    rows, _, tops = net.state()
    shift, whole, upper = rounded(rows, tops, shown(spec).most)
    return Weights(players, hidden, shift, 1, 0, {}, {}, whole, upper)


def test_games_of_the_shelf_have_learned_values() -> None:
    assert len(TAUGHT) >= 5


@pytest.mark.parametrize("box", [box for box in defaults() if box.slug in TAUGHT], ids=str)
def test_features_stay_within_their_declared_bounds(box: Box) -> None:
    features = shown(box.spec)
    active, size = FeatureSet(features.most), features.size(box.players)
    for state in positions(box, Rng(7), examples(40)):
        perspective = features.perspective(state)
        assert 0 <= perspective < box.players
        counts = set()
        for mirror in range(features.mirrors):
            features.write(state, perspective, mirror, active)
            assert all(0 <= feature < size for feature in active.listed())
            assert 0 <= active.bucket < features.buckets
            counts.add(len(active.listed()))
        assert len(counts) == 1  # a mirror moves features, it makes none


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_integer_network_agrees_with_the_float_network(slug: str) -> None:
    spec = load(slug)
    box = Box(slug, spec.seats[-1], tuple(spec.agree().items()))
    trained = fresh(spec, box.players)
    play = SelfPlay(trained, shown(spec), spec.minds.hints, spec.hidden, Rng(3))
    play.guided = 100
    for _ in range(3):
        play.learn_game(box.start())
    learnt, active = made_weights(spec, box.players, trained), FeatureSet(shown(spec).most)
    net, own = network(shown(spec), learnt, Network), network(shown(spec), learnt)
    for state in positions(box, Rng(8), examples(30)):
        shown(spec).write(state, shown(spec).perspective(state), 0, active)
        trained.look(active)
        net.look(active)
        own.look(active)
        assert list(own.parts) == list(net.parts)  # plain Python adds otherwise
        told = [net.parts[far] / WHOLE for far in range(box.players)]
        assert sum(told) == pytest.approx(1.0, abs=1e-4)
        assert told == pytest.approx([trained.parts[far] for far in range(box.players)], abs=0.03)


def test_a_combined_network_returns_the_mean_of_two() -> None:
    spec = load("butin")
    features = shown(spec)
    box = Box("butin", 2, tuple(spec.agree().items()))
    trained = [fresh(spec, 2, 4), fresh(spec, 2, 12)]
    for seed, learner in enumerate(trained):
        play = SelfPlay(learner, features, spec.minds.hints, spec.hidden, Rng(seed))
        play.guided, play.rate = 100, 0.01
        for _ in range(3):
            play.learn_game(box.start())
    first, second = made_weights(spec, 2, trained[0], 4), made_weights(spec, 2, trained[1], 12)
    both = ensemble(first, second, features)
    assert both.hidden == 16
    nets = [network(features, each) for each in (first, second, both)]
    active, apart = FeatureSet(features.most), []
    for state in positions(box, Rng(8), 10):
        features.write(state, features.perspective(state), 0, active)
        odds = []
        for net in nets:
            net.look(active)
            odds.append(log(int(net.parts[0]) / int(net.parts[1])))
        mean = (4 * odds[0] + 12 * odds[1]) / 16  # each by its hidden cells
        assert odds[2] == pytest.approx(mean, abs=0.06)  # rounded twice
        apart.append(abs(odds[0] - odds[1]))
    assert max(apart) > 0.3  # they do not say the same


def test_fewer_digits_make_a_smaller_file_with_nearly_the_same_values() -> None:
    spec = load("claim_it")
    features = shown(spec)
    content = shipped(spec)
    assert content is not None
    whole = unpacked(spec, features, content)[0]
    rough = with_digits(whole, features, 6)
    same, small, large = (
        packed(spec, features, [one])
        for one in (with_digits(whole, features, whole.shift), rough, whole)
    )
    assert (rough.shift, same) == (6, large)
    assert len(small) < 0.7 * len(large)
    nets, active = [network(features, each) for each in (whole, rough)], FeatureSet(features.most)
    box = Box("claim_it", 2, tuple(spec.agree().items()))
    for state in positions(box, Rng(8), 10):
        features.write(state, features.perspective(state), 0, active)
        told = []
        for net in nets:
            net.look(active)
            told.append(int(net.parts[0]) / WHOLE)
        assert told[0] == pytest.approx(told[1], abs=0.05)


def test_a_file_that_does_not_fit_is_refused_and_hints_are_used() -> None:
    spec = load("claim_it")
    features = shown(spec)
    good = packed(spec, features, [made_weights(spec, 2, fresh(spec, 2))])
    head, line, body = good.split(b"\n", 2)
    other = json.loads(line)
    other["edition"] = "0"
    bad = {
        "other": MAGIC + json.dumps(other).encode() + b"\n" + body,
        "broken": good[:-20],
        "checksum": head + b"\n" + line + b"\n" + zlib.compress(b"another body"),
        "nonsense": b"",
    }
    for name, content in bad.items():
        with pytest.raises(Refusal) as refused:
            unpacked(spec, features, content)
        assert refused.value.code == "weights"
        assert refused.value.facts["why"] == ("edition" if name == "other" else "broken")
        with overridden(spec, content):
            with pytest.warns(UserWarning, match=r"learned\.bin of claim_it is not used"):
                assert learned_value(spec, 2) is None
            state = spec.start(2)
            assert best_hints(spec, state) is spec.minds.hints  # told once, then silent
            state.apply(state.draw(Rng(1)))
            state.apply(state.draw(Rng(2)))
            seat = state.actor()
            assert named("sourdough", 50).choose(Peephole(spec, state, seat), Rng(1)) >= 0
    with overridden(spec, good):
        assert isinstance(best_hints(spec, spec.start(2)), LearnedHints)
        assert best_hints(spec, spec.start(3)) is spec.minds.hints  # not in this file
        assert best_hints(spec, spec.start(2, {"long_turns": True})) is spec.minds.hints


@pytest.mark.parametrize("slug", slugs())
def test_shipped_weights_fit_their_game_and_are_small(slug: str) -> None:
    spec = load(slug)
    content = shipped(spec)
    if content is None:
        pytest.skip("nothing was learnt of it yet")
    lessons = unpacked(spec, shown(spec), content)
    assert len(content) <= SMALLEST
    for one in lessons:
        assert one.players in spec.seats
        assert one.games > 0
        assert learned_value(spec, one.players) is not None


@pytest.mark.parametrize("box", defaults(), ids=str)
def test_learned_values_of_all_seats_sum_to_one_victory(box: Box) -> None:
    found = learned_value(box.spec, box.players)
    if found is None:
        pytest.skip("nothing was learnt of it yet")
    for state in positions(box, Rng(9), examples(15)):
        shares = found.shares(state)
        assert sum(shares) == pytest.approx(1.0, abs=1e-4)
        assert all(0.0 <= share <= 1.0 for share in shares)
        assert sum(found.values(state)) == pytest.approx(1000, abs=box.players)


def foreseen(play: SelfPlay, start: State, games: int) -> float:
    """How much of the victory the network gives to its winners, late in games of the hints."""
    total = 0.0
    for _ in range(games):
        end = start.clone()
        last = play.play(end, True)[-10]
        play.net.look(last.active)
        shares = final_rewards(end, 0.0, 1.0)
        for far in range(end.players):
            total += shares[(last.seat + far) % end.players] * play.net.parts[far]
    return total / games


def test_a_few_games_of_training_improve_the_values() -> None:
    spec = load("butin")
    net = fresh(spec, 2, 8)
    play = SelfPlay(net, shown(spec), spec.minds.hints, spec.hidden, Rng(3))
    play.rate, play.guided = 0.02, 100
    start = spec.start(2)
    before = foreseen(play, start, 30)
    for _ in range(40):
        play.learn_game(start)
    assert play.games == 40
    assert foreseen(play, start, 30) > before + 0.1


def test_hidden_cells_stay_active() -> None:
    """A clipped cell that is pushed beyond its ends would learn nothing any more."""
    spec = load("butin")
    net = fresh(spec, 2, 8)
    play = SelfPlay(net, shown(spec), spec.minds.hints, spec.hidden, Rng(5))
    play.rate, play.guided = 0.02, 100
    start = spec.start(2)
    for _ in range(30):
        play.learn_game(start)
    before = net.state()[0]
    for _ in range(10):
        play.learn_game(start)
    after = net.state()[0]
    ever = shown(spec).size(2) * (8 + 2)  # the row of what is always there
    assert all(after[ever + cell] != before[ever + cell] for cell in range(8))
