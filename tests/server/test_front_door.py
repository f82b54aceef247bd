"""The limits of the server: what is refused before it is read, and who can still connect."""

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
from starlette.testclient import TestClient, WebSocketDenialResponse
from structlog.testing import capture_logs
from uvicorn.server import ServerState
from websockets.protocol import State

from filon.core.errors import Refusal
from filon.server.app import create_app
from filon.server.connections import ConnectionLimits
from filon.server.hosts import Names, counted, listening, named, plain
from filon.server.launch import configured
from filon.server.limits import RATES, Limits, Rate
from filon.server.middleware import COOKIES, HEAD_BYTES, OWN_COOKIES
from filon.server.protocols import WebSocketConnection, protocols
from filon.settings import Settings
from support.databases import sqlite_file
from support.serving import Device, server, until
from support.thread_brain import ThreadBrain

WORDS = {"accept-language": "en"}
CLOSING = (b"x-content-type-options: nosniff", b"content-security-policy: default-src 'none'")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("door")) as client:
        yield client


@pytest.fixture
def me(running: TestClient) -> Device:
    return Device(running)


@contextmanager
def serving(folder: Path, patience: float = 60, **more: Any) -> Iterator[int]:
    """A real server on a free port, for what only bytes can say; the port."""
    told = Settings(data=folder, browser=False, port=0, **({"log": "error"} | more))
    sqlite_file(told.file)
    ear = listening("127.0.0.1", 0)
    one = uvicorn.Server(configured(told, create_app(told, ThreadBrain()), patience))
    thread = threading.Thread(target=lambda: asyncio.run(one.serve([ear])), daemon=True)
    thread.start()
    try:
        yield int(ear.getsockname()[1])
    finally:
        one.should_exit = True
        thread.join(60)


def dial(port: int, said: bytes) -> socket.socket:
    """A connection on which this was sent."""
    line = socket.create_connection(("127.0.0.1", port), 60)
    line.sendall(said)
    return line


def heard(line: socket.socket) -> bytes:
    """Everything received until the other side closes."""
    told = b""
    with line:
        try:
            while part := line.recv(65536):
                told += part
        except ConnectionError:
            pass
    return told


