"""Proof 6: the steps alone rebuild the game, here and in any other process."""

import os
import subprocess
import sys

import pytest

from filon.core.errors import Refusal
from filon.core.record import Record, final, game_of, read, replay, result
from filon.core.setup import agreed
from filon.core.spec import Spec
from filon.games import load, slugs
from support.games import Box, boxes, fingerprint, played, thinned
from support.random_games import walks

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("box", thinned(boxes()), ids=str)
def test_a_record_reads_back(box: Box) -> None:
    for walk in walks(box):
        texts = [box.spec.layout.text(step) for step in walk.steps]
        record = Record(agreed(box.spec, box.players, dict(box.options)), texts)
        end = final(record)
        assert end == walk.end
        assert fingerprint(end) == fingerprint(walk.end)
        again = read(record.text(result(box.spec, end)), box.spec)
        assert again == record
        assert fingerprint(final(again)) == fingerprint(end)


@pytest.mark.parametrize("slug", slugs())
def test_who_may_begin_reads_back(slug: str) -> None:
    """A rematch is begun by some seats only, and its record names them."""
    spec = load(slug)
    setup = agreed(spec, spec.seats[-1], {}, (0, 1))
    assert read(Record(setup).text(), spec).setup == setup


@pytest.mark.parametrize("slug", slugs())
def test_notation_reads_back(slug: str) -> None:
    layout = load(slug).layout
    for step in range(layout.size):
        assert layout.number(layout.text(step)) == step
        words = layout.words(step)
        assert layout.text(step) == " ".join(map(str, words.values()))


SCRIPT = """
import sys
sys.path[:0] = sys.argv[1:]
from support.games import boxes, played
every = boxes()
print([played(every[at], 8) for at in range(0, len(every), max(1, len(every) // 6))])
"""


@pytest.mark.parametrize("hashseed", ["0", "4711"])
def test_the_same_game_in_another_process(hashseed: str) -> None:
    """PYTHONHASHSEED has no influence on a game drawn from a seed."""
    every = boxes()
    here = [played(every[at], 8) for at in range(0, len(every), max(1, len(every) // 6))]
    there = subprocess.run(
        [sys.executable, "-c", SCRIPT, *filter(None, sys.path)],
        env={**os.environ, "PYTHONHASHSEED": hashseed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.strip() == str(here)


@pytest.fixture(name="spec")
def claim_it() -> Spec:
    return load("claim_it")


GOOD = "game: claim_it\nedition: 1\nplayers: 2\noption long_turns: false\n\nfirst 1\ndice 1 2 3\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (GOOD.replace("claim_it", "nuggets", 1), "record_game"),
        (GOOD.replace("players: 2", "players: two"), "players"),
        (GOOD.replace("long_turns", "tall_turns"), "option"),
        (GOOD.replace("false", "perhaps"), "option_value"),
        (GOOD.replace("edition: 1", "no colon here"), "record_line"),
        (GOOD.replace("edition: 1", "starters: 0 x"), "starters"),
    ],
)
def test_a_bad_record_is_refused_with_a_code(spec: Spec, text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(text, spec)
    assert refused.value.code == code


def test_a_bad_step_is_named_with_its_line_and_clause(spec: Spec) -> None:
    record = read(GOOD + "stop\n", spec)
    with pytest.raises(Refusal) as refused:
        list(replay(record))
    assert refused.value.code == "illegal_line"
    assert refused.value.facts["line"] == len(GOOD.splitlines()) + 1  # of the text
    assert refused.value.facts["clause"] == "CI-10"


def test_comments_and_blank_lines_are_ignored(spec: Spec) -> None:
    text = "# a game\n" + GOOD.replace("first 1\n", "\nfirst 1   # drawn by lot\n")
    assert read(text, spec).steps == ["first 1", "dice 1 2 3"]
    assert game_of(text) == "claim_it"
