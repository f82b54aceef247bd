"""The time, so that tests can have their own."""

import asyncio
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
