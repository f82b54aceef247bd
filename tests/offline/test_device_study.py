"""Beside its tables a device has puzzles, the day's challenge, advice and reviews: the server's."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from filon.challenge.day import challenge, week
from filon.challenge.run import checked
from filon.core.record import read
from filon.games import load, slugs
from filon.puzzles.puzzle import shipped
from filon.review.form import FORMAT
from filon.review.reference import SLIGHT
from filon.review.review import Reviewer
from offline.test_device import Page, begun, on_device, played
from server.test_replays import finished
from support.memory_store import MemoryStore
from support.reviewed import played as a_game
from support.serving import Device, server

DAY = next(day for day in week("2026-11-20") if challenge(day).setup.game == "butin")


async def reviewed(page: Page, path: str) -> Any:
    async with asyncio.timeout(300):
        while True:
            told = await page.ask(path)
            if told["state"] not in ("queued", "running"):
                return told
            await asyncio.sleep(0.02)


def test_a_puzzle_is_the_servers_own(tmp_path: Path) -> None:
    async def here() -> list[Any]:
        page = Page(MemoryStore())
        task = await page.ask("puzzles/claim_it/1")
        right = await page.ask("puzzles/claim_it/1", {"steps": [best]})
        status, _ = await page.tried("puzzles/claim_it/1", {"steps": ["no step"]})
        none, _ = await page.tried("puzzles/claim_it/1000")
        await page.close()
        return [task, right, status, none]

    best = shipped("claim_it")[0].best
    task, right, status, none = asyncio.run(here())
    assert right["right"]
    assert (status, none) == (422, 404)
    with server(tmp_path) as client:
        me = Device(client)
        assert me.get("/api/puzzles/claim_it/1") == task
        assert me.post("/api/puzzles/claim_it/1", steps=[best]) == right


def test_advice_is_given_alone_with_bots_and_told_among_the_levels() -> None:
    async def story() -> None:
        page = Page(MemoryStore())
        await page.manager.open()
        table = await begun(page, "nuggets", "me", "tenderfoot")
        assert (await page.ask(f"tables/{table}"))["hints"] == "alone"
        await page.follow(table, seat="0")
        told = await page.view()
        wish = {"seat": 0, "v": told["v"]}
        best = (await page.ask(f"tables/{table}/hint", wish))["best"]
        assert {one["step"] for one in best} <= set(told["legal"])
        assert [one["level"] for one in await page.ask("levels")] == ["advice"]
        assert (await page.tried(f"tables/{table}/hint", {"seat": 1, "v": 0}))[0] == 403
        await page.close()

    on_device(story())


def test_the_days_challenge_is_played_here_and_holds_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Draws and bots are the day's: a server that computes them anew finds nothing wrong."""
    monkeypatch.setattr("filon.app.challenge.Judge.today", lambda self: DAY)

    async def story() -> None:
        page = Page(MemoryStore())
        await page.manager.open()
        assert (await page.ask("challenge"))["mine"] is None
        table = await page.ask("challenge", {"name": "Ada"})
        [seat] = table["you"]["seats"]
        await page.ask(f"tables/{table['id']}/orders", {"type": "options", "pace": "instant"})
        await page.follow(table["id"], seat=str(seat))
        await played(page, table["id"])
        told = await page.ask("challenge")
        assert told["mine"]["state"] == "done"
        assert [run["name"] for run in told["runs"]] == ["Ada"]
        _, text = await page.tried(f"tables/{table['id']}/record")
        outcome = checked(challenge(DAY), read(text, load("butin")).steps)
        assert outcome.place == told["mine"]["place"]
        assert str(outcome.score) == told["mine"]["score"]
        await page.close()

    on_device(story())


def test_a_game_is_reviewed_here_slightly_and_kept() -> None:
    async def story() -> None:
        drawer = MemoryStore()
        page = Page(drawer)
        await page.manager.open()
        table = await begun(page, "butin", "me", "tenderfoot")
        assert (await page.tried(f"tables/{table}/review", {}))[0] == 409  # it still runs
        await page.follow(table, seat="0")
        await played(page, table)
        assert (await page.ask(f"tables/{table}/review"))["state"] == "none"
        assert (await page.ask(f"tables/{table}/review", {}))["state"] in ("queued", "running")
        told = await reviewed(page, f"tables/{table}/review")
        assert told["state"] == "done"
        review = told["review"]
        assert (review["format"], review["depth"], review["reference"]) == (FORMAT, SLIGHT, "hints")
        for row in review["account"]:
            parts = ("luck", "own", "others", "hidden", "estimate")
            assert row["start"] + sum(row[one]["value"] for one in parts) == row["result"]
        await page.close()
        again = Page(drawer)  # another visit
        assert (await again.ask(f"tables/{table}/review"))["review"] == review
        assert (await again.ask("profile/luck"))["games"] == 1
        await again.close()

    on_device(story())


def test_a_brought_record_is_reviewed_here() -> None:
    async def story() -> None:
        page = Page(MemoryStore())
        text = a_game("butin", 2, 3, 12).text()
        job = await page.ask("review", {"record": text})
        told = await reviewed(page, f"review/{job['job']}")
        assert (told["state"], told["review"]["steps"]) == ("done", 12)
        assert (await page.tried("review/nothing"))[0] == 404
        await page.close()

    on_device(story())


def test_a_review_that_fails_is_told_and_the_next_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        page = Page(MemoryStore())
        text = a_game("butin", 2, 3, 6).text()
        with monkeypatch.context() as broken:
            broken.setattr(Reviewer, "whole", lambda self: 1 // 0)
            job = await page.ask("review", {"record": text})
            assert (await reviewed(page, f"review/{job['job']}"))["state"] == "failed"
        job = await page.ask("review", {"record": text})
        assert (await reviewed(page, f"review/{job['job']}"))["state"] == "done"
        await page.close()

    on_device(story())


def test_finished_games_go_both_ways_as_records(tmp_path: Path) -> None:
    async def played_here() -> str:
        page = Page(MemoryStore())
        await page.manager.open()
        table = await begun(page, "butin", "me", "tenderfoot")
        await page.follow(table, seat="0")
        await played(page, table)
        _, text = await page.tried(f"tables/{table}/record")
        await page.close()
        return text

    async def seen_here(text: str) -> Any:
        page = Page(MemoryStore())
        return await page.ask("replay", asked | {"record": text})

    asked = {"eyes": "all", "first": 0, "last": 2}
    with server(tmp_path) as client:
        me = Device(client)
        here = asyncio.run(played_here())
        assert me.post("/api/replay", record=here, **asked)["over"]
        table = finished(me, "butin")
        there = me.client.get(f"/api/tables/{table}/record").text
        assert asyncio.run(seen_here(there)) == me.post("/api/replay", record=there, **asked)


@pytest.mark.parametrize("game", slugs())
def test_every_lesson_begins_here(game: str) -> None:
    async def story() -> None:
        page = Page(MemoryStore())
        await page.manager.open()
        table = await page.ask("guided", {"game": game, "name": "Ada"})
        [seat] = table["you"]["seats"]
        told = await page.ask(f"tables/{table['id']}/view", seat=str(seat))
        assert told["guide"] is not None
        await page.close()

    on_device(story())
