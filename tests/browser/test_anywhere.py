"""The page on a static host: the same games without a server, kept and offline-ready."""

import json
import random
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.axe import serious
from browser.people import END, PATIENCE, Person, Someone, until
from browser.travel import Traveller, at_home, hosted
from filon.core.record import game_of, read
from filon.games import load, slugs

pytestmark = pytest.mark.xdist_group("device")
ADA, BO = {"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}
BOT = {"kind": "bot", "level": "tenderfoot"}
SHORT = "butin"  # of all games the one that is played in every run


def begun(ada: Person, game: str, *more: dict[str, str]) -> str:
    """A game against bots, on the page."""
    seats = [ADA, *(more or [BOT] * (load(game).seats[0] - 1))]
    table = ada.table(game, seats)
    ada.go(f"/t/{table}").wait_for_selector(".frame .seat")
    return table


def record_of(ada: Person, table: str) -> str:
    return str(ada.ask("GET", f"tables/{table}/record"))


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=[] if one == SHORT else [pytest.mark.long]) for one in slugs()]
)
def test_a_whole_game_is_played_without_a_server(traveller: Someone, game: str) -> None:
    """Against a bot, to the count; the draws are checked, the game is seen again and understood."""
    ada = traveller()
    table = begun(ada, game)
    ada.hurry(table)
    page = ada.page
    expect(page.locator(END)).to_be_visible()
    assert not serious(page)
    text = record_of(ada, table)
    assert len(read(text, load(game_of(text))).steps) > 5
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Check the draws").click()
    expect(page.get_by_text(re.compile(r"(All \d+ draws follow|The draw follows)"))).to_be_visible()
    expect(page.get_by_text("proves nothing to others")).to_be_visible()
    page = ada.go(f"/r/{table}/1")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuemin", "0")
    page = ada.go(f"/r/{table}/1/review")
    expect(page.get_by_text("at reduced depth")).to_be_visible()
    assert not serious(page)
    history = ada.ask("GET", "profile/history")
    assert [one["game"] for one in history["past"]] == [game]


def test_two_people_at_one_screen_have_a_curtain_between_them(traveller: Someone) -> None:
    """Where things are hidden the next seat's view comes only when the curtain is lifted."""
    ada = traveller()
    table = ada.table("nuggets", [ADA, BO])
    page = ada.go(f"/t/{table}")
    expect(page.locator(".seat .nm")).to_have_count(2)
    turn: list[int] = []

    def somebody() -> bool:
        turn[:] = ada.ask("GET", f"tables/{table}/view?seat=0")["waiting"]["seats"]
        return bool(turn)

    until(page, somebody, "somebody starts")
    first = turn[0]
    if page.locator(".curtain").count():
        page.locator(".curtain .btn.gold").click()
    page.evaluate(
        "globalThis.said = []; overheard.addEventListener('message',"
        " (e) => e.data.kind === 'said' && said.push(e.data.text))"
    )
    while True:
        told = ada.ask("GET", f"tables/{table}/view?seat={first}")
        if told["waiting"]["seats"] != [first]:
            break
        steps = [told["legal"][0]]
        ada.ask("POST", f"tables/{table}/steps", v=told["v"], seat=first, steps=steps)
    expect(page.locator(".curtain")).to_contain_text("Bo" if first == 0 else "Ada")
    said = page.evaluate("said")
    assert said
    assert not any(f'"seat":{1 - first},"since"' in line for line in said)
    page.locator(".curtain .btn.gold").click()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".seat.now .nm")).to_have_text("Bo" if first == 0 else "Ada")


def test_it_goes_on_after_a_reload_without_network_and_through_an_update(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    """One journey: a game, a reload, the network cut, and a new version of the page."""
    own = tmp_path / "site"
    shutil.copytree(folder, own)
    with hosted(own) as url:
        context = browser.new_context(locale="en-GB")
        context.set_default_timeout(PATIENCE)
        ada = Traveller(context, at_home(url))
        page = ada.go()
        card = page.locator("section.along")
        expect(card).to_contain_text("Ready to play, even without network")
        assert not serious(page)
        table = begun(ada, "claim_it")
        dice = random.Random(2)
        ada.go()  # a page at the table would throw by itself
        until(page, lambda: ada.choose(table, dice) == "acted", "a turn")
        before = record_of(ada, table).count("\n")

        ada.go(f"/t/{table}")
        page.reload()
        page.wait_for_selector(".frame .seat")
        ada.go()
        until(page, lambda: ada.choose(table, dice) == "acted", "a turn after the reload")
        assert record_of(ada, table).count("\n") > before

        context.set_offline(True)
        ada.go(f"/t/{table}")
        page.reload()
        page.wait_for_selector(".frame .seat")
        ada.go()
        until(page, lambda: ada.choose(table, dice) in ("acted", "over"), "a turn without network")
        other = ada.table("butin", [ADA, BOT])  # and one that was never looked at before
        ada.go(f"/t/{other}").wait_for_selector(".frame .seat")
        context.set_offline(False)

        ada.go(f"/t/{table}").wait_for_selector(".frame .seat")
        steps = record_of(ada, table).count("\n")
        beside = context.new_page()
        beside.goto(url)
        expect(beside.locator("section.along")).to_contain_text("even without network")
        newer(own)
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        # Told, and taken when its person says so: nothing happens to the game before.
        expect(page.locator(".renew")).to_contain_text("A new version is ready")
        assert "data-newer" not in page.content()
        with page.expect_navigation():
            page.get_by_role("button", name="Update").click()
        page.wait_for_selector(".frame .seat")
        assert "data-newer" in page.content()
        expect(beside.locator("body[data-newer]")).to_be_attached()  # every tab has it now
        assert record_of(ada, table).count("\n") >= steps
        assert not ada.wrong
        context.close()


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
