"""A page that follows a table of its own device: messages by a port instead of a socket."""

import asyncio
import json
from collections.abc import Callable

from filon.app.caller import Caller
from filon.app.feed import Connection, Disconnected
from filon.browser.decode import read
from filon.core.errors import Refusal
from filon.match.seating import Row
from filon.protocol.play import FromPage

HERE = "here"  # the device of every seat: there is no other


class Owner(Caller):
    """The person at this device, who owns the table and all seats of people."""

    def seats(self, row: Row) -> list[int]:
        return [seat for seat, who in enumerate(row.seats) if who.session and who.device == HERE]

    def is_host(self, row: Row) -> bool:
        return True

    def must_hold(self, row: Row, seat: int) -> str:
        if seat not in self.seats(row):
            raise Refusal("not_your_seat", seat=seat)
        return row.seat(seat).session


class Line(Connection):
    """One page's line to one table; what the page says is put into `inbox`, None when it leaves."""

    def __init__(self, post: Callable[[str], None]) -> None:
        super().__init__()
        self.inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._post = post

    async def send(self, message: bytes) -> None:
        self._post(message.decode())

    async def close(self, code: int = 0) -> None:
        self.inbox.put_nowait(None)

    async def receive(self) -> FromPage:
        text = await self.inbox.get()
        if text is None:
            raise Disconnected
        try:
            given = json.loads(text)
        except ValueError:
            raise Refusal("message") from None
        message: FromPage = read(FromPage, given)
        return message
