"""Says that something changed, never what: whoever listens reads the store."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

Listener = Callable[
    [str], None
]  # is told the table's id (and " talk" or " step"), on the event loop


class Bus(ABC):
    """Carries "this table changed" between processes; a lost message only delays."""

    shared = False  # whether other processes may serve the same tables

    @abstractmethod
    async def open(self, listener: Listener) -> None:
        """Begin to hear of changes others made."""

    @abstractmethod
    async def tell(self, table_id: str, teller: Listener) -> None:
        """Say that a table changed, after the change is stored; the teller is not told."""

    @abstractmethod
    async def close(self) -> None:
        """Stop hearing."""


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
