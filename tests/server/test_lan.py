"""Opening the server to the network: one click, only for the person who started it."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

from filon.server import lan
from filon.server.hosts import Names, lan_address
from filon.server.lan import LanAccess
from filon.settings import Settings
from support.serving import server

HOST = "http://127.0.0.1:8000"
ERRAND = Path(__file__).parents[1] / "support" / "request.py"


def browser(running: TestClient, url: str = HOST, peer: str = "127.0.0.1") -> TestClient:
    """A browser with cookies of its own that came from this address to that one."""
    made = TestClient(running.app, base_url=url, client=(peer, 50000))
    made.portal = running.portal
    return made


def asked(one: TestClient, path: str, origin: str | None = HOST, **body: object) -> tuple[int, Any]:
    """Status and JSON of a POST from a page of this origin."""
    told = one.post(path, json=body, headers={} if origin is None else {"origin": origin})
    return told.status_code, told.json()


def attached(running: TestClient) -> LanAccess:
    """The room of a server that could open it."""
    app: Any = running.app
    room: LanAccess = app.state.server.lan
    room.attach(uvicorn.Server(uvicorn.Config(app)))
    return room


@pytest.fixture
def running(tmp_path: Path) -> Iterator[TestClient]:
    """A server on loopback that could open, were it listening at all."""
    with server(tmp_path) as made:
        attached(made)
        yield made


def key_of(running: TestClient) -> str:
    """The key in the address that the start opens."""
    return attached(running).key


def test_only_the_person_who_started_the_server_has_the_key(running: TestClient) -> None:
    """The key is taken from this machine alone, and its cookie is worth nothing without it."""
    mine, other = browser(running), browser(running)
    assert asked(mine, "/api/room/key", key="guessed")[1]["code"] == "room_only"
    away = browser(running, peer="192.168.1.7")
    assert asked(away, "/api/room/key", key=key_of(running))[1]["code"] == "room_only"
    assert mine.get("/api/room").json()["may"] is False
    assert asked(mine, "/api/room/key", key=key_of(running))[1]["may"] is True
    assert mine.get("/api/room").json()["may"] is True
    assert other.get("/api/room").json()["may"] is False
    # The same cookie from elsewhere, or under another name, opens nothing.
    away.cookies = mine.cookies
    assert away.get("/api/room").json()["may"] is False
    assert asked(away, "/api/room", open=True)[1]["code"] == "room_only"


def test_no_other_site_s_page_opens_the_room(running: TestClient) -> None:
    """Even in the host's own browser: the page must be this server's."""
    mine = browser(running)
    asked(mine, "/api/room/key", key=key_of(running))
    assert asked(mine, "/api/room", origin="http://evil.example", open=True)[1]["code"] == "origin"
    assert asked(mine, "/api/room", origin=None, open=True)[1]["code"] == "room_only"


@pytest.mark.parametrize(
    "told",
    [{"public_url": "https://games.example"}, {"proxies": "10.0.0.1"}, {"host": "0.0.0.0"}],
)
def test_opening_is_never_offered_where_the_operator_decided(tmp_path: Path, told: Any) -> None:
    """Behind a proxy, with a public address, or open already."""
    with server(tmp_path, **told) as running:
        attached(running)
        mine = browser(running)
        mine.headers["host"] = "127.0.0.1:8000"
        assert asked(mine, "/api/room/key", key=key_of(running))[1]["code"] == "room_only"
        assert asked(mine, "/api/room", open=True)[1]["code"] == "room_never"
        assert mine.get("/api/room").json()["may"] is False


def test_without_an_address_the_page_is_told(
    running: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a table is made; and nothing is opened."""
    monkeypatch.setattr(lan, "lan_address", lambda: "")
    mine = browser(running)
    assert asked(mine, "/api/room/key", key=key_of(running))[1]["state"] == "alone"
    status, told = asked(mine, "/api/room", open=True)
    assert (status, told["code"]) == (409, "no_address")


def test_requests_to_open_the_server_are_rate_limited(tmp_path: Path) -> None:
    """Trying keys is rate-limited."""
    with server(tmp_path, limits=True) as running:
        attached(running)
        mine = browser(running)
        codes = [asked(mine, "/api/room/key", key="guessed")[1]["code"] for _ in range(21)]
        assert set(codes[:20]) == {"room_only"}
        assert codes[20] == "too_fast"


def test_the_name_of_the_room_counts_only_while_it_is_open() -> None:
    """Afterwards not even on a line that was made before."""
    names = Names(Settings())
    assert not names.serve("192.168.1.5:8000", "127.0.0.1")
    names.open("192.168.1.5")
    assert names.serve("192.168.1.5:8000", "127.0.0.1")
    assert names.serve("192.168.1.5:8000", "192.168.1.5")
    names.shut("192.168.1.5")
    assert not names.serve("192.168.1.5:8000", "127.0.0.1")
    assert not names.serve("192.168.1.5:8000", "192.168.1.5")
    assert names.serve("127.0.0.1:8000", "127.0.0.1")


# ---- a real server, in networks of the test's own ----------------------------------------------


