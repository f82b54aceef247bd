"""The end of a game: the winning parts are shown, first animated, after a key at rest."""

import pytest
from playwright.sync_api import Page, expect

from browser.people import END, RESULT, Person, Someone, until
from browser.test_again import over

MOVING = "() => document.getAnimations().filter((one) => one.playState === 'running').length"
VEIL = "() => Number(getComputedStyle(document.querySelector('.board .rest')).opacity)"


def result(person: Person, table: str) -> Page:
    """The end of a game that is over already: this board shows it when asked to."""
    page = person.go(f"/t/{table}")
    page.locator(RESULT).click()
    page.wait_for_selector(END)
    return page


def outlined(page: Page) -> tuple[float, float]:
    """From where to where what won reaches on the screen."""
    box = page.locator("[data-outline]").first.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


@pytest.mark.long
def test_the_end_moves_until_a_key_is_pressed_and_shows_the_board_when_it_closes(
    someone: Someone,
) -> None:
    ada = someone(still=False, width=1440, height=900, reduced_motion="no-preference")
    table = over(ada, "claim_it")
    page = result(ada, table)
    drawn = page.evaluate(
        "() => getComputedStyle(document.querySelector('.board path.won')).animationName"
    )
    assert drawn == "trace"
    page.keyboard.press("Shift")
    expect(page.locator(".frame.finale")).to_have_count(0)
    until(page, lambda: page.evaluate(MOVING) == 0, "rest")
    expect(page.locator(".frame.ended")).to_be_visible()
    until(page, lambda: page.evaluate(VEIL) > 0.3, "the veil")
    page.keyboard.press("Escape")
    expect(page.locator(".frame.ended")).to_have_count(0)
    expect(page.locator("[data-outline]").first).to_be_attached()
    until(page, lambda: page.evaluate(VEIL) == 0, "the whole board")


def test_on_a_phone_what_won_stands_above_the_sheet_which_is_drawn_down(someone: Someone) -> None:
    ada = someone(width=390, height=844)
    table = over(ada, "claim_it", 3)
    page = result(ada, table)

    def sheet() -> float:
        box = page.locator("dialog[open]").bounding_box()
        return box["y"] if box else 0.0

    until(page, lambda: outlined(page)[0] < sheet() - 60, "what won is in sight")
    head = page.locator("dialog[open] header").first.bounding_box()
    assert head
    page.mouse.move(head["x"] + 180, head["y"] + 60)
    page.mouse.down()
    page.mouse.move(head["x"] + 180, head["y"] + 260, steps=4)
    page.mouse.up()
    expect(page.locator("dialog[open]")).to_have_count(0)
