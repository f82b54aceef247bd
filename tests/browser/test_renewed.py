"""A game on a device survives its page: without network, in two tabs, and in a new version."""

import json
import random
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import serious
from browser.people import LASTING, PATIENCE, until
from browser.travel import Traveller, at_home, hosted

ADA, BO = {"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}
BOT = {"kind": "bot", "level": "tenderfoot"}
SEAT = ".frame .seat"


def record(ada: Traveller, table: str) -> list[str]:
    """The steps of a game, as the worker of the page that is looked at has them."""
    return str(ada.ask("GET", f"tables/{table}/record")).partition("\n\n")[2].strip().splitlines()


def plays_on(ada: Traveller, table: str) -> list[str]:
    """One more choice at a table of one player; returns its record."""
    dice = random.Random(2)
    until(ada.page, lambda: ada.choose(table, dice) == "acted", "a choice", LASTING)
    return record(ada, table)


def shows(ada: Traveller, table: str) -> None:
    """The table is opened, and stands there."""
    ada.go(f"/t/{table}").wait_for_selector(SEAT)


@pytest.fixture
def long_patience() -> Iterator[None]:
    """Python begins anew with every page that is loaded here."""
    expect.set_options(timeout=LASTING)
    yield
    expect.set_options(timeout=PATIENCE)


@pytest.mark.usefixtures("long_patience")
def test_no_room_is_told_and_a_game_outlives_its_page_without_network_and_through_an_update(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    """One journey, since Python takes seconds to begin.

    A device without room says so. What was played lies there in a tab that is opened without
    network, and after the reload by which a new version comes.
    """
    own = tmp_path / "site"
    shutil.copytree(folder, own)
    with hosted(own) as url:
        ada = Traveller(browser.new_context(locale="en-GB"), at_home(url))
        page = ada.go()
        expect(page.locator("section.along")).to_contain_text("Ready to play, even without network")
        assert not serious(page)
        without_room(ada)
        table = ada.table("butin", [ADA, BO])
        before = plays_on(ada, table)
        against = ada.table("claim_it", [ADA, BOT])

        ada.context.set_offline(True)
        beside = in_two_tabs(ada, table)  # the second is opened without network
        after = record(ada, table)
        assert after[: len(before)] == before
        shows(ada, ada.table("nuggets", [ADA, BOT]))  # one that was never looked at before
        shows(ada, table)
        ada.context.set_offline(False)

        newer(own)
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        # Told, and taken when its person says so: nothing happens to the game before.
        expect(page.locator(".renew")).to_contain_text("A new version is ready")
        assert "data-newer" not in page.content()
        with page.expect_navigation():
            page.get_by_role("button", name="Update").click()
        expect(beside.locator("body[data-newer]")).to_be_attached()  # every tab has it now
        beside.close()
        page.wait_for_selector(SEAT)
        assert "data-newer" in page.content()
        assert record(ada, table) == after
        ada.go()  # a page at the table would throw by itself
        plays_on(ada, against)
        assert not ada.wrong
        ada.context.close()


def without_room(ada: Traveller) -> None:
    """A game that cannot be kept is not begun, and the page says why.

    It must be the device's first: a browser asks anew how much room there is when that runs out.
    """
    page = ada.page
    line, told = ada.context.new_cdp_session(page), {"origin": page.evaluate("location.origin")}
    line.send("Storage.overrideQuotaForOrigin", {**told, "quotaSize": 1})
    page.get_by_role("button", name="Play Le Partage du butin").locator("visible=true").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("no room left on this device")).to_be_visible()
    line.send("Storage.overrideQuotaForOrigin", told)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def in_two_tabs(ada: Traveller, table: str) -> Page:
    """A step in one tab appears in the other, and none is taken twice; returns that tab."""
    here, there = ada.page, ada.open()
    ada.page = there
    shows(ada, table)
    for page, other in ((here, there), (there, here), (here, there)):
        ada.page = page
        steps = plays_on(ada, table)
        ada.page = other
        until(other, partial(follows, ada, table, steps), "the other tab", LASTING)
    ada.page = here
    return there


def follows(ada: Traveller, table: str, steps: list[str]) -> bool:
    """Whether the page that is looked at has these steps."""
    return record(ada, table)[: len(steps)] == steps


def newer(site: Path) -> None:
    """Another version of the page stands on the host."""
    front = site / "index.html"
    front.write_text(front.read_text().replace("<body>", "<body data-newer>"))
    files = json.loads((site / "files.json").read_text())
    worker = site / "sw.js"
    text = worker.read_text()
    assert files["version"] in text
    worker.write_text(text.replace(files["version"], "newer"))
    files["hashes"]["index.html"] = "newer"
    files["version"] = "newer"
    (site / "files.json").write_text(json.dumps(files))
