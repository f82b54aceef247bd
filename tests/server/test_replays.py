"""Replays over the API: which seats' views may be asked for, and when."""

import time
from pathlib import Path
from typing import Any

import pytest

from support.serving import Device, server


def finished(device: Device, game: str) -> str:
    """A table at which two bots have played to the end."""
    table = device.table(game, ["random", "random"])
    device.order(table, "start")
    end = time.monotonic() + 120
    while device.view(table)["waiting"]["kind"] != "over":
        assert time.monotonic() < end
        time.sleep(0.05)
    return table


def replay(device: Device, table: str, **query: Any) -> Any:
    return device.client.get(f"/api/tables/{table}/replay", params=query)


def test_a_running_game_can_be_replayed_only_from_ones_own_seat(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        host, guest = Device(running), Device(running)
        table = host.table("nuggets", ["me", "open"])
        link = host.get(f"/api/tables/{table}/invitation")["link"]
        guest.post(f"/api/tables/{table}/join", token=link.partition("#")[2], name="Ben")
        host.order(table, "start")
        view = host.turn(table, 0) if host.view(table, 0)["can"]["act"] else host.view(table, 0)
        mine = replay(host, table, eyes="0", last=view["n"])
        assert mine.status_code == 200
        assert [one["n"] for one in mine.json()["frames"]] == list(range(view["n"] + 1))
        assert mine.json()["frames"][-1]["view"] == host.view(table, 0)["view"]
        assert not mine.json()["every"]
        assert replay(host, table, eyes="1").status_code == 403
        assert replay(guest, table, eyes="0").status_code == 403
        assert replay(host, table, eyes="all").json()["code"] == "running"
        assert replay(host, table, eyes="none").status_code == 200


def test_a_finished_game_can_be_replayed_from_every_seat(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        host, stranger = Device(running), Device(running)
        table = finished(host, "nuggets")
        told = replay(stranger, table, eyes="all", last=500).json()
        assert told["over"]
        assert told["every"]
        assert told["frames"][-1]["n"] == min(63, told["n"])  # a page asks for more if it needs
        assert told["story"][-1]["step"] == told["n"] - 1
        late = replay(stranger, table, eyes="1", first=told["n"], last=told["n"]).json()
        assert late["frames"][0]["waiting"]["kind"] == "over"
        assert late["story"] is None
        assert replay(stranger, table, eyes="2").json()["code"] == "no_seat"
        host.order(table, "options", spectators=False)
        assert replay(stranger, table, eyes="all").json()["code"] == "no_spectators"


def test_a_record_in_a_request_is_played_and_not_stored(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        host, stranger = Device(running), Device(running)
        table = finished(host, "claim_it")
        text = host.client.get(f"/api/tables/{table}/record").text
        names = text.replace("\n\n", "\nseat 0: Ada\n\n", 1)
        own = replay(host, table, eyes="all", last=8).json()
        told = stranger.post("/api/replay", record=names, eyes="all", last=8)
        assert told["frames"] == own["frames"]
        assert told["story"] == own["story"]
        assert told["names"] == ["Ada", ""]
        assert stranger.get("/api/mine") == []


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ("", "record_game"),
        ("game: chess\n\ne2e4\n", "game"),
        ("game: claim_it\nplayers: 2\n\nfirst 0\nsquat 9 9 9\n", "notation_line"),
        ("game: claim_it\nplayers: 2\n\nfirst 0\nstop\n", "illegal_line"),
        ("game: claim_it\nwhat is this\n\n", "record_line"),
        ("game: claim_it\nplayers: 99\n\nfirst 0\n", "players"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_with_a_sentence(
    tmp_path: Path, record: str, code: str
) -> None:
    with server(tmp_path) as running:
        assert Device(running).refused("/api/replay", record=record)["code"] == code


def test_a_record_may_be_longer_than_other_messages_but_not_endless(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        device = Device(running)
        long = "game: claim_it\nplayers: 2\n\nfirst 0\n" + "# a note\n" * 8000
        assert device.post("/api/replay", record=long)["n"] == 1
        assert device.refused("/api/replay", record="x" * 400_000)["code"] == "too_big"
        assert device.refused("/api/join", code="x" * 20_000)["code"] == "too_big"
