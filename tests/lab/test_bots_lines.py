"""Bots that are programs: their questions, time limits, and the cost of a bad answer."""

import json
import sys
from pathlib import Path

import pytest

from filon.bots import Peephole
from filon.bots.lines import STRIKES, LineBot
from filon.core.game import OVER
from filon.core.paper import seat_record
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.games import load, slugs
from filon.lab.bout import Bout, play_bout
from support.games import take

ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    open(sys.argv[1], "a").write(line)
    print(json.dumps({"id": asked["id"], "step": asked["legal"][-1]}), flush=True)
"""
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "linebot.py"


def program(folder: Path, source: str) -> str:
    file = folder / "bot.py"
    file.write_text(source, encoding="utf-8")
    return f"{sys.executable} {file} {folder / 'heard'}"


@pytest.mark.parametrize("slug", slugs())
def test_a_program_plays_a_whole_game_from_its_seats_record(slug: str, tmp_path: Path) -> None:
    spec = load(slug)
    command = "cmd:" + program(tmp_path, ECHO)
    bout = Bout(agreed(spec, 2), 3, (command, "random"))
    ended = play_bout(bout)
    assert ended.illegal == [0, 0]
    assert sum(rank == 1 for rank in ended.ranks) >= 1
    file = tmp_path / "heard"
    if ended.choices[0] == 0:  # a game in which this seat was never asked anything
        assert not file.exists()
        return
    heard = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(heard) == ended.choices[0]
    first = heard[0]
    assert first["protocol"] == "filon-lines-1"
    assert (first["game"], first["seat"], first["players"]) == (slug, 0, 2)
    assert len(heard[-1]["record"]) > len(first["record"]) or len(heard) == 1


@pytest.mark.parametrize("slug", [slug for slug in slugs() if load(slug).hidden])
def test_the_record_hides_what_the_seat_cannot_know(slug: str) -> None:
    """Two truths the seat cannot tell apart give the same record up to the last open seal."""
    spec, rng = load(slug), Rng(5)
    state, steps = spec.start(2), []
    while state.actor() != OVER:
        step = take(state, rng)
        steps.append(spec.layout.text(step))
        state.apply(step)
    record = Record(agreed(spec, 2), steps[: len(steps) * 2 // 3])
    told = seat_record(record.setup, record.steps, 0)
    assert len(told) == len(record.steps)
    hidden = 0
    replayed = spec.start(2)
    for text, shown in zip(record.steps, told, strict=True):
        step = spec.layout.number(text)
        if replayed.actor() == 0:
            assert shown == text
        elif shown != text:
            assert shown == spec.layout.masked(step)
            assert "?" in shown
            hidden += 1
        replayed.apply(step)
    if not spec.start(2).sealed() and slug == "nuggets":
        assert hidden


@pytest.mark.parametrize(
    "source",
    [
        "import sys\nfor line in sys.stdin: print('nonsense', flush=True)",
        'import sys\nfor line in sys.stdin: print(\'{"id": 1, "step": "fly"}\', flush=True)',
        "import sys\nsys.exit(3)",
        "import sys\nfor line in sys.stdin: pass",
    ],
    ids=["garbage", "illegal", "dead", "silent"],
)
def test_a_bad_answer_is_replaced_and_after_three_the_program_is_not_asked(
    source: str, tmp_path: Path
) -> None:
    spec = load(slugs()[0])
    state, rng = spec.start(2), Rng(1)
    while state.actor() < 0 or len(state.legal()) < 2:
        state.apply(take(state, rng))
    hole = Peephole(spec, state, state.actor())
    bot = LineBot(program(tmp_path, source), seconds=0.05)
    bot._starting = False  # the program has started: no extra time
    try:
        for _ in range(STRIKES + 2):
            assert bot.choose(hole, Rng(1)) in state.legal()
        assert bot.illegal == STRIKES
    finally:
        bot.close()


def test_the_example_in_the_documents_plays_and_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 30
    spec = load("claim_it")
    command = f"cmd:{sys.executable} {EXAMPLE}"
    bout = Bout(agreed(spec, 2), 1, (command, "random"))
    ended = play_bout(bout)
    assert ended.illegal == [0, 0]
    assert play_bout(bout).same() == ended.same()
