"""Delayed spectators: nothing reaches them early, by any route."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from filon.core.events import SPECTATOR
from filon.match.position import Position
from filon.tables.table import Table
from support.serving import Device, server

DELAY = 4


@pytest.fixture
def running(tmp_path: Path) -> Iterator[TestClient]:
    with server(tmp_path) as made:
        yield made


def inside(running: TestClient, table: str) -> Table:
    """The table as the server has it."""
    app: Any = running.app
    found: Table = app.state.server.manager.tables[table]
    return found


def answers(eve: Device, table: str) -> dict[str, bytes]:
    """All that a spectator may request."""
    paths = (
        "",
        "/view",
        "/story",
        "/record",
        "/replay?eyes=none",
        "/talk",
        "/invitation",
        "/proof",
    )
    return {path: eve.client.get(f"/api/tables/{table}{path}").content for path in paths}


def stood(table: Table, n: int) -> Any:
    """A spectator's view after this many steps."""
    match = table.running()
    past = Position.first(match.setup)
    for entry in match.steps[:n]:
        past.take(match.spec.layout.number(entry.notation))
    return json.loads(json.dumps(match.spec.view(past.state, SPECTATOR)))


def step(ada: Device, table: str, seats: list[int], dice: random.Random) -> str:
    """One step or throw of one of these seats; empty when the game is over."""
    while True:
        for seat in seats:
            view = ada.view(table, seat)
            told = {"v": view["v"], "seat": seat, "match": view["match"]}
            if view["waiting"]["kind"] == "over":
                return ""
            if view["can"]["throw"]:
                ada.post(f"/api/tables/{table}/throw", **told)
                return "throw"
            if view["can"]["act"] and view["held"] is None:
                steps = [dice.choice(view["legal"])]
                ada.post(f"/api/tables/{table}/steps", steps=steps, **told)
                return str(steps[0])


@pytest.mark.parametrize(("game", "players"), [("claim_it", 2), ("butin", 3), ("nuggets", 2)])
def test_nothing_reaches_a_spectator_early(running: TestClient, game: str, players: int) -> None:
    """On every route and on the socket: only positions that are at least DELAY steps old."""
    ada, eve, dice = Device(running), Device(running), random.Random(game)
    seats = list(range(players))
    table = ada.table(game, ["me"] * players, delay=DELAY, clock="brisk")
    ada.order(table, "start")
    at = inside(running, table)
    lines = eve.client.get(f"/api/tables/{table}/record").text
    with eve.live(table) as socket:
        heard = [socket.receive_json(), socket.receive_json()]
        assert [(one["type"], one.get("n")) for one in heard] == [("table", None), ("view", 0)]
        first = answers(eve, table)
        ada.post(f"/api/tables/{table}/talk", seat=0, text="I hold three aces")
        for _ in range(30):
            if not step(ada, table, seats, dice):
                break
            match = at.running()
            told = answers(eve, table)
            if match.n <= DELAY:
                assert told == first
            shown = json.loads(told["/view"])
            assert shown["n"] <= max(0, match.n - DELAY)
            assert shown["n"] > match.n - DELAY - 8  # and goes on
            assert shown["view"] == stood(at, shown["n"])
            assert shown["waiting"]["ready"] == []
            assert shown["waiting"]["due"] is None
            story = json.loads(told["/story"])
            assert all(event["step"] < shown["n"] for event in story["events"])
            assert story["v"] == shown["v"]
            record = told["/record"].decode().removeprefix(lines.rstrip("\n")).split("\n")
            assert len([line for line in record if line]) <= max(0, match.n - DELAY) + 1
            assert json.loads(told["/proof"])["code"] == "running"
            assert json.loads(told["/replay?eyes=none"])["n"] == shown["n"]
            assert told["/talk"] == first["/talk"]
        eve_said = Device(running)
        eve_said.client.cookies = ada.client.cookies  # a seat that looks on is a spectator, too
        assert eve_said.view(table)["n"] == eve.view(table)["n"]
        n = eve.view(table)["n"]
        while not any(one["type"] == "view" and one["n"] == n for one in heard):
            heard.append(socket.receive_json())
        assert {one["type"] for one in heard} <= {"table", "view"}


