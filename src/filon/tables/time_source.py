"""The time, so that tests can have their own."""

import asyncio
import contextlib
import time


class Clock:
    """Wall time for the journal, steady time for waiting."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def steady(self) -> float:
        """Seconds that never jump."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Let the time pass."""
        await asyncio.sleep(seconds)

    async def until(self, event: asyncio.Event, seconds: float) -> bool:
        """Let the time pass, or less if the event comes first; whether it came."""
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(event.wait(), seconds)
        return False
