"""The queue of reviews: one is made at a time, and bots that think go first.

Each process of a server, and each tab of a device, has a queue; the store tells all of each.
Subclasses say how a review is made.
"""

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from filon.app.review_storage import BROUGHT, Note, ReviewStorage, State
from filon.core.errors import Refusal
from filon.core.record import Record
from filon.log import get_logger
from filon.protocol.fields import Written
from filon.protocol.records import ReviewJob
from filon.store.contract import Unavailable
from filon.thinking.brain import Brain

log = get_logger()
MOST = 20  # reviews that may wait or run
KEPT = 32  # finished reviews kept in memory
HOUR = 3600.0  # seconds
LOOK = 0.5  # seconds between two checks whether bots think
WORD = 1.0  # seconds between two notes to the other processes, if there is news
STILL = 6.0  # the same if there is none: a process without notes has died

Hear = Callable[[int], None]  # percent


class ReviewFailed(Exception):
    """A review could not be made; `fields` go into the log."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.fields = fields


@dataclass(eq=False)
class Job:
    """A review that was asked for."""

    name: str
    record: Record
    depth: int
    form: str  # under which it is stored
    state: State = "queued"
    progress: int = 0
    review: str = ""  # as JSON
    ended: float = 0.0
    said: tuple[object, ...] = ()  # what was sent to the other processes last
    spoke: float = 0.0  # and when


class ReviewQueue(ABC):
    """Makes reviews in the order in which they were asked for."""

    depth = 1  # of the reviews of its own tables

    def __init__(self, brain: Brain, notes: ReviewStorage) -> None:
        self.brain = brain
        self.notes = notes
        self.jobs: dict[str, Job] = {}
        self._line: list[Job] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, record: Record, depth: int, form: str) -> ReviewJob:
        """Queue a review, or find it here or in another process; Refusal `review_full`."""
        there = await self.find(name, form)
        if there is not None and there.state != "failed":
            return there
        job = self.jobs.get(name)  # asked for at the same moment
        if job is not None and job.state != "failed":
            return self._answer(job)
        if len(self._line) >= MOST:
            raise Refusal("review_full")
        job = Job(name, record, depth, form)
        self.jobs[name] = job
        self._line.append(job)
        await self._say(job)
        # Two tasks: the one that writes notes sleeps for a second after the last review.
        for work in (self._serve, self._spread):
            task = self._tasks.get(work.__name__)
            if task is None or task.done():
                self._tasks[work.__name__] = asyncio.get_running_loop().create_task(work())
        return self._answer(job)

    def new(self) -> str:
        """A name for the review of a record that is of no table."""
        return secrets.token_urlsafe(16)

    async def find(self, name: str, form: str) -> ReviewJob | None:
        """The review of this name: stored, or queued here or in another process."""
        self._tidy()
        if (done := await self._stored(name, form)) is not None:
            return done
        job = self.jobs.get(name)
        if job is not None:
            return self._answer(job) if job.form == form else None
        note = await self.notes.heard(name, form)
        if note is not None and note.state == "done":  # since the first look, or it is gone
            return await self._stored(name, form)
        return None if note is None else _message(name, form, note)

    async def _stored(self, name: str, form: str) -> ReviewJob | None:
        review = await self.notes.stored(name, form)
        return _message(name, form, Note("done", 100, 0, 0), review) if review else None

    def _answer(self, job: Job) -> ReviewJob:
        note = Note(job.state, job.progress, self._before(job), 0)
        return _message(job.name, job.form, note, job.review)

    def _before(self, job: Job) -> int:
        return self._line.index(job) if job in self._line else 0

    async def close(self) -> None:
        """Stop the review that is being made."""
        for task in self._tasks.values():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    @abstractmethod
    async def made(self, job: Job, hear: Hear) -> str:
        """The review as JSON; ReviewFailed if there is none."""

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
            await self._say(job)

    async def _make(self, job: Job) -> None:
        def hear(percent: int) -> None:
            job.progress = percent

        try:
            review = await self.made(job, hear)
            await self._keep(job, review)
            job.review, job.progress, job.state = review, 100, "done"
        except ReviewFailed as fault:
            log.error("review failed", **fault.fields)
            job.state = "failed"

    async def _keep(self, job: Job, review: str) -> None:
        try:
            await self.notes.keep(job.name, job.form, review)
        except (Unavailable, Refusal):  # it stays in memory, and is made again later
            log.error("review not kept")

    # ---- notes for the other processes ---------------------------------------------------------

    async def _spread(self) -> None:
        """While the queue has reviews: note their progress, and that this process lives."""
        while self._line:
            for job in list(self._line):
                await self._say(job)
            await asyncio.sleep(WORD)

    async def _say(self, job: Job) -> None:
        news = (job.state, job.progress, self._before(job))
        now = asyncio.get_running_loop().time()
        if news == job.said and now - job.spoke < STILL:
            return
        job.said, job.spoke = news, now
        await self.notes.say(job.name, job.form, *news)

    def _tidy(self) -> None:
        """Forget what has been done for an hour, and the oldest of too many."""
        now = asyncio.get_running_loop().time()
        ended = sorted((job for job in self.jobs.values() if job.ended), key=lambda j: j.ended)
        for at, job in enumerate(ended):
            if job.ended < now - HOUR or at < len(ended) - KEPT:
                del self.jobs[job.name]


def _message(name: str, form: str, note: Note, review: str = "") -> ReviewJob:
    """The message; a table's own review is asked for at its table and needs no name."""
    return ReviewJob(
        job=name if form == BROUGHT else "",
        state=note.state,
        progress=note.progress,
        before=note.before,
        review=Written(review) if review else None,
    )
