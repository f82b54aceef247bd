"""Where a device keeps its games: texts by key, changed all together or not at all."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

Texts = Mapping[str, str | None]  # by key; None: nothing is kept there


class Clash(Exception):
    """Another tab of this device wrote first; nothing was changed."""


class Full(Exception):
    """The device has no room left; nothing was changed."""


class Drawer(ABC):
    """Texts in order of their keys; other tabs may have the same drawer open."""

    @abstractmethod
    async def read(self, key: str) -> str | None:
        """What is kept under this key."""

    @abstractmethod
    async def all(self, prefix: str, after: str = "") -> dict[str, str]:
        """What is kept under keys that begin so, after that key, in order."""

    @abstractmethod
    async def change(self, texts: Texts, expected: Texts) -> None:
        """Keep these texts; Clash unless what is expected is there, Full if there is no room."""


class MemoryDrawer(Drawer):
    """A drawer that lasts as long as its process: for tests, and where nothing may be kept."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def read(self, key: str) -> str | None:
        return self.kept.get(key)

    async def all(self, prefix: str, after: str = "") -> dict[str, str]:
        found = (key for key in self.kept if key.startswith(prefix) and key > after)
        return {key: self.kept[key] for key in sorted(found)}

    async def change(self, texts: Texts, expected: Texts) -> None:
        if any(self.kept.get(key) != text for key, text in expected.items()):
            raise Clash
        for key, text in texts.items():
            if text is None:
                self.kept.pop(key, None)
            else:
                self.kept[key] = text
