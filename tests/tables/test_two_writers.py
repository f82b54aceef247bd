"""Proof 13: two processes write the same version of the same match; exactly one wins."""

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from filon.store.contract import Store
from filon.store.postgres import PostgresStore
from filon.store.sqlite import SqliteStore
from support.databases import new_postgres, sqlite_file
from support.games import LONG

pytest_plugins = "support.processes"  # the fixture `postgres_server`
VERSIONS = 2000 if LONG else 200
WRITER = """
import asyncio, json, sys, time
from pathlib import Path
from filon.match.entry import Entry
from filon.store.postgres import PostgresStore
from filon.store.sqlite import SqliteStore
from filon.store.contract import Conflict

async def main(where, me, versions):
    store = PostgresStore(where, 2) if where.startswith("postgresql") else SqliteStore(Path(where))
    await store.open()
    print("ready", flush=True)
    begin = float(sys.stdin.readline())
    won = []
    for v in range(1, versions + 1):
        await asyncio.sleep(begin + v * 0.006 - time.time())  # both at the same moment
        entries = [Entry(v, "step", 0, "person", f"writer {me}", v, v)]
        try:
            await store.append("one-1", entries)
            won.append(v)
        except Conflict:
            pass
        while not await store.entries("one-1", v - 1):
            await asyncio.sleep(0.001)
    await store.close()
    print(json.dumps(won), flush=True)

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(sqlite_file(tmp_path / "filon.sqlite3"))
    return new_postgres(request.getfixturevalue("postgres_server"))


@pytest.mark.timeout(300)
def test_of_two_processes_exactly_one_wins_each_version(where: str) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, where, str(me), str(VERSIONS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for me in range(2)
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    begin = time.time() + 0.3
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(f"{begin}\n")
        writer.stdin.flush()
    won: list[list[int]] = []
    for writer in writers:
        assert writer.stdout is not None
        won.append(json.loads(writer.stdout.readline()))
        assert writer.wait(120) == 0
    assert sorted(won[0] + won[1]) == list(range(1, VERSIONS + 1))

    async def kept() -> list[tuple[int, str]]:
        store: Store = (
            PostgresStore(where, 1) if where.startswith("postgresql") else SqliteStore(Path(where))
        )
        await store.open()
        entries = await store.entries("one-1", 0)
        await store.close()
        return [(entry.v, entry.notation) for entry in entries]

    owner = {v: f"writer {me}" for me in (0, 1) for v in won[me]}
    assert asyncio.run(kept()) == sorted(owner.items())
    sys.stderr.write(f"{VERSIONS} versions: {len(won[0])} and {len(won[1])} won\n")
