# mypyc: no
"""Bots that are programs: asked in lines of JSON over their standard streams (`filon-lines-1`).

Levels of earlier releases are asked the same way, each in its own environment (`make frozen`).
"""

import contextlib
import json
import os
import queue
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from filon.bots.bot import Peephole
from filon.bots.external import ExternalBot
from filon.core.errors import Refusal
from filon.core.game import State
from filon.core.rng import Rng
from filon.core.setup import Setup
from filon.core.spec import Spec

PROTOCOL = "filon-lines-1"
SECONDS = 5.0  # for an answer; the first one may take START more, while the program starts
START = 10.0
FROZEN = Path("build") / "frozen"  # below a clone; filled by `make frozen`
FROZEN_SECONDS = 120.0  # for an answer: an arena may share the machine
STRIKES = 3  # illegal, late or unreadable answers in a game before the bot is no longer asked


class LineBot(ExternalBot):
    """Asks the program for each step; a bad answer costs it that choice, never the game."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command = command
        self.seconds = seconds
        self.stays = False  # the program said that it can play several games
        self._program: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._questions = 0
        self._starting = True  # the program has not answered yet

    def begin(self, setup: Setup, seat: int) -> None:
        """A new game, and a new program unless this one stays or has not been asked yet."""
        super().begin(setup, seat)
        if not self.stays or (self._program is not None and self._program.poll() is not None):
            self.close()

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """Ask without a record: the program gets its view and legal steps."""
        return self._ask(hole.spec, {"view": hole.view()}, hole.legal(), hole.seat, rng)

    def answer(
        self, setup: Setup, state: State, seat: int, rng: Rng, record: Callable[[], list[str]]
    ) -> int:
        """The program's step, or any legal one if it gives none in time."""
        fields = {
            "players": setup.players,
            "options": setup.options,
            "record": record(),
            "view": setup.spec.view(state, seat),
        }
        return self._ask(setup.spec, fields, state.legal(), seat, rng)

    def close(self) -> None:
        """End the program."""
        if self._program is None:
            return
        with contextlib.suppress(OSError):  # it may have died with a question in the pipe
            if self._program.stdin is not None:
                self._program.stdin.close()
        try:
            self._program.wait(1)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()
        self._program, self._starting = None, True
        self._lines = queue.Queue()  # late answers of the old program

    def _ask(
        self, spec: Spec, fields: dict[str, Any], steps: list[int], seat: int, rng: Rng
    ) -> int:
        legal = [spec.layout.text(step) for step in steps]
        chance = steps[rng.below(len(steps))]  # drawn in any case: faults do not shift the luck
        if self.illegal >= STRIKES:
            return chance
        self._questions += 1
        question = {
            "protocol": PROTOCOL,
            "id": self._questions,
            "game": spec.slug,
            "seat": seat,
            **fields,
            "legal": legal,
            "seed": rng.below(2**31),
            "seconds": self.seconds,
        }
        words = self._exchange(question)
        if words in legal:
            return steps[legal.index(words)]
        self.illegal += 1
        return chance

    def _exchange(self, question: dict[str, Any]) -> str:
        """The step the program names; empty if it does not."""
        try:
            program = self._running()
            if program.stdin is None:
                return ""
            program.stdin.write(json.dumps(question, ensure_ascii=False) + "\n")
            program.stdin.flush()
            wait = self.seconds + (START if self._starting else 0.0)
            self._starting = False
            while True:
                said = json.loads(self._lines.get(timeout=wait))
                if isinstance(said, dict) and said.get("id") == question["id"]:
                    self.stays = said.get("stay") is True
                    return str(said.get("step", ""))
        except (OSError, ValueError, queue.Empty):
            return ""

    def _running(self) -> subprocess.Popen[str]:
        if self._program is None:
            self._program = subprocess.Popen(  # noqa: S603 - the operator named this program
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                start_new_session=True,  # Ctrl-C is for the arena, which then closes its input
            )
            listening = threading.Thread(
                target=_listen, args=(self._program, self._lines), daemon=True
            )
            listening.start()
        return self._program


def _listen(program: subprocess.Popen[str], lines: "queue.Queue[str]") -> None:
    if program.stdout is not None:
        for line in program.stdout:
            lines.put(line)


def frozen_level(name: str, divisor: int = 1) -> LineBot:
    """A level of an earlier release (`sourdough@0.1`); Refusal if that release is not built."""
    level, _, release = name.partition("@")
    for folder in _clones():
        home = folder / FROZEN / release
        if not (home / "bots").is_file():
            continue
        levels = (home / "bots").read_text(encoding="utf-8").split()
        if level not in levels:
            raise Refusal(
                "bot", given=name[:40], valid=", ".join(f"{level}@{release}" for level in levels)
            )
        python = home / "venv" / "bin" / "python"
        words = [str(python), "-I", str(home / "speak.py"), level, str(divisor)]
        return LineBot(shlex.join(words), FROZEN_SECONDS)
    raise Refusal("frozen", given=name[:40], valid=f"make frozen ARGS={release}")


def _clones() -> Iterator[Path]:
    """Folders that may hold build/frozen: above here, and above the running environment."""
    for place in (Path(os.getcwd()), Path(sys.prefix)):
        yield place
        yield from place.parents
