"""Health: green only if the store takes writes, and an answer whatever happens."""

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from filon.server.health import Readiness
from filon.table.store.contract import Unavailable
from filon.table.store.migrate import migrate_sqlite
from filon.table.store.sqlite import SqliteStore
from serving import Device, server


def test_health_is_red_when_nothing_can_be_written(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        me = Device(running)
        reception = running.app.state.reception  # type: ignore[attr-defined]
        store = reception.hall.services.store
        reception.readiness = Readiness(store, patience=0.05, fresh=0)
        for path in ("/readyz", "/api/health"):
            end = time.monotonic() + 60
            while me.client.get(path).status_code != 200:  # a slow disk is not what is tested
                assert time.monotonic() < end
        lock = sqlite3.connect(store.path, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
        for path in ("/readyz", "/api/health"):
            answer = me.client.get(path)
            assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert me.get("/healthz") == {"ok": True}
        lock.execute("ROLLBACK")
        lock.close()
        end = time.monotonic() + 60
        while me.client.get("/readyz").status_code != 200:
            assert time.monotonic() < end


def test_a_full_disk_is_seen(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "filon.sqlite3"
        migrate_sqlite(path)
        store = SqliteStore(path)
        await store.open()

        def full(base: sqlite3.Connection) -> None:
            base.execute("PRAGMA max_page_count = 1")  # as many as there are: not one more
            base.execute(
                "CREATE TRIGGER t AFTER INSERT ON marks BEGIN "
                "INSERT INTO held VALUES (hex(randomblob(9999)), 1, 1, '', ''); END"
            )

        await store.writer.ask(full)
        with pytest.raises(Unavailable, match="full"):
            await Readiness(store).check()
        await store.close()

    asyncio.run(story())


def test_a_frozen_store_is_asked_once_and_answered_for(tmp_path: Path) -> None:
    class Frozen:
        def __init__(self) -> None:
            self.thaw = asyncio.Event()
            self.asked = 0

        async def set_mark(self, *_: Any) -> None:
            self.asked += 1
            await self.thaw.wait()

    async def story() -> None:
        store = Frozen()
        ready = Readiness(store, patience=0.01)  # type: ignore[arg-type]
        for _ in range(3):
            with pytest.raises(Unavailable):
                await ready.check()
        assert store.asked == 1
        store.thaw.set()
        await ready.check()
        await ready.check()  # true for a while
        assert store.asked == 1

    asyncio.run(story())
