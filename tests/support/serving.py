"""What the tests of tables and servers share: managers on a file, devices that ask a server."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from filon.match import seating
from filon.match.settings import TableSettings
from filon.server.app import create_app
from filon.settings import Settings
from filon.store.bus import Bus, MemoryBus
from filon.store.sqlite import SqliteStore
from filon.tables.manager import TableManager
from filon.tables.services import LuckMaker
from filon.tables.table import Table
from filon.tables.time_source import Clock
from support.databases import sqlite_file
from support.thread_brain import ThreadBrain

SECRET = b"a secret for tests"


@asynccontextmanager
async def opened(
    folder: Path,
    bus: Bus | None = None,
    luck: LuckMaker | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[TableManager]:
    """A manager on a file in this folder, made if it is not there."""
    path = folder / "filon.sqlite3"
    sqlite_file(path)
    manager = TableManager(
        SqliteStore(path), bus or MemoryBus(), ThreadBrain(), SECRET, clock, luck
    )
    await manager.open()
    try:
        yield manager
    finally:
        await manager.close()


async def begun(
    manager: TableManager, game: str, seats: Sequence[str], pace: str = "instant", **options: Any
) -> Table:
    """A table in play; seats are "me" or the name of a bot."""
    made = [
        seating.new_seat("mine", f"Sample {at}", "")
        if kind == "me"
        else seating.new_seat("bot", "", kind)
        for at, kind in enumerate(seats)
    ]
    table = await manager.create(game, options, made, TableSettings().changed(pace=pace))
    await table.starting.start([], "")
    return table


async def until(holds: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until something holds, and fail if it does not."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - no event reaches a test
            await asyncio.sleep(0.005)


async def ended(table: Table) -> None:
    """Wait for the end of the game."""
    await until(lambda: table.row.phase == "over", 600)


async def throws(table: Table, seats: Sequence[int]) -> bool:
    """Throw for a seat of these if the dice wait for its hand; whether they did."""
    for seat in seats:
        if table.views.outlook(seat).can.throw:
            await table.play.throw(seat, table.running().v, None)
            return True
    return False


async def my_turn(table: Table, seats: Sequence[int] = (0,)) -> int:
    """Throw for these seats until one of them decides; -1 when the game is over first."""

    def asked() -> int:
        for seat in seats:
            outlook = table.views.outlook(seat)
            if outlook.can.throw or (outlook.can.act and outlook.held is None):
                return seat
        return -1

    while True:
        await until(lambda: asked() >= 0 or table.row.phase != "playing")
        if not await throws(table, seats):
            return asked()


async def play_out(table: Table, seats: Sequence[int], seed: int = 1) -> None:
    """Play these seats at random to the end of the game."""
    dice = random.Random(seed)
    while True:
        seat = await my_turn(table, seats)
        if seat < 0:
            return
        outlook = table.views.outlook(seat)
        await table.play.take(seat, outlook.v, None, [dice.choice(outlook.legal)])


def server(
    folder: Path, luck: LuckMaker | None = None, push_client: Any = None, **settings: Any
) -> TestClient:
    """A server on a folder; use it in `with`, and make devices from it."""
    told = Settings(data=folder, browser=False, pace="instant", **({"limits": False} | settings))
    sqlite_file(told.file)
    return TestClient(
        create_app(told, ThreadBrain(), luck, push_client),
        base_url="http://testserver",
        headers={"accept-language": "en"},
    )


class HandClock(Clock):
    """A clock whose time passes when a test says so."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._moved: set[asyncio.Event] = set()

    def steady(self) -> float:
        return self.time

    def now(self) -> int:
        return 1_700_000_000_000 + int(1000 * self.time)

    async def sleep(self, seconds: float) -> None:
        await self.until(asyncio.Event(), seconds)

    async def until(self, event: asyncio.Event, seconds: float) -> bool:
        end = self.time + seconds
        while self.time < end and not event.is_set():
            moved = asyncio.Event()
            self._moved.add(moved)
            told = {asyncio.ensure_future(one.wait()) for one in (event, moved)}
            try:
                await asyncio.wait(told, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._moved.discard(moved)
                for one in told:
                    one.cancel()
        return event.is_set()

    async def passes(self, seconds: float) -> None:
        """Let this much time pass, and let all due timers run."""
        self.time += seconds
        for moved in list(self._moved):
            moved.set()
        for _ in range(20):
            await asyncio.sleep(0.001)


class Device:
    """A browser with cookies of its own at a running server."""

    def __init__(self, running: TestClient) -> None:
        self.client = TestClient(
            running.app, base_url="http://testserver", headers={"accept-language": "en"}
        )
        self.client.portal = running.portal  # one event loop for all devices

    def get(self, path: str, **query: Any) -> Any:
        """The JSON of a GET that is answered by 200."""
        answer = self.client.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        """The JSON of a POST that is taken."""
        answer = self.client.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def refused(self, path: str, **body: Any) -> Any:
        """The refusal of a POST, with its status."""
        answer = self.client.post(path, json=body)
        assert answer.status_code >= 400, answer.text
        told = answer.json()
        assert told["type"] == "refused"
        assert told["sentence"]
        assert told["sentence"] != f"error.{told['code']}"
        return {**told, "status": answer.status_code}

    def table(self, game: str, seats: Sequence[str], **more: Any) -> str:
        """A new table that waits; seats are "me", "open" or the name of a bot."""
        wish = [
            {"kind": "mine", "name": f"Sample {at}"}
            if kind == "me"
            else {"kind": "open"}
            if kind == "open"
            else {"kind": "bot", "level": kind}
            for at, kind in enumerate(seats)
        ]
        return str(self.post("/api/tables", game=game, seats=wish, **more)["id"])

    def order(self, table: str, order: str, /, **more: Any) -> Any:
        """A host's order that is obeyed."""
        return self.post(f"/api/tables/{table}/orders", type=order, **more)

    def view(self, table: str, seat: int | None = None) -> Any:
        """The present view message."""
        query = {} if seat is None else {"seat": seat}
        return self.get(f"/api/tables/{table}/view", **query)

    def turn(self, table: str, *seats: int) -> Any:
        """Throw for these seats; the view of whichever can act first, or of the end."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            for seat in seats:
                view = self.view(table, seat)
                asked = view["can"]["act"] and view["held"] is None
                if asked or view["waiting"]["kind"] == "over":
                    return view
                if view["can"]["throw"]:
                    self.post(f"/api/tables/{table}/throw", v=view["v"], seat=seat)
            time.sleep(0.005)
        raise AssertionError(f"none of {seats} ever came to act")

    def live(self, table: str, **query: Any) -> Any:
        """A socket that follows the table."""
        told = "&".join(f"{key}={value}" for key, value in query.items())
        return self.client.websocket_connect(f"/api/tables/{table}/live?{told}")
