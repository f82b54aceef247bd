"""Claim It! in a real browser: whole games, and its details."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from browser import claim_it
from browser.people import LONG, Person, Someone, until

FIVE = [{"kind": "mine", "name": "Ada"}, *[{"kind": "bot", "level": "greedy"}] * 4]


def whole(page: Page, act: Callable[[Page, int], bool]) -> None:
    """A game by hand to its end."""
    count = 0
    while act(page, count):
        count += 1
        assert count < 400


def opened(person: Person, table: str, act: Callable[[Page, int], bool]) -> None:
    """A game begun by hand and, in the short form, ended by the API."""
    if LONG:
        whole(person.page, act)
    else:
        for count in range(4):
            assert act(person.page, count)
        person.hurry(table)
    expect(person.page.locator(claim_it.END)).to_be_visible()


def test_a_full_game_by_mouse(someone: Someone) -> None:
    """Against bots, the last round called, the count, the ranks, a rematch."""
    ada = someone()
    seats = FIVE if LONG else FIVE[:2]
    page = ada.go(f"/t/{ada.table('claim_it', seats)}")
    whole(page, claim_it.by_hand)
    lines = page.locator("dialog[open] li")
    expect(lines).to_have_count(len(seats))
    ranks = [int(text) for text in page.locator("dialog[open] .rank").all_inner_texts()]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1
    scores = [
        int(text.split()[0]) for text in page.locator("dialog[open] li > .score").all_inner_texts()
    ]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(claim_it.END)).to_have_count(0)
    assert claim_it.turn(page) != "end"


@pytest.mark.long
def test_a_full_game_by_keyboard(someone: Someone) -> None:
    """Not one click: Tab, arrows, Enter, R and S, to the end."""
    ada = someone()
    table = ada.table("claim_it", FIVE)
    page = ada.go(f"/t/{table}")
    opened(ada, table, claim_it.by_keys)
    expect(page.locator(claim_it.END)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(claim_it.END)).to_have_count(0)


@pytest.mark.long
def test_a_full_game_on_a_phone_in_french(someone: Someone) -> None:
    """360 px wide, by touch, in French; nothing sticks out at the side."""
    zoe = someone("fr", name="Zoé", phone=True)
    table = zoe.table("claim_it", FIVE)
    page = zoe.go(f"/t/{table}")
    claim_it.turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    opened(zoe, table, partial(claim_it.by_hand, touch=True))
    expect(page.locator("dialog[open] .eyebrow")).to_contain_text("fin de partie")
    page.get_by_role("button", name="Revoir le plateau").tap()
    page.get_by_role("button", name="Journal et règles").tap()
    expect(page.locator("dialog[open] .log")).to_contain_text("dernier tour")


def test_two_browsers_by_link_while_one_reloads(someone: Someone) -> None:
    """The host opens a table by link, the guest joins by it; one reloads in the middle."""
    ada, ben = someone(name="Ada"), someone("fr", name="Ben")
    page = ada.go()
    page.get_by_role("button", name="Play Claim It!").click()
    page.get_by_text("By a link").click()
    page.get_by_label("2", exact=True).check(force=True)
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Table’s name").fill("Sunday")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/t/"))
    expect(page.get_by_label("Table’s name")).to_have_value("Sunday")
    link = page.locator("#invite-link").input_value()
    listed = page.get_by_role("group", name="Listed on the shelf, for anyone")
    listed.get_by_label("on", exact=True).check(force=True)
    other = ben.go()
    expect(other.locator(".lobby li", has_text="Sunday")).to_be_visible()
    ben.sits(link)
    expect(other.get_by_text("L’hôte va commencer")).to_be_visible()
    assert "#" not in other.url
    expect(other.get_by_text("Sunday", exact=True)).to_be_visible()
    page.get_by_label("Table’s name").fill("Monday")
    page.get_by_label("Table’s name").press("Enter")
    expect(other.get_by_text("Monday", exact=True)).to_be_visible()
    page.get_by_role("button", name="Start").click()
    other.get_by_role("button", name="Table", exact=True).click()
    expect(other.get_by_role("dialog", name="Monday")).to_be_visible()
    other.keyboard.press("Escape")
    for count in range(16 if LONG else 3):
        until(page, lambda: any(map(asked, (page, other))), "somebody's turn")
        claim_it.by_hand(page if asked(page) else other, count)
        if count == 0:
            other.reload()
        if count == 1:
            page.reload()
    told = [one.locator(".seat .nm").all_inner_texts() for one in (page, other)]
    assert told[0] == told[1] == ["Ada", "Ben"]
    expect(page.locator(".log li").first).to_be_visible()

    def boards() -> list[int]:
        return [one.locator(".washes rect").count() for one in (page, other)]

    until(page, lambda: len(set(boards())) == 1, "the same board on both sides")


def asked(page: Page) -> bool:
    """Whether this browser has a parcel to choose or to decide on."""
    return page.locator(f"{claim_it.LIT}, .big.roll:not(:disabled)").count() > 0


def test_the_preview_says_what_the_button_says(someone: Someone) -> None:
    """A chosen parcel: its risk, the roles of the dice, the seat's figures; changed freely."""
    ada = someone("fr")
    page = ada.go(f"/t/{ada.table('claim_it', FIVE)}")
    claim_it.placing(page)
    cells = page.locator(claim_it.LIT)
    expect(page.locator(".big.roll")).to_be_disabled()
    for at in range(cells.count()):
        cells.nth(at).click()
        label = cells.nth(at).get_attribute("aria-label") or ""
        assert "choisie" in label
        told = re.search(r"risque (<\s)?(\d+)", label)
        exact = page.locator(".big.roll .pc").inner_text().replace(",", ".")
        share = float(re.sub(r"[^\d.]", "", exact))
        assert told
        assert share < 1 if told[1] else abs(share - float(told[2])) <= 0.55
        expect(page.locator(".big.roll .s")).to_contain_text("sur 216")
        expect(page.locator(".mark.act")).to_have_count(2)
