"""A database and a browser's store as version 0.2 wrote them before its rooms were moved.

Both files in tests/support were written by commit 24900eb, with what people saw then: per game a
table that is over, one in play and one that waits; chat, an undo, a choice held back, a name with a
passphrase, results and a review.
"""

import hashlib
import json
import lzma
import sqlite3
import time
from pathlib import Path
from typing import Any

from filon.store.migrate import migrate_sqlite
from offline.test_device import Page, on_device
from support.memory_store import MemoryStore
from support.serving import Device, server

SUPPORT = Path(__file__).parent.parent / "support"


def written_before(name: str) -> dict[str, Any]:
    """What the earlier code wrote."""
    stored: dict[str, Any] = json.loads(lzma.decompress((SUPPORT / name).read_bytes()))
    return stored


def put_back(folder: Path, stored: dict[str, Any]) -> None:
    """The folder of a server."""
    base = sqlite3.connect(folder / "filon.sqlite3")
    base.executescript(stored["dump"])
    base.close()
    key = folder / "secret.key"
    key.touch(0o600)
    key.write_text(stored["key"])
    migrate_sqlite(folder / "filon.sqlite3")


def same(now: Any, before: Any) -> None:
    """Every field that was there has its old value."""
    assert {name: now[name] for name in before} == before


def plays_on(holders: list[Device | None], table: str, choices: int) -> int:
    """People make so many choices, or fewer if the game ends before; the last version."""
    v, made, end = 0, 0, time.monotonic() + 120
    while made < choices and time.monotonic() < end:
        for seat, device in enumerate(holders):
            if device is None:
                continue
            view = device.view(table, seat)
            v = int(view["v"])
            if view["waiting"]["kind"] == "over":
                return v
            act = {"v": view["v"], "seat": seat}
            if view["can"]["throw"]:
                device.post(f"/api/tables/{table}/throw", **act)
            elif view["can"]["act"] and view["held"] is None:
                device.post(f"/api/tables/{table}/steps", **act, steps=view["legal"][-1:])
                made += 1
    assert made >= choices
    return v


def test_a_server_opens_an_old_database_and_its_games_go_on(tmp_path: Path) -> None:
    stored = written_before("old_server.json.xz")
    put_back(tmp_path, stored)
    with server(tmp_path, waiting_hours=10**6) as running:
        people = {name: Device(running) for name in stored["cookies"]}
        for name, cookies in stored["cookies"].items():
            for cookie, value, domain, path in cookies:
                people[name].client.cookies.set(cookie, value, domain, path)
            same(people[name].get("/api/profile"), stored["profile"][name])
        ada = people["ada"]
        same(ada.get("/api/profile/history"), stored["history"])
        for old in stored["tables"]:
            table, holders = old["id"], [people.get(name) for name in old["holders"]]
            same(ada.get(f"/api/tables/{table}"), old["info"])
            for seat, view in old.get("views", {}).items():
                owner = holders[int(seat)]
                assert owner is not None
                same(owner.view(table, int(seat)), view)
            if "record" in old:
                record = ada.client.get(f"/api/tables/{table}/record", params={"seat": 0})
                assert record.text == old["record"]
                assert ada.get(f"/api/tables/{table}/talk")["words"] == old["talk"]
            if "proof" in old:
                same(ada.get(f"/api/tables/{table}/proof"), old["proof"])
        for old in stored["tables"]:
            table, holders = old["id"], [people.get(name) for name in old["holders"]]
            if old["phase"] == "waiting" and all(holders):
                ada.order(table, "start")
            if old["phase"] == "playing":
                before = next(iter(old["views"].values()))["v"]
                assert plays_on(holders, table, 8) > before
        job = ada.get(f"/api/tables/{stored['review']['table']}/review", seat=0)
        review = json.dumps(job["review"], sort_keys=True).encode()
        assert hashlib.sha256(review).hexdigest() == stored["review"]["sha256"]
        other = Device(running)
        other.post("/api/profile/enter", name="ada", passphrase="long enough", told="Phone")
        now, past = other.get("/api/profile/history")["past"], stored["history"]["past"]
        assert [game for game in now if game in past] == past


def test_a_browser_opens_an_old_store_and_its_games_go_on() -> None:
    stored = written_before("old_browser.json.xz")

    async def story(old: dict[str, Any]) -> None:
        texts = MemoryStore()
        texts.texts = dict(stored["texts"])
        page = Page(texts)
        await page.manager.open()
        table = old["id"]
        for seat in old["info"]["seats"]:
            seat["here"] = False  # the page that looked then is gone
        same(await page.ask(f"tables/{table}"), old["info"])
        if old["phase"] == "waiting":
            await page.ask(f"tables/{table}/orders", {"type": "start"})
        else:
            same(await page.ask(f"tables/{table}/view", seat="0"), old["view"])
            assert (await page.tried(f"tables/{table}/record", seat="0"))[1] == old["record"]
        if old["phase"] == "over":
            assert old["game"] in (await page.ask("profile/history"))["by_game"]
            same(await page.ask("profile/history"), stored["history"])
        else:
            await page.follow(table, seat="0")
            after = old.get("view", {}).get("v", 0) - 1
            for _ in range(4):
                view = await page.view(after)
                after = view["v"]
                if view["waiting"]["kind"] == "over":
                    break
                if view["can"]["throw"]:
                    page.say(type="throw", seat=0, v=after)
                elif view["held"] is None:
                    page.say(type="steps", seat=0, v=after, steps=view["legal"][-1:])
            assert after > old.get("view", {}).get("v", 0)
        await page.close()

    async def stories() -> None:
        for old in stored["tables"]:
            await story(old)

    on_device(stories())
