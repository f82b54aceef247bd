"""The chat of a table: beside the game, never in its record."""

from typing import TYPE_CHECKING

from filon.match import seating
from filon.match.chat import NEWEST, ChatMessage, MessageKind, allowed, clean_text
from filon.store.contract import TableStore
from filon.tables.services import Services

if TYPE_CHECKING:
    from filon.tables.table import Table


class Chat:
    """The newest messages, in order; the store is the truth, others may write there too."""

    def __init__(self, table: "Table", store: TableStore, services: Services) -> None:
        self._table = table
        self._store = store
        self._services = services
        self._messages: list[ChatMessage] = []
        self.read = False  # a follower has asked: the list is kept up to date from then on

    @property
    def last(self) -> int:
        """The number of the newest message; 0: there is none yet."""
        return self._messages[-1].n if self._messages else 0

    def since(self, n: int) -> list[ChatMessage]:
        """The messages after that one."""
        return [message for message in self._messages if message.n > n]

    async def say(self, seat: int, kind: MessageKind, text: str) -> None:
        """Add what the person of a seat says; Refusal `talk_off`."""
        table, services = self._table, self._services
        seating.still_open(table.row)
        allowed(table.row.settings.talk, kind)
        who, v = table.row.seat(seat), -1 if table.match is None else table.match.v
        line = clean_text(text) if kind == "text" else text
        moment = (services.clock.now(), table.row.match_number, max(v, 0))
        message = ChatMessage(0, *moment, seat, who.name, kind, line, who.device)
        await self._store.add_word(table.row.id, message)
        await self.refresh()
        table.presence.call_watchers()
        await services.bus.tell(talk_topic(table.row.id), services.listener)

    async def listen(self) -> None:
        """Read what others have said, and call the watchers."""
        before = self.last
        await self.refresh()
        if self.last != before:
            self._table.presence.call_watchers()

    async def refresh(self) -> None:
        """Read what is new."""
        new = await self._store.words(self._table.row.id, self.last)
        self._messages = [*self._messages, *(word for word in new if word.n > self.last)][-NEWEST:]
        self.read = True

    def forget(self) -> None:
        """Read everything again when a follower next asks."""
        self._messages, self.read = [], False


def talk_topic(table_id: str) -> str:
    """What the bus carries after a message: the others need not read the game again."""
    return f"{table_id} talk"
