"""Proof 6: the steps alone rebuild the game, here and in any other process."""

import os
import subprocess
import sys

import pytest

from filon.core.errors import Refusal
from filon.core.game import OVER
from filon.core.record import Record, final, game_of, read, replay, result
from filon.core.setup import agreed
from filon.core.spec import Spec
from filon.games import load
from shelf import Box, boxes, fingerprint, played

pytestmark = pytest.mark.engine


def recorded(box: Box, seed: int) -> Record:
    texts = [box.spec.layout.text(step) for step in played(box, seed)]
    return Record(agreed(box.spec, box.players, dict(box.options)), texts)


@pytest.mark.parametrize("box", boxes(), ids=str)
def test_a_record_reads_back(box: Box) -> None:
    record = recorded(box, 2)
    end = final(record)
    assert end.actor() == OVER
    again = read(record.text(result(box.spec, end)), box.spec)
    assert again == record
    assert fingerprint(final(again)) == fingerprint(end)


@pytest.mark.parametrize("box", boxes()[::5], ids=str)
def test_notation_reads_back(box: Box) -> None:
    layout = box.spec.layout
    for step in range(layout.size):
        assert layout.number(layout.text(step)) == step
        words = layout.words(step)
        assert layout.text(step) == " ".join(map(str, words.values()))


SCRIPT = """
import sys
sys.path[:0] = sys.argv[2:]
from shelf import boxes, played
box = boxes()[int(sys.argv[1])]
print(" ".join(map(str, played(box, 8))))
"""


@pytest.mark.parametrize("hashseed", ["0", "1", "4711"])
def test_the_same_game_in_another_process(hashseed: str) -> None:
    """PYTHONHASHSEED has no influence on a game drawn from a seed."""
    every = boxes()
    for index in range(0, len(every), max(1, len(every) // 6)):
        here = " ".join(map(str, played(every[index], 8)))
        env = {**os.environ, "PYTHONHASHSEED": hashseed}
        there = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(index), *filter(None, sys.path)],
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.strip() == here


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


def test_comments_and_blank_lines_are_forgiven(spec: Spec) -> None:
    text = "# a game\n" + GOOD.replace("first 1\n", "\nfirst 1   # drawn by lot\n")
    assert read(text, spec).steps == ["first 1", "dice 1 2 3"]
    assert game_of(text) == "claim_it"
