"""Browser contexts that tests reuse one after another, each with its first page.

A new context begins with a cold cache and a process of its own, and compiles the page's scripts
anew: much of the work of a short test. What is taken over is only what a browser has fetched and
compiled; what a test left with it is removed. Where a test changed more than that (routes, rights,
the network, the clock) its context is closed with it.
"""

import json
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

# Takes no part in any test: where a page waits for the next one.
ASIDE = "/manifest.webmanifest"
# What would outlast a test.
LASTING = (
    *("add_init_script", "emulate_media", "expose_binding", "expose_function", "route"),
    *("route_from_har", "route_web_socket", "set_extra_http_headers", "set_offline"),
    *("add_cookies", "grant_permissions", "new_cdp_session", "set_geolocation"),
)


class Kept:
    """A context and its page, and what is needed to make them as good as new."""

    def __init__(self, context: BrowserContext, url: str, key: str, first: bool) -> None:
        self.context, self.url, self.key = context, url, key
        self.spoilt = first
        self.scripts = ExitStack()
        self.page: Page = context.new_page()
        self.size = self.page.viewport_size
        self.line: CDPSession = context.new_cdp_session(self.page)
        self.script = context.add_init_script
        for thing in (context, self.page):
            for name in LASTING:
                if hasattr(thing, name):
                    setattr(thing, name, self._spoiling(getattr(thing, name)))
        self.context.clock.install = self._spoiling(self.context.clock.install)  # type: ignore[method-assign]

    def _spoiling(self, plain: Any) -> Any:
        def called(*given: Any, **named: Any) -> Any:
            self.spoilt = True
            return plain(*given, **named)

        return called

    def prepare(self, scripts: list[str]) -> None:
        """These scripts run first in every page of the test that comes."""
        for script in scripts:
            self.scripts.enter_context(self.script(script))

    def clean(self) -> bool:
        """As good as new, but for what is fetched and compiled; False if that cannot be."""
        if self.spoilt or self.page.is_closed():
            return False
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.scripts.close()
        if self.size and self.page.viewport_size != self.size:
            self.page.set_viewport_size(self.size)
        self.page.goto(self.url + ASIDE)
        self.page.evaluate("sessionStorage.clear()")
        self.context.clear_cookies()
        self.line.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})
        return True


class Contexts:
    """The contexts of one browser that are free."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: dict[str, list[Kept]] = {}

    def take(self, url: str, scripts: list[str], first: bool, **options: Any) -> Kept:
        """A context with these options for a site, as of a person who comes for the first time.

        `first`: it has fetched nothing either, and is closed with the test.
        """
        key = json.dumps([url, options], sort_keys=True)
        if not first and (free := self.free.get(key)):
            found = free.pop()
        else:
            found = Kept(self.browser.new_context(**options), url, key, first)
        found.prepare(scripts)
        return found

    def give(self, kept: Kept) -> None:
        """The test that took it is over."""
        if kept.clean():
            self.free.setdefault(kept.key, []).append(kept)
        else:
            kept.context.close()
