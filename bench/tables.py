"""What a step costs the server: many tables in one process, two sockets each, every step committed.

    .venv-fast/bin/python bench/tables.py [--tables 100] [--seconds 6] [--games SLUG,SLUG]

A real server in a process of its own; the people are here. Each acts as soon as it may, so the
rate is the highest the machine gives, server and people together; processor time is the server's.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from subprocess import PIPE
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect

from filon.games import slugs

FIRST = asyncio.FIRST_COMPLETED
HOST = Path(__file__).with_name("host.py")


class Device:
    """A browser's requests, with its cookies."""

    def __init__(self, url: str) -> None:
        self.url, self.cookies = url, CookieJar()
        self._web = build_opener(HTTPCookieProcessor(self.cookies))

    async def post(self, path: str, **body: Any) -> Any:
        """What the server answers."""
        asked = Request(
            f"{self.url}/api/{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        return json.loads(await asyncio.to_thread(lambda: self._web.open(asked).read()))


@dataclass
class Tally:
    """What was acknowledged, and how long each act took."""

    acts: int = 0
    waits: list[float] = field(default_factory=list)
    sat: int = 0  # tables where all sit
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    counting: bool = False

    def sits(self) -> None:
        """One more table."""
        self.sat += 1
        self.moved.set()

    async def full(self, tables: int) -> None:
        """Until all sit."""
        while self.sat < tables:
            self.moved.clear()
            await self.moved.wait()

    def done(self, began: float) -> None:
        if self.counting:
            self.acts += 1
            self.waits.append(time.perf_counter() - began)


class Seat:
    """Somebody at a socket who acts at random as soon as it is their turn."""

    def __init__(self, line: ClientConnection, seat: int, dice: random.Random) -> None:
        self.line, self.seat, self.dice = line, seat, dice

    async def play(self, tally: Tally, again: asyncio.Event) -> None:
        """Until cut off."""
        began, sent = 0.0, 0
        async for text in self.line:
            message = json.loads(text)
            if message["type"] in ("done", "refused") and message.get("id") == sent:
                if message["type"] == "done":
                    tally.done(began)
                continue
            if message["type"] != "view":
                continue
            told = {"v": message["v"], "seat": self.seat, "match": message["match"]}
            if message["waiting"]["kind"] == "over":
                again.set()
                continue
            if message["can"]["act"] and message["held"] is None:
                act = {"type": "steps", "steps": [self.dice.choice(message["legal"])]}
            elif message["can"]["throw"]:
                act = {"type": "throw"}
            else:
                continue
            sent += 1
            began = time.perf_counter()
            await self.line.send(json.dumps(act | told | {"id": sent}))


async def table(url: str, game: str, tally: Tally, seed: int, watchers: int) -> None:
    """One table with two people, played over and over."""
    dice = random.Random(seed)
    web = Device(url)
    seats = [{"kind": "mine", "name": name} for name in ("Ada", "Ben")]
    found = (await web.post("tables", game=game, seats=seats, pace="instant"))["id"]
    await web.post(f"tables/{found}/orders", type="start")
    live = f"{url.replace('http', 'ws')}/api/tables/{found}/live"
    kept = "; ".join(f"{one.name}={one.value}" for one in web.cookies)
    again = asyncio.Event()
    lines = [
        await connect(f"{live}?seat={seat}", additional_headers={"Cookie": kept}, compression=None)
        for seat in (0, 1)
    ]
    guests = [await connect(live, compression=None) for _ in range(watchers)]

    async def listen(line: ClientConnection) -> None:
        async for _ in line:
            pass

    async def rematch() -> None:
        while True:
            await again.wait()
            again.clear()
            with contextlib.suppress(HTTPError):  # the other seat had asked already
                await web.post(f"tables/{found}/orders", type="rematch")

    tally.sits()
    async with asyncio.TaskGroup() as all_of_it:
        for at, line in enumerate(lines):
            all_of_it.create_task(Seat(line, at, dice).play(tally, again))
        for guest in guests:
            all_of_it.create_task(listen(guest))
        all_of_it.create_task(rematch())


def spent(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(
    url: str, pid: int, game: str, tables: int, seconds: float, watchers: int
) -> dict[str, float]:
    """One game at so many tables."""
    tally = Tally()
    tasks = [asyncio.create_task(table(url, game, tally, seed, watchers)) for seed in range(tables)]
    await asyncio.wait([asyncio.create_task(tally.full(tables)), *tasks], return_when=FIRST)
    await asyncio.sleep(1)
    cpu, began = spent(pid), time.perf_counter()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    cpu, took = spent(pid) - cpu, time.perf_counter() - began
    for task in tasks:
        if task.done():
            task.result()  # nobody leaves by themselves: say why
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    waits = sorted(tally.waits) or [0.0]
    return {
        "acts/s": tally.acts / took,
        "p50 ms": 1000 * statistics.median(waits),
        "p99 ms": 1000 * waits[int(len(waits) * 0.99)],
        "cpu ms/act": 1000 * cpu / max(tally.acts, 1),
    }


@contextlib.contextmanager
def server() -> Iterator[tuple[str, int]]:
    """A server with an empty store: its address and its process."""
    with (
        tempfile.TemporaryDirectory() as data,
        subprocess.Popen([sys.executable, str(HOST), data], stdout=PIPE, text=True) as running,
    ):
        assert running.stdout
        yield running.stdout.readline().strip(), running.pid
        running.terminate()


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--tables", type=int, default=100)
    ask.add_argument("--seconds", type=float, default=6)
    ask.add_argument("--watchers", type=int, default=0, help="spectators at every table")
    ask.add_argument("--games", default=",".join(slugs()))
    told = ask.parse_args()
    for game in told.games.split(","):
        with server() as (url, pid):
            asked = measure(url, pid, game, told.tables, told.seconds, told.watchers)
            found = asyncio.run(asked)
        print(f"{game:16}" + "".join(f"{name} {value:9.2f}   " for name, value in found.items()))


if __name__ == "__main__":
    main()
