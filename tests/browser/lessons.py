"""Going through a lesson as its reader does: read on, or touch what is ringed."""

from playwright.sync_api import Page

from browser.people import until

NEXT = ".guide [data-go=next]:enabled"
RING = ".lesson-ring"
MARKED = "[data-lesson]:visible"
GOLD = ".actions .btn.gold:enabled"
YES = "dialog[open] .btn.rust, dialog[open] .btn.gold"
CLOSE = ".guide dl"


def place(page: Page) -> tuple[str, str]:
    """Which text is shown, and what is said in it and asked around it."""
    card = page.locator(".guide")
    return card.get_attribute("data-step") or "", card.inner_text()


def ready(page: Page) -> str:
    """Wait for the lesson to wait: "read", "do" or "end"."""
    found = ""

    def there() -> bool:
        nonlocal found
        found = (
            "end"
            if page.locator(CLOSE).count()
            else "read"
            if page.locator(NEXT).count()
            else "do"
            if page.locator(RING).count() and page.locator(f"{MARKED}, {GOLD}").count()
            else ""
        )
        return found != ""

    until(page, there, "a lesson that waits")
    return found


def sight(page: Page) -> tuple[object, ...]:
    """All by which a reader sees that something has happened."""
    # In one look: what was marked may be gone a moment later.
    ringed = page.evaluate(
        "() => [...document.querySelectorAll('[data-lesson]')]"
        ".find(one => one.checkVisibility())?.outerHTML ?? ''"
    )
    return (*place(page), ringed, page.locator(NEXT).count())


def go_on(page: Page, touch: bool = False) -> str:
    """One thing, the next text or the deed that is asked for, and its answer."""
    what, before = ready(page), sight(page)
    if what == "read":
        # At once, as a reader does: the table may already be on its way to the next text.
        page.evaluate(f"document.querySelector('{NEXT}')?.click()")
    elif what == "do":
        marked = page.locator(MARKED)
        target = marked.first if marked.count() else page.locator(GOLD).first
        # An SVG group is touched in its middle, wherever its own shapes lie.
        box = target.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if touch:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)
        yes = page.locator(YES)
        if yes.count():
            yes.last.click()
    if what != "end":
        until(
            page, lambda: not page.locator(".guide").count() or sight(page) != before, "an answer"
        )
    return what
