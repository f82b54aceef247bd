"""Reviews in line: one at a time, behind bots that think; each process of a server has its own."""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

import structlog

from filon.core.errors import Refusal
from filon.review.form import FORMAT
from filon.server.reviewing import ReviewJob
from filon.table.brain import Brain
from filon.table.thinking.reviewer import ReviewWorker, Told
from filon.table.thinking.worker import Fault, Gone

log = structlog.get_logger()
MOST = 20  # reviews that may wait or run
KEPT = 32  # finished ones that are remembered here
HOUR = 3600.0  # seconds
PATIENCE = 1200.0  # seconds a review may take, from the moment it begins
LOOK = 0.5  # seconds between two looks whether bots think

Keep = Callable[[str], Awaitable[None]]
Making = Callable[[str, int, Told], str]


@dataclass(eq=False)
class Job:
    """A review that was asked for."""

    name: str
    text: str
    depth: int
    keep: Keep | None = None  # where it goes when it is done
    state: Literal["queued", "running", "done", "failed"] = "queued"
    progress: int = 0
    told: str = ""  # the review, as JSON
    ended: float = 0.0
    worker: Any = field(default=None, repr=False)


class ReviewDesk:
    """Takes orders and serves them in the order they came."""

    def __init__(self, brain: Brain, patience: float = PATIENCE) -> None:
        self.brain = brain
        self.patience = patience
        self.jobs: dict[str, Job] = {}
        self._line: list[Job] = []
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(2, "filon-review")

    def ask(self, name: str, text: str, depth: int, keep: Keep | None = None) -> Job:
        """Put a review in line, or find it there; Refusal `review_full`."""
        self._tidy()
        found = self.jobs.get(name)
        if found is not None and found.state != "failed":
            return found
        if len(self._line) >= MOST:
            raise Refusal("review_full")
        job = Job(name, text, depth, keep)
        self.jobs[name] = job
        self._line.append(job)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._serve())
        return job

    def new(self) -> str:
        """A name for a review of something that is nobody's table."""
        return secrets.token_urlsafe(16)

    def find(self, name: str) -> Job | None:
        """The review of this name, if it is remembered."""
        self._tidy()
        return self.jobs.get(name)

    def told(self, job: Job, name: str = "") -> ReviewJob:
        """How far it is, for the wire."""
        before = self._line.index(job) if job in self._line else 0
        review = json.loads(job.told) if job.told else None
        return ReviewJob(
            job=name, state=job.state, progress=job.progress, before=before, review=review
        )

    async def close(self) -> None:
        """Stop whatever is being made."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _serve(self) -> None:
        while self._line:
            job = self._line[0]
            while self.brain.waiting:  # noqa: ASYNC110 - bots go first, and do not tell us when
                await asyncio.sleep(LOOK)
            job.state = "running"
            try:
                await self._make(job)
            finally:
                self._line.remove(job)
                job.ended = asyncio.get_running_loop().time()

    async def _make(self, job: Job) -> None:
        loop = asyncio.get_running_loop()

        def hear(percent: int) -> None:
            job.progress = percent

        worker = await loop.run_in_executor(self._thread, ReviewWorker, job.text, job.depth)
        try:
            waiting = loop.run_in_executor(self._thread, worker.result, hear)
            told = await asyncio.wait_for(waiting, self.patience)
            if job.keep is not None:
                await job.keep(told)
            job.told, job.progress, job.state = told, 100, "done"
        except (Fault, Gone, TimeoutError, OSError) as fault:
            why = fault.told if isinstance(fault, Fault) else {"kind": type(fault).__name__}
            log.error("review failed", **why)
            job.state = "failed"
        finally:
            await asyncio.shield(loop.run_in_executor(None, worker.kill))

    def _tidy(self) -> None:
        """Forget what has been done for an hour, and the oldest of too many."""
        with suppress(RuntimeError):
            now = asyncio.get_running_loop().time()
            ended = sorted((job for job in self.jobs.values() if job.ended), key=lambda j: j.ended)
            for at, job in enumerate(ended):
                if job.ended < now - HOUR or at < len(ended) - KEPT:
                    del self.jobs[job.name]


def form(depth: int) -> str:
    """Under which name a review is kept with its match."""
    return FORMAT if depth == 1 else f"{FORMAT} depth {depth}"
