"""Health checks: good only if the store takes writes, and always answered."""

import asyncio
import os
import sqlite3
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from filon.server.monitoring import Readiness
from filon.store.contract import Unavailable
from filon.store.sqlite import SqliteStore
from support.databases import sqlite_file
from support.serving import Device, server


def test_health_fails_when_nothing_can_be_written(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        me = Device(running)
        reception = running.app.state.server  # type: ignore[attr-defined]
        store = reception.manager.store
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
        sqlite_file(path)
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


def test_a_frozen_store_is_asked_once_and_reported_in_time(tmp_path: Path) -> None:
    class Frozen:
        def __init__(self) -> None:
            self.thaw = asyncio.Event()
            self.asked = 0

        async def set_meta(self, *_: Any) -> None:
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


@pytest.mark.long
def test_a_disk_that_is_really_full_loses_nothing(tmp_path: Path) -> None:
    """A small disk of its own, filled by another program and emptied again."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)]
    if os.geteuid() or subprocess.run(mount, check=False).returncode:
        pytest.skip("only root may mount a small disk here")
    try:
        with server(disk / "data") as running:
            me = Device(running)
            table = me.table("claim_it", ["me", "me"])
            me.order(table, "start")
            view = me.turn(table, 0, 1)
            ready = running.app.state.server  # type: ignore[attr-defined]
            ready.readiness = Readiness(ready.manager.store, patience=30, fresh=0)
            filler = os.open(disk / "filler", os.O_CREAT | os.O_WRONLY)
            with suppress(OSError):
                while True:
                    os.write(filler, bytes(4096))
            os.close(filler)
            path = f"/api/tables/{table}/steps"
            step = {"v": view["v"], "seat": view["seat"], "steps": view["legal"][:1]}
            assert me.refused(path, **step)["code"] == "busy"
            assert me.client.get("/readyz").status_code == 503
            assert me.view(table, view["seat"])["v"] == view["v"]
            (disk / "filler").unlink()
            assert me.post(path, **step)["v"] > view["v"]
            assert me.client.get("/readyz").status_code == 200
    finally:
        subprocess.run(["umount", str(disk)], check=True)
