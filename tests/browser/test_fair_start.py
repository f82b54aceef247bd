"""Agreeing on dice: real pages commit, open, and check everything when the game is over."""

import re

import pytest
from playwright.sync_api import expect

from browser import claim_it
from browser.people import END, RESULT, Someone, until
from filon.games import slugs


@pytest.mark.fair
def test_two_pages_agree_on_the_dice_and_check_them_at_the_end(someone: Someone) -> None:
    """The host starts from the waiting room; a rematch does the same with every seat."""
    ada, ben = someone(name="Ada"), someone("fr", name="Ben")
    table = ada.table("butin", [{"kind": "mine", "name": "Ada"}, {"kind": "open"}])
    page = ada.go(f"/t/{table}")
    link = ada.get(f"tables/{table}/invitation")["link"]
    ben.sits(link)
    expect(ben.page.locator("footer")).to_be_visible()
    expect(page.get_by_text("Ben")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    until(page, lambda: ada.get(f"tables/{table}")["phase"] == "playing", "the start")
    for seat in (0, 1):
        ada.post(f"tables/{table}/orders", type="replace", seat=seat)
    at = [person.page.url for person in (ada, ben)]
    for person in (ada, ben):
        person.page.goto("about:blank")  # showing every step would cost most of the time
    until(page, lambda: ada.get(f"tables/{table}")["phase"] == "over", "the end")
    for person, url in zip((ada, ben), at, strict=True):
        person.page.goto(url)
    proof = ada.get(f"tables/{table}/proof")
    assert proof["scheme"] == "filon-fair-2"
    assert "none" not in proof["listed"]
    assert all(len(number) == 64 for number in proof["entropy"])
    for person, own in ((ada, "This browser’s own number"), (ben, "Le nombre de ce navigateur")):
        shown = person.page
        shown.wait_for_selector(f"{END}, {RESULT}")
        if not shown.locator(END).count():
            shown.locator(RESULT).click()
        shown.get_by_role("button", name=re.compile("Check the draws|Vérifier les tirages")).click()
        expect(shown.get_by_text(own)).to_be_visible()
        expect(shown.locator(".fair .bad")).to_have_count(0)
    ada.post(f"tables/{table}/orders", type="rematch")
    told = [ada.page.evaluate(KEPT), ben.page.evaluate(KEPT)]
    assert told == [[f"{table}-1", f"{table}-2"]] * 2


KEPT = """Object.keys(localStorage).filter((key) => key.startsWith("filon.pact."))
    .map((key) => key.slice("filon.pact.".length)).sort()"""


def test_a_game_from_the_shelf_begins_with_this_browsers_number(someone: Someone) -> None:
    """A box a game; Play opens the sheet, Start a game: the page follows it before it begins."""
    ada = someone()
    page = ada.go()
    expect(page.locator("article.label:not([data-day])")).to_have_count(len(slugs()))
    page.get_by_role("button", name="Play Claim It!").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/t/"))
    expect(page.locator("h1")).to_have_text("Claim It!")
    claim_it.turn(page)
    (kept,) = page.evaluate("""Object.keys(localStorage)
        .filter((key) => key.startsWith("filon.pact."))
        .map((key) => JSON.parse(localStorage.getItem(key)))""")
    assert kept[0]["own"]
    assert kept[0]["listed"][0] != "none"
    page.get_by_role("link", name="Filon, back to the shelf").click()
    expect(page.locator(".cur .g")).to_have_count(1)
