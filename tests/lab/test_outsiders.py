"""Bots from outside: classes and programs, what they receive, and how long they live."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from filon import bots
from filon.app.games import shelf
from filon.bots import Peephole
from filon.bots.external import RecordPeephole, external_bot
from filon.core.errors import Refusal
from filon.core.paper import seat_record
from filon.core.record import Record, final
from filon.core.rng import Rng
from filon.core.setup import Setup, agreed
from filon.games import load
from filon.lab.arena import request, run
from filon.lab.executor import Here, Processes, _deaf
from filon.match import seating
from filon.server.app import create_app
from filon.settings import Settings
from filon.thinking.brain import Question, think, think_with
from filon.thinking.pool import PoolBrain
from lab.test_bots_lines import ECHO, program
from support.games import fingerprint, take
from support.serving import until

ME = f"{__name__}:"


class Last:
    """Takes the last legal step, and notes what it was told."""

    made = 0
    begun: list[tuple[str, int]] = []
    heard: list[list[str]] = []

    def __init__(self) -> None:
        Last.made += 1

    def begin(self, setup: Setup, seat: int) -> None:
        Last.begun.append((setup.game, seat))

    def choose(self, hole: Peephole, rng: Rng) -> int:
        assert isinstance(hole, RecordPeephole)
        Last.heard.append(hole.record)
        return hole.legal()[-1]


class Rude:
    """Names a step that is none."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        return -5


class Broken:
    """Cannot."""

    def choose(self, hole: Peephole, rng: Rng) -> int:
        raise RuntimeError("no idea")


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the name of these tests, however they were imported."""
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or sys.modules["__main__"])
    sys.modules[__name__].__dict__.update(Last=Last, Rude=Rude, Broken=Broken)
    Last.made, Last.begun, Last.heard = 0, [], []


def test_one_instance_plays_a_whole_arena() -> None:
    asked = request(agreed(load("butin"), 2), [ME + "Last", "random"], 6)
    Last.made = 0  # asking whether it can play makes one
    found, _ = run(asked, Here())
    assert Last.made == 1
    assert len(Last.begun) == found.games == 6
    assert {seat for _, seat in Last.begun} == {0, 1}
    assert any(Last.heard)
    assert [row.illegal for row in found.rows] == [0, 0]


def test_a_bot_with_two_seats_has_two_instances() -> None:
    asked = request(agreed(load("butin"), 3), [ME + "Last", "random"], 2)
    Last.made = 0
    run(asked, Here())
    assert Last.made == 2


def test_an_illegal_step_is_a_fault_and_an_exception_a_sentence() -> None:
    setup = agreed(load("butin"), 2)
    found, outcomes = run(request(setup, [ME + "Rude", "random"], 2), Here())
    rude = next(row for row in found.rows if row.bot.endswith("Rude"))
    assert rude.illegal == sum(sum(one.illegal) for one in outcomes) > 0
    with pytest.raises(Refusal, match="bot_failed") as no:
        run(request(setup, [ME + "Broken", "random"], 2), Here())
    assert "no idea" in str(no.value.facts["why"])
    assert str(no.value.facts["where"]).startswith("test_outsiders.py:")


@pytest.mark.parametrize("slug", ["nuggets", "butin"])
def test_behind_the_outlook_stands_a_guess(slug: str) -> None:
    """No object that a bot class can reach contains hidden information."""
    spec, rng = load(slug), Rng(3)
    record = Record(agreed(spec, 2))
    state = record.setup.start()
    while len(record.steps) < 24 and state.actor() != -2:
        step = take(state, rng)
        record.steps.append(spec.layout.text(step))
        state.apply(step)
    told = seat_record(record.setup, record.steps, 0)
    holes = [RecordPeephole(record.setup, told, state, 0, Rng(seed)) for seed in range(20)]
    for hole in holes:
        assert hole.view() == spec.view(state, 0)
        assert len(hole.record) == len(record.steps)
    if slug == "nuggets":
        assert any("?" in text for text in holes[0].record)
        behind = {fingerprint(hole._state) for hole in holes}
        assert len(behind) > 1, "drawn anew"


STAYING = ECHO.replace('"step": asked["legal"][-1]', '"step": asked["legal"][-1], "stay": True')
COUNTS = "import os, sys\nopen(sys.argv[1] + '.pids', 'a').write(f'{os.getpid()}\\n')\n"


@pytest.mark.parametrize(("source", "programs"), [(STAYING, 1), (ECHO, 4)], ids=["stays", "leaves"])
def test_a_program_stays_over_an_arena_if_it_says_so(
    source: str, programs: int, tmp_path: Path
) -> None:
    command = "cmd:" + program(tmp_path, COUNTS + source)
    found, _ = run(request(agreed(load("butin"), 2), [command, "random"], 4), Here())
    assert [row.illegal for row in found.rows] == [0, 0]
    assert len((tmp_path / "heard.pids").read_text().split()) == programs
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    assert {question["protocol"] for question in heard} == {"filon-lines-1"}


def test_a_bot_that_cannot_be_imported_is_refused() -> None:
    for name, code in [("no_module:Bot", "bot_class"), ("json:Nobody", "bot_class"),
                       ("json:JSONDecoder", "bot_class"), ("cmd:no-such-program x", "program"),
                       ("cmd:", "program")]:  # fmt: skip
        with pytest.raises(Refusal, match=code):
            external_bot(name)


def test_a_class_of_the_current_folder_plays_in_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "camp_bot.py").write_text(
        "class Bot:\n    def choose(self, hole, rng):\n        return hole.legal()[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    asked = request(agreed(load("butin"), 2), ["camp_bot:Bot", "random"], 4)
    found, _ = run(asked, Processes(1))
    assert found.games == 4


@pytest.fixture
def guests() -> Iterator[dict[str, str]]:
    """A server's guest of one's own, gone again afterwards."""
    yield {"last": ME + "Last"}
    bots.GUESTS.clear()


def test_a_server_offers_the_classes_it_was_started_with(guests: dict[str, str]) -> None:
    record = Record(agreed(load("butin"), 2))
    state, rng = record.setup.start(), Rng(2)
    while state.actor() < 0 or len(state.legal()) < 2:
        step = take(state, rng)
        record.steps.append(record.setup.spec.layout.text(step))
        state.apply(step)
    question = Question(record, state.actor(), "last", "seed")
    with pytest.raises(Refusal, match="bot"):
        think(question)
    legal = [record.setup.spec.layout.text(step) for step in state.legal()]
    assert think_with(guests, question) == legal[-1]
    assert Last.heard[-1] == record.steps
    assert [level.level for level in shelf("en").levels if level.guest] == ["last"]
    assert seating.new_seat("bot", "", "last").level == "last"
    for name in (ME + "Last", "cmd:true"):
        with pytest.raises(Refusal, match="bot"):
            seating.new_seat("bot", "", name)  # no request names a module or a program
    bots.GUESTS.clear()
    with pytest.raises(ValueError, match="legal"):
        think_with({"last": ME + "Rude"}, question)


@pytest.mark.parametrize("told", ["greedy=json:X", "Bad name=json:X", "x", "x=json", "x=no_mod:X"])
def test_a_wrong_bot_class_stops_the_server_at_its_start(
    told: str, tmp_path: Path, guests: dict[str, str]
) -> None:
    with pytest.raises(Refusal, match="bot_"):
        create_app(Settings(data=tmp_path, bot_classes=(told,)))
    assert "x" not in bots.GUESTS


def test_a_bot_class_thinks_in_the_servers_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "camp_guest.py").write_text(
        "class Bot:\n    def choose(self, hole, rng):\n        return hole.legal()[-1]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    record = Record(agreed(load("nuggets"), 2), ["first 0"])
    state = final(record)
    last = record.setup.spec.layout.text(state.legal()[-1])

    async def asked() -> str:
        brain = PoolBrain(1, 120.0, partial(think_with, {"camp": "camp_guest:Bot"}))
        try:
            return await brain.think(Question(record, state.actor(), "camp", "seed"))
        finally:
            brain.close()

    assert asyncio.run(asked()) == last


def _deafness(_: int) -> bool:
    """Whether this process does not hear Ctrl-C."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_ctrl_c_is_never_lost_while_processes_begin() -> None:
    """They ignore the signal, and their parent receives it a moment later."""
    with pytest.raises(KeyboardInterrupt), _deaf():
        os.kill(os.getpid(), signal.SIGINT)
    told = dict(Processes(2).each(_deafness, list(enumerate(range(9)))))
    assert told == dict.fromkeys(range(9), True)
    assert not _deafness(0)


