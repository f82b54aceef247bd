"""Keys and names in the page: Back, Enter, "?", and the names of the players."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.people import Person, Someone
from filon.bots import BOTS
from filon.core.levels import NAMES
from filon.games import load
from filon.messages import catalogue

NOBODY = {"kind": "mine", "name": ""}
HOUSE_WORDS = re.compile(rf"\b({'|'.join(BOTS)})\b|Seat \d|Siège \d", re.I)


def back(page: Page) -> None:
    """The Back of a phone."""
    page.evaluate("void setTimeout(() => history.back())")  # it may leave the page: answer first


def test_back_closes_what_is_open_before_it_leaves(someone: Someone) -> None:
    """Set-up sheet on the shelf, then menu and key help at a table: Back closes, then leaves."""
    ada: Person = someone(phone=True)
    page = ada.go("/rules/claim_it")
    page.goto(ada.site.url + "/")
    sheet = page.locator("dialog[open]")
    page.get_by_role("button", name="Play Claim It!").locator("visible=true").click()
    expect(sheet).to_have_count(1)
    back(page)
    expect(sheet).to_have_count(0)
    assert page.url == ada.site.url + "/"
    page.get_by_role("button", name="Play Claim It!").locator("visible=true").click()
    page.get_by_role("button", name="Start").click()
    page.locator(".map").wait_for()
    table = page.url
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Keys").click()
    expect(sheet).to_contain_text("roll again")
    back(page)
    expect(sheet).to_have_count(0)
    assert page.url == table
    back(page)
    expect(page.locator("h1")).to_have_text("Games of the gold rush")
    expect(sheet).to_have_count(0)
    back(page)
    page.wait_for_url("**/rules/claim_it")


def test_enter_lifts_the_curtain_and_a_question_mark_shows_the_keys(someone: Someone) -> None:
    """Two nameless people at one device: each is "You" when it is their turn."""
    ada: Person = someone(name="")
    page = ada.go(f"/t/{ada.table('nuggets', [NOBODY, NOBODY])}")
    expect(page.locator(".seat .nm")).to_have_count(2)
    turn = int(ada.get(f"tables/{page.url.split('/')[-1]}/view?seat=0")["waiting"]["seats"][0])
    if turn == 1:
        expect(page.locator(".curtain")).to_contain_text("Guest")
        page.keyboard.press("Enter")
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".seat.now .nm")).to_have_text("You")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("take a tile of that value")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.long), "fr"])
def test_the_computer_has_names_and_no_id_is_on_a_page(someone: Someone, lang: str) -> None:
    """A face and a plain word for every bot, of a level or not; "You" for who has no name."""
    ada: Person = someone(lang, name="")
    seats = [NOBODY, *({"kind": "bot", "level": level} for level in ("sourdough", "greedy"))]
    waiting = str(ada.post("tables", game="claim_it", seats=[*seats, {"kind": "open"}])["id"])
    page = ada.go(f"/t/{waiting}")
    expect(page.locator("[data-face]")).to_have_count(2)
    words = page.locator("body").inner_text()
    page = ada.go(f"/t/{ada.table('claim_it', seats)}")
    expect(page.locator(".seat [data-face]")).to_have_count(2)
    expect(page.locator(".seat .nm").first).to_have_text("You" if lang == "en" else "Vous")
    graded = sum(level.name in NAMES for level in load("claim_it").minds.levels)
    expect(page.locator(".seat .scale i")).to_have_count(graded)
    expect(page.locator(".seat").nth(1)).to_contain_text(
        catalogue(lang).say("bot.sourdough").lower()
    )
    words += page.locator("body").inner_text()
    assert HOUSE_WORDS.search(words) is None


def test_letters_may_be_switched_off(someone: Someone) -> None:
    """F switches fast forward; without letters it does nothing, and no button promises it."""
    ada: Person = someone()
    page = ada.go(f"/t/{ada.table('claim_it', [{'kind': 'mine'}, {'kind': 'mine'}])}")
    fast = page.get_by_role("switch", name="Fast")
    expect(fast).to_have_attribute("aria-keyshortcuts", "F")
    page.keyboard.press("f")
    expect(fast).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Table").click()
    letters = page.get_by_role("dialog").get_by_role("group", name="Letter keys")
    letters.get_by_text("Off").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(fast).not_to_have_attribute("aria-keyshortcuts", re.compile("."))
    page.keyboard.press("f")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert fast.get_attribute("aria-checked") == "true"
