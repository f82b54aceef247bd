"""People at browsers of their own, watched for errors."""

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

from playwright.sync_api import BrowserContext, ConsoleMessage, Cookie, Page, Request, TimeoutError

# Milliseconds for whatever a test waits for: far more than it takes, since a machine may have much
# else to do. Nothing waits for a time to pass; this only bounds the wait for what never comes.
PATIENCE = 120_000
LONG = bool(os.environ.get("FILON_LONG"))  # make proofs

# A line of its own for each request: the server closes one that was idle for five seconds, and
# what is sent on it at that very moment is lost.
ALONE = {"Connection": "close"}

END = "dialog[open] .won"
RESULT = "button:has-text('See the result'), button:has-text('Voir le résultat')"


def until(page: Page, holds: Callable[[], bool], what: str = "") -> None:
    """Wait until something holds that no single locator tells."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, f"it never came: {what}"
        page.wait_for_timeout(20)


@dataclass
class Fate:
    """Whose draws and bots the server repeats: those of a test, by its name, or nobody's."""

    test: str = ""


@dataclass(frozen=True)
class Site:
    """Where the page is served."""

    url: str
    data: Path
    fate: Fate


class Person:
    """Somebody at a browser of their own."""

    def __init__(self, context: BrowserContext, site: Site) -> None:
        self.context = context
        self.site = site
        self.wrong: list[str] = []
        self._cookies: dict[str, list[Cookie]] = {}
        self.page = self.open()

    def open(self) -> Page:
        """One more page of this browser, watched for errors and for foreign addresses."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", self._asked)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        # A refusal that a test provokes is an answer, and a header that plain http makes the
        # browser ignore is a remark: neither is an error of the page.
        known = ("Failed to load resource", "Cross-Origin-Opener-Policy header has been ignored")
        if message.type == "error" and not any(part in message.text for part in known):
            self.wrong.append(message.text)

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
        """What the API answers this browser."""
        address = f"{self.site.url}/api/{path}"
        answer = self.context.request.post(address, data=body, headers=ALONE)
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        """What the API tells this browser."""
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
        assert answer.status < 400, text
        return json.loads(text)

    def seats(self, table: str) -> list[int]:
        """The seats this browser holds at a table."""
        return list(self.ask("GET", f"tables/{table}")["you"]["seats"])

    def table(self, game: str, seats: list[dict[str, str]], **more: Any) -> str:
        """A table of this person's, in play at once unless a seat is open."""
        told = self.post("tables", game=game, seats=seats, **{"pace": "instant"} | more)
        if all(seat["kind"] != "open" for seat in seats):
            self.post(f"tables/{told['id']}/orders", type="start")
        return str(told["id"])

    def choose(self, table: str, dice: random.Random) -> str:
        """Take steps through the API for a seat of this browser: "acted", "waits" or "over"."""
        for seat in self.seats(table):
            view = self.ask("GET", f"tables/{table}/view?seat={seat}")
            acted = False
            while view["waiting"]["kind"] != "over":
                told = {"v": view["v"], "seat": seat, "match": view["match"]}
                if view["can"]["throw"]:
                    view = self.ask("POST", f"tables/{table}/throw", **told)
                elif view["can"]["act"] and view["held"] is None:
                    steps = [dice.choice(view["legal"])]
                    view = self.ask("POST", f"tables/{table}/steps", steps=steps, **told)
                else:
                    break
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
        until(self.page, lambda: "over" in [one.choose(table, dice) for one in people], "the end")
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
