"""Bots that think on the device itself: as much as it manages while a person likes to wait."""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import replace

from filon import bots
from filon.table.brain import Begun, Brain, Question, think, unheard

TARGET = 0.9  # seconds a choice should take; positions differ, so that some take twice as long
PROBE = 40  # the first question of a level is asked once with its budget divided by this
SLOWEST = 1000  # no budget is divided by more
FORGET = 0.85  # of an older measure, with every new one


class DeviceBrain(Brain):
    """Divides a level's budget so that a choice stays short, and tells by how much."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__()
        self._clock = clock
        self._whole: dict[tuple[str, str], float] = {}  # seconds with the whole budget
        self.took: dict[tuple[str, str], float] = {}  # the last choice of each game and level

    async def think(self, question: Question, begun: Begun = unheard) -> str:
        await asyncio.sleep(0)  # what came before is told first
        of = (question.record.setup.game, question.level)
        if not bots.searches(question.level, question.record.setup.spec):
            return think(question)
        if of not in self._whole:
            self._measure(of, replace(question, pace=PROBE))
            await asyncio.sleep(0)
        pace = self.pace(*of)
        begun(pace)
        self.thoughts[pace] += 1
        await asyncio.sleep(0)
        return self._measure(of, replace(question, pace=pace))

    def pace(self, game: str, level: str) -> int:
        """What the budget of a level is divided by in this game on this device."""
        return max(1, min(SLOWEST, math.ceil(self._whole.get((game, level), 0.0) / TARGET)))

    def paces(self) -> list[dict[str, object]]:
        """How long each level took for its last choice here, and with how much of its budget."""
        return [
            {"game": game, "level": level, "seconds": round(took, 2),
             "share": round(1 / self.pace(game, level), 4)}
            for (game, level), took in self.took.items()
        ]  # fmt: skip

    def _measure(self, of: tuple[str, str], question: Question) -> str:
        start = self._clock()
        told = think(question)
        self.took[of] = self._clock() - start
        whole = self.took[of] * question.pace
        self._whole[of] = max(whole, FORGET * self._whole.get(of, 0.0))
        return told
