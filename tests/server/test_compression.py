"""Long texts are compressed for clients that accept it; the page is sent as it was built."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from filon.server.middleware import LEAST, Compression
from filon.server.page import accepted, serve_page
from support.serving import Device, server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with server(tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.mark.parametrize(
    ("header", "takes"),
    [("gzip, br;q=0.8", ["gzip", "br"]), ("gzip;q=0, br", ["br"]), ("GZIP", ["gzip"]), ("", [""])],
)
def test_what_a_browser_takes(header: str, takes: list[str]) -> None:
    assert accepted(header) == takes


def test_long_answers_are_compressed_if_that_is_accepted(running: TestClient) -> None:
    def ask(path: str, takes: str) -> Any:
        return running.get(path, headers={"accept-encoding": takes})

    plain, small = ask("/api/games", "identity"), ask("/api/games", "gzip")
    assert len(plain.content) >= LEAST
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(plain.content) / 2
    assert small.content == plain.content
    for answer in (plain, small):
        assert "content-security-policy" in answer.headers
        assert "accept-encoding" in answer.headers["vary"].lower()
    assert "content-encoding" not in ask("/api/games", "gzip;q=0").headers
    assert "content-encoding" not in ask("/api/tables/nothing", "gzip").headers  # short


def test_a_view_is_compressed_too(running: TestClient) -> None:
    me = Device(running)
    table = me.table("nuggets", ["me", "greedy"])
    me.order(table, "start")
    answer = me.client.get(f"/api/tables/{table}/view?seat=0", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json()["seat"] == 0


def sent(*parts: bytes, kind: str) -> Any:
    """An answer of this content type, in as many parts, as a client that accepts gzip gets it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200}
        await send({**start, "headers": [(b"content-type", kind.encode())]})
        for number, part in enumerate(parts, 1):
            more = number < len(parts)
            await send({"type": "http.response.body", "body": part, "more_body": more})

    client = TestClient(Compression(answer))
    got = client.get("/", headers={"accept-encoding": "gzip"})
    assert got.content == b"".join(parts)
    return got


@pytest.mark.parametrize(
    "kind", ["image/png", "font/woff2", "application/wasm", "application/zip", "audio/mpeg"]
)
def test_what_is_compressed_already_is_sent_as_it_is(kind: str) -> None:
    assert "content-encoding" not in sent(b"a" * 2 * LEAST, kind=kind).headers


@pytest.mark.parametrize("size", [LEAST, 1 << 20])  # the second is compressed in a thread
def test_text_of_any_size_is_compressed(size: int) -> None:
    got = sent(b"a" * size, kind="text/plain; charset=utf-8")
    assert got.headers["content-encoding"] == "gzip"
    assert int(got.headers["content-length"]) < size


def test_a_stream_of_text_is_compressed_as_it_comes() -> None:
    got = sent(b"one\n", b"two\n" * LEAST, kind="application/json")
    assert got.headers["content-encoding"] == "gzip"
    assert "content-length" not in got.headers


def asked(path: str, takes: str) -> Request:
    return Request(
        {"type": "http", "path": path, "headers": [(b"accept-encoding", takes.encode())]}
    )


def test_the_page_is_sent_in_the_smallest_form_it_was_built_in(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    for name in ("index.html", "assets/a.js"):
        (tmp_path / name).write_text("text")
        (tmp_path / f"{name}.br").write_bytes(b"br")
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(b"text"))
    (tmp_path / "assets" / "b.js").write_text("short")

    def told(path: str, takes: str) -> tuple[str, str | None, str | None]:
        sent = serve_page(asked(path, takes), tmp_path)
        file = Path(sent.path).name  # type: ignore[attr-defined]
        return file, sent.headers.get("content-encoding"), sent.headers.get("content-type")

    js = "text/javascript; charset=utf-8"
    assert told("/assets/a.js", "gzip, br") == ("a.js.br", "br", js)
    assert told("/assets/a.js", "gzip") == ("a.js.gz", "gzip", js)
    assert told("/assets/a.js", "") == ("a.js", None, js)
    assert told("/assets/b.js", "gzip, br") == ("b.js", None, js)
    html = "text/html; charset=utf-8"
    assert told("/t/abc", "br") == ("index.html.br", "br", html)
    assert serve_page(asked("/nowhere", "br"), tmp_path).status_code == 404
