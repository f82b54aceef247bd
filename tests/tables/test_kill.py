"""Proof 14: kill -9 at random moments; no step lost, none doubled, the table goes on."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from filon.match.entry import Entry
from filon.match.header import Header
from filon.match.match import Match
from filon.store.encoding import header_from
from filon.store.migrate import migrate_sqlite
from filon.store.schema import MATCHES
from filon.store.sql import entry_of
from filon.store.statements import fields_of, select
from support.counts import count
from support.games import LONG

KILLS = 1000 if LONG else 20
PATIENCE = 120  # seconds, on a machine with other things to do
# Imports are most of a server's start, so one process makes them and each server is forked off it:
# a process of its own, with nothing but what lies on the disk.
NURSERY = """
import os, signal, socket, sys
from pathlib import Path
from filon.server.app import create_app
from filon.settings import Settings
from support.thread_brain import ThreadBrain
import uvicorn
signal.signal(signal.SIGCHLD, signal.SIG_IGN)

def bound(port):
    ear = socket.socket()
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    ear.bind(("127.0.0.1", port))
    return ear

kept = bound(0)  # never listened at: it keeps the port for one server after the other
port = kept.getsockname()[1]
print(port, flush=True)
settings = Settings(data=Path(sys.argv[1]), port=port, pace="instant", limits=False)
for line in sys.stdin:
    child = os.fork()
    if not child:
        config = uvicorn.Config(create_app(settings, ThreadBrain()), log_level="error",
                                ws="websockets-sansio", timeout_graceful_shutdown=3)
        uvicorn.Server(config).run(sockets=[bound(port)])
        os._exit(0)
    print(child, flush=True)
"""


class Nursery:
    """Servers on one folder and port, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", NURSERY, str(folder)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    @contextmanager
    def served(self) -> Iterator[int]:
        """The number of a server process that answers; killed at the end, if it still lives."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print("another", file=self.process.stdin, flush=True)
        server = int(self.process.stdout.readline())
        try:
            end = time.monotonic() + PATIENCE
            while not answers(self.port):
                assert lives(server), "the server ended by itself"
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.02)
            yield server
        finally:
            kill(server)
            while lives(server):
                time.sleep(0.005)

    def close(self) -> None:
        """No more servers."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(PATIENCE)


def answers(port: int) -> bool:
    """Whether a server is ready."""
    try:
        return httpx2.get(f"http://127.0.0.1:{port}/api/health", timeout=PATIENCE).is_success
    except httpx2.HTTPError:
        return False


def kill(server: int) -> None:
    """kill -9, unless it is dead."""
    with suppress(ProcessLookupError):
        os.kill(server, signal.SIGKILL)


def killed_in_the_act(server: int, player: "Player", chance: float) -> None:
    """However slow the machine is, a server lives until its player has done something."""
    player.acted.wait(PATIENCE)
    time.sleep(chance * 0.6)
    kill(server)


def lives(server: int) -> bool:
    """Whether the process is there."""
    try:
        os.kill(server, 0)
    except ProcessLookupError:
        return False
    return True


def journal(folder: Path, match: str) -> tuple[Header, list[Entry]]:
    """The journal on the disk while no server runs."""
    base = sqlite3.connect(folder / "filon.sqlite3")
    row = base.execute(select(MATCHES, "WHERE t.id = ?"), (match,)).fetchone()
    header = header_from(fields_of(MATCHES, row))
    rows = base.execute('SELECT * FROM entries WHERE "match" = ? ORDER BY v', (match,)).fetchall()
    assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    base.close()
    return header, [entry_of(row) for row in rows]


class Player:
    """Plays seat 0 and remembers everything the server confirmed."""

    def __init__(self, base: str) -> None:
        self.client = httpx2.Client(base_url=base, timeout=PATIENCE)
        self.table = ""
        self.match = 1
        self.confirmed: dict[int, list[str]] = {}  # first v of a choice -> its steps
        self.dice = random.Random(14)
        self.acted = threading.Event()

    def sit_down(self) -> None:
        made = self.client.post(
            "/api/tables",
            json={
                "game": "claim_it",
                "seats": [{"kind": "mine"}, {"kind": "bot", "level": "random"}],
                "pace": "instant",
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
                elif view["can"]["throw"]:
                    self.client.post(
                        f"/api/tables/{self.table}/throw",
                        json={"v": view["v"], "seat": 0, "match": self.match},
                    )
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
                        self.acted.set()
        except httpx2.HTTPError:
            return


@pytest.mark.timeout(60 * 60 if LONG else 600)
def test_no_step_is_lost_or_doubled_when_the_server_is_killed(disk: Path) -> None:
    """On the disk, not in memory as other tests: what is written there must survive."""
    migrate_sqlite(disk / "filon.sqlite3")
    dice = random.Random(9)
    with closing(Nursery(disk)) as nursery:
        player = Player(f"http://127.0.0.1:{nursery.port}")
        steps, checked = killed_again_and_again(disk, nursery, player, dice)
    assert steps > 20
    assert checked > KILLS
    count("kills", kills=KILLS, confirmed=checked, lost=0)  # else it had failed above


def killed_again_and_again(
    folder: Path, nursery: Nursery, player: Player, dice: random.Random
) -> tuple[int, int]:
    """The most steps a journal held, and how many confirmed choices were found in one."""
    steps = checked = 0
    for number in range(KILLS):
        with nursery.served() as server:
            if not player.table:
                player.sit_down()
            elif number:
                view = player.view()  # it goes on where it stopped
                if view["match"] == player.match + 1:  # killed right after a rematch began
                    player.match, player.confirmed = view["match"], {}
                assert view["match"] == player.match
                assert all(
                    first + len(run) - 1 <= view["v"] for first, run in player.confirmed.items()
                )
            player.acted.clear()
            end = threading.Thread(target=killed_in_the_act, args=(server, player, dice.random()))
            end.start()
            player.play()
            end.join()
        header, entries = journal(folder, f"{player.table}-{player.match}")
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
    return steps, checked
