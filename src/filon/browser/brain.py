"""What a device computes itself: choices of bots and reviews, while its page stays responsive."""

import asyncio
import json
import math
import time
from collections.abc import Callable
from dataclasses import replace

from filon import bots
from filon.app.review_queue import LOOK, Hear, Job, ReviewFailed, ReviewQueue
from filon.bots.level_bot import HURRIED
from filon.bots.weights import best_hints
from filon.core.setup import Setup
from filon.log import place
from filon.review.reference import SLIGHT
from filon.review.review import Reviewer
from filon.thinking.brain import Begun, Brain, Question, think, unheard

TARGET = 1.0  # seconds a choice is given; nothing may take three, on a phone neither
SLOWEST = 1000  # no budget is divided by more
GROWTH = 6  # how much more a bot is given for a second try, at most
MARGIN = 8  # a choice begins with this part of what the dearest one so far would have had
LEAST = 100  # simulations of an advice: fewer say nothing
ADVICE = "advice"  # what the lamp asks, in the list of levels

Of = tuple[str, str]  # game and level


class DeviceBrain(Brain):
    """Divides a level's budget so that a choice stays short, and says by how much.

    The device is unknown, and the cost of a simulation differs tenfold between positions of one
    game. So each choice begins with a small budget, measures it, and tries again with as much as
    the time allows. The tries before the last take a fifth of the time.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__()
        self._clock = clock
        self._paces: dict[Of, int] = {}  # what the last budget was divided by
        self._dearest: dict[Of, float] = {}  # seconds of the whole budget, where it is dearest
        self.took: dict[Of, float] = {}  # seconds of the last choice of each game and level
        self.noted: Callable[[str], None] = lambda text: None  # called with what to remember
        self._busy = 0

    @property
    def waiting(self) -> int:
        """How many bots think: reviews let them go first."""
        return self._busy

    async def think(self, question: Question, begun: Begun = unheard) -> str:
        self._busy += 1
        try:
            await asyncio.sleep(0)  # messages that wait are sent first
            return await self._answer(question, begun)
        finally:
            self._busy -= 1

    async def _answer(self, question: Question, begun: Begun) -> str:
        setup, hint = question.record.setup, question.asks == "hint"
        of = (setup.game, ADVICE if hint else question.level)
        if not hint and not bots.searches(question.level, setup.spec):
            return self._timed(question)[0]
        least, dear = least_divisor(setup), self._dearest.get(of, math.inf)
        divisor = math.ceil(min(SLOWEST, max(least, MARGIN * dear / TARGET)))
        begun(self._paces.get(of, divisor))
        await asyncio.sleep(0)
        answer, took = self._timed(replace(question, divisor=divisor))
        whole = took
        # A second try is worth its time only if it is given clearly more.
        while (more := max(least, self._more(divisor, took))) * 2 <= divisor:
            await asyncio.sleep(0)
            divisor = more
            answer, took = self._timed(replace(question, divisor=divisor))
            whole += took
        begun(divisor)
        self.thoughts[divisor] += 1
        self._note(of, divisor, whole, divisor * took)
        return answer

    def _more(self, divisor: int, took: float) -> int:
        """What to divide the budget by next, to use the time; at most GROWTH times the budget."""
        return max(1, math.ceil(divisor * took / TARGET), divisor // GROWTH)

    def _note(self, of: Of, divisor: int, took: float, dear: float) -> None:
        known = self._dearest.get(of, 0.0)
        self._paces[of], self.took[of], self._dearest[of] = divisor, took, max(known, dear)
        if dear > 1.5 * known:
            rows = [
                [*of, self._paces[of], self.took[of], dear] for of, dear in self._dearest.items()
            ]
            self.noted(json.dumps(rows))

    def remember(self, text: str) -> None:
        """Take up what was noted on an earlier visit."""
        for game, level, divisor, took, dear in json.loads(text or "[]"):
            of = (game, level)
            self._paces[of], self.took[of], self._dearest[of] = divisor, took, dear

    def paces(self) -> list[dict[str, object]]:
        """How long each level's last choice took, and with how much of its budget."""
        return [
            {"game": game, "level": level, "seconds": round(took, 2),
             "share": round(1 / self._paces[game, level], 4)}
            for (game, level), took in self.took.items()
        ]  # fmt: skip

    def _timed(self, question: Question) -> tuple[str, float]:
        start = self._clock()
        answer = think(replace(question, least=LEAST))
        return answer, self._clock() - start


def least_divisor(setup: Setup) -> int:
    """The least divisor of a budget with which no second draw of the turn is weighed.

    That costs some forty times the first draw, and nothing measured with less can tell.
    """
    start = setup.start()
    hints = best_hints(setup.spec, start)
    return 1 if hints is None or hints.plan(start).reexamine_margin == 0 else HURRIED + 1


class BrowserReviewQueue(ReviewQueue):
    """Makes slight reviews, step by step: the page's one worker does everything else in between."""

    depth = SLIGHT

    async def made(self, job: Job, hear: Hear) -> str:
        """The review, as deep as plain Python manages while a person waits."""
        try:
            reviewer = Reviewer(job.record, job.depth)
            for done in reviewer.walk():
                hear(100 * done // max(1, len(job.record.steps)))
                await asyncio.sleep(0)
                while self.brain.waiting:  # noqa: ASYNC110 - bots go first, and do not say when
                    await asyncio.sleep(LOOK)
            return reviewer.whole().text()
        except Exception as fault:
            raise ReviewFailed(place(fault)) from fault
