"""The API: creating, joining, arranging, playing, records; every refusal has a sentence."""

import hashlib
import json
import re
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from filon import bots
from filon.app import refusals
from filon.build_info import this_build
from filon.commands.verify import read_proof
from filon.core.errors import Refusal
from filon.core.fair import Fair
from filon.core.proof import check, check_rules
from filon.core.record import final, read
from filon.core.spec import Spec
from filon.games import load, slugs
from filon.match.codes import WORDS, new_code, read_code
from filon.messages import LANGUAGES, catalogue
from filon.server.data_dir import secret
from filon.server.hosts import listening
from filon.server.launch import addresses, logs
from filon.server.page import policy, serve_page
from filon.settings import Settings
from support.serving import Device, server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with server(tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.fixture
def me(running: TestClient) -> Device:
    return Device(running)


@pytest.fixture
def guest(running: TestClient) -> Device:
    return Device(running)


def token_of(link: str) -> str:
    return link.partition("#")[2]


# ---- the shelf ---------------------------------------------------------------------------------


def test_the_shelf_shows_every_game_in_both_languages(me: Device) -> None:
    for lang in LANGUAGES:
        shelf = me.get("/api/games", lang=lang)
        games = {game["slug"]: game for game in shelf["games"]}
        assert set(slugs()) | {
            "claim_it",
            "gold_river",
            "nuggets",
            "chercheurs_dor",
            "butin",
        } == set(games)
        for slug in slugs():
            spec, game = load(slug), games[slug]
            assert game["built"]
            assert game["title"] == spec.box.title[lang]
            assert game["seats"] == list(spec.seats)
            assert [option["key"] for option in game["options"]] == [
                option.key for option in spec.options
            ]
            for option, told in zip(spec.options, game["options"], strict=True):
                assert told["default"] == option.default
                assert [value["value"] for value in told["values"]] == list(option.values)
        assert [level["level"] for level in shelf["levels"]] == list(bots.LEVELS)
        assert shelf["slower"] == (not this_build().compiled)
        for slug in slugs():
            offered = games[slug]["levels"]
            assert [one["level"] for one in offered] == [
                level.name for level in load(slug).minds.levels
            ]
            grades = [one["grade"] for one in offered if one["grade"]]
            assert grades == list(range(1, len(grades) + 1))
            assert all(one["name"] and one["help"] for one in offered)
        assert all(level["name"] and level["help"] for level in shelf["levels"])


def test_a_game_that_cannot_be_loaded_is_shown_as_not_built(
    me: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    from filon import games

    broken = sorted(slugs())[0]

    def load_but_one(slug: str) -> Spec:
        if slug == broken:
            raise ImportError
        return load(slug)

    monkeypatch.setattr(games, "load", load_but_one)
    game = me.get("/api/games", lang="fr")["games"][-1]
    assert game["slug"] == broken
    assert game["built"] is False
    assert game["title"] == load(broken).box.title["fr"]


def test_rules_are_served_in_the_language_asked_for(me: Device) -> None:
    texts = {lang: me.client.get(f"/api/games/claim_it/rules?lang={lang}") for lang in LANGUAGES}
    for answer in texts.values():
        assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
        assert "**CI-9**" in answer.text
    assert texts["fr"].text != texts["en"].text
    assert me.client.get("/api/games/chess/rules").status_code == 404


def test_health_metrics_and_openapi(me: Device) -> None:
    assert me.get("/api/health")["ok"] is True
    assert "filon_tables" in me.client.get("/api/metrics").text
    told = me.get("/api/openapi.json")
    assert "/api/tables/{id}/steps" in told["paths"]
    assert told["paths"]["/api/tables"]["post"]["responses"]["201"]
    assert me.client.get("/docs").status_code == 404
    assert me.client.get("/redoc").status_code == 404


# ---- making and arranging ----------------------------------------------------------------------


def test_a_table_tells_what_was_agreed(me: Device) -> None:
    made = me.post(
        "/api/tables",
        game="claim_it",
        options={"long_turns": True},
        pace="calm",
        seats=[
            {"kind": "mine", "name": "  Ada \n L. "},
            {"kind": "open"},
            {"kind": "bot", "level": "greedy", "name": "Lou"},
            {"kind": "mine"},
            {"kind": "bot", "level": "random"},
        ],
    )
    assert made["options"] == {"long_turns": True}
    assert made["pace"] == "calm"
    assert made["phase"] == "waiting"
    assert [seat["kind"] for seat in made["seats"]] == ["person", "open", "bot", "person", "bot"]
    assert made["seats"][0]["name"] == "Ada L."
    assert made["seats"][2]["level"] == "greedy"
    assert made["you"] == {"host": True, "seats": [0, 3], "follows": None, "asked": []}
    assert made["warnings"] == ["claim_it.warning.long_turns"]
    assert made["code"]
    assert len(made["commitment"]) == 64


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "mine"}] * 2}, "game"),
        ({"game": "claim_it", "seats": [{"kind": "mine"}]}, "players"),
        ({"game": "claim_it", "seats": [{"kind": "mine"}] * 6}, "players"),
        ({"game": "claim_it", "seats": []}, "message"),
        ({"game": "claim_it", "seats": [{"kind": "cat"}] * 2}, "message"),
        ({"game": "claim_it", "seats": [{"kind": "bot", "level": "oracle"}] * 2}, "bot"),
        ({"game": "claim_it", "seats": [{"kind": "mine", "name": "x" * 25}] * 2}, "message"),
        ({"game": "claim_it", "seats": [{"kind": "mine"}] * 2, "options": {"luck": 6}}, "option"),
        (
            {"game": "claim_it", "seats": [{"kind": "mine"}] * 2, "options": {"long_turns": 7}},
            "option_value",
        ),
        ({"game": "claim_it", "seats": [{"kind": "mine"}] * 2, "pace": "never"}, "message"),
        ({"game": "claim_it", "seats": [{"kind": "mine"}] * 2, "seed": "00"}, "message"),
        ({"game": 7, "seats": [{"kind": "mine"}] * 2}, "message"),
        ({}, "message"),
    ],
)
def test_an_impossible_table_is_refused(me: Device, body: dict[str, Any], code: str) -> None:
    assert me.refused("/api/tables", **body)["code"] == code


