"""The engine and the second implementation agree: legal steps, weights, scores, ranks."""

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

from filon.bots import Peephole, named
from filon.core.game import CHANCE, OVER
from filon.core.rng import Rng
from filon.games import slugs
from reference.asking import Game, Result
from support.doc_example import card, plain, proven
from support.games import LONG, Box, examples, thinned

pytestmark = pytest.mark.engine


def told(slug: str) -> Callable[..., Game] | None:
    """The plain rules of a game: in tests/reference/, or in its own folder as tests/plain.py."""
    if slug == card().slug:
        return plain()
    for name in (f"reference.{slug}", f"filon.games.{slug}.tests.plain"):
        try:
            module: Any = import_module(name)
        except ModuleNotFoundError as missing:
            if missing.name is None or not name.startswith(missing.name):
                raise
        else:
            rules: Callable[..., Game] = getattr(module, slug)
            return rules
    return None


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_a_second_implementation(slug: str) -> None:
    """Without a second statement wrong odds and a clause left out would show nowhere."""
    assert told(slug), f"write src/filon/games/{slug}/tests/plain.py: the rules once more, plainly"


TOLD = [box for box in proven() if told(box.slug)]


@pytest.mark.parametrize("box", thinned(TOLD), ids=str)
def test_both_statements_of_the_rules_agree(box: Box) -> None:
    for seed in range(examples(1)):
        compare(box, "random", 1000 * seed + box.players)


# Good play costs more than the comparison: the short form takes every other box, and on the sources
# a few.
@pytest.mark.parametrize("box", TOLD if LONG else thinned(thinned(TOLD[::2])), ids=str)
def test_both_statements_agree_in_games_led_by_hints(box: Box) -> None:
    """Random seats hardly ever come to some positions, such as a long auction or a closed map."""
    for seed in range(examples(1)):
        compare(box, "greedy", 1000 * seed + box.players)


def compare(box: Box, bot: str, seed: int) -> None:
    spec, rng, player = box.spec, Rng(seed), named(bot)
    state = box.start()
    rules = told(box.slug)
    assert rules
    asks = rules(box.players, **dict(box.options))
    who, answers = next(asks)
    n = 0
    while True:
        where = f"{box}, {bot} bots, seed {seed}, step {n}"
        actor = state.actor()
        assert actor == (CHANCE if who == "chance" else who), where
        texts = [spec.layout.text(step) for step in state.legal()]
        assert set(texts) == set(answers), where
        if actor == CHANCE:
            check_weights(texts, state.weights(), answers, where)
            step = state.legal()[rng.weighted(state.weights())]
        else:
            step = player.choose(Peephole(spec, state, actor), rng)
        state.apply(step)
        n += 1
        try:
            who, answers = asks.send(spec.layout.text(step))
        except StopIteration as ended:
            result: Result = ended.value
            break
        assert state.actor() != OVER, f"{where}: over too soon"
    assert state.actor() == OVER, f"{where}: should be over"
    assert spec.points(state) == result.scores, where
    assert state.ranks() == [rank or 0 for rank in result.ranks], where


def check_weights(
    texts: list[str], weights: list[int], answers: dict[str, int], where: str
) -> None:
    """Equal up to a common factor."""
    ratios = {Fraction(weight, answers[text]) for text, weight in zip(texts, weights, strict=True)}
    assert len(ratios) == 1, where
