"""The host's tools on PostgreSQL: the key in one file, the games by pg_dump."""

import asyncio
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from filon.server import data_dir
from filon.store.postgres import PostgresStore
from filon.store.postgres_bus import PostgresBus
from filon.tables.manager import TableManager
from server.test_host_tools import said
from support.postgresql import folder_of_binaries
from support.serving import SECRET, begun, play_out, until
from support.thread_brain import ThreadBrain

pytest_plugins = "support.processes"  # the fixture `address`


@pytest.fixture
def filon(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda *words: said(capsys, monkeypatch, *map(str, words))


def on(url: str, story: Callable[[TableManager], Awaitable[Any]]) -> Any:
    """Run a story with tables on this database; returns its result."""

    async def run() -> Any:
        manager = TableManager(PostgresStore(url, 2), PostgresBus(url), ThreadBrain(), SECRET)
        await manager.open()
        try:
            return await story(manager)
        finally:
            await manager.close()

    return asyncio.run(run())


def asked(url: str, *statements: str) -> None:
    """Spoil something."""

    async def run() -> None:
        base = await asyncpg.connect(url)
        for statement in statements:
            await base.execute(statement)
        await base.close()

    asyncio.run(run())


def tool(name: str, *words: str) -> None:
    subprocess.run([folder_of_binaries() / name, *words], check=True, capture_output=True)


@pytest.mark.postgres
def test_back_up_restore_doctor_and_tidy_on_postgresql(
    tmp_path: Path, filon: Any, address: str
) -> None:
    data, again = tmp_path / "data", tmp_path / "again"
    key, dump = tmp_path / "key.tgz", tmp_path / "games.dump"
    data.mkdir()
    secret = data_dir.secret(data)
    data_dir.tighten(data)

    async def plays(manager: TableManager) -> tuple[str, str]:
        over = await begun(manager, "claim_it", ["me", "me"])
        await play_out(over, [0, 1])
        running = await begun(manager, "claim_it", ["me", "me"])
        await until(lambda: running.running().n > 0)
        return running.row.id, running.header.commitment

    async def goes_on(manager: TableManager) -> tuple[str, int, bool]:
        assert await manager.store.meta("restored") == ""
        table = await manager.table(found)
        events = [one["kind"] for one in table.running().events(None, 0)]
        count = events.count("table.restored")
        await play_out(table, [0, 1])
        return table.header.commitment, count, len(table.running().proof().parts) == 2

    found, commitment = on(address, plays)
    at = ("--data", data, "--database", address)
    assert filon("backup", key, *at)[0] == 0
    tool("pg_dump", "--format=custom", "--file", str(dump), address)
    # Everything is lost, and put back: by the database's own tool, and ours for the key.
    asked(address, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    tool("pg_restore", "--dbname", address, str(dump))
    at = ("--data", again, "--database", address)
    code, told = filon("restore", key, *at)
    assert (code, "new dice" in told) == (0, True), told
    assert data_dir.secret(again) == secret
    assert on(address, goes_on)[1:] == (1, True)
    assert on(address, lambda manager: manager.table(found)).header.commitment != commitment
    code, told = filon("doctor", *at)
    assert (code, "All is well." in told, "Tables: 2. Matches: 2." in told) == (0, True, True)
    asked(address, f"UPDATE matches SET seed = '{'ab' * 32}' WHERE players > 0")
    code, told = filon("doctor", *at)
    assert (code, "draws:" in told) == (1, True), told
    asked(address, "UPDATE tables SET changed = 0", 'UPDATE entries SET "at" = 1')
    assert "2 old tables" in filon("tidy", *at)[1]
    assert "2 tables were removed" in filon("tidy", *at, "--remove")[1]
    assert "Tables: 0. Matches: 0." in filon("doctor", *at)[1]