def test_the_host_arranges_seats_and_options_before_the_start(me: Device, guest: Device) -> None:
    table = me.table("claim_it", ["me", "open"])
    assert len(me.order(table, "add", kind="bot", level="random")["seats"]) == 3
    assert me.order(table, "swap", a=0, b=2)["you"]["seats"] == [2]
    assert me.order(table, "remove", seat=1)["you"]["seats"] == [1]
    assert me.order(table, "seat", seat=0, kind="mine", name="Second")["you"]["seats"] == [0, 1]
    assert me.order(table, "options", options={"long_turns": True}, pace="brisk")["pace"] == "brisk"
    assert me.get(f"/api/tables/{table}")["options"] == {"long_turns": True}
    path = f"/api/tables/{table}/orders"
    for order, code in (
        ({"type": "remove", "seat": 5}, "no_seat"),
        ({"type": "swap", "a": 0, "b": 9}, "no_seat"),
        ({"type": "options", "options": {"x": 1}}, "option"),
        ({"type": "seat", "seat": 0, "kind": "bot", "level": "?"}, "bot"),
        ({"type": "rematch"}, "not_over"),
        ({"type": "replace", "seat": 0}, "not_playing"),
        ({"type": "dance"}, "message"),
        ({}, "message"),
    ):
        assert me.refused(path, **order)["code"] == code
    for order in (
        {"type": "start"},
        {"type": "close"},
        {"type": "add", "kind": "open"},
        {"type": "renew", "seat": 0},
        {"type": "rematch"},
    ):
        assert guest.refused(path, **order)["code"] == "host_only"
    me.order(table, "remove", seat=0)
    assert me.refused(path, type="start")["code"] == "players"
    assert me.refused(path, type="remove", seat=0)["code"] == "last_seat"
    me.order(table, "add", kind="open")
    assert me.refused(path, type="start")["code"] == "open_seats"
    me.order(table, "seat", seat=1, kind="bot", level="random")
    assert me.order(table, "start")["phase"] == "playing"
    for order in (
        {"type": "start"},
        {"type": "add", "kind": "open"},
        {"type": "remove", "seat": 1},
        {"type": "swap", "a": 0, "b": 1},
        {"type": "options", "options": {}},
    ):
        assert me.refused(path, **order)["code"] == "not_waiting"


# ---- joining -----------------------------------------------------------------------------------


def test_joining_by_code_gives_an_open_seat_and_expires_at_the_start(
    me: Device, guest: Device, running: TestClient
) -> None:
    table = me.table("claim_it", ["me", "open"])
    code = me.get(f"/api/tables/{table}")["code"]
    assert guest.get(f"/api/tables/{table}")["code"] is None  # only those who sit here know it
    said = code.replace("-", " ").upper()
    found = guest.post("/api/join", code=said)
    assert found["table"] == table
    joined = guest.post(f"/api/tables/{table}/join", token=found["token"], name="Bo")
    assert joined["seat"] == 1
    assert joined["table"]["you"]["seats"] == [1]
    again = guest.post(f"/api/tables/{table}/join", token=found["token"])
    assert again["seat"] == 1  # the same link once more gives no second seat
    late = Device(running)
    assert late.refused("/api/join", code=code)["code"] == "full"
    assert late.refused(f"/api/tables/{table}/join", token=found["token"])["code"] == "full"
    me.order(table, "start")
    assert late.refused("/api/join", code=code)["code"] == "code"
    assert late.refused(f"/api/tables/{table}/join", token=found["token"])["code"] == "not_waiting"
    assert me.get(f"/api/tables/{table}")["code"] is None


