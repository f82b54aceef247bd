"""How a person plays Gold River in the page: bids, choices, targets, by mouse or finger."""

from playwright.sync_api import Locator, Page, expect

from browser.people import until

END = "dialog[open] .won"
BAR = "section.act"
GOLD = f"{BAR} button.gold:not(:disabled)"
LIT = ".row button.lit"
TARGET = f"{BAR} [role=radio], [data-tile].lit"
ASKED = f"{GOLD}, {LIT}, {TARGET}"
WAIT = f"{ASKED}, {END}"


def press(button: Locator, touch: bool) -> None:
    """Click or tap."""
    if touch:
        button.tap()
    else:
        button.click()


def act(page: Page, count: int, *, touch: bool = False) -> bool:
    """One choice, whatever is asked; False when the game is over."""
    page.wait_for_selector(WAIT)
    if phase(page) == "over":
        expect(page.locator(END)).to_be_visible()
        return False
    before = stamp(page)
    cards = page.locator(LIT)
    if cards.count():
        press(cards.nth(count % cards.count()), touch)
        press(page.locator(f"{BAR} .btn.gold, {BAR} .btn.rust").last, touch)
    elif page.get_by_role("button", name="Pass", exact=False).count() and count % 3:
        press(page.locator(f"{BAR} .btn").first, touch)
    else:
        targets = page.locator(
            f"{BAR} [role=radio]:not([aria-checked=true]), [data-tile].lit:not(.chosen)"
        )
        if targets.count():
            press(targets.nth(count % targets.count()), touch)
        gold = page.locator(GOLD)
        if not gold.count():
            return True  # the target was chosen, and the next call sends it
        press(gold.first, touch)
    settled(page, before)
    return True


def phase(page: Page) -> str:
    """The phase the board shows."""
    return str(page.locator("[data-phase]").get_attribute("data-phase"))


def stamp(page: Page) -> str:
    """A text that changes when the page goes on."""
    return str(
        page.evaluate(
            "[...document.querySelectorAll('#act-title, .log li:first-child')]"
            ".map(one => one.textContent).join('|') + document.querySelectorAll('.log li').length"
        )
    )


def settled(page: Page, before: str) -> None:
    """The answer has come: something else is asked, or it was refused."""
    other = f"{END}, .toast.bad"
    until(page, lambda: stamp(page) != before or page.locator(other).count() > 0, "an answer")


def counted(page: Page) -> None:
    """The end sheet counts line by line, and the lines add up to the scores."""
    for seat in page.locator("dialog[open] ol > li").all():
        lines = seat.locator(".count b").all_inner_texts()
        total = seat.locator("xpath=./*[contains(@class, 'score')]").inner_text().split()[0]
        if all(text.isdigit() for text in [*lines, total]):
            assert sum(map(int, lines)) == int(total)
    expect(page.locator("dialog[open] ol > li").first).to_be_visible()
