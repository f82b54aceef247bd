"""Compare pictures of the page with the accepted ones in tests/look/.

python tools/look.py [NAME ...] [--accept]

A NAME is a sight (shelf), a picture (shelf-phone-day) or a pattern of either (board-*); without
one, all are taken. With --accept those that differ are the baseline from now on.
"""

import argparse
import os
import sys
import tempfile
import webbrowser
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from baseline import LIGHTS, SIZES, Baseline, Difference, opened
from camera import Camera, Studio, studio
from sights import Sight, sights
from stage import ROOT, say
from viewer import write

sys.path[:0] = [str(ROOT / "tests")]
VIEWER = ROOT / "build" / "look" / "index.html"


@dataclass(frozen=True)
class Shot:
    """A sight at a size and in a light."""

    sight: Sight
    size: str
    light: str

    @property
    def name(self) -> str:
        """The name of its picture."""
        return f"{self.sight.name}-{self.size}-{self.light}"


def shots() -> list[Shot]:
    """Every picture of the baseline."""
    return [Shot(sight, size, light) for sight in sights() for size in SIZES for light in LIGHTS]


def wanted(patterns: list[str]) -> list[Shot]:
    """The named pictures, all without names; exits with a sentence for an unknown name."""
    every = shots()
    for pattern in patterns:
        if not any(_fits(shot, pattern) for shot in every):
            known = ", ".join(sight.name for sight in sights())
            sys.exit(f"There is no picture of {pattern}. There are: {known}; "
                     f"each with -{'|'.join(SIZES)} and -{'|'.join(LIGHTS)}.")  # fmt: skip
    return [shot for shot in every if not patterns or any(_fits(shot, name) for name in patterns)]


def _fits(shot: Shot, pattern: str) -> bool:
    return fnmatchcase(shot.name, pattern) or fnmatchcase(shot.sight.name, pattern)


def picture(here: Studio, shot: Shot) -> bytes:
    """The picture as PNG; fails if the page reports an error."""
    here.repeat(shot.name)
    width, height = SIZES[shot.size]
    touch = shot.size != "laptop"
    person = here.visitor(
        LIGHTS[shot.light], shot.light, has_touch=touch, is_mobile=touch,
        viewport={"width": width, "height": height},
    )  # fmt: skip
    camera = Camera(person)
    shot.sight.show(person, LIGHTS[shot.light])
    taken = camera.still(shot.sight.whole)
    person.context.close()
    if person.wrong:
        raise RuntimeError(f"{shot.name}: {person.wrong}")
    return taken


def show(file: Path) -> None:
    """Open the viewer where there is a display and a terminal; otherwise print its path."""
    display = sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    say(f"  before, after and the difference: {file.relative_to(ROOT)}")
    if display and sys.stdout.isatty():
        webbrowser.open(file.as_uri())


def main() -> int:
    """Take and compare the pictures; print how many differ, and return 1 if any does."""
    ask = argparse.ArgumentParser()
    ask.add_argument("names", nargs="*")
    ask.add_argument("--accept", action="store_true", help="those that differ are the baseline")
    wish = ask.parse_args()
    baseline, chosen = Baseline(), wanted(wish.names)
    differences: list[Difference] = []
    with tempfile.TemporaryDirectory() as data, studio(Path(data)) as here:
        browser = here.browser.version
        if others := set(baseline.browsers().values()) - {browser}:
            say(f"  The browser here is {browser}; pictures were accepted from "
                f"{', '.join(sorted(others))}. See CONTRIBUTING.md, Pictures.")  # fmt: skip
        for shot in chosen:
            if difference := baseline.compared(shot.name, opened(picture(here, shot))):
                say(f"  {difference.name} {difference.what}")
                differences.append(difference)
    if not wish.names:
        differences += baseline.superfluous({shot.name for shot in chosen})
    VIEWER.unlink(missing_ok=True)
    if wish.accept:
        baseline.accept(differences, browser)
        say(f"  accepted: {len(differences)} of {len(chosen)} pictures; "
            f"all together {baseline.bytes() / 1e6:.1f} MB")  # fmt: skip
        return 0
    if not differences:
        say(f"  {len(chosen)} pictures, and none differs from the baseline")
        return 0
    say(f"  {len(differences)} of {len(chosen)} pictures differ from the baseline")
    write(VIEWER, differences)
    show(VIEWER)
    return 1


if __name__ == "__main__":
    sys.exit(main())
