"""Boards on the bench, at any moment of a game and any size, without a table."""

import importlib.util
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

from playwright.sync_api import Page

from filon.games import load

ROOT = Path(__file__).resolve().parents[2]
STEADY = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def recorder() -> ModuleType:
    """tools/samples.py, which records moments from the engine."""
    spec = importlib.util.spec_from_file_location("samples", ROOT / "tools" / "samples.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def moments(slug: str, players: int, seed: int = 3, games: int = 1) -> list[dict[str, Any]]:
    """A moment of every phase that a seat meets in these games."""
    return list(recorder().phases(slug, players, seed, games))


def middle(slug: str, players: int, seed: int = 3) -> dict[str, Any]:
    """A choice of the first seat in the middle of a random game, in the phase it meets most."""
    story: list[Any] = []
    phases: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for view in recorder().played(slug, players, seed, 0, {}, None):
        story += view["events"]
        if view["can"]["act"]:
            moment = recorder().samples(slug, players, story[-40:], [view | {"events": []}])
            phases[str(view["view"].get("phase"))].append(moment)
    most = max(phases.values(), key=len)
    return most[len(most) // 2]


def called(moment: dict[str, Any]) -> str:
    """A moment in a word, for a failure or the name of a picture."""
    seen = moment["moments"][0]
    does = "chooses" if seen["can"]["act"] else "throws" if seen["can"]["throw"] else "waits"
    return f"{len(moment['seats'])} seats, {seen['view'].get('phase')}, {does}"


def sit(page: Page, url: str, slug: str) -> None:
    """Open the bench of a game."""
    page.goto(f"{url}/parts/{slug}?quiet")
    page.wait_for_selector("[data-ready]", state="attached")


def lay(page: Page, slug: str, moment: dict[str, Any], lang: str) -> None:
    """Show a moment in a language."""
    told = moment | {"lang": lang, "title": load(slug).box.title[lang]}
    page.evaluate("told => dispatchEvent(new CustomEvent('bench', {detail: told}))", told)
    page.wait_for_selector(f"html[lang={lang}]:has([data-ready])", state="attached")
    page.evaluate(STEADY)


def resize(page: Page, width: int, height: int) -> None:
    """Another screen, and the page has settled on it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(STEADY)
