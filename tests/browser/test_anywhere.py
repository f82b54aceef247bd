"""The page on a static host: the same games without a server, stored and offline-ready."""

import re

import pytest
from playwright.sync_api import expect

from browser import claim_it
from browser.axe import serious
from browser.people import END, LONG, Person, Someone, until
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
    """Against a bot, to the count; the draws are checked, the game is seen again.

    In the long form it is understood, too: a review keeps Python busy for long.
    """
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
    history = ada.ask("GET", "profile/history")
    assert [one["game"] for one in history["past"]] == [game]
    if LONG:
        page = ada.go(f"/r/{table}/1/review")
        expect(page.get_by_text("at reduced depth")).to_be_visible()
        assert not serious(page)


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


def test_a_game_starts_from_the_shelf(traveller: Someone) -> None:
    """A box a game; Play opens the sheet, Start a game against the computer."""
    ada = traveller()
    page = ada.page
    expect(page.locator("article.label:not([data-day])")).to_have_count(len(slugs()))
    page.get_by_role("button", name="Play Claim It!").click()
    page.get_by_role("dialog").get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Claim It!")).to_be_visible()
    claim_it.turn(page)
    page.get_by_role("link", name="Filon, back to the shelf").click()
    expect(page.locator(".cur .g")).to_have_count(1)
