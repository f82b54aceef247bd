"""Lessons in a real browser: nothing runs ahead of the reader, and the ring marks each step."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from browser import lessons
from browser.axe import serious
from browser.bench import resize
from browser.boxes import SIZES, faults
from browser.people import LONG, Person, Someone
from filon.games import slugs
from filon.match import script

SHIPPED = [slug for slug in slugs() if script.offered(slug)]
COBALT = "rgb(27, 95, 191)"
MINUTE = 60_000  # milliseconds by the page's own clock


def begun(person: Person, slug: str) -> tuple[Page, str]:
    """A lesson at a table that rests nowhere: what goes on by itself does so at once."""
    told = person.post("guided", game=slug, name="")
    person.post(f"tables/{told['id']}/orders", type="options", pace="instant")
    page = person.go(f"/t/{told['id']}")
    expect(page.locator(".guide h2")).to_be_visible()
    return page, str(told["id"])


def version(person: Person, table: str) -> int:
    return int(person.get(f"tables/{table}/view?seat=0")["v"])


def test_a_lesson_without_a_tap_stays_where_it_is(someone: Someone) -> None:
    """Its first text, a text while another is on turn, and an asked throw: all of them wait.

    A minute passes by the page's clock; what the table does by itself it has done long before it
    has answered ten times, since at this pace it never rests.
    """
    ada = someone("en", first=True)
    ada.page.clock.install()
    page, table = begun(ada, "claim_it")
    for wanted in ("0", "1", "5"):
        while lessons.ready(page) and lessons.place(page)[0] != wanted:
            lessons.ready(page)  # a deed is answered before the next text comes
            assert lessons.go_on(page) != "end"
        lessons.ready(page)
        before, said = version(ada, table), lessons.place(page)
        page.clock.fast_forward(MINUTE)
        assert [version(ada, table) for _ in range(10)] == [before] * 10
        assert lessons.place(page) == said


def test_back_next_and_a_refusal(someone: Someone) -> None:
    """Enter and Backspace turn the pages; a refusal stands under the asked line, over nothing."""
    ada = someone("fr")
    page, table = begun(ada, "butin")
    title = page.locator(".guide h2")
    expect(title).to_have_text("Le but")
    expect(page.locator(".goal")).to_contain_text("Le plus de points gagne")
    page.keyboard.press("Enter")
    expect(title).to_have_text("L’enveloppe")
    page.keyboard.press("Backspace")
    expect(title).to_have_text("Le but")
    expect(page.locator(lessons.RING)).to_have_count(0)
    page.keyboard.press("Enter")
    expect(title).to_have_text("L’enveloppe")
    expect(page.locator(lessons.RING)).to_be_visible()
    line = page.locator(".lesson-ring .line")
    assert line.evaluate("one => getComputedStyle(one).stroke") == COBALT
    lessons.go_on(page)
    expect(title).to_have_text("Une richesse")
    before = version(ada, table)
    page.locator("[data-hit=island]").click()
    no = page.locator(".guide .no")
    expect(no).to_be_visible()
    expect(page.locator(".toast")).to_have_count(0)
    asked, told = page.locator(".guide .asked").bounding_box(), no.bounding_box()
    assert asked
    assert told
    assert asked["y"] + asked["height"] <= told["y"] + 1
    assert version(ada, table) == before
    assert serious(page) == []


def measured(page: Page, sizes: Sequence[tuple[int, int]]) -> list[str]:
    """The faults of the text and the board beside it, at these sizes."""
    lessons.ready(page)
    before, wrong = page.viewport_size, []
    for size in sizes:
        resize(page, *size)
        wrong += [f"{size} {lessons.place(page)[0]}: {fault}" for fault in faults(page)]
    if before and sizes:
        resize(page, before["width"], before["height"])
    return wrong


def through(
    person: Person, slug: str, touch: bool = False, sizes: Sequence[tuple[int, int]] = ()
) -> Page:
    """A lesson from its first text to its closing card; every text was shown and fitted."""
    page, table = begun(person, slug)
    seen: set[int] = set()
    for _ in range(120):
        at = int(page.locator(".guide").get_attribute("data-step") or "-1")
        if at not in seen:
            assert measured(page, sizes) == []
        seen.add(at)
        if lessons.go_on(page, touch) == "end":
            break
    path = script.load(slug).path
    told = person.get(f"tables/{table}/view?seat=0")["guide"]
    assert told["at"] == len(path) - 1
    # Enter follows quickly enough that a text may be turned before it is looked at here.
    seen.add(int(page.locator(".guide").get_attribute("data-step") or "-1"))
    assert len(path) - 1 in seen
    assert len(seen) > len(path) * 0.8
    expect(page.locator(".guide dl dd")).to_have_count(2)
    return page


def test_a_lesson_leads_to_a_real_game(someone: Someone) -> None:
    zoe = someone("fr", name="Zoé", phone=True)
    page = through(zoe, "nuggets", touch=True, sizes=[(844, 390)])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Jouer une vraie partie").tap()
    expect(page.locator("dialog[open] h2")).to_contain_text("Nuggets")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_lesson_to_its_end(someone: Someone, slug: str, lang: str) -> None:
    person = someone(lang, width=1280, height=720)
    # At 320 px the pictures of some cards give way to the text.
    page = through(person, slug, sizes=SIZES[:-1])
    assert serious(page) == []
    again = "Recommencer" if lang == "fr" else "Start again"
    page.get_by_role("button", name=again).click()
    expect(page.locator(".guide")).to_have_attribute("data-step", "0")
    assert re.search(r"/t/", page.url)
    assert LONG
