"""How a person plays Nuggets in the page: by mouse, by keys, by touch."""

from typing import Any

from playwright.sync_api import Page, expect

from browser.moment import first_shown

END = "dialog[open] .won"
EDGE = "polygon.edge.hot"
LIT = "[role=gridcell].hot"
HELD = ".act .hand button:not(:disabled)"
GOLD = ".act button.gold:not(:disabled)"
LIFT = ".curtain .card .btn.gold"


def turn(page: Page) -> str:
    """Wait until there is something to do: a curtain, an action, a pass or the end."""
    return first_shown(page, end=END, curtain=LIFT, act=f"{HELD}, {EDGE}")


def by_hand(page: Page, count: int, *, touch: bool = False) -> bool:
    """One action: walls every third time or when the tiles are gone; False when it is over."""
    what = turn(page)
    if what == "end":
        return False
    if what == "curtain":
        page.locator(LIFT).click()
        expect(page.locator(LIFT)).to_have_count(0)
        return True
    press = "tap" if touch else "click"
    if count % 3 == 0 and page.locator(EDGE).count():
        walls(page, count)
    elif page.locator(HELD).count():
        getattr(page.locator(HELD).nth(count % page.locator(HELD).count()), press)()
        getattr(page.locator(LIT).nth(count * 7 % page.locator(LIT).count()), press)()
    elif page.locator(EDGE).count():
        walls(page, count)
    getattr(page.locator(GOLD), press)()
    settled(page)
    return True


def walls(page: Page, count: int) -> None:
    """Choose a wall and, where one can follow, a second."""
    for number in (1, 2):
        edges = page.locator(EDGE)
        edges.first.wait_for(state="attached")
        chosen = page.locator(f"{EDGE}:not(.first)")
        chosen.nth((count * 5 + number) % chosen.count()).dispatch_event("click")
        expect(page.locator(".badge").nth(number - 1)).to_be_visible()
        # The table is asked what may follow the first wall.
        page.wait_for_selector(f"{GOLD}, {EDGE}:not(.first)", state="attached")
        if number == 2 or page.locator(GOLD).count():
            return


def by_keys(page: Page, count: int) -> bool:
    """One action by keyboard alone: arrows, Shift and arrows, figures, Tab and Enter."""
    what = turn(page)
    if what == "end":
        return False
    reach(page)
    if count % 2 == 0 and page.locator(EDGE).count() and walls_by_keys(page):
        return True
    if page.locator(HELD).count():
        label = str(page.locator(HELD).first.get_attribute("aria-label"))
        page.keyboard.press(next(sign for sign in label if sign.isdigit()))
        walk(page, str(page.locator(LIT).last.get_attribute("data-cell")))
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")  # the second time it is sent
    else:
        pass_for_good(page)
    settled(page)
    return True


def walls_by_keys(page: Page) -> bool:
    """Two walls by Shift and arrows; False if no second one was in reach."""
    for number in (1, 2):
        page.locator(EDGE).first.wait_for(state="attached")
        last = page.locator(f"{EDGE}:not(.first)").last
        named = str(last.get_attribute("data-edge")).split()
        walk(page, f"{named[1]} {named[2]}")
        page.keyboard.press("Shift+ArrowRight" if named[3] == "E" else "Shift+ArrowDown")
        # The table is asked what may follow the first wall: one wall more, or the button.
        expect(page.locator(".badge").nth(number - 1)).to_be_visible()
        page.wait_for_selector(f"{GOLD}, {EDGE}:not(.first)", state="attached")
        if page.locator(GOLD).count():
            page.locator(GOLD).focus()
            page.keyboard.press("Enter")
            settled(page)
            return True
        if number == 2:
            page.keyboard.press("Escape")
    return False


def reach(page: Page) -> None:
    """Tab to the board, which is one stop."""
    page.evaluate("document.activeElement?.blur()")
    for _ in range(60):
        if page.evaluate("document.activeElement?.hasAttribute('data-cell') ?? false"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the board cannot be reached by Tab")


def walk(page: Page, wanted: str) -> None:
    """Arrows to a cell."""
    here = "document.activeElement.getAttribute('data-cell')"
    row, col = (int(part) for part in str(page.evaluate(here)).split())
    to_row, to_col = (int(part) for part in wanted.split())
    for _ in range(abs(to_col - col)):
        page.keyboard.press("ArrowRight" if to_col > col else "ArrowLeft")
    for _ in range(abs(to_row - row)):
        page.keyboard.press("ArrowDown" if to_row > row else "ArrowUp")
    assert page.evaluate(here) == wanted


def pass_for_good(page: Page) -> None:
    """Pass, and confirm it."""
    page.locator(".pass button:not(:disabled)").click()
    page.locator("dialog[open] button.rust").click()


def settled(page: Page) -> None:
    """The choice has left: nothing is chosen any more."""
    expect(page.locator(".badge, .chosen")).to_have_count(0)


def told_values(frames: list[dict[str, Any]], seat: int) -> set[int]:
    """Of which seats a view for this seat ever held a tile's value."""
    found = set()
    for frame in frames:
        view = frame.get("view") or {}
        if view.get("you") == seat and view.get("result") is None:
            tiles = view["tiles"] + [tile for zone in view["zones"] for tile in zone["tiles"]]
            found |= {tile["seat"] for tile in tiles if tile["value"] is not None}
    return found
