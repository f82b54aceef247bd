"""A real server for a real Chromium, and a page that fails the test on any error it reports."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

import filon.server
from browser.people import PATIENCE, Person, Site, Someone
from browser.site import served

expect.set_options(timeout=PATIENCE)
BUILT = Path(filon.server.__file__).parent / "page" / "index.html"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with an empty store and no limits, on a free port of this machine."""
    assert BUILT.is_file(), "the page is not built: run make page"
    with served(tmp_path_factory.mktemp("filon"), host="0.0.0.0") as site:
        yield site


@pytest.fixture
def someone(browser: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator[Someone]:
    """People with browsers of their own; at the end none of them saw an error.

    Their own throws are thrown by the page (`auto`), unless the test is about throwing. Draws and
    bots are the same in every run, unless the test is about fair draws (`fair`): a sentence that
    one card in eleven writes otherwise must not fail one run in eleven.
    """
    people: list[Person] = []
    fair = request.node.get_closest_marker("fair")
    site.fate.test = "" if fair else request.node.name

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
        people.append(Person(context, site))
        return people[-1]

    yield arrive
    wrong = [line for person in people for line in person.wrong]
    for person in people:
        person.context.close()
    assert not wrong
