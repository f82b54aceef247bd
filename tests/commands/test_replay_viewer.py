"""`filon replay` at a terminal: a scrubber; elsewhere the telling it always was."""

import os
import pty
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.test_cli import filon
from filon.commands.reel import Reel
from filon.commands.scrub import keys_in
from filon.commands.words import ask_for
from filon.core.record import read
from filon.games import load, slugs

GAMES = Path(__file__).parents[2] / "src" / "filon" / "games"  # a wheel has no tests


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """What follows speaks as it did before."""
    yield
    ask_for("en")


def reel_of(slug: str) -> Reel:
    file = sorted((GAMES / slug / "tests" / "golden").glob("*.txt"))[0]
    record = read(file.read_text("utf-8"), load(slug))
    return Reel(record, [f"Sample {seat}" for seat in range(record.setup.players)])


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_screen_fits_80_by_24(slug: str, lang: str) -> None:
    ask_for(lang)
    reel = reel_of(slug)
    for n in range(0, reel.last + 1, max(1, reel.last // 6)):
        reel.go(n)
        for log in (False, True):
            reel.log = log
            lines = reel.screen(80, 24).split("\n")
            assert len(lines) == 24
            plain = [line for line in lines if "\x1b" not in line]
            assert max(map(len, plain)) <= 80
            assert lines[-2].count("●") == 1
            assert str(reel.last) in lines[0]


def test_keys_step_turn_jump_play_and_look_through_eyes() -> None:
    reel = reel_of("nuggets")
    assert reel.key("right")
    assert reel.key("right")
    assert reel.key("left")
    assert reel.at == 1
    reel.key("]")
    assert reel.at == reel.turns[2] > reel.turns[1] == 1
    reel.key("[")
    assert reel.at == 1
    reel.key("end")
    assert reel.at == reel.last
    reel.key(" ")
    assert (reel.playing, reel.at) == (True, 0)  # from the beginning again
    reel.key("3")
    assert (reel.playing, reel.speed) == (True, "3")
    reel.tick()
    assert reel.at == 1
    reel.go(10_000)
    reel.tick()
    assert not reel.playing
    shown = {reel.screen(80, 24)}
    for _ in range(reel.record.setup.players + 1):
        reel.key("e")
        shown.add(reel.screen(80, 24))
    assert len(shown) == reel.record.setup.players + 1
    assert not reel.key("q")


def test_keys_that_arrive_together_are_told_apart() -> None:
    assert keys_in("\x1b[C]\x1b[1;2Dg30\r \x1bOAq") == [
        *("right", "]", "[", "g", "3", "0", "\r", " ", "up", "q"),
    ]


def test_a_real_terminal_gets_the_scrubber_and_a_pipe_does_not(tmp_path: Path) -> None:
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
