"""A pool of worker processes; bots never think in the server's own process."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

import structlog

from filon.log import place
from filon.thinking import brain
from filon.thinking.bot_worker import Answering, BotFault, BotWorker, WorkerGone
from filon.thinking.brain import Begun, Brain, NoAnswer, Question, unheard
from filon.thinking.queue import ATTEMPTS, Pending, QuestionQueue

log = structlog.get_logger()
PATIENCE = 30.0  # seconds a bot may think, from the moment it begins
RETRY = 2.0  # seconds until a worker is looked for again when none can be had


class PoolBrain(Brain):
    """A brain in worker processes; if one dies or hangs, its question is asked again."""

    def __init__(
        self,
        workers: int = 0,
        patience: float = PATIENCE,
        answering: Answering = brain.think,
    ) -> None:
        super().__init__()
        self.workers = workers or max(2, (os.cpu_count() or 2) - 1)
        self.patience = patience
        self.line = QuestionQueue(self.workers)
        self.hired: set[BotWorker] = set()
        self._answering = answering
        self._news = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        # Twice as many: the thread of a killed worker may still be about to notice.
        self._threads = ThreadPoolExecutor(2 * self.workers, "filon-bots")

    @property
    def waiting(self) -> int:
        return len(self.line)

    def warm(self) -> None:
        if not self._tasks:
            loop = asyncio.get_running_loop()
            self._tasks = [loop.create_task(self._serve()) for _ in range(self.workers)]

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for worker in list(self.hired):
            self._dismiss(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def think(self, question: Question, begun: Begun = unheard) -> str:
        self.warm()
        pending = Pending(question, begun, asyncio.get_running_loop().create_future())
        await self._queue(pending)
        try:
            return await pending.answer
        finally:
            self.line.leave(pending)

    async def _queue(self, pending: Pending, first: bool = False) -> None:
        async with self._news:
            self.line.join(pending, first)
            self._news.notify()

    # ---- one worker's place --------------------------------------------------------------------

    async def _serve(self) -> None:
        """Keep one worker alive and give it the questions whose turn it is."""
        while True:
            worker = await self._hire()
            try:
                while await self._answer_one(worker):
                    pass
            finally:
                self._dismiss(worker)

    async def _hire(self) -> BotWorker:
        """A warm worker; as long as none can be had the questions wait, and the log says so."""
        loop = asyncio.get_running_loop()
        while True:
            worker = None
            try:
                worker = BotWorker(self._answering, self.patience)
                self.hired.add(worker)
                await loop.run_in_executor(self._threads, worker.ready)
                return worker
            except (OSError, WorkerGone) as none:
                log.error("no worker for bots", why=type(none).__name__, waiting=self.waiting)
                if worker is not None:
                    self._dismiss(worker)
                await asyncio.sleep(RETRY)

    def _dismiss(self, worker: BotWorker) -> None:
        worker.kill()
        self.hired.discard(worker)

    async def _answer_one(self, worker: BotWorker) -> bool:
        """Have one question answered; returns whether the worker can take another."""
        async with self._news:
            while (taken := self.line.take()) is None:
                await self._news.wait()
        pending, divisor = taken
        question = pending.sized(divisor)
        answer, failed = "", None
        try:
            if worker.alive and not pending.answer.done():
                pending.begun(question.divisor)
                thought = asyncio.get_running_loop().run_in_executor(
                    self._threads, worker.ask, question
                )
                # The time limit begins here, not while the question was queued.
                answer = await asyncio.wait_for(thought, self.patience)
        except Exception as fault:
            failed = fault
        finally:
            self.line.done(pending)
        if failed is not None:
            await self._failed(pending, question, failed)
        elif answer:
            self.thoughts[question.divisor] += 1
            if not pending.answer.done():
                pending.answer.set_result(answer)
        elif not pending.answer.done():  # the worker died while it had nothing to do
            await self._queue(pending, first=True)
            return False
        async with self._news:
            self._news.notify()  # the table's next question may be taken
        return failed is None

    async def _failed(self, pending: Pending, question: Question, failed: Exception) -> None:
        """Ask again with less to think about, at last the hints alone; then give up."""
        why = {TimeoutError: "hung", WorkerGone: "died"}.get(type(failed), "fault")
        where = failed.place if isinstance(failed, BotFault) else place(failed)
        self.failures[why] += 1
        log.error("bot failed", why=why, table=question.table, level=question.level, **where)
        pending.attempt += 1
        if pending.answer.done():
            return
        if pending.attempt < ATTEMPTS:
            await self._queue(pending, first=True)
        else:
            pending.answer.set_exception(NoAnswer(why))
