"""Players with browsers of their own, watched for errors."""

import http.client
import json
import os
import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Cookie,
    Error,
    Page,
    Request,
    TimeoutError,
    ViewportSize,
)

from filon.core.record import read
from filon.games import load
from filon.match.header import Header
from filon.match.luck import Luck

# Milliseconds for whatever a test waits for. Nothing waits for a time to pass; this only bounds the
# wait for what never comes. Alone on a machine the dearest single thing, a page of a browser that
# has fetched nothing yet, takes one second; three workers on one core that is shared with others
# make ten of it. What takes long in itself has a longer patience of its own, given where it is.
PATIENCE = 30_000
LASTING = 120_000  # Python in a browser, a review, a server that starts
ROOT = Path(__file__).resolve().parents[2]
LONG = bool(os.environ.get("FILON_LONG"))  # make proofs

# A line of its own for each request: the server closes one that was idle for five seconds, and
# what is sent on it at that very moment is lost.
ALONE = {"Connection": "close"}

END = "dialog[open] .won"
RESULT = "button:has-text('See the result'), button:has-text('Voir le résultat')"


def until(page: Page, holds: Callable[[], bool], what: str = "", patience: int = PATIENCE) -> None:
    """Wait until something holds that no single locator tells; it is looked at ever more seldom."""
    end, pause = time.monotonic() + patience / 1000, 10.0
    while not holds():
        assert time.monotonic() < end, f"it never came: {what}"
        page.wait_for_timeout(pause)
        pause = min(1.5 * pause, 200)


def play(page: Page, act: Callable[[], str], patience: int = PATIENCE) -> None:
    """Act again and again until that says "over"; who neither acts nor is asked loses patience.

    It says "acted" where something was done: the others answer in a moment, and are asked sooner.
    """
    said = "acted"

    def acted() -> bool:
        nonlocal said
        said = act()
        return said != "waits"

    while said != "over":
        until(page, acted, "a turn, or the end", patience)


@dataclass
class Fate:
    """The test whose draws and bots the server repeats, by its name; empty for none."""

    test: str = ""
    luck: Callable[[Header], Luck] | None = None  # of a test that stacks its draws


@dataclass(frozen=True)
class Site:
    """Where the page is served."""

    url: str
    data: Path
    fate: Fate


class Late(AssertionError):
    """The game has gone on since it was looked at: the page was quicker, or the others."""


def answered(status: int, text: str) -> Any:
    """The answer's content; AssertionError for a refusal, Late if the game has gone on."""
    told = json.loads(text) if text.startswith(("{", "[")) else text
    if status < 400:
        return told
    raise (Late if isinstance(told, dict) and told.get("code") == "stale" else AssertionError)(text)


