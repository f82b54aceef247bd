"""A real server for a real Chromium, and a page that fails the test on any error it reports."""

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

import filon.server
from browser.contexts import Contexts, Kept
from browser.people import LASTING, PATIENCE, Person, Site, Someone
from browser.site import served
from browser.travel import Traveller, at_home, hosted, write_site

expect.set_options(timeout=PATIENCE)
DESKTOP, PHONE = ViewportSize(width=1280, height=720), ViewportSize(width=360, height=740)
# With reduced motion 80 ms of it remain, which a test would wait for and a machine draw.
UNMOVED = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`[data-motion=still] :is(*, *::before, *::after)
    { animation: none !important; transition: none !important }`);
  document.adoptedStyleSheets = [sheet];
})()"""
BUILT = Path(filon.server.__file__).parent / "page" / "index.html"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with an empty store and no limits, on a free port of this machine."""
    assert BUILT.is_file(), "the page is not built: run make page"
    with served(tmp_path_factory.mktemp("filon"), host="0.0.0.0") as site:
        yield site


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    """Contexts that tests take over from one another."""
    return Contexts(browser)


def people(contexts: Contexts, site: Site, kind: type[Person]) -> Iterator[Someone]:
    """People with browsers of their own at a site; at the end none of them saw an error."""
    found: list[tuple[Person, Kept]] = []

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
        first: bool = False,
        **more: Any,
    ) -> Person:
        size = (
            ViewportSize(width=360, height=740) if phone else ViewportSize(width=1440, height=900)
        )
        options = {
            "viewport": size,
            "locale": "fr-FR" if lang == "fr" else "en-GB",
            "has_touch": phone,
            "is_mobile": phone,
            **more,
        }
        likes: dict[str, object] = {"name": name, "theme": theme} | dict.fromkeys(
            ["still"] * still + ["auto"] * auto, True
        )
        scripts = [
            f"""
            if (origin !== "null" && !localStorage.getItem("filon.prefs"))
              localStorage.setItem("filon.prefs", {json.dumps(json.dumps(likes))});
        """
        ]
        if still:
            scripts.append(UNMOVED)
        if still if at_once is None else at_once:
            # What a hidden page does: happenings are not played, the new view shows at once.
            scripts.append("Object.defineProperty(document, 'hidden', {value: true})")
        kept = contexts.take(site.url, scripts, first, **options)
        kept.context.set_default_timeout(PATIENCE)
        if width:
            size = ViewportSize(width=width, height=height)
        found.append((kind(kept.context, site, size, kept.page), kept))
        return found[-1][0]

    yield arrive
    wrong = [line for person, _ in found for line in person.wrong]
    for person, kept in found:
        person.leave()
        contexts.give(kept)
    assert not wrong


@pytest.fixture
def someone(contexts: Contexts, site: Site, request: pytest.FixtureRequest) -> Iterator[Someone]:
    """People with browsers of their own; at the end none of them saw an error.

    Their own throws are thrown by the page (`auto`), unless the test is about throwing. Draws and
    bots are the same in every run, unless the test is about fair draws (`fair`): a sentence that
    one card in eleven writes otherwise must not fail one run in eleven.
    """
    fair = request.node.get_closest_marker("fair")
    site.fate.test = "" if fair else request.node.name
    yield from people(contexts, site, Person)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of `make site` in a folder of its own: once for all workers of a run."""
    run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    place, done = run / "host" / "games" / "filon", run / "host.done"
    with (run / "host.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            write_site(place)
            done.touch()
    return place


@pytest.fixture(scope="session")
def abroad(folder: Path) -> Iterator[Site]:
    """That folder on a static web server, under a path."""
    with hosted(folder.parent.parent, "/games/filon") as url:
        yield at_home(url)


@pytest.fixture(scope="session")
def awake(contexts: Contexts, abroad: Site) -> Iterator[Traveller]:
    """A player on their own device, with Python already running: it takes seconds to start."""
    arrive = people(contexts, abroad, Traveller)
    person = next(arrive)()
    assert isinstance(person, Traveller)
    yield person
    next(arrive, None)


@pytest.fixture
def traveller(awake: Traveller) -> Iterator[Someone]:
    """A player on their own device, without a server of ours: Ada, in English.

    Nothing was ever played there; at the end she saw no error.
    """
    expect.set_options(timeout=LASTING)
    awake.wrong.clear()
    awake.begin_anew()
    yield lambda: awake
    expect.set_options(timeout=PATIENCE)
    assert not awake.wrong


LINES = [
    "server",
    pytest.param("device", marks=[pytest.mark.xdist_group("device"), pytest.mark.long]),
]


@pytest.fixture(params=LINES)
def anyone(request: pytest.FixtureRequest) -> Someone:
    """A player behind a server or, in the long form, on their own device."""
    name = "someone" if request.param == "server" else "traveller"
    return cast(Someone, request.getfixturevalue(name))
