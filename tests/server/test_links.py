"""Short links, and their previews in messengers."""

import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer
from starlette.testclient import TestClient

from filon.server import preview
from filon.server.data_dir import secret
from support.serving import Device, server

INDEX = b"<!doctype html><html><head><title>Filon</title></head><body></body></html>"


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server with a page of its own, pictures included."""
    page = tmp_path / "page"
    (page / preview.PICTURES).mkdir(parents=True)
    (page / "index.html").write_bytes(INDEX)
    (page / preview.PICTURES / "gold_river.png").write_bytes(b"png")
    monkeypatch.setattr(preview, "PAGE", page)
    monkeypatch.setattr("filon.server.app.is_built", lambda: True)
    with server(tmp_path / "data", limits=True) as made:
        yield made


def row_of(running: TestClient, table: str) -> Any:
    app: Any = running.app
    return app.state.server.manager.tables[table].row


def test_a_seat_s_link_is_short_and_nothing_that_is_stored_gives_it(running: TestClient) -> None:
    """At most 40 characters after the host; 128 bits in the fragment."""
    ada, bo = Device(running), Device(running)
    table = ada.table("gold_river", ["me", "open", "open"])
    told = ada.get(f"/api/tables/{table}/invitation")
    for link in [told["link"], told["short"], *(one["link"] for one in told["seats"])]:
        path = link.removeprefix("http://testserver")
        assert len(path) <= 40
    assert re.fullmatch(r"http://testserver/j/[a-z]+-\d+", told["short"])
    tokens = [told["link"].partition("#")[2], told["seats"][1]["link"].partition("#")[2]]
    assert all(re.fullmatch(r"[\w-]{22}", token) for token in tokens)
    stored = repr(asdict(row_of(running, table)))
    assert not any(token in stored for token in tokens)
    assert bo.post(f"/api/tables/{table}/join", token=tokens[1])["seat"] == 1
    for wrong in ("", "x" * 22, tokens[1][:-1], row_of(running, table).nonce):
        refused = Device(running).refused(f"/api/tables/{table}/join", token=wrong)
        assert refused["code"] == "token"


def test_links_of_version_0_1_still_work(running: TestClient, tmp_path: Path) -> None:
    """Links of version 0.1 were signed, and long."""
    ada, bo = Device(running), Device(running)
    table = ada.table("gold_river", ["me", "open"])
    signer = URLSafeSerializer(secret(tmp_path / "data"), salt="filon")
    token = str(signer.dumps(["s", table, row_of(running, table).seats[1].nonce]))
    assert bo.post(f"/api/tables/{table}/join", token=token)["seat"] == 1


def test_a_get_of_a_codes_address_takes_no_seat(running: TestClient) -> None:
    """A GET of the address, by a messenger's robot too, takes no seat."""
    ada = Device(running)
    table = ada.table("gold_river", ["me", "open"])
    code = ada.get(f"/api/tables/{table}")["code"]
    before = row_of(running, table)
    told = running.get(f"/j/{code}", headers={"accept-language": "fr"})
    assert told.status_code == 200
    assert not told.headers.get_list("set-cookie")
    assert row_of(running, table) == before
    ada.order(table, "seat", seat=1, kind="bot", level="random")
    assert ada.refused("/api/join", code=code)["code"] == "full"
    assert ada.post("/api/join", code=code, full=True) == {"table": table, "token": ""}
    ada.order(table, "start")
    assert ada.refused("/api/join", code=code)["code"] == "code"
    assert "og:image" not in running.get(f"/j/{code}").text


def test_by_a_code_an_open_seat_is_chosen_and_no_other(running: TestClient) -> None:
    """A wish: where the seat is taken, or the link is another seat's, it counts for nothing."""
    ada, bo, cy, di = (Device(running) for _ in range(4))
    table = ada.table("gold_river", ["me", "open", "open", "open"])
    code = ada.get(f"/api/tables/{table}")["code"]
    token = bo.post("/api/join", code=code)["token"]
    assert bo.post(f"/api/tables/{table}/join", token=token, seat=3)["seat"] == 3
    assert cy.post(f"/api/tables/{table}/join", token=token, seat=0)["seat"] == 1
    told = ada.get(f"/api/tables/{table}/invitation")["seats"]
    [link] = [one["link"] for one in told if one["seat"] == 2]
    assert di.post(f"/api/tables/{table}/join", token=link.partition("#")[2], seat=3)["seat"] == 2
    assert [bool(who.session) for who in row_of(running, table).seats] == [True] * 4


def test_a_preview_names_game_and_host_and_nothing_else(running: TestClient) -> None:
    """In the asker's language; a name is no markup; in play not even the host is named."""
    ada = Device(running)
    seats = [
        {"kind": "mine", "name": '"><b>Ada'},
        {"kind": "mine", "name": "Secret Zoe"},
        {"kind": "open"},
    ]
    table = ada.post("/api/tables", game="gold_river", seats=seats)["id"]
    code = ada.get(f"/api/tables/{table}")["code"]
    for path in (f"/j/{code}", f"/t/{table}"):
        told = running.get(path, headers={"accept-language": "fr"}).text
        assert "&quot;&gt;&lt;b&gt;Ada vous invite à une partie de Gold River" in told
        assert 'content="http://testserver/preview/gold_river.png"' in told
        assert "<b>" not in told
        assert "Zoe" not in told
        assert "noindex" in told
        if path.startswith("/t"):
            assert code not in told
    ada.order(table, "seat", seat=2, kind="bot", level="random")
    ada.order(table, "start")
    told = running.get(f"/t/{table}").text
    assert "Ada" not in told
    assert "Gold River" in told


def test_guessing_codes_by_their_address_ends_soon(running: TestClient) -> None:
    """After ten misses not even a right one is looked up: the page comes, its preview does not."""
    ada = Device(running)
    table = ada.table("gold_river", ["me", "open"])
    code = ada.get(f"/api/tables/{table}")["code"]
    assert "Gold River" in running.get(f"/j/{code}").text
    for n in range(12):
        assert running.get(f"/j/nowhere-{n}").status_code == 200
    told = running.get(f"/j/{code}")
    assert told.status_code == 200
    assert "Gold River" not in told.text
