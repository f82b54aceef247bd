# mypyc: no
"""Bots from outside the package: what they are shown, and how they are named on a command line."""

import os
import re
import shlex
import shutil
import sys
import traceback
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from filon.bots import BOTS, GUESTS, LEVELS, LevelBot, named
from filon.bots.bot import Bot, Peephole
from filon.core.errors import Refusal
from filon.core.game import State
from filon.core.paper import seat_record
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.setup import Setup
from filon.core.spec import Spec

PROGRAM = "cmd:"
BUDGET = re.compile(r"([a-z]+)([*/])([0-9]{1,4})")
FROZEN = re.compile(r"[a-z]+@[0-9][0-9.]*")  # a level of an earlier release


class Outlook(Peephole):
    """A peephole with the seat's own record; behind it stands a guess, never the truth."""

    def __init__(self, setup: Setup, told: list[str], state: State, seat: int, rng: Rng) -> None:
        guess = state.clone()
        guess.redeal(seat, rng)
        super().__init__(setup.spec, guess, seat)
        self.setup = setup
        self.record = told  # what was played so far, in notation; what others keep hidden is `?`


class ExternalBot(Bot):
    """A bot somebody else wrote: asked with its seat's record, its bad answers counted."""

    illegal = 0  # answers of this game that were replaced

    @abstractmethod
    def answer(self, spec: Spec, record: Record, state: State, seat: int, rng: Rng) -> int:
        """A legal step, by the bot or in its place."""

    def begin(self, setup: Setup, seat: int) -> None:
        """A new game: faults are forgotten."""
        self.illegal = 0

    def close(self) -> None:
        """The last game was played."""


class ClassBot(ExternalBot):
    """A class named as `module:Class`; one instance plays game after game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.bot = _made(name)

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """What the class says, whether it is legal or not."""
        return self._asked(hole, rng)

    def answer(self, spec: Spec, record: Record, state: State, seat: int, rng: Rng) -> int:
        """The class's step; any legal one if it names none."""
        steps = state.legal()
        chance = steps[rng.below(len(steps))]  # drawn in any case: faults do not shift the luck
        told = seat_record(record.setup, record.steps, seat)
        step = self._asked(Outlook(record.setup, told, state, seat, rng), rng)
        if step in steps:
            return step
        self.illegal += 1
        return chance

    def begin(self, setup: Setup, seat: int) -> None:
        """A new game: the class is told, if it wants to know."""
        super().begin(setup, seat)
        if callable(tell := getattr(self.bot, "begin", None)):
            with _blamed(self.name):
                tell(setup, seat)

    def close(self) -> None:
        """The last game was played: the class is told, if it wants to know."""
        if callable(tell := getattr(self.bot, "close", None)):
            tell()

    def _asked(self, hole: Peephole, rng: Rng) -> int:
        with _blamed(self.name):
            return int(self.bot.choose(hole, rng))


@contextmanager
def _blamed(name: str) -> Iterator[None]:
    """What somebody's class raises becomes a sentence that names the place."""
    try:
        yield
    except Refusal:
        raise
    except Exception as fault:
        last = traceback.extract_tb(fault.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        why = f"{type(fault).__name__}: {fault}"[:200]
        raise Refusal("bot_failed", given=name, where=where, why=why) from fault


def ask(bot: Bot, record: Record, state: State, seat: int, rng: Rng) -> int:
    """The step of any bot at a seat: ours through a peephole, outsiders with the seat's record."""
    spec = record.setup.spec
    if isinstance(bot, ExternalBot):
        return bot.answer(spec, record, state, seat, rng)
    return bot.choose(Peephole(spec, state, seat), rng)


def invite(given: Mapping[str, str]) -> None:
    """Offer classes under names: one instance each, in this process, from now on."""
    for name, where in given.items():
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,19}", name) or name in BOTS or ":" not in where:
            raise Refusal("bot_name", given=f"{name}={where}"[:80])
        bot = ClassBot(where)
        GUESTS[name] = lambda bot=bot: bot  # type: ignore[misc]


def is_external(name: str) -> bool:
    """Whether the name is a program's or a class's, not one of ours."""
    return ":" in name


def is_frozen(name: str) -> bool:
    """Whether the name is that of a level of an earlier release: `sourdough@0.1`."""
    return FROZEN.fullmatch(name) is not None


def any_bot(name: str, pace: int = 1) -> Bot:
    """A bot of the table by its name, a level of an earlier release, or an outsider.

    In the laboratory a level may have another budget: `sourdough*4`, `sourdough/16`.
    """
    if sized := BUDGET.fullmatch(name):
        level, sign, by = sized[1], sized[2], int(sized[3])
        if level in LEVELS and by > 0:
            return LevelBot(level, pace * by) if sign == "/" else LevelBot(level, pace, by)
    if is_frozen(name):
        from filon.bots.lines import frozen_level

        return frozen_level(name, pace)
    return external_bot(name) if is_external(name) else named(name, pace)


def external_bot(name: str) -> ExternalBot:
    """A program (`cmd:PROGRAM`) or a class (`module:Class`); Refusal if it cannot be had."""
    if not name.startswith(PROGRAM):
        return ClassBot(name)
    from filon.bots.lines import LineBot

    command = name.removeprefix(PROGRAM)
    words = shlex.split(command)
    if not words or shutil.which(words[0]) is None:
        raise Refusal("program", given=(words or [PROGRAM])[0])
    return LineBot(command)


def _made(name: str) -> Any:
    """An instance of the class; modules of the current folder count."""
    module, _, kind = name.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        made: Any = import_module(module)
        for part in kind.split("."):
            made = getattr(made, part)
        bot = made()
    except Exception as fault:
        why = f"{type(fault).__name__}: {fault}"[:200]
        raise Refusal("bot_class", given=name[:80], why=why) from fault
    if not callable(getattr(bot, "choose", None)):
        raise Refusal("bot_class", given=name[:80], why=f"{kind} has no method choose")
    return bot
