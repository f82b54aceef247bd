"""Forks at a table and over the API: fair dice of their own, and nothing of a running game."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.test_fork import played
from filon.core.fork import forked, origin
from filon.core.proof import check, check_rules
from filon.core.record import read
from filon.games import load
from filon.match import beginning, seating
from filon.match.match import Match
from filon.server.integrity import Counts, matches
from filon.tables import leaderboard
from filon.tables.history import history
from server.test_replays import finished
from support.serving import Device, begun, ended, opened, play_out, server


def test_a_fork_is_played_on_with_dice_that_can_be_checked(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as manager:
            parent = await begun(manager, "claim_it", ["random", "random"])
            await ended(parent)
            record = parent.running().header.record(parent.running().position.paper.full())
            seats = beginning.fork_seats(2, 1, "Sample", "device", "bots", ["greedy", "greedy"])
            assert [seat.kind for seat in seats] == ["bot", "person"]
            table = await manager.fork(forked(record, 40), "instant", seats)
            with pytest.raises(Exception, match="fork_fixed"):
                await table.seats.change(
                    lambda row: seating.add(row, seating.new_seat("open", "", ""))
                )
            await table.starting.start([], "")
            match = table.running()
            assert match.n >= 40
            assert match.position.paper.full()[:40] == record.steps[:40]
            assert not any(match.undoable(seat) for seat in (0, 1))
            await play_out(table, [1])
            proof = table.running().proof()
            again = read(table.running().text(None), load("claim_it"))
            told = origin(again.notes)
            assert told is not None
            assert (told.parent, told.step) == (f"{parent.row.id}-1", 40)
            assert proof.inherited == 40
            assert all(draw.n >= 40 for draw in proof.draws)
            assert not check(proof) + check_rules(proof, again)
            hushed = read(again.text().replace("fork: 40", "fork: 30"), load("claim_it"))
            assert [fault.kind for fault in check_rules(proof, hushed)] == ["fork"]
            counts = Counts()
            assert [one async for one in matches(manager.store, counts)] == []
            assert counts.matches == 2
            # It is in the history and not rated.
            results = await manager.store.results()
            assert {one.how for one in results} == {"fork"}
            found = history("device", results)
            assert len(found.past) == 1
            assert not found.by_game
            assert not leaderboard.leaderboard(results, {"device": "Sample", "": "Other"})
        async with opened(tmp_path) as manager:  # and it comes back as it was
            kept = await manager.table(table.row.id)
            assert kept.header.origin == table.header.origin
            assert Match(kept.header).setup == match.setup

    asyncio.run(run())


def test_a_clock_does_not_count_what_was_before_the_fork(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as manager:
            record = played("claim_it")
            seats = beginning.fork_seats(2, 0, "Sample", "a", "friends", ["", ""])
            table = await manager.fork(forked(record, 30), "instant", seats)
            await table.seats.sit(1, seating.new_seat("mine", "Other", "", "b"), False)
            await table.starting.start([], "")
            account = table.clocks.account()
            assert account is not None
            assert account.presence.begun is not None
            told = account.read(account.presence.begun)
            assert {one.bank for one in told.values()} == {account.terms.bank}
            assert account.last is not None
            assert account.last.at >= account.presence.begun

    asyncio.run(run())


def wish(table: str, step: int, **more: Any) -> dict[str, Any]:
    return {"table": table, "step": step, "seat": 0, "name": "Sample"} | more


def test_a_fork_over_the_wire_against_bots_and_among_friends(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        host, friend = Device(running), Device(running)
        parent = finished(host, "nuggets")
        told = host.post("/api/forks", **wish(parent, 30, deal="fair"))
        assert [seat["kind"] for seat in told["seats"]] == ["person", "bot"]
        assert told["fork"] == {"table": parent, "match": 1, "step": 30, "fair": True}
        host.order(told["id"], "start")
        assert host.view(told["id"], 0)["n"] >= 30
        text = host.client.get(f"/api/tables/{told['id']}/record?seat=0").text
        assert f"parent: {parent}-1\nfork: 30\ndeal: seat 0\n" in text
        again = friend.post("/api/forks", **wish(parent, 30, company="friends", seat=1))
        assert [seat["kind"] for seat in again["seats"]] == ["open", "person"]
        record = host.client.get(f"/api/tables/{parent}/record").text
        brought = friend.post("/api/forks", record=record, step=10, seat=1)
        assert brought["fork"]["table"] == parent  # its header says so
        replayed = host.get(f"/api/tables/{parent}/replay", eyes="all")
        assert replayed["veiled"] > 0
        for more, code in (
            ({"step": 100_000}, "fork_over"),
            ({"seat": 2}, "no_seat"),
            ({"level": "nobody"}, "bot"),
            ({"match": 3}, "no_match"),
        ):
            assert host.refused("/api/forks", **wish(parent, 30) | more)["code"] == code
        assert (
            host.refused(f"/api/tables/{again['id']}/orders", type="add", kind="open")["code"]
            == "host_only"
        )
        no = friend.refused(f"/api/tables/{again['id']}/orders", type="add", kind="open")
        assert no["code"] == "fork_fixed"


def test_nothing_of_a_running_game_is_had_by_a_fork(tmp_path: Path) -> None:
    """Not by its seats, not by spectators, not through the record that a seat may have."""
    with server(tmp_path) as running:
        host, guest, stranger = Device(running), Device(running), Device(running)
        table = host.table("nuggets", ["me", "open"])
        link = host.get(f"/api/tables/{table}/invitation")["link"]
        guest.post(f"/api/tables/{table}/join", token=link.partition("#")[2], name="Ben")
        host.order(table, "start")
        laid, seats = 0, {0: host, 1: guest}
        while laid < 2:
            for seat, device in seats.items():
                view = device.view(table, seat)
                if view["can"]["act"]:
                    tiles = [step for step in view["legal"] if step.startswith("tile")]
                    step = tiles[0] if tiles else view["legal"][0]
                    laid += bool(tiles)
                    told = {"v": view["v"], "seat": seat, "steps": [step]}
                    device.post(f"/api/tables/{table}/steps", **told)
                elif view["can"]["throw"]:
                    device.post(f"/api/tables/{table}/throw", v=view["v"], seat=seat)
        for device in (host, guest, stranger):
            for deal in ("open", "fair"):
                for seat in (0, 1):
                    no = device.refused("/api/forks", **wish(table, 5, deal=deal, seat=seat))
                    assert (no["code"], no["status"]) == ("fork_running", 409)
                    assert set(no["facts"]) == set()
        text = host.client.get(f"/api/tables/{table}/record?seat=0").text
        assert "?" in text
        no = host.refused("/api/forks", record=text, step=500, seat=0)
        assert no["code"] == "notation_line"
        assert "?" in no["sentence"]
        # Closed for good it is open to all followers, and can be forked.
        host.order(table, "close")
        told = host.get(f"/api/tables/{table}/replay", eyes="all", last=3)
        assert told["every"]
        assert host.post("/api/forks", **wish(table, 2))["fork"]["step"] == 2
