"""A recorded game to be wound on and back: where it stands, and what it looks like there."""

from collections.abc import Sequence

from rich.console import Console, RenderableType

from filon.commands.picture import picture
from filon.commands.words import event_line, notation, texts
from filon.core.events import OPEN, SPECTATOR, Event
from filon.core.game import CHANCE, OVER, State
from filon.core.record import Record, replay

SPEEDS = {"1": 2.0, "2": 1.0, "3": 0.3}  # seconds a step is shown


class Reel:
    """Every position of a record, kept; moving costs nothing."""

    def __init__(self, record: Record, names: Sequence[str]) -> None:
        self.record = record
        self.spec = record.setup.spec
        self.names = names
        self.states: list[State] = []
        self.stories: list[list[Event]] = []
        self.turns: list[int] = [0]  # at which step a hand's turn begins
        hand = OVER
        for n, state in enumerate(replay(record)):
            self.stories.append(list(state.story or ()))
            state.story = []
            self.states.append(state.clone())
            now = state.thrower() if state.actor() == CHANCE else state.actor()
            if now >= 0 and now != hand and n:
                self.turns.append(n)
            hand = now if now >= 0 else hand
        over = self.states[-1].actor() == OVER
        self.eyes = OPEN if over and self.spec.hidden else SPECTATOR
        self._sights = [self.eyes, *(range(record.setup.players) if over else ())]
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
        """To the position after n steps, or as near as there is one."""
        self.at = max(0, min(n, self.last))

    def key(self, key: str) -> bool:
        """What a key does; False: it leaves."""
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
            after = self._sights.index(self.eyes) + 1
            self.eyes = self._sights[after % len(self._sights)]
        elif key == "l":
            self.log = not self.log
        elif key in ("up", "down"):
            self.top = max(0, self.top + (1 if key == "down" else -1))
        elif key == " " and self.playing and self.at == self.last:
            self.go(0)
        return True

    def tick(self) -> None:
        """One step on while it plays; at the end it stops."""
        self.go(self.at + 1)
        self.playing = self.playing and self.at < self.last

    # ---- what is shown -------------------------------------------------------------------------

    def lines(self, n: int) -> list[str]:
        """What the step that led here told, to whoever looks."""
        # Who sees all reads what everyone did: what was laid the board shows.
        eyes = self.eyes if self.eyes < SPECTATOR else SPECTATOR
        seen = [event for event in self.stories[n] if event.seen_by(eyes)]
        told = [event_line(self.spec, event, eyes, self.names) for event in seen]
        return [line for line in told if line]

    def screen(self, width: int, height: int) -> str:
        """The whole screen: title, board or log, what happened, the strip, the keys."""
        say = texts(self.spec.slug).say
        title = self.spec.title.get(texts().lang, self.spec.slug)
        seat = self.eyes if self.eyes < SPECTATOR else None
        whose = say("terminal.reel.all") if seat is None else self.names[seat]
        turn = sum(1 for n in self.turns if n <= self.at)
        facts = {"at": self.at, "n": self.last, "turn": turn, "eyes": whose}
        head = f"{title}  " + say("terminal.reel.head", **facts)
        step = "" if not self.at else notation(self.spec, self._step(self.at))
        happened = " ".join(self.lines(self.at)) or step or say("shell.again.start")
        foot = [
            _cut(happened, width),
            _strip(self.at, self.last, width),
            _cut(say("terminal.reel.keys", speed=self.speed), width),
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
        told = [
            (n, f"{n:>4}  {' '.join(self.lines(n)) or notation(self.spec, self._step(n))}")
            for n in range(1, self.last + 1)
        ]
        here = max(0, min(self.at - 1 - room // 2, len(told) - room))
        return [
            _cut(("> " if n == self.at else "  ") + line, width)
            for n, line in told[here : here + room]
        ]


def _rendered(shown: RenderableType, width: int) -> list[str]:
    console = Console(width=width, highlight=False, force_terminal=True, color_system="standard")
    with console.capture() as caught:
        console.print(shown)
    return caught.get().rstrip("\n").split("\n")


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _strip(at: int, last: int, width: int) -> str:
    """How far the game is, as a line with a knob."""
    knob = (width - 1) * at // max(1, last)
    return "━" * knob + "●" + "─" * (width - 1 - knob)
