"""Pace in the page: throws wait for the person, two switches, skipping to one's turn, undo."""

import pytest
from playwright.sync_api import Page, expect

from browser import nuggets
from browser.people import Person, Someone, until

ME, BOT = {"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "random"}
GOLD = "section.act .btn.gold:enabled"


def version(person: Person, table: str) -> int:
    """How far the table's match has come."""
    return int(person.get(f"tables/{table}/view?seat=0")["v"])


def throwing(person: Person, table: str) -> None:
    """Play on at random through the API until the dice wait for this person's hand."""
    for _ in range(200):
        view = person.get(f"tables/{table}/view?seat=0")
        if view["can"]["throw"]:
            return
        if view["can"]["act"]:
            told = {"v": view["v"], "seat": 0, "steps": view["legal"][:1]}
            person.post(f"tables/{table}/steps", **told)
    raise AssertionError("never asked to throw")


@pytest.mark.parametrize(
    "game", ["claim_it", pytest.param("chercheurs_dor", marks=pytest.mark.long)]
)
def test_an_untouched_game_never_throws_for_the_person(someone: Someone, game: str) -> None:
    """Alone with a bot nothing ends the wait; then one press of the switch throws on."""
    ada = someone(auto=False)
    table = ada.table(game, [ME, BOT])
    page = ada.go(f"/t/{table}")
    page.wait_for_selector(GOLD)
    throwing(ada, table)
    v = version(ada, table)
    assert ada.get(f"tables/{table}/view?seat=0")["waiting"]["due"] is None
    page.clock.install()
    page.reload()
    page.wait_for_selector(GOLD)
    page.clock.fast_forward(60_000)  # what the page would do within a minute, it does now
    for _ in range(10):
        page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    view = ada.get(f"tables/{table}/view?seat=0")
    assert view["can"]["throw"], "the page has thrown, or somebody else"
    assert view["v"] == v
    page.clock.resume()
    page.keyboard.press("a")
    expect(page.get_by_role("switch", name="automatically")).to_be_checked()
    until(page, lambda: version(ada, table) > v, "a throw by the page")
    page.reload()
    expect(page.get_by_role("switch", name="automatically")).to_be_checked()


def rows(page: Page) -> list[object]:
    """Where the rows of the time strip stand."""
    strip = page.get_by_role("group", name="Time")
    found = [*strip.get_by_role("switch").all(), *strip.get_by_role("button").all()]
    return [row.bounding_box() for row in found]


@pytest.mark.long
def test_the_switches_keep_their_places_and_what_they_were_set_to(someone: Someone) -> None:
    """While choosing, while others play, after a reload: the same rows at the same places."""
    ada = someone(auto=False)
    table = ada.table("nuggets", [ME, BOT], pace="calm")
    page = ada.go(f"/t/{table}")
    page.wait_for_selector(nuggets.HELD)
    places = rows(page)
    assert len(places) == 3  # no throw of one's own in this game, and advice beside the two
    page.keyboard.press("f")
    expect(page.get_by_role("switch", name="Fast forward")).to_be_checked()
    page.keyboard.press("f")
    nuggets.by_hand(page, 1)
    expect(page.get_by_role("button", name="To my turn")).to_be_enabled()
    assert rows(page) == places
    page.keyboard.press("f")
    page.wait_for_selector(nuggets.HELD)
    assert rows(page) == places
    page.reload()
    expect(page.get_by_role("switch", name="Fast forward")).to_be_checked()


@pytest.mark.long
def test_to_my_turn_plays_at_once_and_tells_it_until_the_next_choice(someone: Someone) -> None:
    """The key on the button does it; a line for every seat at the head of the log."""
    ada = someone()
    keen = {"kind": "bot", "level": "greedy"}  # one that plays at random may pass for good at once
    table = ada.table("nuggets", [ME, keen, keen], pace="calm")
    page = ada.go(f"/t/{table}")
    page.wait_for_selector(nuggets.HELD)
    nuggets.by_hand(page, 1)
    expect(page.get_by_role("button", name="To my turn")).to_be_enabled()
    page.keyboard.press("t")
    told = page.locator(".waited")
    expect(told.locator("li")).to_have_count(2)
    page.wait_for_selector(nuggets.HELD)
    expect(page.get_by_role("button", name="To my turn")).to_be_disabled()
    nuggets.by_hand(page, 1)
    expect(told).to_have_count(0)


def test_undo_waits_for_the_person_also_behind_the_curtain(someone: Someone) -> None:
    """Against a bot there is time to press it; at one device it stands on the curtain."""
    ada = someone()
    page = ada.go(f"/t/{ada.table('nuggets', [ME, BOT], pace='calm')}")
    page.wait_for_selector(nuggets.HELD)
    nuggets.by_hand(page, 1)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(nuggets.HELD)
    two = [ME, {"kind": "mine", "name": "Lou"}]
    page = ada.go(f"/t/{ada.table('nuggets', two)}")
    lift = page.locator(".curtain .btn.gold")
    page.wait_for_selector(f"{nuggets.HELD}, .curtain")
    if lift.count():
        lift.click()
        page.wait_for_selector(nuggets.HELD)
    nuggets.by_hand(page, 1)
    page.locator(".curtain").get_by_role("button", name="Undo").click()
    page.wait_for_selector(nuggets.HELD)
    expect(page.locator(".curtain")).to_have_count(0)
