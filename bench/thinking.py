"""Measure a server full of thinking bots: lost answers, and the delay of a person's step elsewhere.

A real server in a process of its own; tables of the best level of the game with the widest choice,
bots alone, without pauses. Meanwhile a person plays the one with the narrowest over a socket, a
step every tenth of a second.

    .venv-fast/bin/python bench/thinking.py                     # idle, then 20, 50 and 200 tables
    .venv-fast/bin/python bench/thinking.py --tables 20 --seconds 30
    .venv-fast/bin/python bench/thinking.py --write             # into thinking.json beside it

Fails if an answer was lost.
"""

import argparse
import asyncio
import http.cookiejar
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from filon.core.game import CHANCE
from filon.games import load, slugs

HERE = Path(__file__).parent
HOST = HERE / "host.py"
LEVEL, SEATS = "sourdough", 2
BREATH = 0.1  # seconds between two steps of the person


def by_width() -> list[str]:
    """The games for two, by how many steps the first choice allows."""

    def width(slug: str) -> int:
        state = load(slug).start(SEATS)
        while state.actor() == CHANCE:
            state.apply(state.legal()[0])
        return len(state.legal())

    return sorted((slug for slug in slugs() if SEATS in load(slug).seats), key=width)


class Site:
    """The server and one device with cookies."""

    def __init__(self, folder: Path) -> None:
        self.said = folder / "said"
        self.process = subprocess.Popen(
            [sys.executable, str(HOST), str(folder / "data")],
            stdout=subprocess.PIPE,
            stderr=self.said.open("w"),
            text=True,
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().rpartition(":")[2])
        self.jar = http.cookiejar.CookieJar()
        self.web = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        end = time.monotonic() + 120
        while True:
            try:
                self.ask("/api/health")
                return
            except OSError:
                assert time.monotonic() < end, "the server does not answer"
                assert self.process.poll() is None, "the server has ended"
                time.sleep(0.1)

    def ask(self, path: str, **body: Any) -> Any:
        """GET, or POST with a body."""
        told = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode() if body else None,
            {"content-type": "application/json"},
        )
        with self.web.open(told, timeout=120) as answer:
            said = answer.read().decode()
        return said if path.endswith("metrics") else json.loads(said)

    def table(self, game: str, seats: list[dict[str, str]]) -> str:
        """A table in play."""
        made = str(self.ask("/api/tables", game=game, seats=seats)["id"])
        self.ask(f"/api/tables/{made}/orders", type="start")
        return made

    def counts(self, name: str) -> dict[str, int]:
        """A counter of the metrics by its label."""
        found = re.findall(rf'^{name}_total{{\w+="(.*?)"}} (\S+)$', self.ask("/api/metrics"), re.M)
        return {label: int(float(count)) for label, count in found}

    def cpu(self) -> float:
        """Seconds of processor time the server's own process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def lost(self) -> int:
        """Unanswered questions, by the log."""
        return self.said.read_text().count("bot gave no answer")


async def person(site: Site, seconds: float) -> list[float]:
    """Milliseconds from a step sent to its `done`, of a person who plays both seats."""
    times: list[float] = []
    end, dice = time.monotonic() + seconds, random.Random(7)
    while time.monotonic() < end:
        mine = [{"kind": "mine", "name": "Sample"}] * 2
        table = await asyncio.to_thread(site.table, by_width()[0], mine)
        cookie = "; ".join(f"{one.name}={one.value}" for one in site.jar if table in one.path)
        url = f"ws://127.0.0.1:{site.port}/api/tables/{table}/live?seat="
        lines = [
            await connect(f"{url}{seat}", additional_headers={"cookie": cookie}) for seat in (0, 1)
        ]
        views: list[Any] = [None, None]
        while time.monotonic() < end:
            for seat, line in enumerate(lines):
                views[seat] = await latest(line, views[seat])
            if any(view and view["waiting"]["kind"] == "over" for view in views):
                break
            for seat, line in enumerate(lines):
                view = views[seat]
                act = move(view, dice) if view else None
                if act is not None:
                    await asyncio.sleep(BREATH)
                    begun = time.perf_counter()
                    await line.send(json.dumps({**act, "seat": seat, "v": view["v"], "id": 1}))
                    while True:
                        told = json.loads(await line.recv())
                        if told["type"] == "view":
                            views[seat] = told
                        if told["type"] in ("done", "refused"):
                            break
                    if told["type"] == "done":
                        times.append(1000 * (time.perf_counter() - begun))
                    break
            else:
                await asyncio.sleep(0.002)
        for line in lines:
            await line.close()
    return times


async def latest(line: Any, view: Any) -> Any:
    """The newest view that has arrived."""
    while True:
        try:
            told = json.loads(await asyncio.wait_for(line.recv(), 0.001))
        except TimeoutError:
            return view
        if told["type"] == "view":
            view = told


def move(view: Any, dice: random.Random) -> dict[str, Any] | None:
    """A legal step of the seat."""
    if view["can"]["throw"]:
        return {"type": "throw"}
    if view["can"]["act"]:
        return {"type": "steps", "steps": [dice.choice(view["legal"])]}
    return None


def quantiles(times: list[float]) -> dict[str, float]:
    """p50 and p99, in milliseconds."""
    cut = statistics.quantiles(times, n=100)
    return {"steps": len(times), "p50": round(cut[49], 1), "p99": round(cut[98], 1)}


def held(site: Site, tables: int, seconds: float) -> dict[str, Any]:
    """Measure beside this many tables of bots."""
    made = [
        site.table(by_width()[-1], [{"kind": "bot", "level": LEVEL}] * SEATS) for _ in range(tables)
    ]
    while tables and not site.counts("filon_thoughts"):
        time.sleep(0.5)  # the workers are not warm yet
    before, failed, cpu = site.counts("filon_thoughts"), site.counts("filon_failures"), site.cpu()
    lost, begun = site.lost(), time.monotonic()
    result: dict[str, Any] = {"tables": tables, **quantiles(asyncio.run(person(site, seconds)))}
    took = time.monotonic() - begun
    after = site.counts("filon_thoughts")
    shares = {one: after[one] - before.get(one, 0) for one in after}
    steps = [site.ask(f"/api/tables/{one}/view")["n"] for one in made]
    result |= {
        "lost": site.lost() - lost,
        "again": sum(site.counts("filon_failures").values()) - sum(failed.values()),
        "answers": sum(shares.values()),
        "budgets": {one: count for one, count in shares.items() if count},
        "fewest_steps": min(steps, default=0),
        "most_steps": max(steps, default=0),
        "server_cpu": round((site.cpu() - cpu) / took, 2),
    }
    for one in made:
        if site.ask(f"/api/tables/{one}")["phase"] == "playing":
            site.ask(f"/api/tables/{one}/orders", type="close")
    return result


def main() -> None:
    """Measure, print, and write if asked."""
    wish = argparse.ArgumentParser()
    wish.add_argument("--tables", type=int, nargs="*", default=[20, 50, 200])
    wish.add_argument("--seconds", type=float, default=60)
    wish.add_argument("--write", action="store_true")
    told = wish.parse_args()
    with tempfile.TemporaryDirectory(prefix="filon-bench-") as folder:
        site = Site(Path(folder))
        try:
            rows = [held(site, tables, told.seconds) for tables in (0, *told.tables)]
        finally:
            site.process.terminate()
            site.process.wait()
    print("| tables | answers | lost | begun again | budgets given | person's step p50 | p99 |")
    print("|---:|---:|---:|---:|---|---:|---:|")
    for row in rows:
        shares = ", ".join(f"{one} %: {count}" for one, count in row["budgets"].items())
        print(
            f"| {row['tables']} | {row['answers']} | {row['lost']} | {row['again']} "
            f"| {shares} | {row['p50']} ms | {row['p99']} ms |"
        )
    if told.write:
        found = {
            "date": datetime.now(UTC).date().isoformat(),
            "machine": platform.machine(),
            "cores": os.cpu_count(),
            "load": round(os.getloadavg()[0], 1),
            "python": platform.python_version(),
            "rows": rows,
        }
        (HERE / "thinking.json").write_text(json.dumps(found, indent=1) + "\n")
    if any(row["lost"] for row in rows):
        sys.exit("answers were lost")


if __name__ == "__main__":
    main()
