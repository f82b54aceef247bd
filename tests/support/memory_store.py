"""A browser's key-value store that lasts as long as its process."""

from filon.store.key_value import Clash, KeyValueStore, Texts


class MemoryStore(KeyValueStore):
    """A key-value store in one dictionary."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def read(self, key: str) -> str | None:
        return self.texts.get(key)

    async def all(self, prefix: str, after: str = "") -> dict[str, str]:
        keys = (key for key in self.texts if key.startswith(prefix) and key > after)
        return {key: self.texts[key] for key in sorted(keys)}

    async def change(self, texts: Texts, expected: Texts) -> None:
        if any(self.texts.get(key) != text for key, text in expected.items()):
            raise Clash
        for key, text in texts.items():
            if text is None:
                self.texts.pop(key, None)
            else:
                self.texts[key] = text
