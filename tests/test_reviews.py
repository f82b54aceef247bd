"""Reviews over the wire: who may ask, when, how far it is, and that it is kept."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from filon.core.errors import Refusal
from filon.review.form import FORMAT
from filon.server import review_desk
from filon.server.review_desk import ReviewDesk
from filon.table.brain import ThreadBrain
from reviewed import played
from serving import Device, server
from test_replays import finished


def asked(device: Device, table: str, method: str = "post", **query: Any) -> Any:
    body: dict[str, Any] = {"json": {}} if method == "post" else {}
    return device.client.request(method, f"/api/tables/{table}/review", params=query, **body)


def done(device: Device, path: str) -> dict[str, Any]:
    """Ask until it is done."""
    end = time.monotonic() + 300
    while True:
        told: dict[str, Any] = device.get(path)
        if told["state"] not in ("queued", "running"):
            return told
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_running_game_has_no_review(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        host = Device(running)
        table = host.table("nuggets", ["me", "random"])
        host.order(table, "start")
        for method in ("post", "get"):
            no = asked(host, table, method)
            assert no.status_code == 409
            assert no.json()["code"] == "review_running"


def test_who_sits_there_asks_and_it_is_kept(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        host, stranger = Device(running), Device(running)
        table = finished(host, "butin")
        assert asked(stranger, table).json()["code"] == "review_seat"
        assert asked(stranger, table).status_code == 403
        assert asked(stranger, table, "get").json()["state"] == "none"
        first = asked(host, table).json()
        assert first["state"] in ("queued", "running")
        assert asked(host, table).json()["state"] in ("queued", "running", "done")
        told = done(stranger, f"/api/tables/{table}/review")
        assert told["state"] == "done"
        assert told["review"]["format"] == FORMAT
        assert told["review"]["over"]
        for row in told["review"]["account"]:
            parts = ("luck", "own", "others", "hidden", "estimate")
            assert row["start"] + sum(row[one]["value"] for one in parts) == row["result"]
        assert asked(host, table, match=7).json()["code"] == "no_match"
        luck = host.get("/api/profile/luck")  # two bots played: none of it is the host's own
        assert (luck["games"], luck["verdict"]) == (0, "few")
    with server(tmp_path) as again:  # kept with the record
        assert asked(Device(again), table, "get").json() == told


def test_a_brought_record_is_reviewed_for_who_brought_it(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        device = Device(running)
        text = played("butin", 2, 3, 12).text()
        job = device.post("/api/review", record=text)
        assert job["state"] in ("queued", "running")
        told = done(device, f"/api/review/{job['job']}")
        assert told["state"] == "done"
        assert told["review"]["steps"] == 12
        missing = device.client.get("/api/review/nothing")
        assert missing.status_code == 404
        assert missing.json()["code"] == "no_review"
        bad = device.client.post("/api/review", json={"record": text + "first 0\n"})
        assert bad.json()["code"] == "illegal_line"
        big = device.client.post("/api/review", json={"record": "x" * 400_000})
        assert big.status_code in (413, 422)


def test_the_line_is_bounded_and_failures_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that cannot be made is `failed`, and may be asked for again."""
    monkeypatch.setattr(review_desk, "MOST", 2)

    async def ask() -> None:
        desk = ReviewDesk(ThreadBrain())
        job = desk.ask("one", "game: nothing\n", 1)
        desk.ask("two", "game: nothing\n", 1)
        assert desk.told(desk.jobs["two"]).before == 1
        with pytest.raises(Refusal, match="review_full"):
            desk.ask("three", "game: nothing\n", 1)
        assert desk.ask("one", "", 1) is job
        while job.state in ("queued", "running"):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        assert job.state == "failed"
        await desk.close()

    asyncio.run(ask())
