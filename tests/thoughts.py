"""Bots that go wrong on request, in processes that import this file."""

import os
import signal
import time

from filon.core.rng import Rng
from filon.table.brain import Question, think
from filon.table.match.guess import guess


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


def highest(question: Question) -> str:
    """The last legal step, whatever the level: nobody else would play it by accident."""
    state = guess(question.record, question.seat, Rng(question.seed))
    return question.record.setup.spec.layout.text(state.legal()[-1])