def test_undone_steps_do_not_bring_spectators_forward(running: TestClient) -> None:
    """Stepping and undoing does not move a spectator's view; nor does a stand-in."""
    ada, eve = Device(running), Device(running)
    table = ada.table("nuggets", ["me", "me"], delay=DELAY)
    ada.order(table, "start")
    ada.turn(table, 0, 1)
    first = answers(eve, table)
    undone = 0
    for _ in range(3 * DELAY):
        view = ada.turn(table, 0, 1)
        told = {"v": view["v"], "seat": view["seat"]}
        view = ada.post(f"/api/tables/{table}/steps", steps=view["legal"][:1], **told)
        if view["can"]["undo"]:
            ada.post(f"/api/tables/{table}/undo", v=view["v"], seat=view["seat"])
            undone += 1
        else:
            break
    assert undone or inside(running, table).running().n <= DELAY
    if inside(running, table).running().n <= DELAY:
        assert answers(eve, table) == first


def test_the_end_is_shown_to_all(running: TestClient) -> None:
    """When the game is over there is nothing left to keep back."""
    ada, eve, dice = Device(running), Device(running), random.Random(3)
    table = ada.table("claim_it", ["me", "me"], delay=10)
    ada.order(table, "start")
    while step(ada, table, [0, 1], dice):
        pass
    assert eve.view(table)["waiting"]["kind"] == "over"
    assert eve.client.get(f"/api/tables/{table}/proof").status_code == 200


def test_the_delay_is_fixed_while_a_game_runs(running: TestClient) -> None:
    """The seats count on it."""
    ada = Device(running)
    table = ada.table("claim_it", ["me", "me"])
    assert ada.order(table, "options", delay=7)["delay"] == 7
    ada.order(table, "start")
    refused = ada.refused(f"/api/tables/{table}/orders", type="options", delay=0)
    assert refused["code"] == "not_waiting"
    assert ada.refused("/api/tables", game="claim_it", seats=[], delay=61)["code"] == "message"


def test_spectators_are_counted_and_named(running: TestClient) -> None:
    """By a name only if they give one; a seat is no spectator."""
    ada, eve, zoe = Device(running), Device(running), Device(running)
    table = ada.table("claim_it", ["me", "me"])
    with ada.live(table, seat=0) as mine, eve.live(table), zoe.live(table) as other:
        other.send_json({"type": "call", "name": "Zoe", "id": 1})
        told = mine.receive_json()
        while (told["watching"], told["watchers"]) != (2, ["Zoe"]):
            told = mine.receive_json()
        assert other.receive_json()["type"] == "table"
        zoe.client.close()
    assert ada.get(f"/api/tables/{table}")["watching"] == 0


def test_only_seats_are_told_what_seats_agree_on(running: TestClient) -> None:
    """A wish for a pause, and the pause itself, as late as the rest."""
    ada, ben, eve = Device(running), Device(running), Device(running)
    table = ada.table("claim_it", ["me", "open"], delay=60)
    link = ada.get(f"/api/tables/{table}/invitation")["seats"][1]["link"]
    ben.post(f"/api/tables/{table}/join", token=link.partition("#")[2], name="Ben")
    ada.order(table, "start")
    with ben.live(table, seat=1) as ear:
        ear.receive_json()
        ada.order(table, "pause", on=True)
        assert ada.get(f"/api/tables/{table}")["time"]["pausing"] == [0]
        assert eve.get(f"/api/tables/{table}")["time"]["pausing"] == []
        ben.order(table, "pause", on=True)
        assert ada.get(f"/api/tables/{table}")["time"]["paused"] is True
        assert eve.get(f"/api/tables/{table}")["time"]["paused"] is False


def test_delayed_spectators_see_stand_ins_late(running: TestClient) -> None:
    """The seats read it at once, the gallery when its match has come so far."""
    ada, eve = Device(running), Device(running)
    table = ada.table("claim_it", ["me", "me"], delay=60)
    ada.order(table, "start")
    ada.order(table, "replace", seat=1)
    assert ada.get(f"/api/tables/{table}")["seats"][1]["stand_in"] is True
    assert eve.get(f"/api/tables/{table}")["seats"][1]["stand_in"] is False
    assert eve.get(f"/api/tables/{table}")["seats"][1]["level"] is None
