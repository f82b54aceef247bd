"""Leases: one process at a time thinks for a match, and another soon after that one has died."""

import contextlib
import secrets
from collections.abc import Iterator

from filon.store.contract import LeaseStore, Unavailable
from filon.tables.time_source import Clock

LEASE = 6.0  # seconds after which the matches of a process that died are free


class Leases:
    """The matches this process thinks for; the store keeps two from having the same one."""

    def __init__(self, store: LeaseStore, clock: Clock) -> None:
        self.owner = secrets.token_hex(8)
        self._store = store
        self._clock = clock
        self._until: dict[str, float] = {}  # by the clock's steady time
        self._thinking: set[str] = set()

    async def take(self, match_id: str) -> bool:
        """Take or extend the lease of a match; False while another process has it."""
        if self._until.get(match_id, 0.0) - self._clock.steady() > LEASE / 2:
            return True
        return match_id in await self._lease([match_id])

    @contextlib.contextmanager
    def renewed(self, match_id: str) -> Iterator[None]:
        """Within the block the lease is renewed (see `renew`), however long the queue is."""
        self._thinking.add(match_id)
        try:
            yield
        finally:
            self._thinking.discard(match_id)

    async def renew(self) -> None:
        """For ever: renew the leases of all matches that are thought about."""
        while True:
            await self._clock.sleep(LEASE / 3)
            now = self._clock.steady()
            self._until = {match_id: end for match_id, end in self._until.items() if end > now}
            if self._thinking:
                with contextlib.suppress(Unavailable, OSError):
                    await self._lease(list(self._thinking))

    async def release(self) -> None:
        """Give all leases back: another process may go on at once."""
        self._until.clear()
        with contextlib.suppress(Unavailable, OSError):
            await self._store.release(self.owner)

    async def _lease(self, match_ids: list[str]) -> set[str]:
        until = self._clock.steady() + LEASE
        mine = await self._store.lease(match_ids, self.owner, LEASE)
        for match_id in match_ids:
            if match_id in mine:
                self._until[match_id] = until
            else:
                self._until.pop(match_id, None)
        return mine
