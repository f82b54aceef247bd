"""A server's reviews: each in a process of its own, with a time limit."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from filon.app.review_queue import Hear, Job, ReviewFailed, ReviewQueue
from filon.app.review_storage import ReviewStorage
from filon.thinking.bot_worker import BotFault, WorkerGone
from filon.thinking.brain import Brain
from filon.thinking.review_worker import ReviewWorker

PATIENCE = 1200.0  # seconds a review may take, from the moment it begins


class ServerReviewQueue(ReviewQueue):
    """Makes reviews in one-shot subprocesses, and ends one that takes too long."""

    def __init__(self, brain: Brain, notes: ReviewStorage, patience: float = PATIENCE) -> None:
        super().__init__(brain, notes)
        self.patience = patience
        self._thread = ThreadPoolExecutor(2, "filon-review")

    async def made(self, job: Job, hear: Hear) -> str:
        """The review, made in a one-shot subprocess."""
        loop = asyncio.get_running_loop()
        worker = await loop.run_in_executor(self._thread, ReviewWorker, job.record, job.depth)
        try:
            waiting = loop.run_in_executor(self._thread, worker.result, hear)
            return await asyncio.wait_for(waiting, self.patience)
        except BotFault as fault:
            raise ReviewFailed(fault.place) from None
        except (WorkerGone, TimeoutError, OSError) as fault:
            raise ReviewFailed({"kind": type(fault).__name__}) from None
        finally:
            await asyncio.shield(loop.run_in_executor(None, worker.kill))

    async def close(self) -> None:
        """Stop the review that is being made."""
        await super().close()
        self._thread.shutdown(wait=False, cancel_futures=True)
