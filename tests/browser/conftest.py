"""A real server for a real Chromium, and a page that fails the test on any error it reports."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

import filon.server
from browser.people import PATIENCE, Person, Site, Someone
from browser.site import served
from browser.travel import Traveller, at_home, hosted, write_site

expect.set_options(timeout=PATIENCE)
BUILT = Path(filon.server.__file__).parent / "page" / "index.html"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with an empty store and no limits, on a free port of this machine."""
    assert BUILT.is_file(), "the page is not built: run make page"
    with served(tmp_path_factory.mktemp("filon"), host="0.0.0.0") as site:
        yield site


def people(browser: Browser, site: Site, kind: type[Person]) -> Iterator[Someone]:
    """People with browsers of their own at a site; at the end none of them saw an error."""
    found: list[Person] = []

    def arrive(
        lang: str = "en",
        *,
        name: str = "Ada",
        phone: bool = False,
        still: bool = True,
        at_once: bool | None = None,
        auto: bool = True,
        theme: str = "day",
        width: int = 0,
        height: int = 0,
        **more: Any,
    ) -> Person:
        size = ViewportSize(
            width=width or (360 if phone else 1440), height=height or (740 if phone else 900)
        )
        context = browser.new_context(
            viewport=size,
            locale="fr-FR" if lang == "fr" else "en-GB",
            has_touch=phone,
            is_mobile=phone,
            **more,
        )
        context.set_default_timeout(PATIENCE)
        if still if at_once is None else at_once:
            # What a hidden page does: happenings are not played, the new view shows at once.
            context.add_init_script("Object.defineProperty(document, 'hidden', {value: true})")
        context.add_init_script(
            "if (origin !== 'null' && !localStorage.getItem('filon.prefs'))"
            " localStorage.setItem('filon.prefs',"
            f" JSON.stringify({{name: '{name}', theme: '{theme}'"
            f"{', still: true' if still else ''}{', auto: true' if auto else ''}}}))"
        )
        found.append(kind(context, site))
        return found[-1]

    yield arrive
    wrong = [line for person in found for line in person.wrong]
    for person in found:
        person.context.close()
    assert not wrong


@pytest.fixture
def someone(browser: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator[Someone]:
    """People with browsers of their own; at the end none of them saw an error.

    Their own throws are thrown by the page (`auto`), unless the test is about throwing. Draws and
    bots are the same in every run, unless the test is about fair draws (`fair`): a sentence that
    one card in eleven writes otherwise must not fail one run in eleven.
    """
    fair = request.node.get_closest_marker("fair")
    site.fate.test = "" if fair else request.node.name
    yield from people(browser, site, Person)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make site` writes, below a folder of its own."""
    return write_site(tmp_path_factory.mktemp("host") / "games" / "filon")


@pytest.fixture(scope="session")
def abroad(folder: Path) -> Iterator[Site]:
    """That folder on a static web server, under a path."""
    with hosted(folder.parent.parent, "/games/filon") as url:
        yield at_home(url)


@pytest.fixture
def traveller(browser: Browser, abroad: Site) -> Iterator[Someone]:
    """People who play on their own devices, without a server of ours."""
    yield from people(browser, abroad, Traveller)


@pytest.fixture(params=["server", pytest.param("device", marks=pytest.mark.xdist_group("device"))])
def anyone(request: pytest.FixtureRequest) -> Someone:
    """People on either line: behind a server, or on their own devices."""
    name = "someone" if request.param == "server" else "traveller"
    return cast(Someone, request.getfixturevalue(name))
