"""Gold River played in a real browser: two by sealed bids, four by mouse, five on a phone."""

import json
import re

import pytest
from playwright.sync_api import Page, WebSocket, expect

from browser import gold_river
from browser.axe import serious
from browser.people import LASTING, LONG, Person, Someone, until

BOT = {"kind": "bot", "level": "greedy"}
ADA = {"kind": "mine", "name": "Ada"}


def whole(person: Person, table: str, *, by_hand: int, touch: bool = False) -> None:
    """A game to its end, begun by hand and ended so unless that was enough, and its count."""
    for count in range(400 if LONG else by_hand):
        if not gold_river.act(person.page, count, touch=touch):
            break
    person.hurry(table)
    expect(person.page.locator(gold_river.END)).to_be_visible()
    gold_river.counted(person.page)


@pytest.mark.long
def test_four_players_with_poker_by_mouse(someone: Someone) -> None:
    """Every kind of question is answered as it comes; the count adds up."""
    ada = someone()
    table = ada.table("gold_river", [ADA, BOT, BOT, BOT], options={"poker": True})
    page = ada.go(f"/t/{table}")
    whole(ada, table, by_hand=7)
    expect(page.locator("dialog[open] ol > li")).to_have_count(4)
    expect(page.locator("dialog[open] .count").first).to_contain_text("Nuggets in hand")
    page.keyboard.press("Escape")
    expect(page.locator(".log h4").first).to_contain_text("Round 12")


def test_five_players_on_a_phone_in_french(someone: Someone) -> None:
    """360 px wide, by touch, to the end; nothing sticks out at the side."""
    zoe = someone("fr", name="Zoé", phone=True)
    table = zoe.late("gold_river", "5p-first_game-false-poker-false.txt", 400 if LONG else 30)
    page = zoe.go(f"/t/{table}")
    page.wait_for_selector(gold_river.WAIT)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    count = 0
    while gold_river.act(page, count, touch=True):
        count += 1
    gold_river.counted(page)
    assert not serious(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("dialog[open] .eyebrow")).to_contain_text("fin de partie")


@pytest.mark.long
def test_a_round_by_keyboard(someone: Someone) -> None:
    """Arrows set the bid, Enter bids, P passes; arrows walk along the cards, Enter chooses."""
    ada = someone()
    page = ada.go(f"/t/{ada.table('gold_river', [ADA, BOT, BOT])}")
    bids = choices = 0
    for _ in range(60):
        page.wait_for_selector(gold_river.WAIT)
        now, before = gold_river.phase(page), gold_river.stamp(page)
        if now == "bid" and page.locator(f"{gold_river.BAR} output").count():
            value = int(page.locator(f"{gold_river.BAR} output").inner_text())
            most = int(page.locator(f"{gold_river.BAR} input").get_attribute("max") or 0)
            page.keyboard.press("ArrowUp")
            shown = page.locator(f"{gold_river.BAR} output")
            expect(shown).to_have_text(str(min(most, value + 1)))
            page.keyboard.press("Enter" if bids % 2 == 0 else "p")
            bids += 1
        elif now in ("take", "discard"):
            page.locator(gold_river.LIT).first.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            expect(page.locator(".row button.chosen")).to_have_count(1)
            page.keyboard.press("Enter")
            choices += 1
        elif not gold_river.act(page, bids):
            break
        gold_river.settled(page, before)
        if bids >= 4 and choices >= 3:
            break
    assert bids >= 4
    assert choices >= 3


def test_two_browsers_and_their_sealed_bids(someone: Someone) -> None:
    """Each hears nothing of the other's fist before both are closed; then both see both."""
    ada, ben = someone(name="Ada"), someone("fr", name="Ben")
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    ben.page.on("websocket", listen)
    table = ada.table("gold_river", [ADA, {"kind": "open"}])
    page = ada.go(f"/t/{table}")
    ben.sits(page.locator("#invite-link").input_value())
    expect(ben.page.get_by_text("L’hôte va commencer")).to_be_visible()
    ada.post(f"tables/{table}/orders", type="start")
    for one in (page, ben.page):
        one.wait_for_selector(f"{gold_river.BAR} input[type=range]")
    heard.clear()
    set_bid(page, 11)
    page.locator(gold_river.GOLD).click()
    expect(page.locator("#act-title")).to_contain_text("11")
    expect(ben.page.locator(".auc .fist.shut")).to_have_count(1)
    until(ben.page, lambda: any('"ready"' in frame for frame in heard), "word of the fist")
    assert not any("11" in re.sub(r'"(due|at)":\s*\d+', "", frame) for frame in heard)
    assert any(json.loads(frame)["type"] == "ready" for frame in heard if frame.startswith("{"))
    set_bid(ben.page, 2)
    ben.page.locator(gold_river.GOLD).click()
    for one in (page, ben.page):
        expect(one.locator(".auc .lead .tok")).to_have_text("11")
    if not LONG:
        return
    count = [0]

    def over() -> bool:
        for one in (page, ben.page):
            if one.locator(gold_river.ASKED).count():
                gold_river.act(one, count[0])
                count[0] += 1
        assert count[0] < 500
        return gold_river.phase(page) == "over"

    until(page, over, "the end", 10 * LASTING)
    ada.hurry(table, ben)
    for one in (page, ben.page):
        expect(one.locator(gold_river.END)).to_be_visible()
        gold_river.counted(one)


def set_bid(page: Page, n: int) -> None:
    """Move the slider to a number."""
    page.locator(f"{gold_river.BAR} input[type=range]").fill(str(n))
    expect(page.locator(f"{gold_river.BAR} output")).to_have_text(str(n))


def test_a_card_is_one_tap_away_and_a_refusal_names_its_clause(someone: Someone) -> None:
    """Touching a card tells what it does; its rule opens on the clause."""
    ada = someone("fr")
    page = ada.go(f"/t/{ada.table('gold_river', [ADA, BOT, BOT])}")
    page.wait_for_selector(f"{gold_river.BAR} output")
    page.locator(".row button").first.click()
    sheet = page.locator("dialog[open]")
    expect(sheet).to_contain_text(re.compile(r"\d chances? sur 36"))
    sheet.get_by_role("button", name="Règle GR-16").click()
    expect(page.locator("[data-clause='GR-16']")).to_be_in_viewport()