class Person:
    """A player at a browser of their own."""

    def __init__(
        self,
        context: BrowserContext,
        site: Site,
        size: ViewportSize | None = None,
        page: Page | None = None,
    ) -> None:
        self.context = context
        self.size = size
        self.site = site
        self.wrong: list[str] = []
        self._cookies: dict[str, list[Cookie]] = {}
        self.page = self.watch(page or self.context.new_page())

    def open(self) -> Page:
        """One more page of this browser."""
        return self.watch(self.context.new_page())

    def leave(self) -> None:
        """The page belongs to another player from now on."""
        self.page.remove_listener("console", self._heard)
        self.page.remove_listener("pageerror", self._failed)
        self.page.remove_listener("request", self._asked)

    def watch(self, page: Page) -> Page:
        """The page, watched for errors and for foreign addresses."""
        if self.size and self.size != page.viewport_size:
            page.set_viewport_size(self.size)
        page.on("console", self._heard)
        page.on("pageerror", self._failed)
        page.on("request", self._asked)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        # A refusal that a test provokes is an answer, and a header that plain http makes the
        # browser ignore is a remark: neither is an error of the page.
        known = ("Failed to load resource", "Cross-Origin-Opener-Policy header has been ignored")
        if message.type == "error" and not any(part in message.text for part in known):
            self.wrong.append(message.text)

    def _failed(self, error: Error) -> None:
        self.wrong.append(str(error))

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.site.url, self.site.url.replace("http", "ws"))):
            self.wrong.append(f"foreign address: {request.url}")

    def go(self, path: str = "/") -> Page:
        """The page at an address of the site."""
        self.page.goto(self.site.url + path)
        return self.page

    def sits(self, link: str = "") -> None:
        """Come by a link, if one is given, and take the seat it offers."""
        if link:
            self.page.goto(link)
        word = re.compile("^(Take a seat|Prendre place)")
        self.page.get_by_role("button", name=word).locator("visible=true").click()

    def post(self, path: str, **body: Any) -> Any:
        """POST from this browser; returns the answer."""
        address = f"{self.site.url}/api/{path}"
        answer = self.context.request.post(address, data=body, headers=ALONE)
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        """GET from this browser; returns the answer."""
        return json.loads(self.text(path))

    def text(self, path: str) -> str:
        """The same, as it came."""
        answer = self.context.request.get(f"{self.site.url}/api/{path}", headers=ALONE)
        assert answer.ok, answer.text()
        return answer.text()

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """The same by a line of Python's own, which is ten times as quick as the browser's."""
        line = http.client.HTTPConnection(self.site.url.removeprefix("http://"))
        place = f"{self.site.url}/api/{path.partition('?')[0]}"
        if place not in self._cookies:
            self._cookies[place] = self.context.cookies(place)
        told = {
            "Cookie": "; ".join(
                f"{one.get('name')}={one.get('value')}" for one in self._cookies[place]
            ),
            "Content-Type": "application/json",
            **ALONE,
        }
        line.request(method, f"/api/{path}", json.dumps(body) if body else None, told)
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answered(answer.status, text)

    def seats(self, table: str) -> list[int]:
        """The seats this browser holds at a table."""
        return list(self.ask("GET", f"tables/{table}")["you"]["seats"])

    def table(self, game: str, seats: list[dict[str, str]], **more: Any) -> str:
        """A table of this person's, in play at once unless a seat is open."""
        told = self.post("tables", game=game, seats=seats, **{"pace": "instant"} | more)
        if all(seat["kind"] != "open" for seat in seats):
            self.post(f"tables/{told['id']}/orders", type="start")
        return str(told["id"])

    def late(self, game: str, golden: str, left: int, seat: int = 0) -> str:
        """A table at which a golden game is played on from `left` steps before its end.

        The others are bots that play at random.
        """
        text = (ROOT / "src/filon/games" / game / "tests/golden" / golden).read_text("utf-8")
        steps = len(read(text, load(game)).steps)
        wish = {"record": text, "step": steps - left, "seat": seat, "level": "random"}
        table = str(self.post("forks", name="Ada", **wish)["id"])
        self.post(f"tables/{table}/orders", type="options", pace="instant")
        self.post(f"tables/{table}/orders", type="start")
        return table

    def choose(self, table: str, dice: random.Random) -> str:
        """Take steps through the API for a seat of this browser: "acted", "waits" or "over"."""
        for seat in self.seats(table):
            view = self.ask("GET", f"tables/{table}/view?seat={seat}")
            acted = False
            while view["waiting"]["kind"] != "over":
                told = {"v": view["v"], "seat": seat, "match": view["match"]}
                if view["can"]["throw"]:
                    way, more = "throw", told
                elif view["can"]["act"] and view["held"] is None:
                    way, more = "steps", told | {"steps": [dice.choice(view["legal"])]}
                else:
                    break
                try:
                    view = self.ask("POST", f"tables/{table}/{way}", **more)
                except Late:  # a page that was left a moment ago has thrown
                    return "acted"
                acted = True
            if acted or view["waiting"]["kind"] == "over":
                return "acted" if acted else "over"
        return "waits"

    def hurry(self, table: str, *others: "Person") -> None:
        """Play on at random through the API to the end of the game, and look at the result."""
        dice, people = random.Random(1), [self, *others]
        at = [person.page.url for person in people]
        for person in people:
            person.page.goto("about:blank")  # showing every step would cost most of the time

        def all_of_them() -> str:
            said = [one.choose(table, dice) for one in people]
            return next((word for word in ("over", "acted") if word in said), "waits")

        play(self.page, all_of_them)
        for person, url in zip(people, at, strict=True):
            person.page.goto(url)
            person.ends()

    def ends(self) -> None:
        """Look at the result of a game that is over; its sheet may come before it is asked for."""

        def shown() -> bool:
            if self.page.locator(END).count():
                return True
            if self.page.locator(RESULT).count():
                with suppress(TimeoutError):
                    self.page.locator(RESULT).click(timeout=1000)
            return False

        until(self.page, shown, "the result")


Someone = Callable[..., Person]
