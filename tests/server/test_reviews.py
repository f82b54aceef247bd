"""Reviews over the API: who may ask, when, their progress, and that they are stored."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from filon.app import review_queue
from filon.app.review_queue import ReviewQueue
from filon.app.review_storage import ALIVE, BROUGHT, ReviewStorage, form
from filon.core.errors import Refusal
from filon.core.record import Record
from filon.core.setup import agreed
from filon.games import load
from filon.protocol.records import ReviewJob
from filon.review.form import FORMAT
from filon.server.review_queue import ServerReviewQueue
from filon.store.sqlite import SqliteStore
from filon.tables.time_source import Clock
from server.test_replays import finished
from support.databases import sqlite_file
from support.reviewed import played
from support.serving import Device, server
from support.thread_brain import ThreadBrain


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


def test_a_seat_of_the_table_asks_and_the_review_is_stored(tmp_path: Path) -> None:
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


def test_what_a_bot_played_for_a_person_is_not_held_against_it(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        host = Device(running)
        table = host.table("butin", ["me", "greedy", "greedy"])
        host.order(table, "start")
        host.post(f"/api/tables/{table}/resign", v=host.turn(table, 0)["v"], seat=0)
        end = time.monotonic() + 120
        while host.view(table)["waiting"]["kind"] != "over":
            assert time.monotonic() < end
            time.sleep(0.05)
        asked(host, table)
        told = done(host, f"/api/tables/{table}/review")
        assert told["state"] == "done"
        choices = [one for one in told["review"]["choices"] if one["seat"] == 0]
        assert choices
        assert all(one["stand_in"] for one in choices)


def test_a_record_in_a_request_is_reviewed_for_its_sender(tmp_path: Path) -> None:
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


def desk(folder: Path, clock: Clock | None = None) -> ReviewQueue:
    """The reviews of one process of a server."""
    path = folder / "filon.sqlite3"
    sqlite_file(path)
    return ServerReviewQueue(ThreadBrain(), ReviewStorage(SqliteStore(path), clock or Clock()))


def database(desk: ReviewQueue) -> SqliteStore:
    """The store of the reviews."""
    store = desk.notes._store
    assert isinstance(store, SqliteStore)
    return store


async def opened(*desks: ReviewQueue) -> None:
    for one in desks:
        await database(one).open()


async def closed(*desks: ReviewQueue) -> None:
    for one in desks:
        await one.close()
        await database(one).close()


async def ended(one: ReviewQueue, name: str) -> ReviewJob:
    """The final state of a review, as this process reports it."""
    async with asyncio.timeout(300):
        while True:
            told = await one.find(name, BROUGHT)
            if told is None or told.state not in ("queued", "running"):
                assert told is not None
                return told
            await asyncio.sleep(0.05)


def test_the_queue_is_bounded_and_failures_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review that cannot be made is `failed`, and may be asked for again."""
    monkeypatch.setattr(review_queue, "MOST", 2)

    async def ask() -> None:
        one = desk(tmp_path)
        await opened(one)
        nothing = Record(agreed(load("butin"), 2), ["no step"])
        await one.ask("one", nothing, 1, BROUGHT)
        assert (await one.ask("two", nothing, 1, BROUGHT)).before == 1
        with pytest.raises(Refusal, match="review_full"):
            await one.ask("three", nothing, 1, BROUGHT)
        again = await one.ask("one", nothing, 1, BROUGHT)
        assert again.state in ("queued", "running")
        assert (await ended(one, "one")).state == "failed"
        await closed(one)

    asyncio.run(ask())


def test_every_process_tells_of_a_review_that_one_makes(tmp_path: Path) -> None:
    """Each review is computed once, and a table's review cannot be read by its job's name."""

    async def ask() -> None:
        here, there = desk(tmp_path), desk(tmp_path)
        await opened(here, there)
        record = played("butin", 2, 3, 12)
        await here.ask("one", record, 1, BROUGHT)
        told = await there.ask("one", record, 1, BROUGHT)
        assert told.state in ("queued", "running")
        assert not there.jobs, "it is made twice"
        told = await ended(there, "one")
        assert told.state == "done"
        assert told.review
        assert told == await here.find("one", BROUGHT)
        assert await there.find("one", form(1)) is None
        await closed(here, there)

    asyncio.run(ask())


def test_a_review_whose_process_died_is_made_by_another(tmp_path: Path) -> None:
    class Later(Clock):
        def now(self) -> int:
            return super().now() + ALIVE + 1000

    async def ask() -> None:
        here, there, later = desk(tmp_path), desk(tmp_path), desk(tmp_path, Later())
        await opened(here, there, later)
        record = played("butin", 2, 3, 6)
        await here.ask("one", record, 1, BROUGHT)
        await here.close()  # and says nothing more
        assert (await there.ask("one", record, 1, BROUGHT)).state in ("queued", "running")
        assert not there.jobs  # for all it knows
        assert await later.find("one", BROUGHT) is None
        assert (await later.ask("one", record, 1, BROUGHT)).state == "queued"
        assert (await ended(later, "one")).state == "done"
        assert (await ended(there, "one")).state == "done"
        await closed(there, later)
        await database(here).close()

    asyncio.run(ask())
