"""The levels of every game: names, fallbacks for other names, and mistakes."""

from dataclasses import asdict, replace
from inspect import signature
from typing import Any

import pytest

from filon import bots
from filon.bots import LEVELS, LevelBot, Peephole, named, searches, table_divisor
from filon.bots.external import any_bot
from filon.bots.level_bot import error, misjudged, noticed
from filon.core.drive import by_weight, drive
from filon.core.errors import Refusal
from filon.core.game import CHANCE, OVER
from filon.core.hints import Plan
from filon.core.levels import BEST, CHARACTERS, NAMES, STANDARD, LevelSpec, nearest
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.games import load, slugs
from filon.lab.arena import request, run
from filon.lab.bench import machine
from filon.lab.executor import Here, Processes
from filon.lab.strength import Pairing, bots_of, counted, ladder_of, rungs_of
from filon.lab.strength_page import page
from support.counting_hints import Asked
from support.games import COMPILED, LONG

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("slug", slugs())
def test_a_game_offers_known_levels_the_best_without_mistakes(slug: str) -> None:
    levels = load(slug).minds.levels
    names = [level.name for level in levels]
    graded = [name for name in names if name in NAMES]
    assert set(names) <= {*NAMES, *CHARACTERS} == set(LEVELS)
    assert graded == sorted(graded, key=NAMES.index)
    assert graded[-1] == BEST
    assert names == [*graded, *(name for name in names if name in CHARACTERS)]
    best = load(slug).minds.level(BEST)
    assert best.share == 1000
    assert not best.errs
    assert searches(BEST, load(slug))


@pytest.mark.parametrize("slug", slugs())
def test_only_the_best_level_and_trained_levels_use_the_learned_value(slug: str) -> None:
    """Every other level thinks by the game's own hints, whatever else there is."""
    spec = load(slug)
    assert spec.minds.hints is not None
    state, rng = spec.start(spec.seats[0]), Rng(1)
    while state.actor() == CHANCE or len(state.legal()) < 2:
        state.apply(state.draw(rng) if state.actor() == CHANCE else state.legal()[0])
    for level in spec.minds.levels:
        asked = Asked(spec.minds.hints)
        LevelBot(level.name, 1000, hints=asked).choose(Peephole(spec, state, state.actor()), Rng(2))
        assert (asked.planned > 0) == (level.taught or level.name == BEST) == level.learned, level


def test_a_trained_level_with_mistakes_uses_the_learned_value() -> None:
    spec = load("butin")
    assert spec.minds.hints is not None
    level = LevelSpec("panner", share=40, blur=100, taught=True)
    erring = replace(spec, minds=replace(spec.minds, levels=(level, spec.minds.level(BEST))))
    asked = Asked(spec.minds.hints)
    LevelBot("panner", hints=asked).choose(Peephole(erring, spec.start(2), 0), Rng(1))
    assert asked.valued > 20


