"""A page that follows a table of its own device: messages by a port instead of a socket."""

import asyncio
import json
from collections.abc import Callable

from filon.app import feed
from filon.app.caller import Caller
from filon.app.message_cache import Bulletin
from filon.browser.decode import members, read
from filon.core.errors import Refusal
from filon.match.seating import Row
from filon.tables.table import Table

HERE = "here"  # the device of every seat: there is no other
KINDS = {kind.type: kind for kind in members(feed.FromPage)}


class Owner(Caller):
    """Whoever holds the device: every person's seat is theirs, and so is the table."""

    def seats(self, row: Row) -> list[int]:
        return [seat for seat, who in enumerate(row.seats) if who.session and who.device == HERE]

    def is_host(self, row: Row) -> bool:
        return True

    def must_hold(self, row: Row, seat: int) -> str:
        if seat not in self.seats(row):
            raise Refusal("not_your_seat", seat=seat)
        return row.seat(seat).session


def owner(row: Row | None, lang: str) -> Owner:
    """The asker, at this table."""
    sessions = frozenset(who.session for who in row.seats if who.session) if row else frozenset()
    return Owner(sessions, row.host if row else "", HERE, lang, "")


class Line(feed.Follower):
    """One page's line to one table; what the page says is put into `inbox`."""

    def __init__(
        self,
        table: Table,
        asker: Owner,
        seat: int | None,
        promises: bool,
        post: Callable[[str], None],
    ) -> None:
        super().__init__(table, Bulletin(table), asker, seat, promises)
        self.inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._post = post

    async def put(self, message: bytes) -> None:
        self._post(message.decode())

    async def hang_up(self) -> None:
        self.inbox.put_nowait(None)

    async def hear(self) -> None:
        while not self.over:
            text = await self.inbox.get()
            if text is None:
                return
            try:
                told = json.loads(text)
                kind = KINDS.get(told.get("type")) if isinstance(told, dict) else None
                if kind is None:
                    raise Refusal("message")
                message = read(kind, told)
            except (ValueError, Refusal):
                await self.refuse(Refusal("message"), None)
                continue
            await self.message(message)
