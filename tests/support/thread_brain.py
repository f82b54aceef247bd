"""A brain without worker processes."""

import asyncio

from filon.thinking.brain import Begun, Brain, Question, think, unheard


class ThreadBrain(Brain):
    """Thinks in a thread of this process."""

    async def think(self, question: Question, begun: Begun = unheard) -> str:
        return await asyncio.to_thread(think, question)
