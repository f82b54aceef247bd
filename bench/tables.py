"""What a step costs the server: many tables, two sockets each, every step committed.

    .venv-fast/bin/python -m bench.tables [--tables 100] [--seconds 6] [--games SLUG,SLUG]
        [--watchers N] [--rate ACTS] [--once] [--postgres] [--held N] [--json FILE]

A real server in a process of its own; the people are here. Each acts as soon as it may, so the
rate is the highest the machine gives, server and people together; processor time is the server's.
--rate sends so many acts a second in all, on time whether answered or not: for latencies.
--postgres measures SQLite, PostgreSQL and two processes on it. --held keeps so many idle tables
and sockets and measures a step beside them. boardgame.io is measured too if it is installed.
"""

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any, TypeVar

import uvloop
from bench import peer_server, people
from bench.people import Device, Tally, now

from filon.games import slugs
from filon.lab.bench import machine
from filon.server.launch import most_files

FIRST = asyncio.FIRST_COMPLETED
HERE = Path(__file__).parent
PEER = "boardgame.io"
RATIOS = ("acts/s", "cpu ms/act")
Play = Callable[[list[str], Tally, int], Coroutine[Any, Any, None]]  # servers, counts, seed
Found = dict[str, float]
T = TypeVar("T")


def spent(pids: list[int]) -> float:
    """Seconds of processor time these processes have used."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """The memory of a process, in kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


@contextlib.contextmanager
def serving(
    database: str = "", processes: int = 1, data: str = ""
) -> Iterator[tuple[list[str], list[int]]]:
    """Servers that share an empty store: their addresses and processes."""
    with contextlib.ExitStack() as stack:
        data = data or stack.enter_context(tempfile.TemporaryDirectory())
        urls, pids = [], []
        for _ in range(processes):
            command = [sys.executable, str(HERE / "host.py"), data, database]
            running = stack.enter_context(subprocess.Popen(command, stdout=PIPE, text=True))
            stack.callback(running.terminate)
            assert running.stdout
            urls.append(running.stdout.readline().strip())
            pids.append(running.pid)
        yield urls, pids


async def measure(
    play: Play, urls: list[str], pids: list[int], tables: int, seconds: float, rate: float = 0
) -> Found:
    """Measure this many tables of one kind."""
    tally = Tally(rate=rate / tables)
    tasks = [asyncio.create_task(play(urls, tally, seed)) for seed in range(tables)]
    await asyncio.wait([asyncio.create_task(tally.full(tables)), *tasks], return_when=FIRST)
    await asyncio.sleep(1)
    cpu, mine, began = spent(pids), time.process_time(), now()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    cpu, mine, took = spent(pids) - cpu, time.process_time() - mine, now() - began
    for task in tasks:
        if task.done():
            task.result()  # a client that left by itself failed: say why
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    waits = sorted(tally.waits) or [0.0]
    return {
        "acts/s": tally.acts / took,
        "p50 ms": 1000 * statistics.median(waits),
        "p99 ms": 1000 * waits[int(len(waits) * 0.99)],
        "cpu ms/act": 1000 * cpu / max(tally.acts, 1),
        "people's ms/act": 1000 * mine / max(tally.acts, 1),
    }


def playing(game: str, watchers: int = 0) -> Play:
    """People who play this game at every table."""
    return lambda urls, tally, seed: people.table(urls, game, tally, seed, watchers)


async def held(game: str, urls: list[str], pids: list[int], many: int, seconds: float) -> Found:
    """Measure idle tables with a socket each, and one more table where two people play."""
    before = memory(pids[0])
    lines, gate = [], asyncio.Semaphore(16)

    async def one() -> None:
        async with gate:
            web = Device(urls[0])
            line = await web.live(urls[0], await web.begins(game), 0)
            await line.recv()
            lines.append(line)

    for _ in range(0, many, 500):
        await asyncio.gather(*(one() for _ in range(min(500, many - len(lines)))))
    kept = memory(pids[0])
    found = await measure(playing(game), urls, pids, 1, seconds, rate=20)
    still = sum(line.state.name == "OPEN" for line in lines)
    for line in lines:
        line.transport.abort()
    return {
        "tables": float(many),
        "sockets": float(still),
        "KB/table and socket": (kept - before) / many,
    } | found