def asked(port: int, path: str = "/api/games", more: str = "") -> bytes:
    """The answer to one request."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{more}\r\n"
    return heard(dial(port, head.encode("latin-1")))


# ---- too much ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cookies",
    [
        "; ".join(f"filon_seat_{n}=x" for n in range(OWN_COOKIES + 1)),
        "; ".join(f"a{n}=x" for n in range(COOKIES + 1)),
        "a=" + "x" * 17_000,
    ],
    ids=["own", "many", "long"],
)
def test_too_many_cookies_are_refused_before_any_cryptography(
    me: Device, cookies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: Any) -> str:
        raise AssertionError("a cookie was checked")

    monkeypatch.setattr("filon.server.auth.Keys._read", read)
    answer = me.client.get("/api/mine", headers={"cookie": cookies})
    assert (answer.status_code, answer.json()["code"]) == (431, "headers")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_big_headers_are_refused(me: Device) -> None:
    for headers in (
        {"x-long": "x" * (HEAD_BYTES + 1)},
        {f"x-{n}": "y" for n in range(120)},
    ):
        answer = me.client.get("/api/games", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (431, "headers")
        assert answer.json()["sentence"]


def test_an_endless_request_head_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path) as port:
        line = dial(port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
        told = b""
        try:
            for _ in range(4000):
                line.sendall(b"x" * 65536)
            raise AssertionError("200 MB of one header were taken")
        except ConnectionError:
            pass
        with line:
            try:
                told = line.recv(65536)
            except ConnectionError:
                told = b""  # our bytes were on the way: the answer was thrown away
        assert not told or told.startswith(b"HTTP/1.1 431")


# ---- too slow, too many ------------------------------------------------------------------------


HALF = [
    b"",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{",
    b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
]


def test_a_half_sent_request_ends(tmp_path: Path) -> None:
    with serving(tmp_path, patience=0.1) as port:
        told = [heard(line) for line in [dial(port, half) for half in HALF]]  # all hang up
    assert told[0] == b""
    assert told[1].startswith(b"HTTP/1.1 408")
    assert b"x-content-type-options: nosniff" in told[1]
    assert told[2].startswith(b"HTTP/1.1 408")
    assert told[3][:12] in (b"HTTP/1.1 200", b"HTTP/1.1 408")  # whichever was first


def test_slow_senders_of_one_address_do_not_lock_out_others(tmp_path: Path) -> None:
    with serving(tmp_path, patience=10, connections=20) as port:
        slow = [dial(port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n") for _ in range(60)]
        for _ in range(5):
            assert asked(port).startswith(b"HTTP/1.1 200")
        assert [heard(line) for line in slow[:40]] == [b""] * 40  # they made room
        for line in slow[40:]:
            line.close()


class Standing:
    """A connection that only stands there."""

    def __init__(self, idle: bool = True) -> None:
        self.idle = idle
        self.gone = False

    def turn_away(self) -> None:
        self.gone = True


def test_idle_connections_are_closed_for_new_ones() -> None:
    limits = ConnectionLimits(each=3, most=6)
    first, busy = Standing(), Standing(idle=False)
    for one in (first, busy, Standing()):
        assert limits.enter("a", one)
    assert limits.enter("a", Standing())  # the fourth of one address: the oldest idle one goes
    assert first.gone
    assert not busy.gone
    assert limits.count == 3
    others = [Standing() for _ in range(3)]
    for n, one in enumerate(others):
        assert limits.enter(f"b{n}", one)
    assert limits.enter("c", Standing())  # the house is full: one of the largest crowd goes
    assert limits.count == 6
    assert not any(one.gone for one in others)
    calls = ConnectionLimits(each=2, most=0, proxies=["10.0.0.0/8"])
    working = [Standing(idle=False) for _ in range(9)]
    assert [calls.enter("a", one) for one in working[:4]] == [True, True, False, False]
    assert all(calls.enter("10.1.2.3", one) for one in working[4:])
    for one in working:
        calls.leave("a", one)
        calls.leave("10.1.2.3", one)
    assert calls.count == 0


def test_a_class_of_thirty_behind_one_address_joins_at_once(tmp_path: Path) -> None:
    with server(tmp_path, limits=True) as running:
        pupils = [Device(running) for _ in range(30)]
        for pupil in pupils:
            assert pupil.client.get("/").status_code in (200, 503)
            running.app.state.server.limits.spend("page", "testclient", 24)  # type: ignore[attr-defined] # its files
            pupil.get("/api/games")
            pupil.get("/api/mine")
        for host in range(0, 30, 3):
            table = pupils[host].table("claim_it", ["me", "open", "open"])
            code = pupils[host].get(f"/api/tables/{table}")["code"]
            for guest in pupils[host + 1 : host + 3]:
                found = guest.post("/api/join", code=code)
                guest.post(f"/api/tables/{table}/join", token=found["token"], name="Sample")
            pupils[host].order(table, "start")
            for _ in pupils[host : host + 3]:
                running.app.state.server.limits.spend("connect", "testclient")  # type: ignore[attr-defined]
            with pupils[host].live(table, seat=0) as line:
                assert line.receive_json()["type"] == "table"


def test_expensive_requests_cost_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "read", Rate(20, 1))
    monkeypatch.setitem(RATES, "dear", Rate(40, 1))
    asked = {}
    with server(tmp_path, limits=True) as running:
        me = Device(running)
        table = me.table("claim_it", ["me", "me"])
        for what in ("view", "story", "record", "proof"):
            running.app.state.server.limits = Limits(now=lambda: 0.0)  # type: ignore[attr-defined]
            codes = [me.client.get(f"/api/tables/{table}/{what}").status_code for _ in range(21)]
            asked[what] = codes.index(429)
    assert asked == {"view": 20, "story": 8, "record": 4, "proof": 2}


def test_a_clock_that_steps_back_locks_no_one_out(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits()
    for _ in range(RATES["create"].burst):
        limits.spend("create", "a")
    with pytest.raises(Refusal):
        limits.spend("create", "a")
    time = [1000.0]
    limits = Limits(now=lambda: time[0])
    for _ in range(RATES["act"].burst):
        limits.spend("act", "a")
    monkeypatch.setattr("time.time", lambda: -1e9)
    time[0] += 1.0
    for _ in range(20):
        limits.spend("act", "a")


def test_limits_forget_addresses_that_left() -> None:
    time = [0.0]
    limits = Limits(now=lambda: time[0])
    for n in range(20_000):
        time[0] += 1.0
        limits.spend("read", str(n))
    assert len(limits._paid) < 10_000


# ---- strange requests --------------------------------------------------------------------------

PATHS = ["/%00", "/" + "x" * 300, "/t/" + "y" * 3000, "/assets/%00", "/api/%00", "/%ff%fe"]
PATHS += ["/api/tables/%00", "/api/tables/a%00b/view", "/api/games/%00/rules", "/%2e%2e/%00"]


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_no_path_makes_the_server_fail(me: Device, path: str) -> None:
    answer = me.client.get(path)
    assert answer.status_code in (200, 404, 422, 503)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("origin", ["http://[", "http://]", "//", "http://\xff", "x" * 500])
def test_no_origin_makes_the_server_fail(me: Device, origin: str) -> None:
    sent = {"origin": origin.encode("latin-1")}
    answer = me.client.post("/api/tables", json={}, headers=sent)  # type: ignore[arg-type]
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_a_nul_in_a_code_or_an_id_never_reaches_the_database(
    me: Device, running: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = running.app.state.server.manager.store  # type: ignore[attr-defined]

    async def nobody(*_: Any) -> None:
        raise AssertionError("the database was asked")

    for name in ("row", "by_code"):
        monkeypatch.setattr(store, name, nobody)
    assert me.refused("/api/join", code="or\0-17")["code"] == "code"
    assert me.client.get("/api/tables/a%00").json()["code"] == "no_table"
    with me.live("a%00") as line:
        assert line.receive_json()["code"] == "no_table"


@pytest.mark.parametrize("host", ["evil.example", "", "evil.example:80", "[", "127.0.0.1.evil"])
def test_an_unknown_host_name_is_refused(me: Device, host: str) -> None:
    answer = me.client.get("/api/games", headers={"host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "host")
    assert "--public-url" in answer.json()["sentence"]
    path = "/api/tables/x/live"
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        me.client.websocket_connect(path, headers={"host": host}),
    ):
        pass
    assert denied.value.status_code == 421


def test_the_names_a_server_answers_to(tmp_path: Path) -> None:
    room = Names(Settings(data=tmp_path, host="0.0.0.0", names="games.lan, other"))
    machine = socket.gethostname().lower()
    for name in ("localhost:8000", "127.0.0.1", "[::1]:8000", "Games.LAN.", "other", machine):
        assert room.serve(name, "192.168.1.7"), name
    assert room.serve("192.168.1.7:8000", "::ffff:192.168.1.7")
    assert not room.serve("192.168.1.8:8000", "192.168.1.7")
    world = Names(Settings(data=tmp_path, public_url="https://filon.example:8443/"))
    assert world.serve("filon.example:8443", "127.0.0.1")
    assert not world.serve("evil.example", "127.0.0.1")
    assert named("[::ffff:10.0.0.1]:80") == "10.0.0.1"


def test_ipv4_in_ipv6_is_counted_as_ipv4() -> None:
    assert plain("::ffff:10.0.0.1") == "10.0.0.1"
    assert counted("::ffff:10.0.0.1") == "10.0.0.1"
    assert counted("::ffff:10.0.0.2") != counted("::ffff:10.0.0.1")
    assert counted("2001:db8::1") == counted("2001:db8::2")
    assert counted("fe80::1%eth0") == counted("fe80::2%eth0")
    assert counted("nobody") == "nobody"


def test_bytes_that_are_no_request_get_a_refusal_with_all_headers(tmp_path: Path) -> None:
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    upgrade += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    with serving(tmp_path) as port:
        for said in (
            b"\x16\x03\x01\x02\x00",
            b"GET / HTTP/9.9\r\n\r\n",
            b"CONNECT x HTTP/1.1\r\n\r\n",
        ):
            told = heard(dial(port, said))
            assert told.startswith(b"HTTP/1.1 400"), told
            assert all(header in told for header in CLOSING), told
        assert asked(port, "/\xff", upgrade).startswith(b"HTTP/1.1 400")
        for wrong in (upgrade.replace("Key", "Kay"), upgrade.replace("AA==", "x")):
            told = asked(port, "/api/tables/x/live", wrong)
            assert told.startswith(b"HTTP/1.1 4")
            assert all(header in told for header in CLOSING), told
            assert b'"code":"garbage"' in told
        assert asked(port).startswith(b"HTTP/1.1 200")


def test_only_a_trusted_proxy_may_forward_addresses(tmp_path: Path) -> None:
    said = "X-Forwarded-For: 203.0.113.9\r\n"
    for proxies, limited in (("10.9.8.7", True), ("127.0.0.0/8", False)):
        with serving(tmp_path / proxies[:2], proxies=proxies) as port:
            body = b'{"code":"or-1"}'
            for n in range(12):
                told = heard(
                    dial(
                        port,
                        b"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                        b"Content-Type: application/json\r\nContent-Length: 15\r\n"
                        + said.replace("113.9", f"113.{n}").encode()
                        + b"\r\n"
                        + body,
                    )
                )
            assert (b"429" in told[:20]) is limited
    with pytest.raises(Refusal, match="proxies"):
        Settings(data=tmp_path, proxies="10.0.0.0/8, nonsense")


# ---- what is written down ----------------------------------------------------------------------


def test_faults_are_answered_with_all_headers_and_logged_without_their_text(
    me: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr("filon.app.games.shelf", broken)
    with capture_logs() as logs:
        answer = me.client.get("/api/games")
    assert (answer.status_code, answer.json()["code"]) == (500, "unforeseen")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert [line["event"] for line in logs] == ["unforeseen"]
    assert "secret" not in str(logs)


def test_a_client_that_disconnects_is_no_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    post = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with serving(tmp_path) as port, capture_logs() as logs:
        for said in (post + b"Content-Length: 90\r\n\r\n{", b"GET /api/games HTTP/1.1\r\nHo"):
            dial(port, said).close()
        assert asked(port).startswith(b"HTTP/1.1 200")
    assert [line for line in logs if line["log_level"] == "error"] == []
    assert "Traceback" not in capfd.readouterr().err


def test_metrics_count_acts_and_not_looks(me: Device) -> None:
    table = me.table("claim_it", ["me", "me"])
    me.order(table, "start")

    def counts() -> list[str]:
        lines = me.client.get("/api/metrics").text.splitlines()
        return [line for line in lines if line.startswith(("filon_acts_total", "filon_act_sec"))]

    view = me.turn(table, 0, 1)
    before = counts()
    seat = view["seat"]
    me.post(f"/api/tables/{table}/look", v=view["v"], seat=seat, steps=[view["legal"][0]])
    assert counts() == before
    me.post(f"/api/tables/{table}/steps", v=view["v"], seat=seat, steps=[view["legal"][0]])
    assert counts() != before


# ---- sockets -----------------------------------------------------------------------------------


class Line(asyncio.Transport):
    """A connection that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.aborted = False

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted


