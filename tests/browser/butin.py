"""How a person plays Le Partage du butin in the page: by mouse, by keys, by touch."""

from playwright.sync_api import Page, expect

from browser.moment import first_shown

OPEN = ".ter.open"
SETTLE = "button.settle:not(:disabled)"
END = "dialog[open] .won"
DRAW = "button.grab"


def turn(page: Page) -> str:
    """Wait until there is something to do: decide, put, draw or the end."""
    put = f"[data-question$=' put'] {OPEN}"  # the land of a drawn token is open, too
    return first_shown(page, end=END, decide=SETTLE, put=put, draw=DRAW)


def draw(page: Page) -> None:
    """Draw from the envelope, unless the table has just done so by itself."""
    page.evaluate(f"document.querySelector('{DRAW}')?.click()")
    page.wait_for_selector(DRAW, state="detached")


def asked(page: Page) -> str:
    """A text that changes when the page asks for something else."""
    return page.locator("[data-question]").get_attribute("data-question") or ""


def by_hand(page: Page, count: int, *, touch: bool = False) -> bool:
    """One choice by mouse or finger, passing every third time; False when the game is over."""
    what = turn(page)
    if what == "end":
        return False
    press = "tap" if touch else "click"
    was = asked(page)
    if what == "draw":
        draw(page)
        return True
    if what == "decide":
        button = page.locator(SETTLE if count % 3 else ".act .btn.plain").first
        getattr(button, press)()
    else:
        lands = page.locator(OPEN)
        name = lands.nth(count % lands.count()).get_attribute("data-territory")
        land = page.locator(f"[data-territory={name}]")
        getattr(land, press)()
        if touch:  # the first touch shows what it would do, the second sends it
            expect(page.locator(".ter.chosen")).to_have_count(1)
            expect(page.locator(".act .btn.gold")).to_be_enabled()
            land.tap()
    moved_on(page, was)
    return True


def by_keys(page: Page, count: int) -> bool:
    """One choice by keyboard alone: S or P, or arrows to a territory and Enter."""
    what = turn(page)
    if what == "end":
        return False
    if what == "draw":
        page.wait_for_selector(DRAW, state="detached")  # the page draws for them
        return True
    was = asked(page)
    if what == "decide":
        page.keyboard.press("s" if count % 3 else "p")
    else:
        wanted = page.locator(OPEN).nth(count % page.locator(OPEN).count())
        reach(page, str(wanted.get_attribute("data-territory")))
        page.keyboard.press("Enter")
    moved_on(page, was)
    return True


def reach(page: Page, wanted: str) -> None:
    """Walk with Tab and arrows to a territory."""
    here = "document.activeElement?.dataset?.hit ?? ''"
    for _ in range(60):
        if page.evaluate(here):
            break
        page.keyboard.press("Tab")
    names = ["plain", "canyon", "forest", "meadow", "island", "mexico"]
    for _ in range(8):
        at, to = names.index(str(page.evaluate(here))), names.index(wanted)
        if at == to:
            return
        if at // 3 != to // 3:
            page.keyboard.press("ArrowDown" if to > at else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if to > at else "ArrowLeft")
    raise AssertionError(f"{wanted} is out of reach")


def moved_on(page: Page, was: str) -> None:
    """The choice has left: another question, or none, stands there."""
    mark = page.locator("[data-question]")
    expect(mark).not_to_have_attribute("data-question", was)
