"""Pictures of every game at every size, in both languages, to be looked at: build/shots/.

python tools/shots.py [SLUG ...] [--sizes 1280x720,390x844] [--langs fr] [--theme lantern]
    [--only games|pages|lessons|ends] [--all]
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SHOTS = ROOT / "build" / "shots"
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]
KINDS = ("games", "ends", "pages", "lessons")


@dataclass
class Camera:
    """Somebody's browser, in which every sight is taken at every size."""

    person: Any
    sizes: list[tuple[int, int]]
    lang: str
    theme: str

    def take(self, *name: object) -> None:
        """What is shown now; a picture from before is overwritten."""
        from browser.bench import resize

        words = [*name, self.lang, *(["lantern"] if self.theme == "lantern" else [])]
        for width, height in self.sizes:
            resize(self.person.page, width, height)
            told = "-".join(str(word).replace(", ", "-").replace(" ", "-") for word in words)
            self.person.page.screenshot(path=SHOTS / f"{told}-{width}x{height}.png")
        resize(self.person.page, *self.sizes[0])


def games(camera: Camera, slugs: list[str], every: bool) -> None:
    """A choice of each game, with the fewest and the most seats; or a moment of every phase."""
    from browser.bench import called

    for slug, found, lay in benches(camera, slugs):
        going = [one for one in found if one["moments"][0]["waiting"]["kind"] != "over"]
        mine = [one for one in going if called(one).endswith("chooses")]
        for at, moment in enumerate(going if every else mine[-1:]):
            lay(moment)
            camera.take(slug, called(moment), *([at] if every else []))


def ends(camera: Camera, slugs: list[str]) -> None:
    """The end of each game."""
    from browser.people import RESULT

    for slug, found, lay in benches(camera, slugs):
        over = [one for one in found if one["moments"][0]["waiting"]["kind"] == "over"]
        lay(over[-1])
        page = camera.person.page
        page.wait_for_selector(f"dialog[open], {RESULT}")
        if not page.locator("dialog[open]").count():  # a board that counts by itself first
            page.locator(RESULT).click()
            page.wait_for_selector("dialog[open]")
        camera.take("end", slug, f"{len(over[-1]['seats'])} seats")


def benches(
    camera: Camera, slugs: list[str]
) -> Iterator[tuple[str, list[dict[str, Any]], Callable[[dict[str, Any]], None]]]:
    """Every game on the bench with its moments, and how to show one."""
    from browser.bench import lay, moments, sit
    from filon.games import load

    page = camera.person.page
    for slug in slugs:
        for players in sorted({load(slug).seats[0], load(slug).seats[-1]}):
            sit(page, camera.person.site.url, slug)

            def show(one: dict[str, Any], slug: str = slug) -> None:
                lay(page, slug, one, camera.lang)

            yield slug, moments(slug, players), show


def pages(camera: Camera, slugs: list[str]) -> None:
    """Shelf, set-up sheet, rules and the waiting room of each game."""
    from filon.games import load

    person, page = camera.person, camera.person.page
    person.go("/").wait_for_selector("h1", state="attached")
    camera.take("shelf")
    for slug in slugs:
        person.go(f"/rules/{slug}").wait_for_selector("h2")
        camera.take("rules", slug)
        page.goto("about:blank")
        person.go(f"/#new-{slug}").wait_for_selector("dialog[open]")
        camera.take("setup", slug)
    for slug in slugs[-1:]:
        open_seats = [{"kind": "open"}] * (load(slug).seats[-1] - 1)
        table = person.table(slug, [{"kind": "mine", "name": "Ada"}, *open_seats])
        person.go(f"/t/{table}").wait_for_selector("footer .btn")
        camera.take("room", slug)
        page.goto("about:blank")
        person.go("/").wait_for_selector("h1", state="attached")
        camera.take("shelf-with-a-game")


def lessons(camera: Camera, slugs: list[str]) -> None:
    """The first text of each lesson, and the first deed it asks for on the board."""
    from browser import lessons
    from filon.table.match import script

    person = camera.person
    for slug in slugs:
        if not script.offered(slug):
            continue
        told = person.post("guided", game=slug, name="")
        page = person.go(f"/t/{told['id']}")
        page.wait_for_selector(".guide h2")
        camera.take("lesson", slug, "begins")
        for _ in range(20):
            if lessons.ready(page) == "do" and page.locator(lessons.MARKED).count():
                break
            lessons.go_on(page)
        camera.take("lesson", slug, "asks")


def main() -> None:
    """Take them; what stands there from before is overwritten."""
    import chromium
    from playwright.sync_api import sync_playwright

    from browser.boxes import SIZES
    from browser.people import Person
    from browser.site import served
    from filon.games import slugs

    ask = argparse.ArgumentParser()
    ask.add_argument("slugs", nargs="*", default=slugs())
    ask.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in SIZES))
    ask.add_argument("--langs", default="fr,en")
    ask.add_argument("--theme", default="day", choices=("day", "lantern"))
    ask.add_argument("--only", default=",".join(KINDS), help=", ".join(KINDS))
    ask.add_argument("--all", action="store_true", help="every phase, not one choice of each game")
    wish = ask.parse_args()
    sizes = [(int(w), int(h)) for w, h in (one.split("x") for one in wish.sizes.split(","))]
    kinds = wish.only.split(",")
    SHOTS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data)) as site,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium.ensure())
        for lang in wish.langs.split(","):
            context = browser.new_context(reduced_motion="reduce")
            prefs = {"lang": lang, "theme": wish.theme, "still": True, "name": "Ada", "auto": False}
            context.add_init_script(
                # What a hidden page does: the new view shows at once.
                "Object.defineProperty(document, 'hidden', {value: true});"
                "if (origin !== 'null' && !localStorage.getItem('filon.prefs'))"
                f" localStorage.setItem('filon.prefs', {json.dumps(json.dumps(prefs))})"
            )
            camera = Camera(Person(context, site), sizes, lang, wish.theme)
            if "games" in kinds:
                games(camera, wish.slugs, wish.all)
            if "ends" in kinds:
                ends(camera, wish.slugs)
            if "pages" in kinds:
                pages(camera, wish.slugs)
            if "lessons" in kinds:
                lessons(camera, wish.slugs)
            context.close()
        browser.close()
    print(f"  the pictures are in {SHOTS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