def run(*words: str) -> None:
    """A command that succeeds."""
    subprocess.run(words, check=True, capture_output=True, timeout=60)


@pytest.fixture
def networks() -> Iterator[tuple[list[str], list[str], Callable[[], None]]]:
    """How to run something at the host's machine and at a guest's, and what connects the two."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("networks of a test's own need root and iproute2; the other tests still ran")
    host, guest = f"filon-h{os.getpid()}", f"filon-g{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", host], capture_output=True, timeout=60)
    if made.returncode:
        pytest.skip(f"no networks of a test's own here: {made.stderr.decode().strip()}")
    try:
        run("ip", "netns", "add", guest)
        run("ip", "-n", host, "link", "set", "lo", "up")

        def connect() -> None:
            """A cable between the two machines, with an address at each end."""
            run("ip", "-n", host, "link", "add", "v0", "type", "veth", "peer", "v0", "netns", guest)
            for net, address in ((host, "10.77.0.1"), (guest, "10.77.0.2")):
                run("ip", "-n", net, "addr", "add", f"{address}/24", "dev", "v0")
                run("ip", "-n", net, "link", "set", "v0", "up")

        yield ["ip", "netns", "exec", host], ["ip", "netns", "exec", guest], connect
    finally:
        for net in (host, guest):
            subprocess.run(["ip", "netns", "del", net], capture_output=True, timeout=60)


def fetched(where: list[str], url: str, *more: str, **body: object) -> tuple[int, Any]:
    """Status and JSON of a request made at that machine; (0, None) without an answer."""
    words = [
        *where,
        sys.executable,
        "-S",
        str(ERRAND),
        url,
        json.dumps(body) if body else "",
        *more,
    ]
    told = subprocess.run(words, check=True, capture_output=True, text=True, timeout=60)
    status, answer = json.loads(told.stdout)
    return int(status), answer


def test_one_click_opens_the_room(
    tmp_path: Path, networks: tuple[list[str], list[str], Callable[[], None]]
) -> None:
    """On loopback until then; by its address while it is open; and not a moment longer."""
    host, guest, connect = networks
    words = [sys.executable, "-u", "-m", "filon", "serve", "--no-browser", "--data", str(tmp_path)]
    serving = subprocess.Popen([*host, *words], stdout=subprocess.PIPE, text=True)
    try:
        assert serving.stdout is not None
        line = next(line for line in serving.stdout if "#launch-" in line)
        found = re.search(r"(http://127\.0\.0\.1:\d+)/#launch-(\S+)", line)
        assert found is not None, line
        here, key = found.groups()
        room = here.replace("127.0.0.1", "10.77.0.1")
        while not fetched(host, f"{here}/api/room")[0]:
            assert serving.poll() is None
        # No cable: the page says so, and nothing opens.
        told = fetched(host, f"{here}/api/room/key", key=key)[1]
        cookie = told.pop("cookie")
        assert told == {"state": "alone", "may": True, "address": ""}
        assert fetched(host, f"{here}/api/room", cookie, open=True)[1]["code"] == "no_address"
        connect()
        assert fetched(host, f"{here}/api/room", cookie)[1]["state"] == "closed"
        assert fetched(guest, f"{room}/api/room")[0] == 0
        assert fetched(host, f"{here}/api/room", cookie, "10.77.0.1")[1]["code"] == "host"
        # Open: the others reach it, its own names only, and cannot close it.
        told = fetched(host, f"{here}/api/room", cookie, open=True)[1]
        assert told == {"state": "open", "may": True, "address": room}
        assert fetched(guest, f"{room}/api/games")[0] == 200
        assert fetched(host, f"{here}/api/room", cookie, "10.77.0.1")[0] == 200
        assert fetched(guest, f"{room}/api/games", "", "evil.example")[1]["code"] == "host"
        assert fetched(guest, f"{room}/api/room", cookie, open=False)[1]["code"] == "room_only"
        assert fetched(guest, f"{room}/api/room/key", key=key)[1]["code"] == "room_only"
        made = fetched(
            host, f"{here}/api/tables", game="claim_it", seats=[{"kind": "mine"}, {"kind": "open"}]
        )[1]
        cookies = made["cookie"]
        told = fetched(host, f"{here}/api/tables/{made['id']}/invitation", cookies)[1]
        assert told["address"] == room
        assert told["loopback"] is False
        # Closed: gone for the others, still there for the host.
        assert fetched(host, f"{here}/api/room", cookie, open=False)[1]["state"] == "closed"
        assert fetched(guest, f"{room}/api/games")[0] == 0
        assert fetched(host, f"{here}/api/room", cookie, "10.77.0.1")[1]["code"] == "host"
        assert fetched(host, f"{here}/api/games")[0] == 200
        # And once more, until the server stops.
        assert fetched(host, f"{here}/api/room", cookie, open=True)[1]["state"] == "open"
        assert fetched(guest, f"{room}/api/games")[0] == 200
    finally:
        serving.terminate()
        serving.wait(60)
    assert fetched(guest, f"{room}/api/games")[0] == 0


def test_the_machine_s_own_address_is_found() -> None:
    """Where there is one; an address of loopback is none."""
    assert not lan_address().startswith("127.")
