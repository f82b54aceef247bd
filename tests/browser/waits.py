"""How long a person waits: each game in Chromium against two bots, at the default pace.

Prints, per game, the median seconds from the end of a person's turn to the next thing they can do
(the three seconds left for undo are not counted), with motion and with reduced motion. Nothing is
clicked while others play. Before that the longest of a few starts: the seconds from "Start" to "to
my turn" or a choice, and, where the person begins, to that choice.

    make waits ARGS="[--seconds 60] [--starts 4] [game ...]"
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]
import chromium
from browser import butin, claim_it, gold_river, nuggets
from browser.site import served
from filon.games import load

SEATS = [{"kind": "mine", "name": "Ada"}, *[{"kind": "bot", "level": "greedy"}] * 2]
PACE = "calm"
UNDO = 3.0
# Notes every change of "others are at it", with whether an undo was offered meanwhile.
WATCH = """
window.__waits = []; window.__first = 0; window.__asked = 0; window.__begun = performance.now();
let live = null, since = 0, undo = 0;
const look = () => {
  const jump = document.querySelector('.time .jump');
  if (jump) {
    window.__first ||= performance.now() - window.__begun;
    const now = jump.classList.contains('live');
    if (!now) window.__asked ||= performance.now() - window.__begun;
    if (now !== live) {
      if (live === true) window.__waits.push([performance.now() - since, undo]);
      live = now; since = performance.now(); undo = 0;
    }
    if (now && [...document.querySelectorAll('section.act .btn')].some(
      (one) => /Undo/.test(one.textContent))) undo = performance.now() - since;
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
PRESS = """() => {
  const act = document.querySelector('section.act');
  const home = act?.querySelector('[data-way=left]');
  if (home && !home.disabled) { home.click(); return; }
  const square = document.querySelector("[role=radio][aria-label^='4 yellow']");
  if (square && square.getAttribute('aria-checked') !== 'true') {
    square.dispatchEvent(new MouseEvent('click', {bubbles: true})); return;
  }
  const gold = act?.querySelector('.btn.gold');
  if (gold && !gold.disabled) gold.click();
}"""
HANDS: dict[str, Any] = {
    "butin": butin.by_hand,
    "claim_it": claim_it.by_hand,
    "gold_river": gold_river.act,
    "nuggets": nuggets.by_hand,
}


def play(page: Page, game: str, seconds: float) -> None:
    """Act when asked, for a while; long waits are turns of other seats."""
    end, count = time.monotonic() + seconds, 1
    while time.monotonic() < end:
        live = page.locator(".time .jump.live").count()
        try:
            if not live and game in HANDS:
                throw = page.locator("section.act .btn.gold:enabled", has_text="hrow")
                if throw.count():
                    throw.first.click(timeout=500)
                elif not HANDS[game](page, count):
                    return
                count += 1
            elif not live:
                page.evaluate(PRESS)
        except (Error, AssertionError):
            pass
        page.wait_for_timeout(60)


def measure(browser: Browser, url: str, game: str, still: bool, seconds: float) -> dict[str, Any]:
    """One game for a while, and what was noted."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(4000)
    kept = f"JSON.stringify({{name: 'Ada', theme: 'day', still: {str(still).lower()}}})"
    context.add_init_script(f"localStorage.setItem('filon.prefs', {kept})")
    told = context.request.post(
        f"{url}/api/tables", data={"game": game, "seats": SEATS, "pace": PACE}
    ).json()
    context.request.post(f"{url}/api/tables/{told['id']}/orders", data={"type": "start"})
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{url}/t/{told['id']}")
    page.wait_for_selector(".time")
    play(page, game, seconds)
    waits = [
        max(0.0, took / 1000 - min(UNDO, undo / 1000))
        for took, undo in page.evaluate("window.__waits")
    ]
    context.close()
    waits = [wait for wait in waits if wait > 0.05]
    return {
        "n": len(waits),
        "median": statistics.median(waits) if waits else 0.0,
        "worst": max(waits, default=0.0),
    }


def start(browser: Browser, url: str, game: str) -> tuple[float, float | None]:
    """Seconds from "Start" to something to do, and to the first choice where the person begins."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.add_init_script("localStorage.setItem('filon.prefs', JSON.stringify({name: 'Ada'}))")
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(url)
    title = load(game).box.title["en"]
    page.get_by_role("button", name=f"Play {title}").locator("visible=true").first.click()
    begin = page.get_by_role("button", name="Start", exact=True)
    begin.wait_for()
    page.evaluate("() => { window.__begun = performance.now(); window.__first = 0 }")
    begin.click()
    page.wait_for_selector(".time", state="attached")
    page.wait_for_timeout(4500)
    first, asked = page.evaluate("[window.__first, window.__asked]")
    table = page.url.rpartition("/t/")[2].partition("#")[0]
    lines = context.request.get(f"{url}/api/tables/{table}/record?seat=0").text().splitlines()
    context.close()
    begins = any(line.split()[-2:] == [load(game).lot, "0"] for line in lines)
    return first / 1000, asked / 1000 if asked and begins else None


def main() -> None:
    """Print a table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*")
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--starts", type=int, default=4)
    given = asked.parse_args()
    games = given.games or sorted([*HANDS, "chercheurs_dor"])
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as site,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for game in games:
            starts = [start(browser, site.url, game) for _ in range(given.starts)]
            own = [asked for _, asked in starts if asked is not None]
            print(
                f"{game:16} start    strip after {max(first for first, _ in starts):.2f} s"
                f"  first choice after {max(own, default=0.0):.2f} s ({len(own)} of {len(starts)})",
                flush=True,
            )
            for still in (False, True):
                found = measure(browser, site.url, game, still, given.seconds)
                motion = "reduced" if still else "full"
                print(
                    f"{game:16} {motion:8} waits {found['n']:3}  median {found['median']:5.2f} s"
                    f"  longest {found['worst']:5.2f} s",
                    flush=True,
                )
        browser.close()


if __name__ == "__main__":
    main()
