"""Proof 36: both builds do the same, step by step, and the levels choose alike on both.

The sources play the same games in another process. What is compared is all that a proof looks at:
steps, weights, events, positions, views, numbers for learners, refusals, guesses, scores, ranks.
So a proof that holds on one build holds on the other.
"""

import json
import sys

import pytest

from filon.games import slugs
from support.choices import choices
from support.games import COMPILED, LONG, SEED
from support.traces import Digests, digests, first_difference, games, on_sources, trace

COUNT = 1000 if LONG else 10  # positions a game
needs_both = pytest.mark.skipif(
    not COMPILED, reason="one build alone has nothing to be compared with"
)


@needs_both
def test_both_builds_play_the_same_games_step_by_step() -> None:
    told = json.loads(on_sources("traces"))
    assert (told["compiled"], told["seed"]) == (False, SEED)
    assert len(told["found"]) == len(list(games()))
    different = differing(digests(), told["found"])
    assert not different, "\n".join([report(*one) for one in different[:3]])


def differing(here: Digests, there: Digests) -> list[tuple[str, int]]:
    """The games that differ, each with its first step that does."""
    assert list(here) == list(there)
    found = [(game, first_difference(here[game], there[game])) for game in here]
    return [(game, step) for game, step in found if step >= 0]


def report(game: str, step: int) -> str:
    """Which game differs where, and what either build does there, from a little before it."""
    name, kind, number = game.split()
    box = next(box for box, _, _ in games() if str(box) == name)
    here = [*trace(box, kind, int(number))]
    there = json.loads(on_sources("traces", name, kind, number))["found"]
    one, two = (lines[step] if step < len(lines) else "(over)" for lines in (here, there))
    begin = max(0, first_difference([*one], [*two]) - 60)
    shown = [text[begin : begin + 160] for text in (one, two)]
    return f"{game}: step {step} differs\ncompiled: {shown[0]}\nsources:  {shown[1]}"


def test_the_first_step_that_differs_is_named() -> None:
    here = {"butin-2 random 0": ["a", "b", "c"], "butin-3 random 0": ["a", "b"]}
    assert differing(here, here) == []
    there = {"butin-2 random 0": ["a", "x", "x"], "butin-3 random 0": ["a", "b", "c"]}
    assert differing(here, there) == [("butin-2 random 0", 1), ("butin-3 random 0", 2)]


def test_a_difference_is_reported_with_what_either_build_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    box, kind, number = next(games())
    line = next(trace(box, kind, number))
    other = json.dumps({"found": [line.replace("first", "last")]})
    monkeypatch.setattr(sys.modules[__name__], "on_sources", lambda *words: other)
    head, here, there = report(f"{box} {kind} {number}", 0).splitlines()
    assert head == f"{box} {kind} {number}: step 0 differs"
    assert "first" in here.removeprefix("compiled: ") in line
    assert "last" in there.removeprefix("sources:  ")


@needs_both
def test_compiled_and_pure_levels_choose_alike() -> None:
    told = json.loads(on_sources("choices", str(COUNT)))
    assert not told["compiled"]
    for slug in slugs():
        here = choices(slug, COUNT)
        assert len(set(here)) > min(COUNT // 4, 20)  # Butin has some forty to choose from
        assert told["choices"][slug] == here, slug
