"""Proof 14: kill -9 at random moments; no step lost, none doubled, the table goes on."""

import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from filon.table.match.entry import Entry
from filon.table.match.header import Header
from filon.table.match.match import Match
from filon.table.store.migrate import migrate_sqlite
from filon.table.store.rows import entry_of, header_of
from shelf import LONG

KILLS = 1000 if LONG else 20
SERVE = """
import sys
from pathlib import Path
from filon.server.app import create_app
from filon.server.settings import Settings
from filon.table.brain import ThreadBrain
import uvicorn
if __name__ == "__main__":
    settings = Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]), pace="instant", limits=False)
    uvicorn.run(create_app(settings, ThreadBrain()), port=settings.port, log_level="error",
                ws="websockets-sansio", timeout_graceful_shutdown=3)
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server process that answers; killed at the end, if it still lives."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(folder), str(port)], start_new_session=True
    )
    try:
        end = time.monotonic() + 60
        while True:
            try:
                httpx2.get(f"http://127.0.0.1:{port}/api/health", timeout=1)
                break
            except httpx2.HTTPError:
                assert process.poll() is None, "the server ended by itself"
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.05)
        yield process
    finally:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()


def journal(folder: Path, match: str) -> tuple[Header, list[Entry]]:
    """What lies on the disk while no server runs."""
    base = sqlite3.connect(folder / "filon.sqlite3")
    columns = "id, seed, game, edition, players, options, starters, entropy, script"
    header = header_of(
        base.execute(f"SELECT {columns} FROM matches WHERE id = ?", (match,)).fetchone()
    )
    rows = base.execute('SELECT * FROM entries WHERE "match" = ? ORDER BY v', (match,)).fetchall()
    assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    base.close()
    return header, [entry_of(row) for row in rows]


class Player:
    """Plays seat 0 and remembers everything the server confirmed."""

    def __init__(self, base: str) -> None:
        self.client = httpx2.Client(base_url=base, timeout=5)
        self.table = ""
        self.match = 1
        self.confirmed: dict[int, list[str]] = {}  # first v of a choice -> its steps
        self.dice = random.Random(14)

    def sit_down(self) -> None:
        made = self.client.post(
            "/api/tables",
            json={
                "game": "claim_it",
                "seats": [{"kind": "mine"}, {"kind": "bot", "level": "random"}],
            },
        )
        self.table = made.json()["id"]
        self.client.post(f"/api/tables/{self.table}/orders", json={"type": "start"})

    def view(self) -> Any:
        return self.client.get(f"/api/tables/{self.table}/view?seat=0").json()

    def play(self) -> None:
        """Act until the server is gone."""
        try:
            while True:
                view = self.view()
                if view["waiting"]["kind"] == "over":
                    self.client.post(f"/api/tables/{self.table}/orders", json={"type": "rematch"})
                    self.match, self.confirmed = self.view()["match"], {}
                elif view["can"]["act"]:
                    steps = [self.dice.choice(view["legal"])]
                    if steps[0] not in ("roll", "stop"):
                        steps.append(self.dice.choice(["roll", "stop"]))
                    answer = self.client.post(
                        f"/api/tables/{self.table}/steps",
                        json={"v": view["v"], "seat": 0, "match": self.match, "steps": steps},
                    )
                    assert answer.status_code in (200, 409), answer.text
                    if answer.status_code == 200:
                        self.confirmed[view["v"] + 1] = steps
        except httpx2.HTTPError:
            return


@pytest.mark.timeout(60 * 60 if LONG else 600)
def test_no_step_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    migrate_sqlite(tmp_path / "filon.sqlite3")
    port = free_port()
    player = Player(f"http://127.0.0.1:{port}")
    dice = random.Random(9)
    steps = checked = 0
    for kill in range(KILLS):
        with served(tmp_path, port) as process:
            if not player.table:
                player.sit_down()
            elif kill:
                view = player.view()  # it goes on where it stopped
                if view["match"] == player.match + 1:  # killed right after a rematch began
                    player.match, player.confirmed = view["match"], {}
                assert view["match"] == player.match
                assert all(
                    first + len(run) - 1 <= view["v"] for first, run in player.confirmed.items()
                )
            timer = threading.Timer(
                0.05 + dice.random() * 0.6, os.kill, (process.pid, signal.SIGKILL)
            )
            timer.start()
            player.play()
            timer.join()
        header, entries = journal(tmp_path, f"{player.table}-{player.match}")
        assert [entry.v for entry in entries] == list(range(1, len(entries) + 1))
        match = Match(header)
        match.absorb(entries)  # every step on the disk is legal where it stands
        for first, run in player.confirmed.items():
            kept = [entry.notation for entry in entries[first - 1 : first - 1 + len(run)]]
            assert kept == run
            checked += 1
        steps = max(steps, len(entries))
        fair = header.fair()
        state = match.setup.start()
        for n, entry in enumerate(match.steps):  # no draw was drawn twice in another way
            legal = [match.spec.layout.text(step) for step in state.legal()]
            if entry.seat == -1:
                assert legal[fair.draw(n, state.weights())] == entry.notation
            assert entry.notation in legal
            state.apply(match.spec.layout.number(entry.notation))
    assert steps > 20
    assert checked > KILLS
    sys.stderr.write(f"{KILLS} kills, {checked} confirmed choices found again\n")
