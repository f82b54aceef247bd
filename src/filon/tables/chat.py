"""The words of one table as this process knows them; read when somebody first listens."""

from filon.match.chat import KEPT, Word
from filon.store.contract import TableStore


class Talk:
    """The newest words, in order; the store is the truth, others may write there too."""

    def __init__(self, store: TableStore, table_id: str) -> None:
        self._store = store
        self._table_id = table_id
        self._words: list[Word] = []
        self.read = False  # somebody has listened: what is new is kept up to date

    @property
    def last(self) -> int:
        """The number of the newest word; 0: nobody has said anything yet."""
        return self._words[-1].n if self._words else 0

    def since(self, n: int) -> list[Word]:
        """The words after that one."""
        return [word for word in self._words if word.n > n]

    async def refresh(self) -> None:
        """Read what is new."""
        new = await self._store.words(self._table_id, self.last)
        self._words = [*self._words, *(word for word in new if word.n > self.last)][-KEPT:]
        self.read = True

    async def say(self, word: Word) -> None:
        """Store it, with the next number."""
        await self._store.add_word(self._table_id, word)
        await self.refresh()

    def forget(self) -> None:
        """Read everything again when somebody next listens."""
        self._words, self.read = [], False