@pytest.mark.parametrize("token", ["", "x", "a.b", "WyJzIl0.AAAA", "é" * 40, "." * 299])
def test_a_forged_token_opens_nothing(me: Device, guest: Device, token: str) -> None:
    table = me.table("claim_it", ["me", "open"])
    refused = guest.refused(f"/api/tables/{table}/join", token=token)
    assert (refused["code"], refused["status"]) == ("token", 401)
    assert guest.get(f"/api/tables/{table}")["you"]["seats"] == []


def test_a_token_of_another_table_opens_nothing(me: Device, guest: Device) -> None:
    one, other = me.table("claim_it", ["me", "open"]), me.table("claim_it", ["me", "open"])
    links = me.get(f"/api/tables/{one}/invitation")
    for link in (links["link"], links["seats"][0]["link"]):
        assert guest.refused(f"/api/tables/{other}/join", token=token_of(link))["code"] == "token"


def test_a_renewed_link_revokes_the_old_one_and_its_device(me: Device, guest: Device) -> None:
    table = me.table("claim_it", ["me", "open"])
    old = token_of(me.get(f"/api/tables/{table}/invitation")["seats"][1]["link"])
    guest.post(f"/api/tables/{table}/join", token=old, name="Bo")
    me.order(table, "start")
    me.order(table, "renew", seat=1)
    assert guest.refused(f"/api/tables/{table}/join", token=old)["code"] == "token"
    assert guest.get(f"/api/tables/{table}")["you"]["seats"] == []
    new = token_of(me.get(f"/api/tables/{table}/invitation")["seats"][1]["link"])
    assert guest.post(f"/api/tables/{table}/join", token=new)["seat"] == 1
    assert guest.get(f"/api/tables/{table}")["seats"][1]["name"] == "Bo"


def test_leaving_and_coming_back(me: Device, guest: Device) -> None:
    table = me.table("claim_it", ["me", "open"])
    token = token_of(me.get(f"/api/tables/{table}/invitation")["seats"][1]["link"])
    guest.post(f"/api/tables/{table}/join", token=token, name="Bo")
    assert guest.post(f"/api/tables/{table}/leave", seat=1)["seats"][1]["kind"] == "open"
    assert guest.refused(f"/api/tables/{table}/leave", seat=1)["code"] == "not_your_seat"
    guest.post(f"/api/tables/{table}/join", token=token, name="Bo")
    me.order(table, "start")
    left = guest.post(f"/api/tables/{table}/leave", seat=1)
    assert left["seats"][1]["kind"] == "person"  # in play the seat waits
    assert left["you"]["seats"] == []
    assert guest.post(f"/api/tables/{table}/join", token=token)["seat"] == 1
    # The same link on the device that holds the seat changes nothing.
    rev = guest.get(f"/api/tables/{table}")["rev"]
    assert guest.post(f"/api/tables/{table}/join", token=token)["table"]["rev"] == rev


def test_cookies_are_one_per_seat_and_stay_at_their_table(me: Device) -> None:
    table = me.table("claim_it", ["me", "me"])
    cookies = list(me.client.cookies.jar)
    seats = [cookie for cookie in cookies if cookie.name.startswith("filon_seat_")]
    assert len(seats) == 2
    for cookie in [*seats, *(one for one in cookies if one.name == "filon_host")]:
        assert cookie.path == f"/api/tables/{table}"
        assert cookie.has_nonstandard_attr("HttpOnly")
        assert not cookie.secure
    answer = me.client.post(
        "/api/tables", json={"game": "claim_it", "seats": [{"kind": "mine"}] * 2}
    )
    for header in answer.headers.get_list("set-cookie"):
        assert "HttpOnly" in header
        assert "SameSite=lax" in header


def test_cookies_are_secure_over_https(tmp_path: Path) -> None:
    with server(tmp_path, public_url="https://filon.example") as running:
        answer = running.post(
            "/api/tables", json={"game": "claim_it", "seats": [{"kind": "mine"}] * 2}
        )
        assert all("Secure" in header for header in answer.headers.get_list("set-cookie"))
        told = running.get(f"/api/tables/{answer.json()['id']}/invitation").json()
        assert told["address"] == "https://filon.example"
        assert told["loopback"] is False