def socket_on(line: Line) -> WebSocketConnection:
    """A socket in the middle of a talk."""
    _, kind = protocols(ConnectionLimits(0, 0))
    config = uvicorn.Config(app=lambda: None, ws_per_message_deflate=False)
    one = cast(type[WebSocketConnection], kind)(
        config=config, server_state=ServerState(), app_state={}
    )
    one.transport, one.handshake_complete, one.conn.state = line, True, State.OPEN
    return one


def test_a_client_that_reads_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr("filon.server.protocols.READ_PATIENCE", 0)
        line = Line()
        one = socket_on(line)
        one.pause_writing()
        one.resume_writing()  # it read after all
        await asyncio.sleep(0.01)
        assert not line.aborted
        one.pause_writing()
        await until(lambda: line.aborted)

    asyncio.run(story())


@pytest.mark.long
def test_a_thousand_slow_senders_lock_no_one_out(tmp_path: Path) -> None:
    """Half a request each, one more letter now and then, all from one address."""
    with serving(tmp_path) as port, ExitStack() as lines:
        slow = [
            lines.enter_context(dial(port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"))
            for _ in range(1000)
        ]
        for begin in range(0, 1000, 100):
            for line in slow[begin : begin + 100]:
                with suppress(OSError):
                    line.sendall(b"a")
            assert asked(port).startswith(b"HTTP/1.1 200")


def test_socket_messages_are_in_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Not even at the most verbose level: messages contain sealed choices and cookies."""
    caplog.set_level(logging.DEBUG)
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    upgrade += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: filon_seat_0=kept\r\n"
    with serving(tmp_path, log="debug") as port:
        logging.getLogger("uvicorn").addHandler(caplog.handler)
        line = dial(
            port, f"GET /api/tables/none/live HTTP/1.1\r\nHost: 127.0.0.1\r\n{upgrade}\r\n".encode()
        )
        assert b"101 Switching" in line.recv(4096)
        line.sendall(b"\x81\x86\0\0\0\0sealed")
        heard(line)
    logging.getLogger("uvicorn").removeHandler(caplog.handler)
    ours = [record for record in caplog.records if record.name.startswith(("uvicorn", "filon"))]
    told = [record.getMessage() for record in ours]
    assert any("/api/tables/none/live" in one for one in told), told
    assert not any("kept" in one or "sealed" in one or "TEXT" in one for one in told), told
