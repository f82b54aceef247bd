"""No device can act for another: every command, from a stranger and from the other seat."""

from pathlib import Path
from typing import Any

import pytest

from server.test_profile import begins
from server.test_push import CONTACT
from support.serving import Device, server
from tables.test_chat import two

ACTS: list[dict[str, Any]] = [
    {"type": "resign"},
    {"type": "steps", "v": 1, "steps": ["stop"]},
    {"type": "throw", "v": 1},
    {"type": "undo", "v": 1},
    {"type": "shown", "v": 1},
    {"type": "hurry"},
    {"type": "finish"},
]
ORDERS: list[dict[str, Any]] = [
    {"type": "pause", "on": True},
    {"type": "end", "on": True},
    {"type": "give_back", "seat": 0},
]
HOST: list[dict[str, Any]] = [
    {"type": "hand_over", "seat": 1},
    {"type": "dismiss", "seat": 0, "block": True},
    {"type": "replace", "seat": 0},
    {"type": "renew", "seat": 0},
    {"type": "options", "talk": "off"},
    {"type": "options", "spectators": False},
    {"type": "close"},
]


@pytest.mark.parametrize("who", ["stranger", "other"])
def test_no_device_can_act_for_another(who: str, tmp_path: Path) -> None:
    with server(tmp_path, push_contact=CONTACT) as client:
        ada, ben, table = two(client, clock="relaxed")
        ada.order(table, "start")
        begins(ada, table)
        ada.post(f"/api/tables/{table}/talk", seat=0, emote="hat")
        before = ada.get(f"/api/tables/{table}")
        said = ada.get(f"/api/tables/{table}/talk")
        eve = ben if who == "other" else Device(client)
        path = f"/api/tables/{table}"
        for act in ACTS:
            told = {"v": before["rev"], "match": 1, "seat": 0, **act}
            assert eve.refused(f"{path}/acts", **told)["code"] == "not_your_seat", act
        for word in ({"text": "I give up"}, {"emote": "hat"}):
            assert eve.refused(f"{path}/talk", seat=0, **word)["code"] == "not_your_seat"
        assert eve.refused(f"{path}/name", seat=0, name="Eve")["code"] == "not_your_seat"
        assert eve.refused(f"{path}/leave", seat=0)["code"] == "not_your_seat"
        for order in HOST:
            assert eve.refused(f"{path}/orders", **order)["code"] == "host_only", order
        if who == "stranger":
            for order in ORDERS:
                code = eve.refused(f"{path}/orders", **order)["code"]
                assert code in ("not_your_seat", "host_only"), order
        # Profiles: one's own devices, name and calls, whatever is asked.
        assert eve.refused("/api/profile/revoke", device="0" * 12)["code"] == "no_device"
        assert eve.post("/api/profile/seats")["seats"] == 0
        assert eve.refused("/api/profile/past", table=table, match=1)["code"] == "no_match"
        eve.post("/api/push/stop")
        assert ada.get(path) == before
        assert ada.get(f"{path}/talk") == said
        assert ada.view(table, 0)["v"] == eve.view(table)["v"]
