"""Hints in the page: alone with bots, never among people who did not agree, on every board."""

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious
from browser.bench import called, lay, moments, resize, sit
from browser.boxes import SIZES, board, faults
from browser.people import Person, Someone, until
from filon.games import load, slugs

ADA, BOT = {"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "greedy"}
LAMP = "button.lamp"
ROWS = ".advice .row:not(.wait)"


def deciding(person: Person, table: str) -> None:
    """Wait until a seat of this browser chooses."""

    def asked() -> bool:
        for seat in person.seats(table):
            view = person.ask("GET", f"tables/{table}/view?seat={seat}")
            told = {"v": view["v"], "seat": seat, "match": view["match"]}
            if view["can"]["throw"]:
                person.ask("POST", f"tables/{table}/throw", **told)
            elif view["can"]["act"]:
                return True
        return False

    until(person.page, asked, "a choice")


def marked(page: Page) -> list[str]:
    """The numbers that stand on the board's targets."""
    return sorted(page.locator(".hint-marks b").all_inner_texts())


def test_advice_alone_with_bots(anyone: Someone) -> None:
    ada = anyone()
    table = ada.table("claim_it", [ADA, BOT])
    deciding(ada, table)
    page = ada.go(f"/t/{table}")
    expect(page.locator(LAMP)).to_have_attribute("aria-pressed", "false")
    assert not marked(page)
    page.keyboard.press("h")
    expect(page.locator(ROWS).first).to_be_visible()
    rows = page.locator(ROWS).count()
    until(page, lambda: marked(page) == [str(at + 1) for at in range(rows)], "the marks")
    view = ada.get(f"tables/{table}/view?seat=0")
    told = ada.post(f"tables/{table}/hint", seat=0, v=view["v"])["best"]
    assert len(told) == rows
    assert {one["step"] for one in told} <= set(view["legal"])
    assert not serious(page)
    # The board is never blocked: the first step is played, and the choice that follows is advised.
    page.get_by_role("button", name="Play the first").click()
    until(page, lambda: ada.get(f"tables/{table}/view?seat=0")["v"] > view["v"], "the step")
    expect(page.locator(ROWS).first).to_be_visible()
    page.locator(LAMP).click()
    expect(page.locator(".advice")).to_have_count(0)
    until(page, lambda: not marked(page), "no marks")


def test_among_people_advice_opens_when_all_agree(someone: Someone) -> None:
    ada, bob = someone(), someone(name="Bob")
    table = ada.table("butin", [ADA, {"kind": "open"}, BOT])
    link = ada.get(f"tables/{table}/invitation")["link"]
    bob.sits(link)
    bob.page.wait_for_url(f"**/t/{table}")
    ada.go(f"/t/{table}")
    ada.post(f"tables/{table}/orders", type="start")
    for person in (ada, bob):
        person.page.wait_for_selector(".time")
        assert not person.page.locator(LAMP).count()
    ada.page.get_by_role("button", name="Table").click()
    ada.page.get_by_role("button", name="Propose advice for everyone").click()
    expect(bob.page.get_by_text("open advice to everyone?")).to_be_visible()
    assert not ada.page.locator(LAMP).count()
    bob.page.get_by_role("button", name="Agree").click()
    for person in (ada, bob):
        expect(person.page.locator(LAMP)).to_be_attached()
    bob.post(f"tables/{table}/orders", type="hints", on=False)
    for person in (ada, bob):
        expect(person.page.locator(LAMP)).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_a_bar_with_advice_fits_every_screen(someone: Someone, slug: str) -> None:
    ada = someone()
    sit(ada.page, ada.site.url, slug)
    found = [one for one in moments(slug, load(slug).seats[-1]) if called(one).endswith("chooses")]
    lay(ada.page, slug, found[-1] | {"hints": "alone"}, "fr")
    places = {}
    for size in SIZES:
        resize(ada.page, *size)
        wrong = faults(ada.page)
        assert not wrong, f"{size} {wrong}"
        places[size] = board(ada.page)
    lay(ada.page, slug, found[-1], "fr")
    for size in SIZES:
        resize(ada.page, *size)
        assert board(ada.page) == places[size], f"{size}: the board moves"
