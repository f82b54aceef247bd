"""How long bots think in a browser at a quarter of the speed: every level of every game.

Chromium throttles no worker (`Emulation.setCPUThrottlingRate` is for pages alone), and bots think
in one. So the whole process of the page is stopped three quarters of the time. Prints, per game and
level, the longest and the median choice in seconds and the share of the simulations; before that
how long Python takes to load, and a game to start once it is there.

    make paces ARGS="[--rate 4] [--choices 6] [game ...]"
"""

import argparse
import os
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]
import chromium
from browser.people import PATIENCE
from browser.travel import Traveller, at_home, hosted, write_site
from filon import bots
from filon.games import load, slugs

PERIOD = 0.02  # seconds of one stop and one go


@contextmanager
def slowed(browser: Browser, rate: int) -> Iterator[None]:
    """Slow down all pages of a browser, their workers too, by the factor `rate`."""
    line = browser.new_browser_cdp_session()
    told = line.send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [one["id"] for one in told if one["type"] == "renderer"]
    over = threading.Event()

    def beat() -> None:
        while not over.is_set():
            for pid in pages:
                os.kill(pid, signal.SIGSTOP)
            time.sleep(PERIOD * (rate - 1) / rate)
            for pid in pages:
                os.kill(pid, signal.SIGCONT)
            time.sleep(PERIOD / rate)

    thread = threading.Thread(target=beat, daemon=True)
    if rate > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if rate > 1:
            thread.join()


def choices(ada: Traveller, game: str, level: str, count: int) -> list[dict[str, Any]]:
    """The device's figures for each choice of a level, over a few random turns of a person."""
    ada.go()
    others = [{"kind": "bot", "level": level}] * (load(game).seats[0] - 1)
    table = ada.table(game, [{"kind": "mine", "name": "Ada"}, *others])
    dice, found = random.Random(1), list[dict[str, Any]]()
    while len(found) < count:
        before = told_of(ada, game, level)
        if ada.choose(table, dice) == "over":
            break
        end = time.monotonic() + 20
        while (now := told_of(ada, game, level)) == before and time.monotonic() < end:
            if ada.choose(table, dice) != "waits":
                break
        if now and now != before:
            found.append(now)
    ada.ask("POST", f"tables/{table}/forget")
    return found


def told_of(ada: Traveller, game: str, level: str) -> dict[str, Any] | None:
    of = (game, level)
    told = ada.ask("GET", "levels")
    return next((one for one in told if (one["game"], one["level"]) == of), None)


def started(ada: Traveller) -> tuple[float, float]:
    """Seconds until Python is there, and from "Start" to the table after that."""
    begun = time.monotonic()
    page = ada.ready()
    loaded = time.monotonic() - begun
    page.get_by_role("button", name="Play Claim It!").locator("visible=true").click()
    button = page.get_by_role("button", name="Start", exact=True)
    button.wait_for()
    begun = time.monotonic()
    button.click()
    page.wait_for_selector(".frame .seat")
    return loaded, time.monotonic() - begun


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("games", nargs="*", default=slugs())
    asked.add_argument("--rate", type=int, default=4)
    asked.add_argument("--choices", type=int, default=6)
    told = asked.parse_args()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as play:
        folder = write_site(Path(place) / "site")
        browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        with hosted(folder) as url:
            context = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900})
            context.set_default_timeout(PATIENCE)
            ada = Traveller(context, at_home(url))
            print("Python {:.1f} s, a game {:.2f} s after that".format(*started(ada)), flush=True)
            ada.page.wait_for_timeout(3000)
            with slowed(browser, told.rate):
                for game in told.games:
                    spec = load(game)
                    for level in spec.minds.levels:
                        if not bots.searches(level.name, spec):
                            continue
                        found = choices(ada, game, level.name, told.choices)
                        took = [one["seconds"] for one in found]
                        shares = [one["share"] for one in found]
                        print(
                            f"{game:15} {level.name:12} longest {max(took):.2f} s, median"
                            f" {statistics.median(took):.2f} s, share {min(shares):.3f}"
                            f" to {max(shares):.3f} ({len(found)} choices)",
                            flush=True,
                        )
        browser.close()


if __name__ == "__main__":
    main()