def _anybody(group: int) -> bool:
    """Whether a process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("workers", "told"),
    [("1", "int"), pytest.param("2", "int", marks=pytest.mark.long), ("2", "term")],
)
def test_ctrl_c_keeps_what_was_played(workers: str, told: str, tmp_path: Path) -> None:
    """The table has the finished games, the journal goes on from there, and no worker plays on."""
    journal = tmp_path / "kept.jsonl"
    words = f"arena butin --bots greedy,sourdough --pace 400 --games 100000 --workers {workers}"
    files = ["--journal", str(journal), "--json", str(tmp_path / "told.json")]
    env = {**os.environ, "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        [sys.executable, "-m", "filon", *words.split(), *files],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True,
    ) as arena:  # fmt: skip
        asyncio.run(until(lambda: journal.exists() and journal.read_text().count("\n") > 2))
        if told == "int":
            os.killpg(arena.pid, signal.SIGINT)  # as a terminal does: everybody in front of it
        else:
            arena.terminate()  # as a supervisor does: only whom it began
        out, err = arena.communicate()
    assert arena.returncode == 130, err
    assert "Traceback" not in err
    asyncio.run(until(lambda: not _anybody(arena.pid)))
    kept = len(journal.read_text().splitlines()) - 1
    games = json.loads((tmp_path / "told.json").read_text())["games"]
    assert games == 2 * kept
    assert f"Stopped after game {games} of 100000." in err
    assert f"--journal {journal} --resume" in err.replace("\n", " ")
    assert "sourdough" in out
