"""boardgame.io's server under the same load as ours: as many sockets, each acting when it can.

It keeps games in memory and sends everything to everyone; `make bench-peers` installs it.
"""

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import orjson
from bench.people import Table, Tally
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).parent
ROOT = HERE.parent
INSTALLED = ROOT / "build" / "boardgameio"
SPACE = "/sharing"  # socket.io's name for the game's own messages
TERRITORIES = 6

sys.path.append(str(ROOT / "tools"))  # which Node, as everywhere


def installed() -> bool:
    """Whether `make bench-peers` was run."""
    return (INSTALLED / "node_modules" / "boardgame.io").exists()


@contextlib.contextmanager
def serving() -> Iterator[tuple[list[str], list[int]]]:
    """The address of a server, and its process."""
    import node

    told = node.environment() | {"NODE_ENV": "production"}
    command = ["node", str(INSTALLED / "server.cjs")]
    with subprocess.Popen(command, stdout=PIPE, text=True, env=told) as running:
        assert running.stdout
        url, pid = running.stdout.readline().split()  # a Node may be started by another program
        try:
            yield [url], [int(pid)]
        finally:
            os.kill(int(pid), signal.SIGTERM)


class Seat:
    """A client at a socket that acts at random as soon as it is its turn."""

    def __init__(self, line: ClientConnection, match: str, seat: int, here: Table) -> None:
        self.line, self.match, self.seat, self.here = line, match, str(seat), here

    async def emit(self, *told: Any) -> None:
        """One message of socket.io."""
        await self.line.send(f"42{SPACE},{orjson.dumps(told).decode()}")

    async def sit(self) -> None:
        """Join the match; the first client creates it."""
        await self.line.recv()
        await self.line.send(f"40{SPACE},")
        await self.line.recv()
        await self.emit("sync", self.match, self.seat, None, 2)

    async def play(self, tally: Tally) -> None:
        """Play until disconnected."""
        began = 0.0
        async for text in self.line:
            if text == "2":  # are you there?
                await self.line.send("3")
                continue
            kind, _, *rest = orjson.loads(str(text).partition(",")[2])
            if kind not in ("sync", "update"):
                continue  # who is here
            state = rest[0]["state"] if kind == "sync" else rest[0]
            if began:
                tally.done(began)
                began = 0.0
            if state["ctx"]["currentPlayer"] != self.seat:
                continue
            drawn = state["G"]["token"] is not None
            move = {
                "type": "put" if drawn else "draw",
                "args": [self.here.dice.randrange(TERRITORIES)] if drawn else [],
                "playerID": self.seat,
            }
            began = await self.here.turn()
            act = {"type": "MAKE_MOVE", "payload": move}
            await self.emit("update", act, state["_stateID"], self.match, self.seat)


async def table(urls: list[str], tally: Tally, seed: int) -> None:
    """One match with two people, for ever."""
    here, live = Table(tally, random.Random(seed)), urls[0].replace("http", "ws")
    seats = [
        Seat(
            await connect(
                f"{live}/socket.io/?EIO=4&transport=websocket",
                compression=None,
                open_timeout=None,
                ping_interval=None,
            ),
            f"match{seed}",
            seat,
            here,
        )
        for seat in (0, 1)
    ]
    for one in seats:
        await one.sit()
    tally.sits()
    await asyncio.gather(*(one.play(tally) for one in seats))
