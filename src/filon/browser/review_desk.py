"""Reviews made on the device itself, step by step between all else, and slight: it says so."""

import asyncio
import json

from filon.app.review_desk import LOOK, Hear, Job, NotMade, ReviewDesk
from filon.core.record import game_of, read
from filon.games import load
from filon.log import place
from filon.review.reference import SLIGHT
from filon.review.review import Reviewer


class DeviceDesk(ReviewDesk):
    """There is one worker for everything: after every step of a game the others have their turn."""

    depth = SLIGHT

    async def made(self, job: Job, hear: Hear) -> str:
        """As deep as plain Python manages while a person likes to wait."""
        try:
            record = read(job.text, load(game_of(job.text)))
            reviewer = Reviewer(record, job.depth)
            for done in reviewer.walk():
                hear(100 * done // max(1, len(record.steps)))
                await asyncio.sleep(0)
                while self.brain.waiting:  # noqa: ASYNC110 - bots go first, and do not say when
                    await asyncio.sleep(LOOK)
            return json.dumps(reviewer.whole().plain(), separators=(",", ":"))
        except Exception as fault:
            raise NotMade(place(fault)) from fault
