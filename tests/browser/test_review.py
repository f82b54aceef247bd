"""A review in the page: it arrives, and its marks lead to the right step."""

import random
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious
from browser.bench import resize
from browser.boxes import SIZES, faults
from browser.people import LASTING, Person, Someone, play, until
from filon.games import load, slugs

ADA, BOT = {"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "random"}
STRIP = "[role=slider]"
DONE = "[data-review=done]"


def ended(person: Person, game: str, seats: int) -> str:
    """A table of this person and bots, played to its end through the API."""
    table = person.table(game, [ADA, *[BOT] * (seats - 1)])
    dice = random.Random(1)
    play(person.page, lambda: person.choose(table, dice))
    return table


def reviewed(person: Person, told: str) -> dict[str, Any]:
    """The review as the server has it at this address."""
    far, end = -1, 0.0
    while (job := person.get(told))["state"] != "done":
        if job["progress"] > far:  # it is niced below everything: it may take long, not stand still
            far, end = job["progress"], time.monotonic() + LASTING / 1000
        assert job["state"] != "failed"
        assert time.monotonic() < end, f"the review stands still at {far} %"
        person.page.wait_for_timeout(100)
    return dict(job["review"])


def marks(review: dict[str, Any]) -> list[int]:
    """The steps that bear a mark, in the order of the game."""
    found = [one["step"] for one in review["draws"] if one["marked"]]
    return sorted(found + [one["step"] for one in review["choices"] if one["mark"]])


def chosen(page: Page) -> int:
    """The step of the mark that is looked at."""
    return int(page.locator(".mark.press[aria-pressed=true]").get_attribute("data-step") or -1)


def test_a_review_is_asked_for_and_its_marks_lead_to_the_right_step(someone: Someone) -> None:
    ada = someone(width=1440, height=900)
    table = ended(ada, "butin", 2)
    page = ada.go(f"/t/{table}")
    box = page.locator("dialog[open] .review")
    high = box.bounding_box()
    box.get_by_role("button", name="Ask for the review").click()
    review = reviewed(ada, f"tables/{table}/review?match=1")
    expect(box.locator(".curve svg").first).to_be_visible()
    now = box.bounding_box()
    assert high
    assert now
    assert abs(high["height"] - now["height"]) < 2  # nothing jumps when the review is there
    row = next(one["tenths"] for one in review["account"] if one["seat"] == 0)
    parts = ("start", "luck", "own", "others", "hidden", "estimate")
    assert sum(row[part] for part in parts) == row["result"]
    box.get_by_role("link", name="The whole review").click()
    page.wait_for_selector(DONE)
    found = marks(review)
    assert found
    shown = [int(one.get_attribute("data-step") or -1) for one in page.locator(".mark.press").all()]
    assert shown == found
    assert page.locator(".account tbody tr").count() == len(review["account"])
    page.locator(f".mark.press[data-step='{found[0]}']").click()
    assert chosen(page) == found[0]
    page.keyboard.press("ArrowLeft")
    until(page, lambda: chosen(page) == found[-1], "round to the last")
    assert not serious(page)
    draws = {one["step"] for one in review["draws"]}
    step = found[-1] + (found[-1] in draws)
    page.get_by_role("button", name="See in the game").click()
    expect(page.locator(STRIP)).to_have_attribute("aria-valuenow", str(step))
    assert page.url.endswith(f"/r/{table}/1#{step}")
    page.get_by_role("tab", name="Review").click()
    page.wait_for_selector(DONE)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_a_review_fits_every_screen(someone: Someone, slug: str) -> None:
    ada = someone("fr")
    table = ended(ada, slug, load(slug).seats[-1])
    ada.post(f"tables/{table}/review?match=1")
    reviewed(ada, f"tables/{table}/review?match=1")
    page = ada.go(f"/r/{table}/1/review")
    page.wait_for_selector(f"{DONE} .curve svg")
    for size in SIZES:
        resize(page, *size)
        wrong = faults(page)
        assert not wrong, f"{size} {wrong}"


@pytest.mark.long
def test_a_record_that_is_brought_is_reviewed_too(someone: Someone) -> None:
    ada = someone()
    table = ended(ada, "butin", 2)
    text = ada.text(f"tables/{table}/record?match=1")
    page = ada.go("/r")
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector(STRIP)
    with page.expect_response(lambda told: told.url.endswith("/api/review")) as asked:
        page.get_by_role("tab", name="Review").click()
    job = asked.value.json()["job"]
    reviewed(ada, f"review/{job}")
    page.wait_for_selector(DONE)
    assert page.locator(".account tbody tr").count() == 2
