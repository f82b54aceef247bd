"""Bots that go wrong on request, in processes that import this file."""

import gc
import os
import signal
import time

from filon import games
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.core.worlds import world
from filon.thinking.brain import Question, think


def question(
    table: str = "a", waited: bool = True, seed: str = "s", level: str = "panner"
) -> Question:
    """A question to the first seat of a game of two."""
    setup = agreed(games.load("claim_it"), 2, None)
    steps = ["first 0", "dice 1 2 3"]
    return Question(Record(setup, steps), 0, level, seed, table=table, waited=waited)


def odd(question: Question) -> str:
    """An answer, unless the seed asks for trouble at the first attempt: see `attempt`."""
    wish, _, attempt = question.seed.partition("|")
    if wish == "fault" or (wish == "once" and not attempt):
        raise RuntimeError("tile 1 2 3")
    if wish == "die" and not attempt:
        os.kill(os.getpid(), signal.SIGKILL)
    while wish == "hang" and not attempt:
        time.sleep(1)
    return think(question)


def patience(question: Question) -> str:
    """How many objects come before Python looks for cycles among them."""
    return str(gc.get_threshold()[0])


def highest(question: Question) -> str:
    """The last legal step, whatever the level: no other bot would play it by accident."""
    state = world(question.record, question.seat, Rng(question.seed))
    return question.record.setup.spec.layout.text(state.legal()[-1])
