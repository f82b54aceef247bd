"""The accepted pictures: tests/look/, one lossless file a picture, and their browsers."""

import io
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from areas import SIDE, Picture, areas
from PIL import Image
from stage import ROOT

HOME = ROOT / "tests" / "look"
LIMIT = 6_000_000  # bytes, of all of them together
# A colour that an area's worth of pixels has is kept as it is; the others, at edges of letters and
# lines, in such steps of each channel: invisible, and the files are half as large.
STEP = 12
SMALL = {"quality": 100, "method": 6}
SIZES = {
    "laptop": (1366, 650),  # what a browser leaves of a screen of 1366 x 768
    "tablet": (768, 1024),
    "phone": (390, 844),
}
LIGHTS = {"day": "fr", "lantern": "en"}  # each with a language, so that both are looked at


@dataclass(frozen=True)
class Difference:
    """A picture that differs from the accepted one; an absent picture is None."""

    name: str
    what: str  # in words
    before: Picture | None = None
    after: Picture | None = None
    areas: list[tuple[int, int]] = field(default_factory=list)


class Baseline:
    """The accepted pictures in a folder, by their names."""

    def __init__(self, home: Path = HOME) -> None:
        self.home = home
        self._note = home / "browsers.json"

    def names(self) -> set[str]:
        """The names of pictures with a file."""
        return {file.stem for file in self.home.glob("*.webp")}

    def bytes(self) -> int:
        """The size of all files, in bytes."""
        return sum(file.stat().st_size for file in self.home.iterdir())

    def browsers(self) -> dict[str, str]:
        """The version of the browser that took each picture."""
        if not self._note.exists():
            return {}
        return dict(json.loads(self._note.read_text("utf-8")))

    def compared(self, name: str, after: Picture) -> Difference | None:
        """The difference of the new picture of this name; None if there is none."""
        if name not in self.names():
            return Difference(name, "is new: none was accepted", after=after)
        before = opened(self._file(name).read_bytes())
        if before.shape != after.shape:
            sizes = [f"{picture.shape[1]}x{picture.shape[0]}" for picture in (before, after)]
            return Difference(name, f"was {sizes[0]} and is {sizes[1]}", before, after)
        changed = areas(before, after)
        if not changed:
            return None
        words = "1 area differs" if len(changed) == 1 else f"{len(changed)} areas differ"
        return Difference(name, words, before, after, changed)

    def superfluous(self, wanted: set[str]) -> list[Difference]:
        """Files of pictures that are no longer taken."""
        return [Difference(name, "is taken no more: its file is superfluous",
                           opened(self._file(name).read_bytes()))
                for name in sorted(self.names() - wanted)]  # fmt: skip

    def accept(self, differences: list[Difference], browser: str) -> None:
        """Accept these; a picture without `after` is deleted."""
        self.home.mkdir(parents=True, exist_ok=True)
        browsers = self.browsers()
        for difference in differences:
            if difference.after is None:
                self._file(difference.name).unlink()
                browsers.pop(difference.name, None)
            else:
                self._file(difference.name).write_bytes(stored(difference.after))
                browsers[difference.name] = browser
        self._note.write_text(json.dumps(browsers, indent=1, sort_keys=True) + "\n", "utf-8")

    def _file(self, name: str) -> Path:
        return self.home / f"{name}.webp"


def opened(data: bytes) -> Picture:
    """A picture from the bytes of a file."""
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"))


def stored(picture: Picture, quick: bool = False) -> bytes:
    """The bytes of a file with this picture, reduced; `quick` makes a larger one."""
    file, effort = io.BytesIO(), {"quality": 0, "method": 0} if quick else SMALL
    Image.fromarray(reduced(picture)).save(file, "WEBP", lossless=True, **effort)
    return file.getvalue()


def reduced(picture: Picture) -> Picture:
    """The picture in fewer colours: those of surfaces exact, the others within STEP / 2."""
    whole = picture.astype(np.uint32)
    codes = (whole[:, :, 0] << 16) + (whole[:, :, 1] << 8) + whole[:, :, 2]
    _, of, counts = np.unique(codes, return_inverse=True, return_counts=True)
    surface = (counts >= SIDE * SIDE)[of].reshape(codes.shape)
    steps = np.minimum((whole + STEP // 2) // STEP * STEP, 255).astype(np.uint8)
    return np.where(surface[:, :, None], picture, steps)
