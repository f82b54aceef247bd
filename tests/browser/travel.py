"""The page on a static host, and people who play there without any server of ours."""

import json
import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, ViewportSize

from browser.people import LASTING, Fate, Person, Site, answered, play, until

ROOT = Path(__file__).parent.parent.parent
# A test asks the page's own worker, as it asks a server elsewhere.
OVERHEAR = """
const Plain = Worker;
globalThis.Worker = class extends Plain {
  constructor(...given) { super(...given); globalThis.overheard = this; }
};
"""
ASK = """
([id, method, path, body]) => new Promise((resolve) => {
  const worker = globalThis.overheard;
  const [plain, query = ""] = path.split("?");
  const told = {lang: "en", ...Object.fromEntries(new URLSearchParams(query))};
  const hear = (event) => {
    if (event.data.kind !== "answer" || event.data.id !== id) return;
    worker.removeEventListener("message", hear);
    resolve([event.data.status, event.data.text]);
  };
  worker.addEventListener("message", hear);
  worker.postMessage({kind: "ask", id, method, path: plain, query: JSON.stringify(told), body});
})
"""


def write_site(folder: Path) -> Path:
    """Write the output of `make site`."""
    subprocess.run([sys.executable, ROOT / "tools" / "site.py", folder], check=True, cwd=ROOT)
    return folder


@contextmanager
def hosted(folder: Path, place: str = "") -> Iterator[str]:
    """The address of a folder served by Python's own static server, below `place`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    serving = subprocess.Popen([*words, "--directory", folder], **quiet)  # type: ignore[call-overload]
    url = f"http://127.0.0.1:{port}{place}"
    try:
        end = time.monotonic() + LASTING / 1000
        while True:
            try:
                urllib.request.urlopen(url, timeout=5).close()
                break
            except OSError:
                assert time.monotonic() < end, "the static server does not start"
                time.sleep(0.05)
        yield url
    finally:
        serving.terminate()
        serving.wait()


class Traveller(Person):
    """A player on their own device, with the methods of other players."""

    def __init__(
        self,
        context: BrowserContext,
        site: Site,
        size: ViewportSize | None = None,
        page: Page | None = None,
    ) -> None:
        context.set_default_timeout(LASTING)  # Python itself takes seconds to begin
        context.add_init_script(OVERHEAR)
        self._asks = 10**6
        super().__init__(context, site, size, page)

    def go(self, path: str = "/") -> Page:
        """The page at a place of the site."""
        self.page.goto(f"{self.site.url}/#{path}")
        return self.page

    def ready(self) -> Page:
        """The page once its Python is there."""
        if not self.page.url.startswith(self.site.url):
            self.go()
        # Not wait_for_function: the page's policy forbids evaluating strings repeatedly.
        heard = "!!globalThis.overheard"
        until(self.page, lambda: bool(self.page.evaluate(heard)), "a worker", LASTING)
        self.ask("GET", "health")
        return self.page

    def begin_anew(self) -> None:
        """The shelf of a device on which nothing was played; its Python goes on running."""
        self.ready()
        for one in self.ask("GET", "profile/history")["past"]:
            self.ask("POST", "profile/past", table=one["table"], match=one["match"])
        for one in self.ask("GET", "mine"):
            self.ask("POST", f"tables/{one['id']}/forget")
        if self.page.locator("dialog[open]").count():  # a test before this one has failed in it
            self.page.reload()
        self.go()

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """The device's answer."""
        self._asks += 1
        told = [self._asks, method, path, json.dumps(body) if method == "POST" else ""]
        status, text = self.page.evaluate(ASK, told)
        return answered(status, text)

    def post(self, path: str, **body: Any) -> Any:
        self.ready()
        return self.ask("POST", path, **body)

    def get(self, path: str) -> Any:
        self.ready()
        return self.ask("GET", path)

    def hurry(self, table: str, *others: Person) -> None:
        """Play on at random to the end of the game, and look at the result."""
        assert not others
        dice, at = random.Random(1), self.page.url
        self.go()  # a page at the table would throw by itself
        play(self.page, lambda: self.choose(table, dice), LASTING)
        self.page.goto(at)
        self.ends()


def at_home(url: str) -> Site:
    """A static site; its draws are the browser's own."""
    return Site(url, Path(), Fate())