@pytest.mark.parametrize("entropy", ["abc", "XY", "0" * 66, "é", "00\n"])
def test_entropy_is_whole_bytes_in_hex(me: Device, entropy: str) -> None:
    table = me.table("claim_it", ["me", "me"])
    path = f"/api/tables/{table}/orders"
    assert me.refused(path, type="start", entropy=entropy)["code"] == "message"
    assert me.order(table, "start", entropy="0" * 64)["phase"] == "playing"


def test_a_device_finds_its_tables_again(me: Device, guest: Device) -> None:
    table = me.table("claim_it", ["me", "me"])
    other = me.table("nuggets", ["me", "greedy"])
    me.order(table, "start")
    me.turn(table, 0, 1)
    mine = me.get("/api/mine")
    assert {line["id"] for line in mine} == {table, other}
    playing = next(line for line in mine if line["id"] == table)
    assert playing["your_turn"] is True
    assert playing["yours"] == [0, 1]
    assert guest.get("/api/mine") == []


def test_the_invitation_names_an_address_others_can_reach(me: Device, guest: Device) -> None:
    table = me.table("claim_it", ["me", "open"])
    told = me.get(f"/api/tables/{table}/invitation")
    assert told["link"].startswith(f"http://testserver/t/{table}#")
    assert {line["seat"] for line in told["seats"]} == {0, 1}
    strange = guest.get(f"/api/tables/{table}/invitation")
    assert (strange["code"], strange["link"], strange["seats"]) == (None, None, [])


