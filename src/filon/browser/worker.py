"""The page's worker, seen from Python: its storage, its other tabs, and the page's messages.

Only text crosses between JavaScript and Python, so no proxy objects are needed.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from filon.app.feed import Feed
from filon.app.refusals import worded
from filon.app.serialize import as_json
from filon.browser.brain import DeviceBrain
from filon.browser.decode import number
from filon.browser.line import Line
from filon.browser.manager import BrowserTableManager
from filon.browser.router import Router
from filon.core.errors import Refusal
from filon.store.browser import BrowserStore
from filon.store.bus import Bus, Listener
from filon.store.key_value import Clash, Full, KeyValueStore, Texts


class PageStorage(KeyValueStore):
    """IndexedDB, by the worker's hand."""

    def __init__(self, port: Any) -> None:
        self._port = port

    async def read(self, key: str) -> str | None:
        texts: list[str] = json.loads(await self._port.read(key))
        return texts[0] if texts else None

    async def all(self, prefix: str, after: str = "") -> dict[str, str]:
        return dict(json.loads(await self._port.all(prefix, after)))

    async def change(self, texts: Texts, expected: Texts) -> None:
        fault = str(await self._port.change(json.dumps(texts), json.dumps(expected)))
        if fault == "clash":
            raise Clash
        if fault:
            raise Full


class PageBus(Bus):
    """The bus to the other tabs of this device."""

    shared = True

    def __init__(self, port: Any) -> None:
        self._port = port
        self._listener: Listener | None = None

    async def open(self, listener: Listener) -> None:
        self._listener = listener

    async def tell(self, table_id: str, teller: Listener) -> None:
        self._port.tell(table_id)

    async def close(self) -> None:
        self._listener = None

    def heard(self, table_id: str) -> None:
        """Another tab has changed this table."""
        if self._listener is not None:
            self._listener(table_id)


class Worker:
    """What the JavaScript side calls: requests, and lines to tables."""

    def __init__(self, port: Any, tab: str) -> None:
        self.bus = PageBus(port)
        self.store = BrowserStore(PageStorage(port))
        self.manager = BrowserTableManager(self.store, self.bus, DeviceBrain(), tab)
        self.router = Router(self.manager)
        self._lines: dict[int, Line] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, method: str, path: str, query: str, body: str) -> str:
        """A request of the page; status and text as JSON."""
        return json.dumps(await self.router.ask(method, path, json.loads(query), body))

    async def follow(
        self, line: int, table: str, query: str, post: Callable[[str], None], hung: Any
    ) -> None:
        """Open a line of the page to a table; `hung` is called when it has ended."""
        values: dict[str, str] = json.loads(query)
        port = Line(post)
        try:
            feed = await self.router.follow(table, values, port)
        except Refusal as no:
            post(as_json(worded(no, values.get("lang", "en"))).decode())
            hung()
            return
        self._lines[line] = port
        task = asyncio.ensure_future(self._run(line, feed, values, hung))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, line: int, feed: Feed, values: dict[str, str], hung: Any) -> None:
        since, match = (number(values.get(name) or "") for name in ("since", "match"))
        try:
            await feed.run(since, match)
        finally:
            self._lines.pop(line, None)
            hung()

    def say(self, line: int, text: str) -> None:
        """The page says something on a line."""
        if line in self._lines:
            self._lines[line].inbox.put_nowait(text)

    async def hang(self, line: int) -> None:
        """The page has left a line."""
        if line in self._lines:
            await self._lines[line].close()

    async def close(self) -> None:
        """Stop everything."""
        await self.router.app.reviews.desk.close()
        await self.manager.close()


async def begin(port: Any, tab: str) -> Worker:
    """Start the worker."""
    worker = Worker(port, tab)
    await worker.manager.open()
    return worker
