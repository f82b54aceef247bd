"""The key-value store of a browser: texts by key, changed all together or not at all."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

Texts = Mapping[str, str | None]  # by key; None: nothing is stored there


class Clash(Exception):
    """Another tab of this device wrote first; nothing was changed."""


class Full(Exception):
    """The device has no room left; nothing was changed."""


class KeyValueStore(ABC):
    """Texts in order of their keys; other tabs may use the same store."""

    @abstractmethod
    async def read(self, key: str) -> str | None:
        """Read the text under this key."""

    @abstractmethod
    async def all(self, prefix: str, after: str = "") -> dict[str, str]:
        """Read the texts whose keys begin so and stand after that key, in order."""

    @abstractmethod
    async def change(self, texts: Texts, expected: Texts) -> None:
        """Store these texts; Clash unless the expected ones are there, Full if there is no room."""
