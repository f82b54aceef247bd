"""Winding a reel at a real terminal: keys as they are pressed, and time that passes."""

import os
import re
import select
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from filon.commands.reel import SPEEDS, Reel
from filon.commands.words import texts

KEYS = {
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
    "\x1b[1;2C": "]",
    "\x1b[1;2D": "[",
    "\x1b": "escape",
    "\x03": "q",
    "\x04": "q",
    ".": "]",
    ",": "[",
}
SEQUENCE = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)
CLEAR, HOME, HIDE, SHOW = "\x1b[2J", "\x1b[H", "\x1b[?25l", "\x1b[?25h"
ASIDE, BACK = "\x1b[?1049h", "\x1b[?1049l"


def possible() -> bool:
    """Whether there is a terminal whose keys can be read one by one."""
    try:
        import termios  # noqa: F401
        import tty  # noqa: F401
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


def keys_in(pressed: str) -> list[str]:
    """The keys of what was read at once, by the names a reel knows."""
    return [KEYS.get(one, one) for one in SEQUENCE.findall(pressed)]


def scrub(reel: Reel) -> None:
    """Show the reel until somebody leaves."""
    with _raw() as source:
        asked = ""  # "g", and the number that is being typed
        while True:
            _show(reel, asked)
            wait = SPEEDS[reel.speed] if reel.playing else None
            if not select.select([source], [], [], wait)[0]:
                reel.tick()
                continue
            for key in keys_in(os.read(source, 64).decode("utf-8", "ignore")):
                if asked:
                    asked = _typed(reel, asked, key)
                elif key == "g":
                    reel.playing, asked = False, "g"
                elif not reel.key(key):
                    return


def _show(reel: Reel, asked: str) -> None:
    size = shutil.get_terminal_size((80, 24))
    lines = reel.screen(size.columns, size.lines).split("\n")
    if asked:
        lines[-1] = texts().say("terminal.reel.to") + asked[1:]
    sys.stdout.write(HOME + CLEAR + "\r\n".join(lines))
    sys.stdout.flush()


def _typed(reel: Reel, asked: str, key: str) -> str:
    """One more sign of a number; what is typed then, empty once it was told or given up."""
    if key in ("\r", "\n"):
        reel.go(int(asked[1:] or reel.at))
        return ""
    if key.isdigit():
        return (asked + key)[:8]
    return (asked[:-1] or "g") if key in ("\x7f", "\b") else ""


@contextmanager
def _raw() -> Iterator[int]:
    """The terminal with its keys unbuffered, and as it was afterwards."""
    import termios
    import tty

    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        sys.stdout.write(ASIDE + HIDE)
        yield source
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
        sys.stdout.write(SHOW + BACK)
        sys.stdout.flush()
