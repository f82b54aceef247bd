"""Goes through a lesson as its reader does: read on, or touch the ringed place."""

from typing import Any

from playwright.sync_api import Page

from browser.people import until

# In one look, since what stands there may be gone a moment later: for what the lesson waits, which
# text is shown, and all by which a reader sees that something has happened.
LOOK = """([next, ring, marked, gold, close]) => {
  const all = (css) => [...document.querySelectorAll(css)];
  const card = document.querySelector(".guide");
  const ringed = all(marked).find((one) => one.checkVisibility());
  const deed = all(ring).length && (ringed || all(gold).length);
  const waits = all(close).length ? "end" : all(next).length ? "read" : deed ? "do" : "";
  const said = [card?.dataset.step ?? "", card?.innerText ?? ""];
  return { waits, said, sight: [!card, ...said, ringed?.outerHTML ?? "", all(next).length] };
}"""
NEXT = ".guide [data-go=next]:enabled"
RING = ".lesson-ring"
DEED = "[data-lesson]"
MARKED = f"{DEED}:visible"
GOLD = ".actions .btn.gold:enabled"
YES = "dialog[open] .btn.rust, dialog[open] .btn.gold"
CLOSE = ".guide dl"


def look(page: Page) -> dict[str, Any]:
    """The reader's present view."""
    return dict(page.evaluate(LOOK, [NEXT, RING, DEED, GOLD, CLOSE]))


def place(page: Page) -> tuple[str, str]:
    """Which text is shown, and what is said in it and asked around it."""
    step, text = look(page)["said"]
    return step, text


def ready(page: Page) -> str:
    """Wait for the lesson to wait: "read", "do" or "end"."""
    until(page, lambda: look(page)["waits"] != "", "a lesson that waits")
    return str(look(page)["waits"])


def go_on(page: Page, touch: bool = False) -> str:
    """One thing, the next text or the deed that is asked for, and its answer."""
    what, before = ready(page), look(page)["sight"]
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
        until(page, lambda: look(page)["sight"] != before, "an answer")
    return what
