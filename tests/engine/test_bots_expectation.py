"""Expectimax over throws: agrees with a plain sum, and is stronger than the hints."""

from itertools import product

import pytest

from filon.bots import SLOWER, LevelBot, Peephole, named
from filon.bots.expectimax import Expectimax, NarrowExpectimax
from filon.bots.level_bot import HURRIED
from filon.bots.search_bot import best_by_expectimax, further, search_for
from filon.core.game import OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rng import Rng
from filon.games import load
from support.counting_hints import Asked
from support.games import take

pytestmark = pytest.mark.engine


def hints() -> Hints:
    """The hints of Claim It!."""
    found = load("claim_it").minds.hints
    assert found is not None
    return found


def choices(seed: int, players: int, *, words: bool) -> list[State]:
    """Positions with a choice: between `roll` and `stop` (words), or between placements."""
    state, rng, found = load("claim_it").start(players), Rng(seed), []
    text = load("claim_it").layout.text
    while state.actor() != OVER:
        steps = state.legal()
        if state.actor() >= 0 and len(steps) > 1 and (text(steps[-1]) == "stop") is words:
            found.append(state.clone())
        state.apply(take(state, rng))
    return found


def after(state: State, said: str) -> State:
    """The position after a step."""
    later = state.clone()
    later.apply(load("claim_it").layout.number(said))
    return later


def test_rolling_on_is_worth_the_mean_over_all_216_throws() -> None:
    for state in choices(3, 3, words=True)[::5]:
        total = [0.0] * 3
        for dice in product(range(1, 7), repeat=3):
            a, b, c = sorted(dice)
            fallen = after(after(state, "roll"), f"dice {a} {b} {c}")
            for seat, value in enumerate(hints().values(fallen, 3)):
                total[seat] += value / 1000 / 216
        weighed = Expectimax(hints(), 3, state.actor(), 10_000).worth(after(state, "roll"), 1)
        assert weighed == pytest.approx(total)


def test_the_best_level_takes_the_step_that_promises_most() -> None:
    spec, met = load("claim_it"), set()
    for words in (True, False):
        for state in choices(4, 2, words=words)[::7]:
            seat = state.actor()
            promised = {}
            for step in state.legal():
                later = state.clone()
                later.apply(step)
                promised[step] = Expectimax(hints(), 2, seat, 10_000).worth(later, 1)[seat]
            search = search_for(Peephole(spec, state, seat), Rng(1))
            chosen = best_by_expectimax(search, 10_000)
            assert promised[chosen] == pytest.approx(max(promised.values()))
            met.add(spec.layout.text(chosen).split()[0])
    assert met == {"roll", "stop", "squat", "claim"}


def test_a_second_throw_follows_only_the_placement_that_looks_best() -> None:
    """Against a plain sum: after each of 56 throws the likeliest placement, then roll or stop."""
    spec = load("claim_it")
    for state in choices(6, 2, words=True)[3:40:12]:
        seat = state.actor()
        thrown, total = after(state, "roll"), 0.0
        for dice, part in zip(thrown.legal(), thrown.weights(), strict=True):
            fallen = thrown.clone()
            fallen.apply(dice)
            if fallen.actor() != seat:  # a bust
                total += part * hints().shares(fallen, 2)[seat]
                continue
            placed = [after(fallen, spec.layout.text(step)) for step in fallen.legal()]
            likely = max(placed, key=lambda one: hints().shares(one, 2)[seat])
            again = Expectimax(hints(), 2, seat, 10_000).worth(after(likely, "roll"), 1)[seat]
            total += part * max(again, hints().shares(after(likely, "stop"), 2)[seat])
        narrow = NarrowExpectimax(hints(), 2, seat, 10_000).worth(thrown, 2)[seat]
        assert narrow == pytest.approx(total / 216)


