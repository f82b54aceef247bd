"""Questions of one moment put to a database as one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Batcher(Generic[Item, Answer]):
    """What is asked in one turn of the event loop, and while the last is on its way, goes together.

    A way to the database and back costs much more than a line more in what is asked there.
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
                    told = await self._ask([item for item, _ in now])
                except Exception as failed:
                    told = [failed] * len(now)
                for (_, answer), one in zip(now, told, strict=True):
                    if answer.done():
                        continue  # whoever asked has left
                    if isinstance(one, Exception):
                        answer.set_exception(one)
                    else:
                        answer.set_result(one)
        finally:
            self._asking = None
            for _, answer in self._waiting:
                answer.cancel()  # the server ends