def run(asked: Coroutine[Any, Any, T]) -> T:
    """Run on the fastest event loop, because the clients take time from the server."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(asked)


def told(name: str, found: Found) -> None:
    """One line."""
    print(f"{name:22}" + "".join(f"{what} {value:9.2f}   " for what, value in found.items()))


def on_postgres(ask: Callable[[Play, list[str], list[int]], Found], game: str) -> dict[str, Found]:
    """SQLite, PostgreSQL, two processes with the tables apart and with every table in both."""
    sys.path.append(str(HERE.parent / "tests"))
    from support.postgresql import postgresql

    with serving() as (urls, pids):
        rows = {"SQLite": ask(playing(game), urls, pids)}
    for name, processes, apart in (
        ("PostgreSQL", 1, True),
        ("two, tables apart", 2, True),
        ("two, seats apart", 2, False),
    ):
        with postgresql() as database, serving(database, processes) as (urls, pids):

            def play(
                urls: list[str], tally: Tally, seed: int, apart: bool = apart
            ) -> Coroutine[Any, Any, None]:
                here = [urls[seed % len(urls)]] if apart else urls
                return people.table(here, game, tally, seed, 0)

            rows[name] = ask(play, urls, pids)
    return rows


def preferred() -> bool:
    """Whether server and clients run with real-time priority (`chrt -r 1`)."""
    return os.sched_getscheduler(0) in (os.SCHED_FIFO, os.SCHED_RR)


def keep(given: argparse.Namespace, rows: dict[str, Found]) -> None:
    """Write the results so far, if asked to."""
    if given.json:
        load, first = round(os.getloadavg()[0], 1), preferred()
        about = {"machine": machine(), "load": load, "first": first, "tables": given.tables}
        about["rows"] = rows
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps(about, indent=1) + "\n", "utf-8")


def main() -> None:
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("--tables", type=int, default=100)
    asking.add_argument("--seconds", type=float, default=6)
    asking.add_argument("--watchers", type=int, default=0, help="spectators at every table")
    asking.add_argument("--games", default=",".join(slugs()))
    asking.add_argument("--rate", type=float, default=0, help="acts a second in all; 0: highest")
    asking.add_argument("--once", action="store_true", help="not again at half of the rate")
    asking.add_argument("--postgres", action="store_true")
    asking.add_argument("--held", type=int, default=0, help="idle tables and sockets")
    asking.add_argument("--json", type=Path, help="write what was found there")
    given = asking.parse_args()
    most_files()
    games = [game for game in given.games.split(",") if game]

    def ask(play: Play, urls: list[str], pids: list[int], rate: float = given.rate) -> Found:
        return run(measure(play, urls, pids, given.tables, given.seconds, rate))

    rows: dict[str, Found] = {}
    if given.held:
        with serving() as (urls, pids):
            asked = held(games[0], urls, pids, given.held, given.seconds)
            rows[f"{given.held} idle"] = run(asked)
    elif given.postgres:
        rows = on_postgres(ask, games[0])
    else:
        kinds: dict[str, Any] = {game: (serving, playing(game, given.watchers)) for game in games}
        if peer_server.installed():
            kinds[PEER] = (peer_server.serving, peer_server.table)
        for name, (server, play) in kinds.items():
            with server() as (urls, pids):
                rows[name] = ask(play, urls, pids)
            if (
                not given.rate and given.json and not given.once
            ):  # how long an act takes at half of that rate
                with server() as (urls, pids):
                    half = ask(play, urls, pids, rows[name]["acts/s"] / 2)
                rows[name] |= {f"half {what}": half[what] for what in ("p50 ms", "p99 ms")}
            told(name, rows[name])
            keep(given, rows)
        for name in games if PEER in rows else []:
            told(f"{name} / {PEER}", {what: rows[name][what] / rows[PEER][what] for what in RATIOS})
    if given.held or given.postgres:
        for name, found in rows.items():
            told(name, found)
    keep(given, rows)


if __name__ == "__main__":
    main()