def test_a_second_throw_decides_what_one_leaves_open() -> None:
    """Only among steps with close values, and within the limit."""
    spec, decided = load("claim_it"), set()
    for words in (True, False):
        for state in choices(4, 2, words=words)[::16]:
            seat, steps = state.actor(), state.legal()
            once = Expectimax(hints(), 2, seat, 10_000)
            worths = once.each(state, seat, 1)
            near = [at for at in range(len(steps)) if worths[at] >= max(worths) - 0.03]
            twice = NarrowExpectimax(hints(), 2, seat, 10**6).each(state, seat, 2)
            search = search_for(
                Peephole(spec, state, seat), Rng(1), Plan(expectimax_draws=1, reexamine_margin=30)
            )
            chosen = steps.index(best_by_expectimax(search, 10_000))
            assert twice[chosen] == max(twice[at] for at in near)
            first = once.pick(steps, worths)
            assert further(search, hints(), worths, 10) == {}  # too few for a second throw
            asked = Asked(hints())
            further(search, asked, worths, 1000)
            assert (asked.valued > 0) == (len(near) > 1)  # what is clear is not looked at again
            decided.add((len(near) > 1, steps[chosen] == first))
    assert decided == {(False, True), (True, True), (True, False)}


def test_a_level_with_a_small_budget_computes_one_throw() -> None:
    """The plain build and a device are given less than a sixteenth: a second one takes seconds."""

    class Near(Asked):
        def plan(self, state: State) -> Plan:
            return Plan(budget=8000, depth=0, expectimax_draws=1, reexamine_margin=1000)

    spec, state = load("claim_it"), choices(4, 2, words=True)[9]
    looks = {}
    for pace in (HURRIED, HURRIED + 1):
        asked = Near(hints())
        level = LevelBot("sourdough", pace, hints=asked)
        level.choose(Peephole(spec, state, state.actor()), Rng(1))
        looks[pace] = asked.valued
    assert looks[HURRIED + 1] < 400 < 2000 < looks[HURRIED]
    assert SLOWER > HURRIED


def test_positions_too_large_and_other_games_are_refused() -> None:
    state = choices(5, 2, words=True)[0]
    seat = state.actor()
    assert Expectimax(hints(), 2, seat, 30).best(state, seat, 1) == -1
    assert best_by_expectimax(search_for(Peephole(load("claim_it"), state, seat), Rng(1)), 30) == -1
    spec, rng = load("butin"), Rng(1)
    state = spec.start(2)
    while state.actor() < 0 or len(state.legal()) < 2:
        state.apply(take(state, rng))
    assert best_by_expectimax(search_for(Peephole(spec, state, state.actor()), rng), 10_000) == -1


def test_shares_add_up_and_a_finished_game_has_its_result() -> None:
    for players in (2, 5):
        spec, rng = load("claim_it"), Rng(players)
        state = spec.start(players)
        while state.actor() != OVER:
            assert abs(sum(hints().values(state, players)) - 1000) <= players
            state.apply(take(state, rng))
        ranks, values = state.ranks(), hints().values(state, players)
        assert {value > 0 for value, rank in zip(values, ranks, strict=True) if rank == 1} == {True}
        assert {value for value, rank in zip(values, ranks, strict=True) if rank > 1} == {0}


@pytest.mark.long
def test_computing_throws_beats_the_hints() -> None:
    """Over the same dice, seats changed: the best level wins more than greedy."""
    spec, won, games = load("claim_it"), 0.0, 0
    for seed in range(100):
        for first in (0, 1):
            bots = [named("sourdough", 20), named("greedy")]
            state, dice, mind = spec.start(2), Rng(f"dice {seed}"), Rng(f"mind {seed}")
            while (actor := state.actor()) != OVER:
                if actor < 0:
                    state.apply(take(state, dice))
                else:
                    hole = Peephole(spec, state, actor)
                    state.apply(bots[(actor + first) % 2].choose(hole, mind))
            ranks = state.ranks()
            won += (ranks[first] == 1) / ranks.count(1)
            games += 1
    assert won / games > 0.52
