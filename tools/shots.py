"""Take pictures of every game at every size, in both languages, for people: build/shots/.

python tools/shots.py [SLUG ...] [--sizes 1280x720,390x844] [--langs fr] [--theme lantern]
    [--only games|pages|lessons|ends] [--all]
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import sights
from camera import Camera, studio
from stage import ROOT

from filon.games import load, slugs
from filon.match import script

SHOTS = ROOT / "build" / "shots"
KINDS = ("games", "ends", "pages", "lessons")
sys.path[:0] = [str(ROOT / "tests")]


@dataclass
class Album:
    """Pictures of all pages, each at every size."""

    camera: Camera
    sizes: list[tuple[int, int]]
    lang: str
    theme: str

    def take(self, *name: object) -> None:
        """Take a picture of the page; an older one is overwritten."""
        from browser.bench import resize

        page = self.camera.person.page
        words = [*name, self.lang, *(["lantern"] if self.theme == "lantern" else [])]
        stem = "-".join(str(word).replace(", ", "-").replace(" ", "-") for word in words)
        for width, height in self.sizes:
            resize(page, width, height)
            (SHOTS / f"{stem}-{width}x{height}.png").write_bytes(self.camera.still())
        resize(page, *self.sizes[0])


def games(album: Album, chosen: list[str], every: bool) -> None:
    """A choice of each game with the fewest and the most seats, or a moment of every phase."""
    from browser.bench import called

    for slug, players in tables(chosen):
        going, _ = sights.moments(slug, players)
        mine = [moment for moment in going if called(moment).endswith("chooses")]
        for at, moment in enumerate(going if every else mine[-1:]):
            sights.board(album.camera.person, slug, moment, album.lang)
            album.take(slug, called(moment), *([at] if every else []))


def ends(album: Album, chosen: list[str]) -> None:
    """The end of each game."""
    for slug, players in tables(chosen):
        _, over = sights.moments(slug, players)
        sights.end(album.camera.person, slug, over[-1], album.lang)
        album.take("end", slug, f"{players} seats")


def tables(chosen: list[str]) -> list[tuple[str, int]]:
    """Each game with the fewest and the most seats."""
    return [
        (slug, players)
        for slug in chosen
        for players in sorted({load(slug).seats[0], load(slug).seats[-1]})
    ]


def pages(album: Album, chosen: list[str]) -> None:
    """Shelf, set-up sheet, rules and the waiting room of a game."""
    person = album.camera.person
    sights.shelf(person)
    album.take("shelf")
    for slug in chosen:
        sights.rules(person, slug)
        album.take("rules", slug)
        sights.setup(person, slug)
        album.take("setup", slug)
    for slug in chosen[-1:]:
        sights.room(person, slug)
        album.take("room", slug)
        sights.shelf(person)
        album.take("shelf-with-a-game")


def lessons(album: Album, chosen: list[str]) -> None:
    """The first text of each lesson, and the first step it asks for on the board."""
    for slug in filter(script.offered, chosen):
        sights.lesson(album.camera.person, slug)
        album.take("lesson", slug, "begins")
        sights.first_deed(album.camera.person)
        album.take("lesson", slug, "asks")


def main() -> None:
    """Take the pictures and overwrite older ones."""
    from browser.boxes import SIZES

    ask = argparse.ArgumentParser()
    ask.add_argument("slugs", nargs="*", default=slugs())
    ask.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in SIZES))
    ask.add_argument("--langs", default="fr,en")
    ask.add_argument("--theme", default="day", choices=("day", "lantern"))
    ask.add_argument("--only", default=",".join(KINDS), help=", ".join(KINDS))
    ask.add_argument("--all", action="store_true", help="every phase, not one choice of each game")
    wish = ask.parse_args()
    sizes = [(int(w), int(h)) for w, h in (size.split("x") for size in wish.sizes.split(","))]
    kinds = wish.only.split(",")
    SHOTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, studio(Path(data)) as here:
        for lang in wish.langs.split(","):
            here.repeat(f"shots {lang}")
            person = here.visitor(lang, wish.theme)
            album = Album(Camera(person), sizes, lang, wish.theme)
            if "games" in kinds:
                games(album, wish.slugs, wish.all)
            if "ends" in kinds:
                ends(album, wish.slugs)
            if "pages" in kinds:
                pages(album, wish.slugs)
            if "lessons" in kinds:
                lessons(album, wish.slugs)
            person.context.close()
    print(f"  the pictures are in {SHOTS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
