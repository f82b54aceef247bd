"""Request batching: questions of one moment are put to a database together."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Batcher(Generic[Item, Answer]):
    """Collects items while a question is on its way, and sends them with the next one.

    A round trip costs much more than another row in the question.
    """

    def __init__(
        self, ask: Callable[[list[Item]], Awaitable[Sequence[Answer | Exception]]]
    ) -> None:
        self._ask = ask
        self._waiting: list[tuple[Item, asyncio.Future[Answer]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def __call__(self, item: Item) -> Answer:
        """Its own answer, or its own exception."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._work())
        return await answer

    async def _work(self) -> None:
        try:
            while self._waiting:
                now, self._waiting = self._waiting, []
                try:
                    answers = await self._ask([item for item, _ in now])
                except Exception as failed:
                    answers = [failed] * len(now)
                for (_, answer), result in zip(now, answers, strict=True):
                    if answer.done():
                        continue  # the caller has left
                    if isinstance(result, Exception):
                        answer.set_exception(result)
                    else:
                        answer.set_result(result)
        finally:
            self._asking = None
            for _, answer in self._waiting:
                answer.cancel()  # the server ends
