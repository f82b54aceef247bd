"""Whether the server can keep what it is told: proven by a write, answered within a second."""

import asyncio
import time

from filon.store.contract import TableStore, Unavailable

PATIENCE = 0.5  # seconds until a store that says nothing counts as away; the rest is for the way
FRESH = 1.0  # seconds an answer stays true: whoever asks more often costs nothing


class Readiness:
    """Writes a mark into the store, one at a time, together with what else is written then."""

    def __init__(self, store: TableStore, patience: float = PATIENCE, fresh: float = FRESH) -> None:
        self._store = store
        self._patience = patience
        self._fresh = fresh
        self._proven = -fresh
        self._writing: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Unavailable unless the store has just taken a write."""
        if time.monotonic() - self._proven < self._fresh:
            return
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())
        writing = self._writing
        # Not wait_for: the write is not ended, nor asked for twice, because somebody went away.
        done, _ = await asyncio.wait({writing}, timeout=self._patience)
        if not done:
            raise Unavailable("the store does not answer")
        writing.result()

    async def _write(self) -> None:
        try:
            await self._store.set_meta("ready", str(time.time_ns() // 1_000_000))
            self._proven = time.monotonic()
        finally:
            self._writing = None
