"""Change notifications: they say that a table changed, never what; listeners read the store."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

# Called on the event loop with a table's id, and " talk" or " step" behind it.
Listener = Callable[[str], None]


class Bus(ABC):
    """Carries "this table changed" between processes; a lost message only delays."""

    shared = False  # whether other processes may serve the same tables

    @abstractmethod
    async def open(self, listener: Listener) -> None:
        """Call the listener when another process changes a table."""

    @abstractmethod
    async def tell(self, table_id: str, teller: Listener) -> None:
        """Announce a change that is stored; the teller itself is not called."""

    @abstractmethod
    async def close(self) -> None:
        """Stop calling the listener."""


class MemoryBus(Bus):
    """For one process: listeners are called on the next tick."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    async def open(self, listener: Listener) -> None:
        self._listeners.append(listener)

    async def tell(self, table_id: str, teller: Listener) -> None:
        for listener in self._listeners:
            if listener != teller:
                asyncio.get_running_loop().call_soon(listener, table_id)

    async def close(self) -> None:
        self._listeners.clear()
