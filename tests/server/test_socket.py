"""The socket: following, acting, reconnecting, being disconnected."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from support.serving import Device, server


def hear(socket: Any, kind: str, **wanted: Any) -> Any:
    """The next message of a kind (with these values); others are passed over."""
    for _ in range(200):
        message = socket.receive_json()
        if message["type"] == kind and all(
            message.get(key) == value for key, value in wanted.items()
        ):
            return message
    raise AssertionError(f"no {kind} came")


def act(socket: Any, kind: str, **told: Any) -> Any:
    """Send an act and return its answer (done, looked or refused)."""
    socket.send_json({"type": kind, "id": 7, **told})
    for _ in range(200):
        message = socket.receive_json()
        if message.get("id") == 7:
            return message
    raise AssertionError("no answer came")


def shown_out(socket: Any) -> None:
    """The server closes the socket, soon."""
    with pytest.raises(WebSocketDisconnect):
        hear(socket, "nothing more")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with server(tmp_path_factory.mktemp("data")) as client:
        yield client


def test_a_whole_game_over_the_socket(running: TestClient) -> None:
    me = Device(running)
    table = me.table("claim_it", ["me", "greedy"])
    with me.live(table, seat=0) as socket:
        assert hear(socket, "table")["phase"] == "waiting"
        me.order(table, "start")
        view = hear(socket, "view")
        seen = view["v"]
        while view["waiting"]["kind"] != "over":
            if view["can"]["act"]:
                socket.send_json(
                    {"type": "steps", "v": view["v"], "seat": 0, "steps": view["legal"][:1]}
                )
            elif view["can"]["throw"]:
                socket.send_json({"type": "throw", "v": view["v"], "seat": 0})
            view = hear(socket, "view")
            assert view["since"] == seen  # nothing is left out, nothing comes twice
            seen = view["v"]
            assert all(view["since"] < event["v"] <= view["v"] for event in view["events"])
        assert view["view"]["result"]["ranks"]
    info = me.get(f"/api/tables/{table}")
    assert info["phase"] == "over"
    assert info["next_commitment"]


def test_two_devices_see_the_same_and_act_in_turn(running: TestClient) -> None:
    host, guest = Device(running), Device(running)
    table = host.table("claim_it", ["me", "open"])
    link = host.get(f"/api/tables/{table}/invitation")["link"]
    token = link.partition("#")[2]
    joined = guest.post(f"/api/tables/{table}/join", token=token, name="Guest")
    assert joined["seat"] == 1
    host.order(table, "start")
    with host.live(table, seat=0) as one, guest.live(table, seat=1) as two:
        views = [hear(one, "view"), hear(two, "view")]
        for _ in range(20):
            while views[0]["v"] < views[1]["v"]:
                views[0] = hear(one, "view")
            while views[1]["v"] < views[0]["v"]:
                views[1] = hear(two, "view")
            assert views[0]["view"] == views[1]["view"]
            can = [view["can"]["act"] or view["can"]["throw"] for view in views]
            if True not in can:
                views[0] = hear(one, "view")
                continue
            turn = can.index(True)
            act: dict[str, Any] = {"type": "throw", "v": views[turn]["v"], "seat": turn}
            if views[turn]["can"]["act"]:
                act |= {"type": "steps", "steps": views[turn]["legal"][:1]}
            (one, two)[turn].send_json(act)
            views[turn] = hear((one, two)[turn], "view")


def test_a_page_says_what_it_has_shown_and_everyone_hears_when_the_throw_is_due(
    running: TestClient,
) -> None:
    host, guest = Device(running), Device(running)
    table = host.table("claim_it", ["me", "open"])
    token = host.get(f"/api/tables/{table}/invitation")["link"].partition("#")[2]
    guest.post(f"/api/tables/{table}/join", token=token, name="Guest")
    room = running.app.state.server.manager.tables[table]  # type: ignore[attr-defined]
    room.pacing.bounds = replace(room.pacing.bounds, quiet=3600.0)  # however slow this machine is
    host.order(table, "start")
    with host.live(table, seat=0) as one, guest.live(table, seat=1) as two:
        views = [hear(one, "view"), hear(two, "view")]
        while not any(view["can"]["throw"] for view in views):
            views = [hear(one, "view"), hear(two, "view")]
        quiet = views[0]["waiting"]["due"]
        assert 30_000 < quiet <= 3_630_000
        turn = 0 if views[0]["can"]["throw"] else 1
        told = {"v": views[turn]["v"], "seat": turn}
        (one, two)[turn].send_json({"type": "shown", "id": 3, **told})
        for socket in (one, two):
            due = hear(socket, "due")
            assert (due["v"], due["due"] <= 30_000) == (told["v"], True)
        (one, two)[turn].send_json({"type": "hurry", "id": 4, **told, "v": 0})  # at any version
        (one, two)[turn].send_json({"type": "throw", "id": 5, **told})
        assert hear((one, two)[turn], "view")["v"] == told["v"] + 1
        (one, two)[1 - turn].send_json({"type": "shown", "id": 6, **told})  # not their seat
        assert hear((one, two)[1 - turn], "refused")["code"] == "not_your_seat"


def test_coming_back_from_any_version_gives_the_present_view(running: TestClient) -> None:
    """Proof 15."""
    me = Device(running)
    table = me.table("claim_it", ["me", "me"])
    me.order(table, "start")
    for _ in range(6):
        view = me.turn(table, 0, 1)
        me.post(
            f"/api/tables/{table}/steps", v=view["v"], seat=view["seat"], steps=view["legal"][:1]
        )
    me.turn(table, 0, 1)
    now = me.view(table, 0)
    for since in range(now["v"] + 3):
        with me.live(table, seat=0, since=since, match=1) as socket:
            view = hear(socket, "view")
            assert view["view"] == now["view"]
            assert view["legal"] == now["legal"]
            assert view["v"] == now["v"]
            expected = since if since <= now["v"] else now["v"]
            assert view["since"] == expected
            assert {event["v"] for event in view["events"]} <= set(
                range(expected + 1, now["v"] + 1)
            )
    with me.live(table, seat=0) as socket:
        assert hear(socket, "view")["events"] == []


def test_a_seat_taken_over_tells_the_other_device(running: TestClient) -> None:
    host, phone = Device(running), Device(running)
    table = host.table("claim_it", ["me", "greedy"])
    link = host.get(f"/api/tables/{table}/invitation")["seats"][0]["link"]
    token = link.partition("#")[2]
    with host.live(table, seat=0) as socket:
        hear(socket, "table")
        refused = phone.refused(f"/api/tables/{table}/join", token=token)
        assert refused["code"] == "seat_used"
        assert refused["facts"]["name"] == "Sample 0"
        refused = phone.refused(f"/api/tables/{table}/join", token=token, take=True)
        assert refused["code"] == "seat_asked"
        host.order(table, "answer", seat=0, allow=True)
        assert phone.post(f"/api/tables/{table}/join", token=token, take=True)["seat"] == 0
        assert hear(socket, "gone")["why"] == "taken"
        shown_out(socket)
    assert host.client.get(f"/api/tables/{table}/view?seat=0").status_code == 403
    phone.get(f"/api/tables/{table}")
    assert phone.get(f"/api/tables/{table}")["you"] == {
        "host": False,
        "seats": [0],
        "follows": None,
        "asked": [],
    }


def test_a_removed_guest_and_a_closed_table_are_told(running: TestClient) -> None:
    host, guest = Device(running), Device(running)
    table = host.table("claim_it", ["me", "open"])
    token = host.get(f"/api/tables/{table}/invitation")["link"].partition("#")[2]
    guest.post(f"/api/tables/{table}/join", token=token)
    with guest.live(table, seat=1) as socket:
        hear(socket, "table")
        host.order(table, "seat", seat=1, kind="bot", level="random")
        assert hear(socket, "gone")["why"] == "removed"
    with host.live(table, seat=0) as socket:
        host.order(table, "close")
        assert hear(socket, "gone")["why"] == "closed"


def test_after_a_swap_a_socket_follows_its_new_seat(running: TestClient) -> None:
    me = Device(running)
    table = me.table("claim_it", ["me", "greedy"])
    with me.live(table, seat=0) as socket:
        assert hear(socket, "table")["you"]["follows"] == 0
        me.order(table, "swap", a=0, b=1)
        told = hear(socket, "table", rev=2)
        assert told["you"] == {"host": True, "seats": [1], "follows": 1, "asked": []}


def test_presence_is_shown(running: TestClient) -> None:
    me = Device(running)
    table = me.table("claim_it", ["me", "greedy"])
    with me.live(table) as spectator:
        assert not hear(spectator, "table")["seats"][0]["here"]
        with me.live(table, seat=0):
            assert hear(spectator, "table")["seats"][0]["here"]
        assert not hear(spectator, "table")["seats"][0]["here"]


def test_one_device_sits_as_one_seat_after_the_other(running: TestClient) -> None:
    me = Device(running)
    table = me.table("nuggets", ["me", "me"])
    me.order(table, "start")
    with me.live(table, seat=0) as socket:
        assert hear(socket, "view")["seat"] == 0
        assert act(socket, "sit", seat=1)["type"] == "done"
        assert hear(socket, "view")["seat"] == 1
        socket.send_json({"type": "sit", "seat": None})
        while hear(socket, "view")["seat"] is not None:
            pass  # what had still happened for the seat before


def test_a_guest_may_look_on_as_a_spectator(running: TestClient) -> None:
    me, guest = Device(running), Device(running)
    table = me.table("butin", ["me", "open"])
    link = me.get(f"/api/tables/{table}/invitation")["link"]
    guest.post(f"/api/tables/{table}/join", token=link.partition("#")[2], name="Guest")
    me.order(table, "start")
    with guest.live(table, seat=1) as socket:
        assert hear(socket, "view")["seat"] == 1
        assert act(socket, "sit", seat=None)["type"] == "done"
        assert hear(socket, "table")["you"]["follows"] is None
        assert hear(socket, "view")["seat"] is None


def test_sealed_choices_show_only_which_seats_are_ready(running: TestClient) -> None:
    me = Device(running)
    table = me.table("gold_river", ["me", "me"])
    me.order(table, "start")
    me.turn(table, 0)
    told = []
    for bid in ("sealed 0", "sealed 7"):
        with me.live(table, seat=1) as other:
            v = hear(other, "view")["v"]
            me.post(f"/api/tables/{table}/steps", v=v, seat=0, steps=[bid])
            told.append(hear(other, "ready"))
            me.post(f"/api/tables/{table}/withdraw", v=v, seat=0)
            assert hear(other, "ready")["ready"] == []
    assert told[0] == told[1] == {"type": "ready", "match": 1, "v": v, "ready": [0]}


def test_acts_are_answered_by_their_id(running: TestClient) -> None:
    me = Device(running)
    table = me.table("claim_it", ["me", "me"])
    me.order(table, "start")
    view = me.turn(table, 0, 1)
    seat = view["seat"]
    with me.live(table, seat=seat) as socket:
        looked = act(socket, "look", v=view["v"], seat=seat, steps=view["legal"][:1])
        assert looked["type"] == "looked"
        assert looked["legal"] == ["roll", "stop"]
        stale = act(socket, "steps", v=view["v"] - 1, seat=seat, steps=["roll"])
        assert stale["code"] == "stale"
        assert stale["now"]["v"] == view["v"]
        illegal = act(socket, "steps", v=view["v"], seat=seat, steps=["stop"])
        assert illegal["code"] == "illegal"
        assert illegal["clause"].startswith("CI-")
        assert act(socket, "steps", v=view["v"], seat=1 - seat, steps=["roll"])["code"] == (
            "not_your_turn"
        )
        assert act(socket, "steps", v=view["v"], seat=seat, steps=view["legal"][:1]) == {
            "type": "done",
            "id": 7,
            "v": view["v"] + 1,
        }
        assert act(socket, "undo", v=view["v"] + 1, seat=seat)["type"] == "done"
        assert act(socket, "ping")["type"] == "done"


def test_the_acting_device_gets_the_new_view_before_the_answer(running: TestClient) -> None:
    me = Device(running)
    table = me.table("claim_it", ["me", "me"])
    me.order(table, "start")
    view = me.turn(table, 0, 1)
    with me.live(table, seat=view["seat"]) as socket:
        hear(socket, "view")
        for _ in range(30):
            socket.send_json(
                {
                    "type": "steps",
                    "id": 9,
                    "v": view["v"],
                    "seat": view["seat"],
                    "steps": view["legal"][:1],
                }
            )
            told = view["v"]
            while (message := socket.receive_json()).get("id") != 9:
                told = message["v"] if message["type"] == "view" else told
            assert message["type"] == "done"
            assert told >= message["v"] > view["v"]
            view = me.turn(table, 0, 1)
            assert act(socket, "sit", seat=view["seat"])["type"] == "done"
            hear(socket, "view")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "7",
        '"steps"',
        '{"type":"steps"}',
        '{"type":"dance"}',
        '{"type":"steps","v":0,"seat":0,"steps":[]}',
        '{"type":"steps","v":0,"seat":0,"steps":"roll"}',
        '{"type":"steps","v":-1,"seat":0,"steps":["roll"]}',
        '{"type":"throw","v":1e99,"seat":0}',
        '{"type":"throw","v":0,"seat":true}',
        '{"type":"throw","v":0,"seat":99}',
        '{"type":"throw","v":0,"seat":0,"luck":6}',
        '{"type":"steps","v":0,"seat":0,"steps":["' + "a" * 200 + '"]}',
        '{"type":"ping","id":"x"}',
        "\x00",
        "{" * 5000,
    ],
)
def test_garbage_is_refused_and_the_socket_lives_on(running: TestClient, text: str) -> None:
    me = Device(running)
    table = me.table("claim_it", ["me", "me"])
    with me.live(table, seat=0) as socket:
        hear(socket, "table")
        socket.send_text(text)
        refused = hear(socket, "refused")
        assert refused["code"] in ("garbage", "message")
        assert refused["sentence"]
        assert act(socket, "ping")["type"] == "done"
    assert me.get(f"/api/tables/{table}")["rev"] == 1


def test_oversized_or_binary_messages_close_the_socket(running: TestClient) -> None:
    me = Device(running)
    table = me.table("claim_it", ["me", "me"])
    for big in (True, False):
        with me.live(table, seat=0) as socket:
            if big:
                socket.send_text(json.dumps({"type": "x" * 20_000}))
            else:
                socket.send_bytes(b"\xff\xfe")
            assert hear(socket, "refused")["code"] in ("too_big", "garbage")
            shown_out(socket)


def test_a_flood_ends_the_socket(tmp_path: Path) -> None:
    with server(tmp_path, limits=True) as running:
        me = Device(running)
        table = me.table("claim_it", ["me", "me"])
        with me.live(table, seat=0) as socket:
            for _ in range(80):
                socket.send_json({"type": "ping"})
            assert hear(socket, "refused")["code"] == "too_fast"
            shown_out(socket)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("seat=1", "not_your_seat"),
        ("seat=9", "no_seat"),
        ("seat=x", "message"),
        ("seat=-1", "message"),
        ("since=x", "message"),
        ("seat=0&since=99999999999", "message"),
    ],
)
def test_a_socket_that_may_not_follow_is_told_why(
    running: TestClient, query: str, code: str
) -> None:
    me = Device(running)
    table = me.table("claim_it", ["me", "greedy"])
    with me.client.websocket_connect(f"/api/tables/{table}/live?{query}") as socket:
        refused = socket.receive_json()
        assert refused["code"] == code
        shown_out(socket)


def test_sockets_refuse_unknown_tables_strangers_and_foreign_pages(running: TestClient) -> None:
    me, stranger = Device(running), Device(running)
    table = me.table("claim_it", ["me", "greedy"], spectators=False)
    for device, path, code in (
        (me, "/api/tables/nowhere/live", "no_table"),
        (stranger, f"/api/tables/{table}/live?seat=0", "not_your_seat"),
        (stranger, f"/api/tables/{table}/live", "no_spectators"),
    ):
        with device.client.websocket_connect(path) as socket:
            assert socket.receive_json()["code"] == code
    with me.client.websocket_connect(
        f"/api/tables/{table}/live?seat=0", headers={"origin": "https://elsewhere.example"}
    ) as socket:
        assert socket.receive_json()["code"] == "origin"


def test_sentences_come_in_the_language_asked_for(running: TestClient) -> None:
    me = Device(running)
    with me.client.websocket_connect("/api/tables/nowhere/live?lang=fr") as socket:
        assert "table" in socket.receive_json()["sentence"].lower()
    with me.client.websocket_connect("/api/tables/nowhere/live?lang=en") as socket:
        assert socket.receive_json()["sentence"].startswith("This table")
