"""`filon replay`: a full-screen viewer in a terminal, plain lines elsewhere."""

import os
import pty
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.test_cli import filon
from filon.commands.viewer import Viewer, keys_in
from filon.commands.words import ask_for
from filon.core.record import read
from filon.games import load, slugs

GAMES = Path(__file__).parents[2] / "src" / "filon" / "games"  # a wheel has no tests


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Restore the language after a test."""
    yield
    ask_for("en")


def viewer_of(slug: str) -> Viewer:
    file = sorted((GAMES / slug / "tests" / "golden").glob("*.txt"))[0]
    record = read(file.read_text("utf-8"), load(slug))
    return Viewer(record, [f"Sample {seat}" for seat in range(record.setup.players)])


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_screen_fits_80_by_24(slug: str, lang: str) -> None:
    ask_for(lang)
    viewer = viewer_of(slug)
    for n in range(0, viewer.last + 1, max(1, viewer.last // 6)):
        viewer.go(n)
        for log in (False, True):
            viewer.log = log
            lines = viewer.screen(80, 24).split("\n")
            assert len(lines) == 24
            plain = [line for line in lines if "\x1b" not in line]
            assert max(map(len, plain)) <= 80
            assert lines[-2].count("●") == 1
            assert str(viewer.last) in lines[0]


def test_keys_step_turn_jump_play_and_look_through_eyes() -> None:
    viewer = viewer_of("nuggets")
    assert viewer.key("right")
    assert viewer.key("right")
    assert viewer.key("left")
    assert viewer.at == 1
    viewer.key("]")
    assert viewer.at == viewer.turns[2] > viewer.turns[1] == 1
    viewer.key("[")
    assert viewer.at == 1
    viewer.key("end")
    assert viewer.at == viewer.last
    viewer.key(" ")
    assert (viewer.playing, viewer.at) == (True, 0)  # from the beginning again
    viewer.key("3")
    assert (viewer.playing, viewer.speed) == (True, "3")
    viewer.tick()
    assert viewer.at == 1
    viewer.go(10_000)
    viewer.tick()
    assert not viewer.playing
    shown = {viewer.screen(80, 24)}
    for _ in range(viewer.record.setup.players + 1):
        viewer.key("e")
        shown.add(viewer.screen(80, 24))
    assert len(shown) == viewer.record.setup.players + 1
    assert not viewer.key("q")


def test_keys_that_arrive_together_are_told_apart() -> None:
    assert keys_in("\x1b[C]\x1b[1;2Dg30\r \x1bOAq") == [
        *("right", "]", "[", "g", "3", "0", "\r", " ", "up", "q"),
    ]


def test_a_real_terminal_gets_the_viewer_and_a_pipe_does_not(tmp_path: Path) -> None:
    file = sorted((GAMES / "butin" / "tests" / "golden").glob("*.txt"))[0]
    told = filon("replay", str(file), "--lang", "en")
    assert told.returncode == 0
    assert "●" not in told.stdout
    pid, ear = pty.fork()
    if pid == 0:
        command = [sys.executable, "-m", "filon", "replay", str(file), "--lang", "en"]
        os.execv(sys.executable, command)
    heard, keys = b"", [("●".encode(), b"g12\r"), (b"step 12 of", b"q")]
    while True:
        try:
            part = os.read(ear, 65536)
        except OSError:  # the other side is gone
            break
        if not part:
            break
        heard += part
        if keys and keys[0][0] in heard:
            os.write(ear, keys.pop(0)[1])
    assert os.waitpid(pid, 0)[1] == 0
    assert not keys
