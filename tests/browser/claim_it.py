"""How a person plays Claim It! in the page: by mouse, by keys, by touch."""

from playwright.sync_api import Page, expect

LIT = "[role=gridcell][aria-selected]"
END = "dialog[open] .won"
THROW = "button:has-text('Throw the dice'), button:has-text('Lancer les dés')"
WAIT = f"{LIT}, .big.roll:not(:disabled), {END}, {THROW}"


def turn(page: Page) -> str:
    """Wait until there is something to do: place, decide, throw or end."""
    page.wait_for_selector(WAIT)
    if page.locator(END).count():
        return "end"
    if page.locator(LIT).count():
        return "place"
    return "decide" if page.locator(".big.roll:not(:disabled)").count() else "throw"


def placing(page: Page) -> None:
    """Wait until a parcel is to be chosen."""
    page.wait_for_selector(LIT)


def by_hand(page: Page, count: int, *, touch: bool = False) -> bool:
    """One choice by mouse or finger, rolling on every third time; False when the game is over."""
    what = turn(page)
    if what == "end":
        return False
    if what == "throw":
        thrown(page)
        return True
    if what == "place":
        cell = page.locator(LIT).first
        if touch:
            cell.tap()
        else:
            cell.click()
        page.wait_for_selector("[role=gridcell][aria-selected=true]")
    button = page.locator(".big.roll" if count % 3 == 0 else ".big.stop")
    if touch:
        button.tap()
    else:
        button.click()
    settled(page)
    return True


def by_keys(page: Page, count: int) -> bool:
    """One choice by keyboard alone: arrows to a lit parcel, Enter, then R or S."""
    what = turn(page)
    if what == "end":
        return False
    if what == "throw":
        thrown(page)
        return True
    if what == "place":
        reach(page)
        page.keyboard.press("Enter")
        page.wait_for_selector("[role=gridcell][aria-selected=true]")
    page.keyboard.press("r" if count % 3 == 0 else "s")
    settled(page)
    return True


def reach(page: Page) -> None:
    """Walk with Tab and arrows to the last lit parcel."""
    here = "document.activeElement?.getAttribute('data-cell') ?? ''"
    for _ in range(60):
        if page.evaluate(here):
            break
        page.keyboard.press("Tab")
    col, row = (int(part) for part in str(page.evaluate(here)).split("."))
    wanted = str(page.locator(LIT).last.get_attribute("data-cell"))
    to_col, to_row = (int(part) for part in wanted.split("."))
    for _ in range(abs(to_col - col)):
        page.keyboard.press("ArrowRight" if to_col > col else "ArrowLeft")
    for _ in range(abs(to_row - row)):
        page.keyboard.press("ArrowUp" if to_row > row else "ArrowDown")
    assert page.evaluate(here) == wanted


def thrown(page: Page) -> None:
    """The page throws for them; conftest has ticked it."""
    page.wait_for_selector(THROW, state="detached")


def settled(page: Page) -> None:
    """The choice has left: nothing is chosen any more, or something new is asked."""
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(0)
