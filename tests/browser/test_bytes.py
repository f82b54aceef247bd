"""The size of a first visit: all bytes transferred, headers and fonts included."""

import json
import re
from pathlib import Path

import pytest

import filon.server
from browser.people import Person, Someone, until
from filon.games import load, slugs

PAGE = Path(filon.server.__file__).parent / "page"
SOURCES = Path(__file__).parent.parent.parent / "src" / "filon"
SHELF = 150_000
TABLE = 200_000
HEAVY = "chercheurs_dor"  # of all boards
ADA, BOT = {"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "greedy"}
# Signs that are drawn by whatever face of the machine has them.
SYMBOLS = set("←↑→↓█▀\n")


def sizes(person: Person, path: str, ready: str) -> dict[str, int]:
    """The bytes of every answer until the page is at rest, by address."""
    line = person.context.new_cdp_session(person.page)
    asked: dict[str, str] = {}
    came: dict[str, int] = {}
    gone: set[str] = set()
    line.on(
        "Network.requestWillBeSent", lambda e: asked.update({e["requestId"]: e["request"]["url"]})
    )
    line.on(
        "Network.loadingFinished",
        lambda e: came.update({asked.get(e["requestId"], "?"): int(e["encodedDataLength"])}),
    )
    for kind in ("Network.loadingFinished", "Network.loadingFailed"):
        line.on(kind, lambda e: gone.add(e["requestId"]))
    line.send("Network.enable")
    person.go(path).wait_for_selector(ready)
    until(person.page, lambda: fonts(came) >= 4, "the fonts")
    # At rest: nothing is on its way, and nothing was asked for since the page was looked at before.
    seen: list[int] = []

    def rests() -> bool:
        person.page.evaluate("new Promise((done) => requestIdleCallback(done))")
        seen.append(len(asked))
        return not set(asked) - gone and seen[-4:] == [len(asked)] * 4

    until(person.page, rests, "rest")
    return came


def fonts(came: dict[str, int]) -> int:
    return sum(".woff2" in address for address in came)


def told(came: dict[str, int]) -> str:
    """The files transferred, the largest first."""
    return "\n".join(f"{came[one]:7} {one}" for one in sorted(came, key=came.__getitem__)[::-1])


def test_the_shelf_is_light(someone: Someone) -> None:
    came = sizes(someone("fr", first=True), "/", "h1")
    assert sum(came.values()) <= SHELF, told(came)


@pytest.mark.parametrize(
    "slug", [pytest.param(one, marks=[] if one == HEAVY else [pytest.mark.long]) for one in slugs()]
)
def test_a_table_is_light(someone: Someone, slug: str) -> None:
    """Opened by its link on a device that was never here."""
    ada = someone("fr", first=True)
    came = sizes(ada, f"/t/{ada.table(slug, [ADA, BOT, BOT])}", ".frame .seat")
    assert sum(came.values()) <= TABLE, told(came)


def test_our_own_letters_are_in_the_faces_first_files() -> None:
    """No text of ours makes a page fetch the rare letters, or fall back to another face."""
    style = "".join(file.read_text() for file in PAGE.glob("assets/base-*.css"))
    faces = [
        (family.strip("\"'"), letters(span))
        for family, span in re.findall(
            r"@font-face\{font-family:([^;]+);[^}]*unicode-range:([^;}]+)", style
        )
    ]
    said = set[str]()
    for file in [*SOURCES.glob("messages/*.json"), *SOURCES.glob("games/*/web/messages.*.json")]:
        said.update(*json.loads(file.read_text()).values())
    said -= SYMBOLS | set('{}#[]<>_@|"')
    for family in ("Alegreya", "Alegreya Sans"):
        cuts = [found for name, found in faces if name == family]
        first = [found for found in cuts if "a" in found]
        assert len(cuts) == 2 * len(first)
        for found in first:
            assert said <= found, sorted(said - found)
    titles = {sign for slug in slugs() for title in load(slug).box.title.values() for sign in title}
    assert any(titles <= found for name, found in faces if name == "Rye")


def letters(span: str) -> set[str]:
    """The letters of a unicode-range."""
    found = set[str]()
    for part in span.split(","):
        first, _, last = part.strip().upper().removeprefix("U+").partition("-")
        if "?" in first:
            first, last = first.replace("?", "0"), first.replace("?", "F")
        found |= {chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)}
    return found
