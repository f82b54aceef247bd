"""Pictures of every game at every size, in both languages, to be looked at: build/shots/.

python tools/shots.py [SLUG ...] [--sizes 1280x720,390x844] [--langs fr] [--all]
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHOTS = ROOT / "build" / "shots"
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]


def main() -> None:
    """Take them; what stands there from before is overwritten."""
    import chromium
    from playwright.sync_api import sync_playwright

    from browser.bench import called, lay, moments, resize, sit
    from browser.boxes import SIZES
    from browser.site import served
    from filon.games import load, slugs

    ask = argparse.ArgumentParser()
    ask.add_argument("slugs", nargs="*", default=slugs())
    ask.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in SIZES))
    ask.add_argument("--langs", default="fr,en")
    ask.add_argument("--all", action="store_true", help="every phase, not one choice of each game")
    wish = ask.parse_args()
    sizes = [(int(w), int(h)) for w, h in (one.split("x") for one in wish.sizes.split(","))]
    SHOTS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data)) as site,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium.ensure())
        page = browser.new_page()
        page.emulate_media(reduced_motion="reduce")
        for slug in wish.slugs:
            sit(page, site.url, slug)
            for players in sorted({load(slug).seats[0], load(slug).seats[-1]}):
                found = moments(slug, players)
                mine = [one for one in found if called(one).endswith("chooses")]
                for moment in found if wish.all else mine[-1:]:
                    for lang in wish.langs.split(","):
                        lay(page, slug, moment, lang)
                        for width, height in sizes:
                            resize(page, width, height)
                            name = f"{slug} {width}x{height} {lang} {called(moment)}.png"
                            page.screenshot(path=SHOTS / name.replace(", ", "-").replace(" ", "-"))
        for lang in wish.langs.split(","):
            page.add_init_script(
                f"localStorage.setItem('filon.prefs', JSON.stringify({{lang: '{lang}'}}))"
            )
            for what, path in (("shelf", "/"), ("rules", f"/rules/{wish.slugs[0]}")):
                page.goto(site.url + path)
                page.wait_for_selector("h1")
                for width, height in sizes:
                    resize(page, width, height)
                    page.screenshot(path=SHOTS / f"{what}-{width}x{height}-{lang}.png")
        browser.close()
    print(f"  the pictures are in {SHOTS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
