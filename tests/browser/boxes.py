"""A page's layout from its own boxes: overlaps, cut parts, sideways scrolling."""

from pathlib import Path

from playwright.sync_api import Page

from browser.people import LONG

SIZES = (
    (1280, 720),
    (1366, 650),
    (1440, 900),
    (2560, 1440),
    (844, 390),
    (720, 450),
    (390, 844),
    (360, 740),
    (320, 640),
)

# Of pages without a board the corners are enough in the short form: widest, lowest, narrowest.
SOME = SIZES if LONG else ((2560, 1440), (844, 390), (320, 640))

FAULTS = Path(__file__).with_name("boxes.js").read_text("utf-8")

BOARD = """() => {
  const r = document.querySelector("[data-box=board]").getBoundingClientRect();
  return [r.left, r.top, r.width, r.height].map(Math.round).join(" ");
}"""


def faults(page: Page) -> list[str]:
    """The faults of the page's present layout; empty if there are none."""
    return list(page.evaluate(FAULTS))


def board(page: Page) -> str:
    """Where the board stands and how large it is."""
    return str(page.evaluate(BOARD))
