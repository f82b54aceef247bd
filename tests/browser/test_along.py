"""Offline play behind a server: it goes on while the server is away, and moves back to it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.people import PATIENCE, Person, until
from browser.site import served
from browser.travel import ASK, OVERHEAR

pytestmark = [pytest.mark.xdist_group("device"), pytest.mark.long]


def test_games_go_on_when_the_server_is_away_and_move_to_it(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as site:
        context = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(OVERHEAR)
        ada = Person(context, site)
        page = ada.go("/me")
        assert not page.evaluate("'overheard' in globalThis")  # nothing is loaded unasked
        page.get_by_role("button", name="Take Filon along").click()
        expect(page.locator("section.along")).to_contain_text("Ready to play, even without network")
        port = int(site.url.rpartition(":")[2])

    # The server is gone: the page comes from its cache, and the game runs here.
    page = ada.go()
    page.get_by_role("button", name="Play Le Partage du butin").locator("visible=true").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile(r"/t/here"))
    table = page.url.rpartition("/")[2]
    page.wait_for_selector(".frame .seat")
    page.goto(f"{site.url}/p/claim_it/1")  # a puzzle, too
    expect(page.get_by_text("Puzzle 1 of")).to_be_visible()
    page.goto(f"{site.url}/t/{table}")
    page.wait_for_selector(".frame .seat")
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Go on at the server").click()
    expect(page.get_by_text("does not answer").first).to_be_visible()  # and the game stays here

    with served(tmp_path, port=port):
        page.reload()
        page.wait_for_selector(".frame .seat")
        page.get_by_role("button", name="Table", exact=True).click()
        page.get_by_role("button", name="Go on at the server").click()
        page.wait_for_url(lambda url: "/t/" in url and "/t/here" not in url)
        page.wait_for_selector(".frame .seat")
        there = page.url.rpartition("/")[2]
        told = ada.get(f"tables/{there}")
        assert told["phase"] == "playing"
        assert told["fork"] is not None
        _, text = page.evaluate(ASK, [10**6, "GET", f"tables/{table}", ""])
        assert '"phase":"closed"' in text

        def over() -> bool:
            view = ada.get(f"tables/{there}/view?seat={told['you']['seats'][0]}")
            seat = {"seat": view["seat"], "v": view["v"]}
            if view["can"]["throw"]:
                ada.post(f"tables/{there}/throw", **seat)
            elif view["can"]["act"] and view["held"] is None:
                ada.post(f"tables/{there}/steps", steps=[view["legal"][0]], **seat)
            return bool(ada.get(f"tables/{there}")["phase"] == "over")

        page.goto("about:blank")
        until(page, over, "the end")
        [past] = ada.get("profile/history")["past"]
        assert past["fork"]  # begun elsewhere: it is not rated
        context.close()
