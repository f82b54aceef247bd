"""Change notifications between processes that share a PostgreSQL: LISTEN and NOTIFY."""

import asyncio
import contextlib
import secrets
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import structlog

from filon.store.bus import Bus, Listener
from filon.store.postgres import AWAY

log = structlog.get_logger()
CHANNEL = "filon"
NOTIFY = "SELECT pg_notify($1, table_id) FROM unnest($2::text[]) AS table_id"


class PostgresBus(Bus):
    """Listens on a connection of its own, and reconnects after an interruption.

    NOTIFY is sent after the commit, outside of it: inside it would take a lock on everything.
    """

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.me = secrets.token_hex(4)
        self._listener: Listener | None = None
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None
        self._news: set[str] = set()  # tables to announce after the last ones
        self._telling: asyncio.Task[None] | None = None

    async def open(self, listener: Listener) -> None:
        self._listener = listener
        self._task = asyncio.ensure_future(self._stay())

    async def close(self) -> None:
        self._listener = None
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._telling is not None:
            await self._telling
        if self._connection is not None:
            with contextlib.suppress(*AWAY):
                await self._connection.close(timeout=2)

    async def tell(self, table_id: str, teller: Listener) -> None:
        self._news.add(table_id)  # not awaited: the change is stored already
        if self._telling is None:
            self._telling = asyncio.ensure_future(self._tell())

    async def _tell(self) -> None:
        """Announce all waiting tables in one statement: a connection runs one at a time."""
        while self._news:
            news, self._news = [f"{self.me} {table_id}" for table_id in self._news], set()
            with contextlib.suppress(*AWAY):  # lost: the others read again now and then
                if self._connection is not None:
                    await self._connection.execute(NOTIFY, CHANNEL, news)
        self._telling = None

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        who, _, table_id = str(payload).partition(" ")
        if who != self.me and self._listener is not None:
            self._listener(table_id)

    async def _stay(self) -> None:
        while True:
            try:
                connection = await asyncpg.connect(self.url, timeout=5, command_timeout=5)
                ended = asyncio.Event()
                connection.add_termination_listener(lambda _connection, ended=ended: ended.set())
                await connection.add_listener(CHANNEL, self._heard)
                self._connection = connection
                await ended.wait()
            except AWAY as away:
                log.warning("bus away", why=type(away).__name__)
            self._connection = None
            await asyncio.sleep(1)