@pytest.mark.parametrize("slug", slugs())
def test_without_compiled_rules_levels_keep_their_order(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All budgets are divided and keep their order; with compiled rules none is divided."""
    spec = load(slug)
    graded = [
        level
        for level in spec.minds.levels
        if level.name in NAMES and level.share and not level.errs
    ]
    monkeypatch.setattr(bots, "rules_compiled", lambda: False)
    for taught in (False, True):  # shares of different budgets
        alike = [level for level in graded if level.learned == taught]
        left = [level.share / table_divisor(level.name, spec) for level in alike]
        assert left == sorted(set(left))
    assert table_divisor(BEST, spec) == bots.SLOWER
    assert all(
        table_divisor(level.name, spec) < bots.SLOWER for level in graded if level.share < 1000
    )
    assert table_divisor("cautious", load("chercheurs_dor")) == table_divisor("random", spec) == 1
    monkeypatch.setattr(bots, "rules_compiled", lambda: True)
    assert {table_divisor(level.name, spec) for level in graded} == {1}


def test_a_level_a_game_lacks_means_the_next_below() -> None:
    levels = (
        LevelSpec("tenderfoot", share=0),
        LevelSpec("panner"),
        LevelSpec("sourdough"),
        LevelSpec("bold", share=0),
    )
    for asked, found in {
        "greenhorn": "tenderfoot", "tenderfoot": "tenderfoot", "panner": "panner",
        "digger": "panner", "prospector": "panner", "sourdough": "sourdough",
        "bold": "bold", "cautious": "sourdough",
    }.items():  # fmt: skip
        assert nearest(levels, asked).name == found
    assert [nearest(STANDARD, name).name for name in ("tenderfoot", "panner", "prospector")] == [
        "tenderfoot", "panner", "prospector",
    ]  # fmt: skip


def test_mistakes_are_misjudgements() -> None:
    worth = {1: 0.5, 2: 0.6, 3: 0.1}
    assert misjudged(worth, [1, 2, 3], 0, Rng(1)) == 2
    assert misjudged(worth, [1, 3], 0, Rng(1)) == 1
    assert misjudged({}, [7], 0, Rng(1)) == 7  # the only steps considered had no visits
    chosen = [misjudged(worth, [1, 2, 3], 100, Rng(seed)) for seed in range(400)]
    counts = [chosen.count(step) for step in (2, 1, 3)]
    assert counts == sorted(counts, reverse=True)  # a small mistake is likelier than a great one
    assert counts[1] > 40
    assert counts[2] < 10
    equal = {misjudged({1: 0.5, 2: 0.5}, [1, 2], 0, Rng(seed)) for seed in range(40)}
    assert equal == {1, 2}
    errors = [error(200, Rng(seed)) for seed in range(2000)]
    assert abs(sum(errors)) / 2000 < 0.02
    assert max(map(abs, errors)) <= 0.6


def test_a_level_never_overlooks_every_step() -> None:
    assert noticed([1, 2, 3], 0, Rng(1)) == [1, 2, 3]
    seen = [noticed([1, 2, 3], 95, Rng(seed)) for seed in range(200)]
    assert all(seen)
    assert {step for some in seen for step in some} == {1, 2, 3}
    share = sum(len(noticed(list(range(100)), 30, Rng(seed))) for seed in range(50)) / 5000
    assert 0.6 < share < 0.8


@pytest.mark.parametrize("slug", slugs())
def test_every_level_plays_a_whole_game(slug: str) -> None:
    spec, choices = load(slug), 0
    for level in spec.minds.levels:
        bot, rng = named(level.name, divisor=4000), Rng(level.name)
        state, taken = spec.start(3), 0
        while (actor := state.actor()) != OVER and (LONG or taken < 12):
            if actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            step = bot.choose(Peephole(spec, state, actor), rng)
            assert step in state.legal()
            state.apply(step)
            taken += 1
        choices += taken
    assert choices >= 10


def test_characters_differ_where_the_game_lets_them() -> None:
    """At the wheel of Les Chercheurs d'or, the one choice of weight in it."""
    spec = load("chercheurs_dor")
    hints = spec.minds.hints
    assert hints is not None
    found: dict[str, set[str]] = {name: set() for name in CHARACTERS}
    for seed in range(6):
        state, rng = spec.start(2), Rng(seed)
        for actor, _ in drive(state, by_weight(rng), lambda here, seat: here.legal()[0]):
            if state.actor() < 0 or actor != CHANCE or len(state.legal()) < 36:
                continue
            hole = Peephole(spec, state, state.actor())
            for name in CHARACTERS:
                words = spec.layout.text(named(name).choose(hole, Rng(seed)))
                found[name].add(words)
                if name == "superstitious":  # its number is that of its claim
                    assert words.split()[2] == str(hole.view()["seats"][hole.seat]["claim"])
    assert {words.split()[1] for words in found["cautious"]} == {"100"}
    assert {words.split()[1] for words in found["bold"]} == {"500"}
    assert len(found["superstitious"]) > 1


def test_the_strength_of_every_level_is_measured() -> None:
    """`make strength` sets every level against the one below."""
    for slug in slugs():
        names = [level.name for level in load(slug).minds.levels if level.name in NAMES]
        assert rungs_of(slug) == list(zip(names[:0:-1], names[-2::-1], strict=True))


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="hundreds of games are for the compiled build")
@pytest.mark.parametrize(
    "row", [row for slug in slugs() for row in ladder_of(slug, 2)], ids=lambda row: row.key
)
def test_every_level_beats_the_one_below(row: Pairing) -> None:
    """The interval stands above one half; up to 1,200 games, since some steps are short ones."""
    setup = agreed(load(row.game), 2)
    for games in (200, 400, 1200):
        found, _ = run(
            request(setup, [row.upper, row.lower], games, divisor=row.divisor), Processes(2)
        )
        share = next(line.share for line in found.rows if line.bot == row.upper)
        if share.low > 0.5:
            return
    pytest.fail(f"{row.key}: {share}")


