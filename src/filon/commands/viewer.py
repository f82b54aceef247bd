"""The replay viewer: a recorded game stepped through by keys, full screen, or played back."""

import os
import re
import select
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, RenderableType

from filon.commands.picture import picture
from filon.commands.words import event_line, notation, texts
from filon.core.events import OPEN, SPECTATOR, Event
from filon.core.game import CHANCE, OVER, State
from filon.core.record import Record, narrated

SPEEDS = {"1": 2.0, "2": 1.0, "3": 0.3}  # seconds a step is shown
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
ALTERNATE, NORMAL = "\x1b[?1049h", "\x1b[?1049l"


class Viewer:
    """Where the viewer stands, and its screen. Every position is kept, so that moving is free."""

    def __init__(self, record: Record, names: Sequence[str]) -> None:
        self.record = record
        self.spec = record.setup.spec
        self.names = names
        self.states: list[State] = []
        self.stories: list[list[Event]] = []
        self.turns: list[int] = [0]  # at which step a seat's turn begins
        hand = OVER
        for n, (state, events) in enumerate(narrated(record)):
            self.stories.append(events)
            self.states.append(state.clone())
            now = state.thrower() if state.actor() == CHANCE else state.actor()
            if now >= 0 and now != hand and n:
                self.turns.append(n)
            hand = now if now >= 0 else hand
        over = self.states[-1].actor() == OVER
        self.eyes = OPEN if over and self.spec.hidden else SPECTATOR
        self._perspectives = [self.eyes, *(range(record.setup.players) if over else ())]
        self.at = 0
        self.speed = "2"
        self.playing = False
        self.log = False
        self.top = 0  # lines of the board that are scrolled away

    @property
    def last(self) -> int:
        """How many steps the game has."""
        return len(self.states) - 1

    def go(self, n: int) -> None:
        """Go to the position after n steps, or to the nearest there is."""
        self.at = max(0, min(n, self.last))

    def key(self, key: str) -> bool:
        """Do what a key asks; False: leave."""
        if key in ("q", "escape"):
            return False
        if key in SPEEDS:
            self.speed = key
            return True
        self.playing = key == " " and not self.playing
        moves = {
            "right": self.at + 1,
            "left": self.at - 1,
            "home": 0,
            "end": self.last,
            "]": next((n for n in self.turns if n > self.at), self.last),
            "[": next((n for n in reversed(self.turns) if n < self.at), 0),
        }
        if key in moves:
            self.go(moves[key])
        elif key == "e":
            after = self._perspectives.index(self.eyes) + 1
            self.eyes = self._perspectives[after % len(self._perspectives)]
        elif key == "l":
            self.log = not self.log
        elif key in ("up", "down"):
            self.top = max(0, self.top + (1 if key == "down" else -1))
        elif key == " " and self.playing and self.at == self.last:
            self.go(0)
        return True

    def tick(self) -> None:
        """Play one step on; playback stops at the end."""
        self.go(self.at + 1)
        self.playing = self.playing and self.at < self.last

    # ---- what is shown -------------------------------------------------------------------------

    def lines(self, n: int) -> list[str]:
        """What the step that led to position n told the present eyes."""
        # Open eyes read what everyone could read: the board shows what was laid.
        eyes = self.eyes if self.eyes < SPECTATOR else SPECTATOR
        seen = [event for event in self.stories[n] if event.seen_by(eyes)]
        lines = [event_line(self.spec, event, eyes, self.names) for event in seen]
        return [line for line in lines if line]

    def screen(self, width: int, height: int) -> str:
        """The whole screen: title, board or log, what happened, the timeline, the keys."""
        say = texts(self.spec.slug).say
        title = self.spec.title_in(texts().lang)
        seat = self.eyes if self.eyes < SPECTATOR else None
        whose = say("terminal.viewer.all") if seat is None else self.names[seat]
        turn = sum(1 for n in self.turns if n <= self.at)
        facts = {"at": self.at, "n": self.last, "turn": turn, "eyes": whose}
        head = f"{title}  " + say("terminal.viewer.head", **facts)
        step = "" if not self.at else notation(self.spec, self._step(self.at))
        happened = " ".join(self.lines(self.at)) or step or say("shell.again.start")
        foot = [
            _cut(happened, width),
            _timeline(self.at, self.last, width),
            _cut(say("terminal.viewer.keys", speed=self.speed), width),
        ]
        room = max(1, height - len(foot) - 1)
        body = self._log(room, width) if self.log else self._board(room, width)
        body += [""] * (room - len(body))
        return "\n".join([_cut(head, width), *body, *foot])

    def _step(self, n: int) -> int:
        return self.spec.layout.number(self.record.steps[n - 1])

    def _board(self, room: int, width: int) -> list[str]:
        drawn = _rendered(picture(self.spec, self.states[self.at], self.eyes, self.names), width)
        self.top = max(0, min(self.top, len(drawn) - room))
        return drawn[self.top : self.top + room]

    def _log(self, room: int, width: int) -> list[str]:
        lines = [
            (n, f"{n:>4}  {' '.join(self.lines(n)) or notation(self.spec, self._step(n))}")
            for n in range(1, self.last + 1)
        ]
        here = max(0, min(self.at - 1 - room // 2, len(lines) - room))
        return [
            _cut(("> " if n == self.at else "  ") + line, width)
            for n, line in lines[here : here + room]
        ]


def _rendered(shown: RenderableType, width: int) -> list[str]:
    console = Console(width=width, highlight=False, force_terminal=True, color_system="standard")
    with console.capture() as caught:
        console.print(shown)
    return caught.get().rstrip("\n").split("\n")


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _timeline(at: int, last: int, width: int) -> str:
    """How far the game is, as a line with a knob."""
    knob = (width - 1) * at // max(1, last)
    return "━" * knob + "●" + "─" * (width - 1 - knob)


# ---- the terminal --------------------------------------------------------------------------------


def possible() -> bool:
    """Whether there is a terminal whose keys can be read one by one."""
    try:
        import termios  # noqa: F401
        import tty  # noqa: F401
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


def keys_in(pressed: str) -> list[str]:
    """The keys in what was read at once, by the names that `Viewer.key` knows."""
    return [KEYS.get(key, key) for key in SEQUENCE.findall(pressed)]


def run(viewer: Viewer) -> None:
    """Show the viewer in this terminal until a key leaves it."""
    with _raw() as source:
        goto = ""  # "g", and the number that is being typed
        while True:
            _show(viewer, goto)
            wait = SPEEDS[viewer.speed] if viewer.playing else None
            if not select.select([source], [], [], wait)[0]:
                viewer.tick()
                continue
            for key in keys_in(os.read(source, 64).decode("utf-8", "ignore")):
                if goto:
                    goto = _typed(viewer, goto, key)
                elif key == "g":
                    viewer.playing, goto = False, "g"
                elif not viewer.key(key):
                    return


def _show(viewer: Viewer, goto: str) -> None:
    size = shutil.get_terminal_size((80, 24))
    lines = viewer.screen(size.columns, size.lines).split("\n")
    if goto:
        lines[-1] = texts().say("terminal.viewer.to") + goto[1:]
    sys.stdout.write(HOME + CLEAR + "\r\n".join(lines))
    sys.stdout.flush()


def _typed(viewer: Viewer, goto: str, key: str) -> str:
    """What is typed after one more key; empty once the number was used or given up."""
    if key in ("\r", "\n"):
        viewer.go(int(goto[1:] or viewer.at))
        return ""
    if key.isdigit():
        return (goto + key)[:8]
    return (goto[:-1] or "g") if key in ("\x7f", "\b") else ""


@contextmanager
def _raw() -> Iterator[int]:
    """The terminal in raw mode on its alternate screen, restored afterwards."""
    import termios
    import tty

    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        sys.stdout.write(ALTERNATE + HIDE)
        yield source
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
        sys.stdout.write(SHOW + NORMAL)
        sys.stdout.flush()
