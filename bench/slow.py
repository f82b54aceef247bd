"""Measure health checks beside slow senders, a locked database and players.

    .venv-fast/bin/python -m bench.slow [--senders 1000] [--asked 40] [--json FILE]

A real server runs in a process of its own, without limits: a slow sender stays until its time is
up. All of them send half a request and then a byte now and then, while tables are being played.
Every tenth of a second `/readyz` is asked on a new connection. The result is the time of the
answer, with the database free and with another program that locks it.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sqlite3
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from bench import people
from bench.people import Tally, now
from bench.tables import run, serving, told

from filon.games import slugs
from filon.lab.bench import machine
from filon.server.launch import most_files

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"
PROBE = b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
TABLES = 10
Found = dict[str, float]


async def probe(host: str, port: int) -> tuple[float, bool]:
    """Milliseconds until the answer is complete, and whether it was good."""
    began = now()
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(PROBE)
    answer = await reader.read()
    writer.close()
    return 1000 * (now() - began), answer.startswith(b"HTTP/1.1 200")


async def slow(host: str, port: int) -> None:
    """Send half a request and a byte now and then, without end."""
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(host, port)
            writer.write(HALF)
            while not writer.is_closing():
                await asyncio.sleep(2)
                writer.write(b"a")
                await writer.drain()
        await asyncio.sleep(1)


async def probes(host: str, port: int, asked: int) -> Found:
    """This many answers, a tenth of a second between them."""
    waits, good = [], 0
    for _ in range(asked):
        took, fine = await probe(host, port)
        waits.append(took)
        good += fine
        await asyncio.sleep(0.1)
    waits.sort()
    return {"asked": float(asked), "good": float(good), "p50 ms": waits[len(waits) // 2],
            "worst ms": waits[-1]}  # fmt: skip


async def attack(url: str, data: Path, senders: int, asked: int) -> dict[str, Found]:
    """The results of the health check, by what happens meanwhile."""
    place = urlsplit(url)
    host, port = str(place.hostname), int(place.port or 80)
    await probe(host, port)  # it has begun to serve
    rows = {"idle": await probes(host, port, asked)}
    tally = Tally(rate=5.0)
    tasks: list[asyncio.Task[None]] = [
        asyncio.create_task(people.table([url], slugs()[0], tally, seed, 0))
        for seed in range(TABLES)
    ]
    await tally.full(TABLES)
    tasks += [asyncio.create_task(slow(host, port)) for _ in range(senders)]
    await asyncio.sleep(3)
    rows[f"{senders} slow senders"] = await probes(host, port, asked)
    lock = sqlite3.connect(data / "filon.sqlite3", isolation_level=None, timeout=30)
    lock.execute("BEGIN EXCLUSIVE")
    rows["and a locked database"] = await probes(host, port, asked // 4)
    lock.execute("ROLLBACK")
    lock.close()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return rows


def main() -> None:
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("--senders", type=int, default=1000)
    asking.add_argument("--asked", type=int, default=40)
    asking.add_argument("--json", type=Path, help="write what was found there")
    given = asking.parse_args()
    most_files()
    with tempfile.TemporaryDirectory() as data, serving(data=data) as (urls, _):
        found = run(attack(urls[0], Path(data), given.senders, given.asked))
    for name, row in found.items():
        told(name, row)
    if given.json:
        about = {"machine": machine(), "load": round(os.getloadavg()[0], 1), "rows": found}
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps(about, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
