"""The state of a page at one moment, read in a single evaluation.

Two looks one after the other may see two moments: between them the page may have gone on.
"""

from playwright.sync_api import Page

FIRST = """(selectors) => {
  const seen = (selector) => [...document.querySelectorAll(selector)].some(
    (element) => element.getClientRects().length > 0);
  return Object.keys(selectors).find((name) => seen(selectors[name])) ?? "";
}"""


def first_shown(page: Page, **selectors: str) -> str:
    """Wait until one of these is shown: the name of the first in this order that is."""
    found = page.wait_for_function(FIRST, arg=selectors)
    return str(found.json_value())
