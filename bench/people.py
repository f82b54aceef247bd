"""Clients at sockets, for measuring a server: what they send and count."""

import asyncio
import contextlib
import json
import random
import time
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import orjson
from websockets.asyncio.client import ClientConnection, connect

now = time.perf_counter
Sent = dict[int, float]  # by number, when an act was due


class Device:
    """A browser's requests, with its cookies."""

    def __init__(self, url: str) -> None:
        self.url, self.cookies = url, CookieJar()
        self._web = build_opener(HTTPCookieProcessor(self.cookies))

    async def post(self, path: str, **body: Any) -> Any:
        """Send a POST; returns the server's answer."""
        asked = Request(
            f"{self.url}/api/{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        return json.loads(await asyncio.to_thread(lambda: self._web.open(asked).read()))

    def live(self, url: str, table: str, seat: int | None = None) -> Any:
        """A socket that follows a table, at this server or another with the same games."""
        kept = "; ".join(f"{one.name}={one.value}" for one in self.cookies)
        asked = "" if seat is None else f"?seat={seat}"
        return connect(
            f"{url.replace('http', 'ws')}/api/tables/{table}/live{asked}",
            additional_headers={"Cookie": kept},
            compression=None,
            open_timeout=None,  # the machine may be busy
            ping_interval=None,
        )

    async def begins(self, game: str) -> str:
        """A table with two people of this device, in play."""
        seats = [{"kind": "mine", "name": name} for name in ("Ada", "Ben")]
        found = (await self.post("tables", game=game, seats=seats, pace="instant"))["id"]
        await self.post(f"tables/{found}/orders", type="start")
        return str(found)


@dataclass
class Tally:
    """The number of acknowledged acts, and their times."""

    rate: float = 0.0  # acts a second at each table; 0: as soon as it may be
    acts: int = 0
    waits: list[float] = field(default_factory=list)
    sat: int = 0  # tables where all sit
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    begun: asyncio.Event = field(default_factory=asyncio.Event)  # all sit: acts are due from now on
    counting: bool = False

    def sits(self) -> None:
        """Seat one more table."""
        self.sat += 1
        self.moved.set()

    async def full(self, tables: int) -> None:
        """Wait until all tables are seated."""
        while self.sat < tables:
            self.moved.clear()
            await self.moved.wait()
        self.begun.set()

    def done(self, began: float) -> None:
        """Record the acknowledgement of an act that was due at this time."""
        if self.counting:
            self.acts += 1
            self.waits.append(now() - began)


class Table:
    """Two people at one table, who act in turn; after a match they begin again."""

    def __init__(self, tally: Tally, dice: random.Random) -> None:
        self.tally, self.dice = tally, dice
        self.again = asyncio.Event()
        self.due = 0.0
        self._waiting: asyncio.Task[None] | None = None  # an act that waits for its moment
        self.resting = True  # nothing is due before the game begins, or between two of them

    async def turn(self) -> float:
        """Wait for the moment this table acts next; it counts from then, served or not."""
        if not self.tally.rate:
            return now()
        await self.tally.begun.wait()
        if self.resting:
            self.resting = False
            self.due = max(self.due, now() + self.dice.random() / self.tally.rate)
        due = self.due
        self.due += 1 / self.tally.rate
        if due > now():
            await asyncio.sleep(due - now())
        return due

    async def play(self, line: ClientConnection, seat: int) -> None:
        """Play one seat until disconnected."""
        acts = 0
        sent: Sent = {}  # acts not answered yet: the view they lead to comes first
        async for text in line:
            message = orjson.loads(text)
            if message["type"] in ("done", "refused"):
                began = sent.pop(message["id"])
                if message["type"] == "done":
                    self.tally.done(began)
                continue
            if message["type"] != "view":
                continue
            told = {"v": message["v"], "seat": seat, "match": message["match"]}
            if message["waiting"]["kind"] == "over":
                self.resting = True
                self.again.set()
                continue
            if message["can"]["act"] and message["held"] is None:
                act = {"type": "steps", "steps": [self.dice.choice(message["legal"])]}
            elif message["can"]["throw"]:
                act = {"type": "throw"}
            else:
                continue
            acts += 1
            acting = self._act(line, act | told | {"id": acts}, sent)
            if self.tally.rate:  # what is heard while it waits for its moment counts from its own
                self._waiting = asyncio.create_task(acting)
            else:
                await acting

    async def _act(self, line: ClientConnection, act: dict[str, Any], sent: Sent) -> None:
        sent[act["id"]] = await self.turn()
        await line.send(orjson.dumps(act).decode())


async def table(urls: list[str], game: str, tally: Tally, seed: int, watchers: int) -> None:
    """One table played over and over; with several servers its sockets are at all of them."""
    web = Device(urls[seed % len(urls)])
    found = await web.begins(game)
    here = Table(tally, random.Random(seed))
    lines = [await web.live(urls[seat % len(urls)], found, seat) for seat in (0, 1)]
    guests = [await Device(urls[0]).live(urls[0], found) for _ in range(watchers)]

    async def listen(line: ClientConnection) -> None:
        async for _ in line:
            pass

    async def rematch() -> None:
        while True:
            await here.again.wait()
            here.again.clear()
            with contextlib.suppress(HTTPError):  # the other seat had asked already
                await web.post(f"tables/{found}/orders", type="rematch")

    tally.sits()
    async with asyncio.TaskGroup() as all_of_it:
        for seat, line in enumerate(lines):
            all_of_it.create_task(here.play(line, seat))
        for guest in guests:
            all_of_it.create_task(listen(guest))
        all_of_it.create_task(rematch())