def test_on_loopback_the_invitation_says_how_to_open_to_the_room(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        running.base_url = "http://127.0.0.1:8000"
        made = running.post(
            "/api/tables", json={"game": "claim_it", "seats": [{"kind": "mine"}, {"kind": "open"}]}
        )
        assert made.status_code == 201
        told = running.get(f"/api/tables/{made.json()['id']}/invitation").json()
        assert told["loopback"] is True
        assert "HOST=0.0.0.0" in told["command"]


# ---- playing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_a_whole_game_over_http(me: Device, slug: str) -> None:
    table = me.table(slug, ["me", "random"])
    running_commitment = me.order(table, "start", entropy="00ff")["commitment"]
    path = f"/api/tables/{table}"
    assert me.client.get(f"{path}/proof").json()["code"] == "running"
    while True:
        view = me.turn(table, 0)
        if view["waiting"]["kind"] == "over":
            break
        view = me.post(f"{path}/steps", v=view["v"], seat=0, steps=view["legal"][-1:])
        assert view["type"] == "view"
    spec = load(slug)
    record = read(me.client.get(f"{path}/record").text, spec)
    assert final(record).ranks() == [rank or 0 for rank in view["view"]["result"]["ranks"]]
    proof = me.get(f"{path}/proof")
    assert proof["commitment"] == running_commitment
    assert hashlib.sha256(bytes.fromhex(proof["seed"])).hexdigest() == running_commitment
    fair = Fair(
        bytes.fromhex(proof["seed"]),
        proof["match"],
        [bytes.fromhex(part) for part in proof["entropy"]],
        proof["listed"],
    )
    assert proof["entropy"] == ["00ff", ""]
    for draw in proof["draws"]:
        assert draw["legal"][fair.draw(draw["n"], draw["weights"])] == draw["step"]
        assert record.steps[draw["n"]] == draw["step"]
    kept = read_proof(json.dumps(proof))  # as `filon verify` reads the saved file
    assert check(kept, running_commitment) == []
    assert check_rules(kept, record) == []
    story = me.get(f"{path}/story", seat=0)
    assert {event["step"] for event in story["events"]} <= set(range(len(record.steps)))
    assert me.order(table, "rematch")["match"] == 2
    assert me.client.get(f"{path}/record?match=1").text.count("\n") > len(record.steps)
    assert me.client.get(f"{path}/record?match=3").json()["code"] == "no_match"


def test_every_kind_of_bad_act_is_refused_and_changes_nothing(
    me: Device, guest: Device, running: TestClient
) -> None:
    """Proof 12."""
    table = me.table("claim_it", ["me", "me", "open"])
    token = token_of(me.get(f"/api/tables/{table}/invitation")["link"])
    path = f"/api/tables/{table}"
    assert me.refused(f"{path}/steps", v=0, seat=0, steps=["roll"])["code"] == "not_playing"
    guest.post(f"{path}/join", token=token)
    me.order(table, "start")
    stranger = Device(running)
    view = None
    while view is None:
        shown = guest.view(table, 2)
        if shown["can"]["throw"]:  # it may be a bust, so it is looked at anew
            guest.post(f"{path}/throw", v=shown["v"], seat=2)
        elif shown["can"]["act"]:
            guest.post(f"{path}/steps", v=shown["v"], seat=2, steps=shown["legal"][:1])
        mine = [me.view(table, seat) for seat in (0, 1)]
        if any(one["can"]["throw"] or one["can"]["act"] for one in mine):
            view = me.turn(table, 0, 1)
    seat, v, legal = view["seat"], view["v"], view["legal"]
    before = me.client.get(f"{path}/record?seat={seat}").text
    cases: list[tuple[Device, str, dict[str, Any], str, int]] = [
        (stranger, "steps", {"v": v, "seat": seat, "steps": legal[:1]}, "not_your_seat", 403),
        (guest, "steps", {"v": v, "seat": seat, "steps": legal[:1]}, "not_your_seat", 403),
        (guest, "steps", {"v": v, "seat": 2, "steps": legal[:1]}, "not_your_turn", 409),
        (me, "steps", {"v": v, "seat": 1 - seat, "steps": legal[:1]}, "not_your_turn", 409),
        (me, "steps", {"v": v - 1, "seat": seat, "steps": legal[:1]}, "stale", 409),
        (me, "steps", {"v": v, "match": 9, "seat": seat, "steps": legal[:1]}, "stale", 409),
        (me, "steps", {"v": v, "seat": 7, "steps": legal[:1]}, "no_seat", 404),
        (me, "steps", {"v": v, "seat": seat, "steps": ["fly 1 2"]}, "notation", 400),
        (me, "steps", {"v": v, "seat": seat, "steps": ["stop"]}, "illegal", 422),
        (me, "steps", {"v": v, "seat": seat, "steps": [legal[0]] * 13}, "message", 422),
        (me, "steps", {"v": v, "seat": seat, "steps": [7]}, "message", 422),
        (me, "steps", {"v": "0", "seat": seat, "steps": legal[:1]}, "message", 422),
        (me, "throw", {"v": v, "seat": seat}, "no_chance", 409),
        (me, "undo", {"v": v, "seat": seat}, "no_undo", 409),
        (me, "finish", {"v": v, "seat": seat}, "no_finish", 409),
        (me, "finish", {"v": v - 1, "seat": seat}, "no_finish", 409),  # no version is asked of it
        (me, "withdraw", {"v": v, "seat": seat}, "not_held", 409),
        (me, "look", {"v": v, "seat": seat, "steps": ["stop"]}, "illegal", 422),
        (stranger, "resign", {"v": v, "seat": seat}, "not_your_seat", 403),
        (stranger, "name", {"seat": seat, "name": "Eve"}, "not_your_seat", 403),
    ]
    for device, act, body, code, status in cases:
        refused = device.refused(f"{path}/{act}", **body)
        assert (refused["code"], refused["status"]) == (code, status)
        if act != "name":  # the one route for all acts says the same
            assert device.refused(f"{path}/acts", type=act, **body) == refused
    assert me.client.get(f"{path}/record?seat={seat}").text == before
    assert me.refused(f"{path}/steps", v=v - 1, seat=seat, steps=legal[:1])["now"]["v"] == v
    taken = me.post(f"{path}/steps", v=v, seat=seat, steps=legal[:1], id=3)
    assert taken["v"] == v + 1
    assert taken["id"] == 3
    replayed = me.refused(f"{path}/steps", v=v, seat=seat, steps=legal[:1])
    assert replayed["code"] == "stale"


def test_all_acts_come_in_by_one_route_and_by_their_own(me: Device) -> None:
    table = me.table("claim_it", ["me", "me"], pace="calm")
    path = f"/api/tables/{table}"
    me.order(table, "start")
    lot = me.client.post(f"{path}/acts", json={"type": "throw", "v": 0, "seat": 0})
    assert lot.status_code in (200, 409)  # 409: it was drawn by itself a moment before
    seat = me.view(table)["waiting"]["seats"][0]
    view = me.post(f"{path}/acts", type="throw", v=1, seat=seat, match=1, id=5)
    assert (view["type"], view["v"], view["id"]) == ("view", 2, 5)
    steps = view["legal"][:1]
    looks = [
        me.post(f"{path}/{door}", v=2, seat=seat, steps=steps, **more)
        for door, more in (("acts", {"type": "look"}), ("look", {}), ("look", {"type": "look"}))
    ]
    assert looks[0] == looks[1] == looks[2]
    assert looks[0]["type"] == "looked"
    for door, more in (("acts", {"type": "steps"}), ("steps", {})):
        taken = me.post(f"{path}/{door}", seat=seat, v=view["v"], steps=steps, **more)
        assert taken["events"]
        view = me.post(f"{path}/undo", seat=seat, v=taken["v"])
        assert view["legal"][:1] == steps
    for body in (
        {"type": "sit", "seat": seat, "v": view["v"]},
        {"type": "fly", "seat": seat, "v": view["v"]},
        {"seat": seat, "v": view["v"], "steps": steps},
        {"type": "throw", "seat": seat, "v": view["v"], "steps": steps},
    ):
        assert me.refused(f"{path}/acts", **body)["code"] == "message"
    refused = me.refused(f"{path}/throw", type="undo", seat=seat, v=view["v"])
    assert refused["code"] == "message"  # a path takes its own act only
    paths = me.get("/api/openapi.json")["paths"]
    for door in ["acts", "steps", "throw", "read", "undo", "withdraw", "finish", "resign", "look"]:
        assert "post" in paths[f"/api/tables/{{id}}/{door}"]


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "garbage"),
        (b"\xff\xfe", "application/json", 400, "garbage"),
        (b"game=claim_it", "application/x-www-form-urlencoded", 400, "garbage"),
        (b"{}", "text/plain", 400, "garbage"),
        (b"[" * 2000, "application/json", 400, "garbage"),
        (b'{"game":"' + b"x" * 20_000 + b'"}', "application/json", 413, "too_big"),
    ],
    ids=["cut", "bytes", "form", "text", "deep", "big"],
)
def test_garbage_is_refused(me: Device, content: bytes, kind: str, status: int, code: str) -> None:
    answer = me.client.post("/api/tables", content=content, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_other_sites_and_wrong_methods_are_refused(me: Device) -> None:
    for origin in ("https://elsewhere.example", "null", "http://testserver.example"):
        answer = me.client.post("/api/tables", json={}, headers={"origin": origin})
        assert answer.json()["code"] == "origin"
    assert (
        me.client.post("/api/tables", json={}, headers={"origin": "http://testserver"}).json()[
            "code"
        ]
        == "message"
    )
    assert me.client.get("/api/nothing").json()["code"] == "no_page"
    assert (
        me.client.delete("/api/games", headers={"content-type": "application/json"}).json()["code"]
        == "method"
    )
    assert me.client.get("/api/tables/nothing").json()["code"] == "no_table"


def test_refusals_speak_the_askers_language(me: Device) -> None:
    french = me.client.get("/api/tables/x", headers={"accept-language": "fr-CA,en;q=0.5"}).json()
    english = me.client.get("/api/tables/x", headers={"accept-language": "de, en"}).json()
    assert french["sentence"] == catalogue("fr").say("error.no_table")
    assert english["sentence"] == catalogue("en").say("error.no_table")
    assert me.client.get("/api/tables/x?lang=fr").json()["sentence"] == french["sentence"]
    assert refusals.language(None, "fr;q=x, en;q=0.1") == "en"
    assert refusals.language("tlh", None) == "en"


def test_every_code_has_a_sentence_in_both_languages() -> None:
    for code in refusals.CODES:
        for lang in LANGUAGES:
            assert f"error.{code}" in catalogue(lang), (code, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_illegal_step_is_refused_with_the_words_of_its_clause(lang: str) -> None:
    found = [
        (slug, key)
        for slug in slugs()
        for key in catalogue(lang, slug).texts
        if key.startswith(f"{slug}.clause.")
    ]
    assert found
    for slug, key in found:
        clause = key.rpartition(".")[2]
        no = Refusal("illegal", text="pass", clause=clause, because={"cells": [[1, 1]]})
        told = refusals.worded(no, lang, slug)
        assert told.clause == clause
        assert told.because == {"cells": [[1, 1]]}
        assert told.facts == {"text": "pass"}
        assert told.sentence == catalogue(lang, slug).say(key, text="pass", clause=clause)
    plain = refusals.worded(Refusal("illegal", text="pass", clause="ZZ-1"), lang, "claim_it")
    assert plain.sentence == catalogue(lang).say("error.illegal", text="pass")


def test_no_traceback_ever_leaves_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path) as running:

        def broken(*args: Any) -> Any:
            raise RuntimeError("a secret of the inside")

        monkeypatch.setattr("filon.app.games.shelf", broken)
        calm = TestClient(running.app, raise_server_exceptions=False)
        calm.portal = running.portal
        answer = calm.get("/api/games")
        assert answer.status_code == 500
        assert answer.json()["code"] == "unforeseen"
        assert "secret" not in answer.text


def test_logs_never_carry_hidden_steps(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    logs("debug")
    with server(tmp_path) as running:
        me = Device(running)
        table = me.table("nuggets", ["me", "greedy"])
        me.order(table, "start")
        for _ in range(6):
            view = me.turn(table, 0)
            tile = next(step for step in view["legal"] if step.startswith("tile"))
            me.refused(f"/api/tables/{table}/steps", v=view["v"], seat=0, steps=["tile 9 9 9"])
            me.post(f"/api/tables/{table}/steps", v=view["v"], seat=0, steps=[tile])

        me.turn(table, 0)

        async def broken(*args: Any) -> str:
            raise RuntimeError("tile 2 3 5")

        running.app.state.server.manager.services.brain.think = broken  # type: ignore[attr-defined]
        me.order(table, "replace", seat=0, level="random")
        said, end = "", time.monotonic() + 120
        while "bot gave no answer" not in said and time.monotonic() < end:
            said += "".join(capfd.readouterr())
            time.sleep(0.01)
    said += "".join(capfd.readouterr())
    assert "bot gave no answer" in said
    assert "RuntimeError" in said
    assert not re.search(r"tile \d \d \d", said)


def test_rate_limits_are_enforced(tmp_path: Path) -> None:
    with server(tmp_path, limits=True) as running:
        codes = [
            running.post("/api/join", json={"code": f"or-{n}"}).json()["code"] for n in range(14)
        ]
        assert codes[:10] == ["code"] * 10
        assert codes[10:] == ["too_fast"] * 4


# ---- bots standing in --------------------------------------------------------------------------


def test_the_host_replaces_a_person_and_the_person_comes_back(me: Device, guest: Device) -> None:
    table = me.table("claim_it", ["me", "open"])
    token = token_of(me.get(f"/api/tables/{table}/invitation")["link"])
    guest.post(f"/api/tables/{table}/join", token=token, name="Bo")
    me.order(table, "start")
    info = me.order(table, "replace", seat=1, level="tenderfoot")
    assert info["seats"][1]["stand_in"] is True
    assert info["seats"][1]["level"] == "tenderfoot"
    assert me.refused(f"/api/tables/{table}/orders", type="replace", seat=1)["code"] == "already"
    info = guest.order(table, "give_back", seat=1)
    assert info["seats"][1]["stand_in"] is False
    assert guest.refused(f"/api/tables/{table}/orders", type="give_back", seat=0)["code"] == (
        "host_only"
    )


# ---- the page, the settings, the start ---------------------------------------------------------


def test_every_answer_keeps_the_page_to_itself(me: Device) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/t/abc"):
        headers = me.client.get(path).headers
        told = headers["content-security-policy"]
        assert "default-src 'none'" in told
        assert "unsafe" not in told.replace("'wasm-unsafe-eval'", "")  # not scripts made of text
        # A picture drawn in the page may be shown there.
        assert "data:" not in told.replace("img-src 'self' data:", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        page = headers["content-type"].startswith("text/html")
        assert ("script-src 'self'" in told) == page  # what is no page loads nothing at all
        assert ("cross-origin-opener-policy" in headers) == page
        assert ("permissions-policy" in headers) == page
    assert "ws://host:80" in policy("host:80")
    assert "evil" not in policy("evil; script-src *")


def test_a_wrong_method_is_told_every_right_one(me: Device) -> None:
    """An address that is used in several ways names all of them, whichever was wrong."""
    described = me.client.get("/api/openapi.json").json()["paths"]
    several = {path: ways for path, ways in described.items() if len(ways) > 1}
    assert several
    for path, ways in several.items():
        answer = me.client.request("PATCH", path, json={})
        assert answer.status_code == 405, path
        assert answer.headers["allow"] == ", ".join(sorted(way.upper() for way in ways)), path


def test_the_page_is_served_for_its_own_addresses(
    me: Device, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>the page")
    for name in ("assets/a.js", "assets/worker-a1.js", "sw.js"):
        (page / name).write_text("1")
    (tmp_path / "secret.txt").write_text("no")
    monkeypatch.setattr("filon.server.page.PAGE", page)
    monkeypatch.setattr("filon.server.preview.PAGE", page)
    monkeypatch.setattr(serve_page, "__defaults__", (page,))
    for path, status in (
        ("/", 200),
        ("/t/abc", 200),
        ("/rules/claim_it", 200),
        ("/parts", 200),
        ("/else", 404),
        ("/t/../../secret.txt", 404),
        ("/%2e%2e/secret.txt", 404),
    ):
        answer = me.client.get(path)
        assert "the page" in answer.text, path
        assert answer.status_code == status
        assert answer.headers["cache-control"] == "no-cache"
    assert "immutable" in me.client.get("/assets/a.js").headers["cache-control"]
    assert me.client.get("/assets/b.js").status_code == 404
    may = {name: me.client.get(f"/{name}").headers["content-security-policy"]
           for name in ("assets/a.js", "assets/worker-a1.js", "sw.js")}  # fmt: skip
    assert ["connect-src 'self'" in told for told in may.values()] == [False, True, True]
    # Only who plays without a server begins Python.
    assert ["wasm-unsafe-eval" in told for told in may.values()] == [False, True, False]
    monkeypatch.setattr(serve_page, "__defaults__", (tmp_path / "nothing",))
    answer = me.client.get("/")
    assert answer.status_code == 200  # a placard: what to do about it
    assert "<h1>Filon</h1>" in answer.text


def test_the_secret_is_made_once_and_is_the_owners(tmp_path: Path) -> None:
    key = secret(tmp_path / "new")
    assert len(key) == 32
    assert secret(tmp_path / "new") == key
    mode = stat.S_IMODE((tmp_path / "new" / "secret.key").stat().st_mode)
    assert mode == 0o600


def test_settings_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    for wrong in ({"pace": "never"}, {"public_url": "filon.example"}):
        with pytest.raises(Refusal):
            Settings(data=tmp_path, **wrong)  # type: ignore[arg-type]


def test_a_taken_port_gives_way_to_the_next(tmp_path: Path) -> None:
    with listening("127.0.0.1", 0) as first:
        first.listen()
        port = first.getsockname()[1]
        with listening("127.0.0.1", port) as second:
            assert second.getsockname()[1] != port
            told = Settings(data=tmp_path, port=second.getsockname()[1])
            assert addresses(told) == (f"http://127.0.0.1:{told.port}/", "")
    proxied = Settings(data=tmp_path, public_url="https://filon.example/")
    assert addresses(proxied)[1] == "https://filon.example/"


def test_codes_are_read_in_any_case_and_spelling() -> None:
    code = new_code()
    assert code.partition("-")[0] in WORDS
    for said in (code, code.upper(), code.replace("-", " "), code.replace("-", ""), f" {code} "):
        assert read_code(said) == code


def test_the_page_types_are_up_to_date() -> None:
    root = Path(__file__).parents[2]
    if not (root / "node_modules" / ".bin" / "json2ts").exists():
        pytest.skip("Node packages are not installed: make page")
    done = subprocess.run(
        [sys.executable, str(root / "tools" / "wire_types.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_schema_names_every_message() -> None:
    from filon.server.openapi import schema

    messages = schema()
    assert json.loads(json.dumps(messages)) == messages
    roots = {"FromPage", "FromServer", "Order", "NewTable", "Shelf", "Proof"}
    assert roots <= set(messages["required"])
    for name in ("ViewMessage", "TableInfo", "Refused", "Ready", "Looked", "Done", "Gone"):
        assert "type" in messages["$defs"][name]["required"]


def test_one_address_has_few_tables_of_bots_alone(tmp_path: Path) -> None:
    with server(tmp_path, limits=True, bot_tables=2) as running:
        me = Device(running)
        tables = [me.table("nuggets", ["sourdough"] * 2, pace="calm") for _ in range(3)]
        for table in tables[:2]:
            me.order(table, "start")
        for lang, said in (("en", "computer"), ("fr", "L’ordinateur")):
            no = me.refused(f"/api/tables/{tables[2]}/orders?lang={lang}", type="start")
            assert (no["code"], no["status"]) == ("bot_tables", 429)
            assert said in no["sentence"]
        mine = me.table("nuggets", ["me", "sourdough"])
        assert me.refused(f"/api/tables/{mine}/orders", type="start")["code"] == "bot_tables"
        me.order(me.table("nuggets", ["me", "me"]), "start")  # no bots, no bound
        me.order(tables[0], "close")
        me.order(mine, "start")
        me.order(tables[1], "close")
        me.order(tables[2], "start")


def test_a_page_is_told_how_much_its_bots_think(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        me = Device(running)
        table = me.table("claim_it", ["me", "panner"])
        assert me.get(f"/api/tables/{table}")["budget"] == 100
        me.order(table, "start")
        kept = running.app.state.server.manager.tables[table]  # type: ignore[attr-defined]
        with me.live(table, seat=0) as socket:
            while json.loads(socket.receive_text())["type"] != "view":
                pass
            assert running.portal is not None
            running.portal.call(kept.pacing.thinks, 25)
            told = json.loads(socket.receive_text())
            while told["type"] != "table" or told["budget"] == 100:
                told = json.loads(socket.receive_text())
            assert told["budget"] == 25
        assert "filon_questions 0.0" in me.client.get("/api/metrics").text