def test_rows_of_other_levels_do_not_count() -> None:
    """A row is played again when its levels were set anew, and the page leaves the old one out."""
    row = next(ladder_of("butin", 2))
    told = {
        **asdict(row), "rungs": row.settings, "games": 200, "same_seat": 0.5, "seconds": 3.0,
        "share": {"mean": 0.6, "low": 0.55, "high": 0.65, "sets": 100},
        "milliseconds": {row.upper: 1.0, row.lower: 1.0},
    }  # fmt: skip
    kept = {"machine": machine(), "rows": {row.key: told}}
    assert counted(row, told) == 200
    assert "| 200 | 60.0 % (55.0 to 65.0) | +70 | 50 % | 1.0 |" in page(kept)
    best, below = row.settings
    for other in ({"blur": 1}, {"learned": "other"}, {"plan": {**best["plan"], "explore": 1}}):
        told["rungs"] = [{**best, **other}, below]
        assert counted(row, told) == 0
        assert "60.0 %" not in page(kept)


def test_a_plan_lists_all_its_changes() -> None:
    names = list(signature(Plan).parameters)
    assert sorted(Plan().as_dict()) == sorted(names)
    for name in names:
        other: dict[str, Any] = {name: False if name == "secret" else 77}
        changed = Plan(**other)
        differing = [at for at, value in changed.as_dict().items() if value != Plan().as_dict()[at]]
        assert differing == [name]


def test_one_against_several_is_compared_with_an_equal_share() -> None:
    row = Pairing("butin", 4, "sourdough", "greedy", 16, lone=True)
    assert bots_of(row) == ["sourdough", "greedy", "greedy", "greedy"]
    assert row.even == 0.25
    asked = request(agreed(load("butin"), 4), ["random", "greedy", "greedy", "greedy"], 8)
    assert asked.total == 8
    found, outcomes = run(asked, Here())
    assert [sum(one.bots.count("random") for one in outcomes), len(outcomes)] == [8, 8]
    assert {one.bots.index("random") for one in outcomes} == {0, 1, 2, 3}
    assert {line.bot for line in found.rows} == {"random", "greedy"}
    assert abs(sum(line.share.mean for line in found.rows) - 1) < 1e-9


def test_only_the_laboratory_accepts_levels_with_other_budgets() -> None:
    bot = any_bot("sourdough*4", 2)
    assert isinstance(bot, LevelBot)
    assert (bot.name, bot.divisor, bot.times) == ("sourdough", 2, 4)
    less = any_bot("sourdough/16", 2)
    assert isinstance(less, LevelBot)
    assert (less.divisor, less.times) == (32, 1)
    with pytest.raises(Refusal):
        named("sourdough*4")  # a table cannot ask for it
    with pytest.raises(Refusal):
        any_bot("nobody*4")
