"""Inviting: one click opens the server to the network, and a second device joins by the link."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from browser.axe import serious
from browser.bench import resize
from browser.boxes import SOME, faults
from browser.people import LASTING, PATIENCE, Someone
from filon.server.app import create_app
from filon.server.hosts import lan_address, listening
from filon.server.launch import configured
from filon.settings import Settings
from support.databases import sqlite_file
from support.thread_brain import ThreadBrain


@pytest.fixture
def launched(tmp_path: Path) -> Iterator[tuple[str, Any]]:
    """A server on loopback as its start makes it: its address and its room."""
    ear = listening("127.0.0.1", 0)
    port = int(ear.getsockname()[1])
    told = Settings(data=tmp_path, browser=False, limits=False, port=port, log="critical")
    sqlite_file(told.file)
    app = create_app(told, ThreadBrain())
    one = uvicorn.Server(configured(told, app))
    app.state.server.lan.attach(one)
    thread = threading.Thread(target=lambda: asyncio.run(one.serve([ear])), daemon=True)
    thread.start()
    end = time.monotonic() + LASTING / 1000
    while not one.started:
        assert time.monotonic() < end
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}", app.state.server.lan
    one.should_exit = True
    thread.join(LASTING / 1000)


def named(browser: Browser, name: str, **more: Any) -> Page:
    """A browser of its own whose person has this name."""
    context = browser.new_context(locale="en-GB", **more)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(
        "if (origin !== 'null' && !localStorage.getItem('filon.prefs'))"
        f" localStorage.setItem('filon.prefs', JSON.stringify({{name: '{name}', still: true}}))"
    )
    return context.new_page()


def test_one_click_opens_the_room_and_a_second_device_joins(
    browser: Browser, launched: tuple[str, Any]
) -> None:
    """Before the click no link is offered; after it the code's address leads in from elsewhere."""
    if not lan_address():
        pytest.skip("this machine has no address but loopback: no other device could connect")
    here, room = launched
    host, guest = named(browser, "Ada"), named(browser, "", viewport={"width": 390, "height": 844})
    host.goto(f"{here}/#launch-{room.key}")
    host.wait_for_selector("h1", state="attached")
    assert "launch" not in host.url
    host.goto(f"{here}/#new-claim_it")
    host.get_by_text("By a link").click()
    expect(host.get_by_text("Only this computer reaches the table")).to_be_visible()
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("button", name="Open to the room")).to_be_visible()
    assert host.locator("#invite-link").count() == 0
    host.get_by_role("button", name="Open to the room").click()
    link = host.locator("#invite-link").input_value()
    assert link.startswith(f"http://{lan_address()}:")
    assert "/j/" in link
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Ada invites you")).to_be_visible()
    assert not serious(guest)
    for size in SOME:
        resize(guest, *size)
        assert not faults(guest), size
    resize(guest, 390, 844)
    guest.get_by_label("Your name at the table").fill("Bo")
    guest.get_by_role("button", name="Take a seat").locator("visible=true").click()
    expect(guest.get_by_role("button", name="Leave the table")).to_be_visible()
    expect(host.get_by_text("Bo", exact=True)).to_be_visible()
    host.get_by_role("button", name="Close", exact=True).click()
    expect(host.get_by_role("button", name="Open to the room")).to_be_visible()
    for page in (host, guest):
        page.context.close()


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.long)])
def test_who_cannot_come_in_is_told_why(someone: Someone, lang: str) -> None:
    """A full table, a code of no table, a table that was closed: the same frame, one button."""
    ada, bo = someone(name="Ada"), someone(lang, name="Bo")
    table = ada.table("claim_it", [{"kind": "mine", "name": "Ada"}, {"kind": "open"}])
    told = ada.get(f"tables/{table}")
    link = ada.get(f"tables/{table}/invitation")["link"]
    ada.post(f"tables/{table}/orders", type="seat", seat=1, kind="bot", level="random")
    french = lang == "fr"
    page = bo.go(f"/j/{told['code']}")
    expect(
        page.get_by_text("La table est complète" if french else "The table is full")
    ).to_be_visible()
    assert not serious(page)
    ada.post(f"tables/{table}/orders", type="close")
    page.goto("about:blank")
    page.goto(link)
    closed = "Cette table est fermée" if french else "This table is closed"
    expect(page.get_by_role("heading", name=closed)).to_be_visible()
    page.goto("about:blank")
    bo.go(f"/j/{told['code']}")
    none = "Pas de table sous ce code" if french else "No table under this code"
    expect(page.get_by_role("heading", name=none)).to_be_visible()
    for size in SOME:
        resize(page, *size)
        assert not faults(page), size
