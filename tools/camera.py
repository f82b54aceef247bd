"""A browser for pictures: it waits until the page is complete, and every run shows the same."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest import mock

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Request

    from browser.people import Person, Site

SCRIPT = Path(__file__).with_suffix(".js").read_text("utf-8")
NOW = 1_794_909_600_000  # 17 November 2026, 10:00 UTC
OUTSIDE = "http://filon.example"  # the address in invitations
# Chromium's builds hint letters, and draw curves, each in its own way, with a graphics card in yet
# another; and they keep parts of the picture before.
FLAGS = (
    "--disable-gpu",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
    "--disable-partial-raster",
)
MOST = 50  # pictures of a page that does not come to rest


class Names:
    """Stands for `secrets` where ids and codes of tables are drawn: the same in every run."""

    def __init__(self) -> None:
        self.dice = Random(0)

    def choice(self, among: str) -> str:
        """One of them."""
        return self.dice.choice(among)

    def randbelow(self, most: int) -> int:
        """A number from 0 on."""
        return self.dice.randrange(most)


class Studio:
    """A server with a fixed clock, and a browser for its visitors."""

    def __init__(self, site: "Site", names: Names, browser: "Browser") -> None:
        self.site = site
        self.names = names
        self.browser = browser

    def repeat(self, name: str) -> None:
        """From here on draws, bots and the names of tables follow from this name."""
        self.site.fate.test = name
        self.names.dice.seed(name)

    def visitor(self, lang: str, theme: str, **more: Any) -> "Person":
        """A visitor with a language and a theme; `more` are options of the browser's context."""
        from browser.people import PATIENCE, Person

        context = self.browser.new_context(
            reduced_motion="reduce", service_workers="block", timezone_id="Europe/Paris",
            locale="fr-FR" if lang == "fr" else "en-GB", **more,
        )  # fmt: skip
        context.set_default_timeout(PATIENCE)
        prefs = {"lang": lang, "theme": theme, "still": True, "name": "Ada", "auto": False}
        filled = {"NOW": str(NOW), "PREFS": json.dumps(json.dumps(prefs))}
        values = "".join(f"const {name} = {value};\n" for name, value in filled.items())
        context.add_init_script(f"{{\n{values}{SCRIPT}}}")
        return Person(context, self.site)


@contextmanager
def studio(data: Path) -> Iterator[Studio]:
    """Open until the block ends; its tables lie in the folder."""
    import chromium
    from playwright.sync_api import sync_playwright

    from browser.site import served
    from filon.match import codes
    from filon.tables.time_source import Clock

    names = Names()
    with (
        mock.patch.object(Clock, "now", return_value=NOW),
        mock.patch.object(codes, "secrets", names),
        served(data, settings={"public_url": OUTSIDE}) as site,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium.ensure(), args=list(FLAGS))
        yield Studio(site, names, browser)
        browser.close()


class Camera:
    """Takes pictures of a person's page once no request is pending."""

    def __init__(self, person: "Person") -> None:
        self.person = person
        self.coming: set[Request] = set()
        person.page.on("request", lambda request: self.coming.add(request))
        person.page.on("requestfinished", lambda request: self.coming.discard(request))
        person.page.on("requestfailed", lambda request: self.coming.discard(request))

    def still(self, whole: bool = False) -> bytes:
        """A picture that equals the next one, as PNG; `whole`: of the whole scrolled page."""
        page, before = self.person.page, b""
        for _ in range(MOST):
            page.evaluate("settled()")
            taken = page.screenshot(animations="disabled", full_page=whole)
            if taken == before and not self.coming:
                return taken
            before = taken
        raise RuntimeError(f"the page does not come to rest: {page.url}")
