# mypyc: no
"""Bots that others wrote: how they are asked, and the names by which any bot can be chosen."""

import os
import re
import shlex
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from filon.bots import BOTS, GUESTS, LEVELS, LevelBot, named
from filon.bots.bot import Bot, Peephole
from filon.core.errors import Refusal
from filon.core.game import State
from filon.core.rng import Rng
from filon.core.setup import Setup

PROGRAM = "cmd:"
BUDGET = re.compile(r"([a-z]+)([*/])([0-9]{1,4})")
FROZEN = re.compile(r"[a-z]+@[0-9][0-9.]*")  # a level of an earlier release


class RecordPeephole(Peephole):
    """A peephole with the seat's own record; the position behind it is always redealt."""

    def __init__(self, setup: Setup, record: list[str], state: State, seat: int, rng: Rng) -> None:
        redealt = state.clone()
        redealt.redeal(seat, rng)
        super().__init__(setup.spec, redealt, seat)
        self.setup = setup
        self.record = record  # the steps so far in notation, `?` for what others hide


class ExternalBot(Bot):
    """A bot of others: illegal answers are replaced by a random legal step, and counted."""

    illegal = 0  # answers of this game that were replaced

    def begin(self, setup: Setup, seat: int) -> None:
        self.illegal = 0

    def faults(self) -> int:
        return self.illegal


class ClassBot(ExternalBot):
    """A class named as `module:Class`; one instance plays game after game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.bot = _made(name)

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """The class's choice, legal or not; what it raises becomes a refusal."""
        with _blamed(self.name):
            return int(self.bot.choose(hole, rng))

    def answer(
        self, setup: Setup, state: State, seat: int, rng: Rng, record: Callable[[], list[str]]
    ) -> int:
        """The class's step; a random one if that is not legal."""
        steps = state.legal()
        chance = steps[rng.below(len(steps))]  # drawn in any case: faults do not shift the luck
        step = self.choose(RecordPeephole(setup, record(), state, seat, rng), rng)
        if step in steps:
            return step
        self.illegal += 1
        return chance

    def begin(self, setup: Setup, seat: int) -> None:
        """Call the class's `begin` if it has one."""
        super().begin(setup, seat)
        if callable(begin := getattr(self.bot, "begin", None)):
            with _blamed(self.name):
                begin(setup, seat)

    def close(self) -> None:
        """Call the class's `close` if it has one."""
        if callable(close := getattr(self.bot, "close", None)):
            close()


@contextmanager
def _blamed(name: str) -> Iterator[None]:
    """Turn what a class raises into a refusal that names the place."""
    try:
        yield
    except Refusal:
        raise
    except Exception as fault:
        last = traceback.extract_tb(fault.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        why = f"{type(fault).__name__}: {fault}"[:200]
        raise Refusal("bot_failed", given=name, where=where, why=why) from fault


def invite(given: Mapping[str, str]) -> None:
    """Register classes under names: one instance each, in this process."""
    for name, where in given.items():
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,19}", name) or name in BOTS or ":" not in where:
            raise Refusal("bot_name", given=f"{name}={where}"[:80])
        bot = ClassBot(where)
        GUESTS[name] = lambda bot=bot: bot  # type: ignore[misc]


def is_frozen(name: str) -> bool:
    """Whether the name is a level of an earlier release, as in `sourdough@0.1`."""
    return FROZEN.fullmatch(name) is not None


def any_bot(name: str, divisor: int = 1) -> Bot:
    """The bot of that name: one of ours, a level of an earlier release, a program or a class.

    A level may have another budget: `sourdough*4`, `sourdough/16`.
    """
    if sized := BUDGET.fullmatch(name):
        level, sign, by = sized[1], sized[2], int(sized[3])
        if level in LEVELS and by > 0:
            return LevelBot(level, divisor * by) if sign == "/" else LevelBot(level, divisor, by)
    if is_frozen(name):
        from filon.bots.lines import frozen_level

        return frozen_level(name, divisor)
    return external_bot(name) if ":" in name else named(name, divisor)


def external_bot(name: str) -> ExternalBot:
    """A program (`cmd:PROGRAM`) or a class (`module:Class`); Refusal if it cannot be loaded."""
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
