"""A fair queue of questions: one per table in turn, tables at which a person waits first."""

import asyncio
from collections import deque
from dataclasses import dataclass, replace

from filon.thinking.brain import Begun, Question

PEOPLE_FIRST = 8  # so many questions of people's tables, then one of a table of bots alone
COMFORT = 2  # tables a worker can serve with undivided budgets
LEAST = 64  # the budget is never divided by more
AGAIN = 8  # by how much a budget shrinks that was too much once
LAST = "greedy"  # the bot that answers when thinking failed twice: hints, no search
ATTEMPTS = 3


@dataclass(eq=False)
class Pending:
    """A queued question and the future of its answer."""

    question: Question
    begun: Begun
    answer: "asyncio.Future[str]"
    attempt: int = 0  # failed attempts

    def sized(self, divisor: int) -> Question:
        """The question with its budget divided; after a failure by more, and with another seed."""
        question = self.question
        if self.attempt == 0:
            return replace(question, divisor=question.divisor * divisor)
        level = LAST if self.attempt == ATTEMPTS - 1 else question.level
        seed = f"{question.seed}|{self.attempt}"  # a repetition would fail again
        return replace(question, divisor=question.divisor * divisor * AGAIN, level=level, seed=seed)


class QuestionQueue:
    """Questions by table; at most one of a table is being answered."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._tables: dict[bool, dict[str, deque[Pending]]] = {True: {}, False: {}}
        self._thinking: dict[str, bool] = {}  # tables being thought for, and whether people wait
        self._ran = 0  # people's tables in a row

    def __len__(self) -> int:
        return sum(len(queued) for row in self._tables.values() for queued in row.values())

    def join(self, pending: Pending, first: bool = False) -> None:
        """Append behind the waiting tables; `first`: in front, for a question asked again."""
        row = self._tables[pending.question.waited]
        table = pending.question.table
        if first:
            waiting = row.pop(table, deque())
            rest = dict(row)
            row.clear()
            row[table] = waiting
            row.update(rest)
            waiting.appendleft(pending)
        else:
            row.setdefault(table, deque()).append(pending)

    def leave(self, pending: Pending) -> None:
        """Remove a question."""
        row, table = self._tables[pending.question.waited], pending.question.table
        if pending in row.get(table, ()):
            row[table].remove(pending)
            if not row[table]:
                del row[table]

    def take(self) -> tuple[Pending, int] | None:
        """The next question and the divisor of its budget; None if no table may be served."""
        for waited in (False, True) if self._ran >= PEOPLE_FIRST else (True, False):
            row = self._tables[waited]
            for table in row:
                if table not in self._thinking:
                    divisor = self.divisor(waited)
                    waiting = row.pop(table)
                    pending = waiting.popleft()
                    if waiting:
                        row[table] = waiting  # the next question of this table waits its turn
                    self._thinking[table] = waited
                    self._ran = self._ran + 1 if waited else 0
                    return pending, divisor
        return None

    def done(self, pending: Pending) -> None:
        """Its worker is free again."""
        self._thinking.pop(pending.question.table, None)

    def divisor(self, waited: bool) -> int:
        """The present divisor of budgets; tables of bots alone do not raise that of people."""
        crowd = len(self._tables[True]) + sum(self._thinking.values())
        if not waited:
            crowd += len(self._tables[False]) + len(self._thinking) - sum(self._thinking.values())
        divisor = 1
        while divisor < LEAST and crowd > COMFORT * self.workers * divisor:
            divisor *= 2
        return divisor
