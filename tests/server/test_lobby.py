"""The lobby: public tables are listed, private ones are not."""

from pathlib import Path
from typing import Any

import pytest

from support.serving import Device, server


def listed(device: Device) -> list[str]:
    """The tables this device is offered."""
    return [one["id"] for one in device.get("/api/lobby")["tables"]]


def test_only_tables_whose_hosts_wish_it_are_listed(tmp_path: Path) -> None:
    """Private at first; gone when full, begun or taken off the list; never one's own."""
    with server(tmp_path, host="0.0.0.0") as running:
        ada, bo = Device(running), Device(running)
        table = ada.table("claim_it", ["me", "open"])
        assert listed(bo) == []
        assert ada.order(table, "options", listed=True)["listed"] is True
        (told,) = bo.get("/api/lobby")["tables"]
        assert (told["id"], told["game"], told["host"]) == (table, "claim_it", 0)
        assert "code" not in told
        assert listed(ada) == []
        ada.order(table, "options", listed=False)
        assert listed(bo) == []
        ada.order(table, "options", listed=True)
        assert bo.post(f"/api/tables/{table}/join", token=told["token"])["seat"] == 1
        assert listed(Device(running)) == []


def test_two_who_would_play_with_anyone_meet(tmp_path: Path) -> None:
    """The first waits at a table of their own, the second is led there; a third begins anew."""
    with server(tmp_path, host="0.0.0.0") as running:
        ada, bo, eve = (Device(running) for _ in range(3))
        mine = ada.post("/api/lobby/anyone", game="nuggets", name="Ada")
        assert mine["token"] == ""
        assert ada.get(f"/api/tables/{mine['table']}")["you"] == {
            "host": True,
            "seats": [0],
            "follows": None,
            "asked": [],
        }
        other = bo.post("/api/lobby/anyone", game="claim_it")
        assert other["table"] != mine["table"]
        found = eve.post("/api/lobby/anyone", game="nuggets")
        assert found["table"] == mine["table"]
        assert eve.post(f"/api/tables/{found['table']}/join", token=found["token"])["seat"] == 1


@pytest.mark.parametrize("told", [{}, {"host": "0.0.0.0", "lobby": False}])
def test_without_a_lobby_nothing_is_listed(tmp_path: Path, told: Any) -> None:
    """On loopback, or where the operator wants none."""
    with server(tmp_path, **told) as running:
        ada, bo = Device(running), Device(running)
        ada.table("claim_it", ["me", "open"], listed=True)
        assert bo.get("/api/lobby") == {"on": False, "tables": []}
        assert bo.refused("/api/lobby/anyone")["code"] == "no_lobby"


def test_a_table_has_a_name_of_its_own_if_its_host_gives_one(tmp_path: Path) -> None:
    """Cleaned like the names of people, at most 40 signs, shown at the table and in the lobby."""
    with server(tmp_path, host="0.0.0.0") as running:
        ada, bo = Device(running), Device(running)
        table = ada.table("claim_it", ["me", "open"], listed=True, title="  Les\torpailleurs  ")
        assert ada.get(f"/api/tables/{table}")["title"] == "Les orpailleurs"
        assert [each["title"] for each in bo.get("/api/lobby")["tables"]] == ["Les orpailleurs"]
        assert ada.order(table, "options", title="x" * 40)["title"] == "x" * 40
        refused = ada.refused(f"/api/tables/{table}/orders", type="options", title="x" * 41)
        assert refused["code"] == "message"
        assert ada.order(table, "options", listed=False)["title"] == "x" * 40
        assert ada.order(table, "options", title="")["title"] == ""
        other = ada.table("claim_it", ["me", "open"])
        assert ada.get(f"/api/tables/{other}")["title"] == ""
