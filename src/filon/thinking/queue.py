"""The line before the workers: table after table, those at which a person waits first."""

import asyncio
from collections import deque
from dataclasses import dataclass, replace

from filon.thinking.brain import Begun, Question

PEOPLE_FIRST = 8  # so many questions of people's tables, then one of a table of bots alone
COMFORT = 2  # tables a worker can serve with the whole budget
LEAST = 64  # the budget is never divided by more
AGAIN = 8  # by how much a budget shrinks that was too much once
LAST = "greedy"  # who answers when thinking failed twice: the hints alone, no search
ATTEMPTS = 3


@dataclass(eq=False)
class Pending:
    """A question in line and where its answer goes."""

    question: Question
    begun: Begun
    answer: "asyncio.Future[str]"
    attempt: int = 0  # how often it was thought about in vain

    def sized(self, divisor: int) -> Question:
        """The question to be thought about now, with a budget that can be afforded."""
        asked = self.question
        if self.attempt == 0:
            return replace(asked, divisor=asked.divisor * divisor)
        level = LAST if self.attempt == ATTEMPTS - 1 else asked.level
        seed = f"{asked.seed}|{self.attempt}"  # what failed must not be repeated to the letter
        return replace(asked, divisor=asked.divisor * divisor * AGAIN, level=level, seed=seed)


class QuestionQueue:
    """Questions by table; of one table only one is thought about at a time."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._tables: dict[bool, dict[str, deque[Pending]]] = {True: {}, False: {}}
        self._thinking: dict[str, bool] = {}  # tables being thought for, and whether people wait
        self._ran = 0  # people's tables in a row

    def __len__(self) -> int:
        return sum(len(asked) for row in self._tables.values() for asked in row.values())

    def join(self, asked: Pending, first: bool = False) -> None:
        """Wait behind the tables that wait; `first`: before them, since it has waited already."""
        row = self._tables[asked.question.waited]
        table = asked.question.table
        if first:
            waiting = row.pop(table, deque())
            rest = dict(row)
            row.clear()
            row[table] = waiting
            row.update(rest)
            waiting.appendleft(asked)
        else:
            row.setdefault(table, deque()).append(asked)

    def leave(self, asked: Pending) -> None:
        """Wait no more."""
        row, table = self._tables[asked.question.waited], asked.question.table
        if asked in row.get(table, ()):
            row[table].remove(asked)
            if not row[table]:
                del row[table]

    def take(self) -> tuple[Pending, int] | None:
        """Whose turn it is, and what its budget is to be divided by; None if nobody can have it."""
        for waited in (False, True) if self._ran >= PEOPLE_FIRST else (True, False):
            row = self._tables[waited]
            for table in row:
                if table not in self._thinking:
                    divisor = self.divisor(waited)
                    waiting = row.pop(table)
                    asked = waiting.popleft()
                    if waiting:
                        row[table] = waiting  # the next question of this table waits its turn
                    self._thinking[table] = waited
                    self._ran = self._ran + 1 if waited else 0
                    return asked, divisor
        return None

    def done(self, asked: Pending) -> None:
        """It is not thought about any more."""
        self._thinking.pop(asked.question.table, None)

    def divisor(self, waited: bool) -> int:
        """What the budget of a table is divided by now: people's do not suffer from bots alone."""
        crowd = len(self._tables[True]) + sum(self._thinking.values())
        if not waited:
            crowd += len(self._tables[False]) + len(self._thinking) - sum(self._thinking.values())
        divisor = 1
        while divisor < LEAST and crowd > COMFORT * self.workers * divisor:
            divisor *= 2
        return divisor
