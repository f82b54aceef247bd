"""The comparison of pictures: changes are named, and the accepted set is complete."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from filon.games import slugs
from support.scripts import tool

ROOT = Path(__file__).parents[2]
PAPER, INK, GOLD = (245, 234, 214), (43, 33, 24), (232, 187, 84)


areas, baseline, viewer, look = map(tool, ("areas", "baseline", "viewer", "look"))


def card(
    down: int = 0,
    button: tuple[int, int, int] = GOLD,
    icon: bool = True,
    size: tuple[int, int] = (120, 72),
) -> Any:
    """A line of text, a button below it, and an icon on the right."""
    image = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((8, 4 + down), "Two walls, or one tile", fill=INK)
    draw.rectangle((8, 40, 60, 62), fill=button)
    if icon:
        draw.ellipse((100, 50, 110, 60), outline=INK)
    return np.asarray(image)


def test_equal_pictures_have_no_area_that_differs() -> None:
    assert areas.areas(card(), card()) == []


def test_text_one_pixel_lower_is_named() -> None:
    changed = areas.areas(card(), card(down=1))
    assert changed
    assert {y for _, y in changed} <= {0, 1}  # the button and the icon stand where they stood


@pytest.mark.parametrize("colour", [(232, 187, 96), (224, 179, 76), (60, 110, 60)])
def test_another_colour_of_a_button_is_named(colour: tuple[int, int, int]) -> None:
    changed = areas.areas(card(), card(button=colour))
    assert {(1, 3), (2, 3)} <= set(changed)
    assert all(x <= 3 and 2 <= y <= 3 for x, y in changed)


def test_a_missing_icon_is_named_at_the_edge_of_the_picture() -> None:
    assert set(areas.areas(card(), card(icon=False))) == {(6, 3)}


def test_letters_smoothed_otherwise_are_no_difference() -> None:
    """Another browser's edges: a shade here and there, as much lighter as darker."""
    other = card().astype(np.int16)
    other[::2, ::2] += 9
    other[1::2, 1::2] -= 9
    assert areas.areas(card(), other.clip(0, 255).astype(np.uint8)) == []


def test_a_file_holds_the_picture_nearly() -> None:
    """Surfaces exactly, whatever has few pixels within what is no difference."""
    steep = np.indices((72, 120)).sum(axis=0).astype(np.uint8)
    for picture in (card(), np.stack([steep, steep, steep], axis=2)):
        again = baseline.opened(baseline.stored(picture))
        assert areas.areas(again, picture) == []
        assert baseline.STEP / 2 < areas.DRIFT
    assert tuple(baseline.opened(baseline.stored(card()))[70, 0]) == PAPER


@pytest.fixture
def accepted(tmp_path: Path) -> Any:
    """A baseline of one picture."""
    pictures = baseline.Baseline(tmp_path / "look")
    pictures.accept([baseline.Difference("card", "", after=card())], "1.0")
    return pictures


def test_what_is_missing_superfluous_or_of_another_size_is_said(accepted: Any) -> None:
    assert accepted.compared("card", card()) is None
    assert accepted.superfluous({"card"}) == []
    assert "1 area differs" in accepted.compared("card", card(icon=False)).what
    assert "areas differ" in accepted.compared("card", card(down=1)).what
    larger = accepted.compared("card", card(size=(120, 80)))
    assert larger.what == "was 120x72 and is 120x80"
    assert "is new" in accepted.compared("other", card()).what
    (gone,) = accepted.superfluous({"other"})
    assert gone.name == "card"
    assert "superfluous" in gone.what
    accepted.accept([gone, accepted.compared("other", card())], "2.0")
    assert accepted.names() == {"other"}
    assert accepted.browsers() == {"other": "2.0"}


def test_the_viewer_shows_before_after_and_difference(accepted: Any, tmp_path: Path) -> None:
    differences = [
        accepted.compared("card", card(down=1)),
        accepted.compared("</script>", card()),
        *accepted.superfluous(set()),
    ]
    page = tmp_path / "look" / "index.html"
    viewer.write(page, differences)
    text = page.read_text("utf-8")
    assert text.count("</script>") == 1
    data = json.loads(text.partition("const pages = ")[2].partition(";\n")[0])
    shown = [[bool(shot[part]) for part in ("before", "after", "marked")] for shot in data]
    assert shown == [[True, True, True], [False, True, False], [True, False, False]]
    assert "http" not in text  # it fetches nothing


def looked(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Callable[..., int]:
    """`make look` without a browser: its argument is what the page shows now."""
    monkeypatch.setattr(look, "Baseline", lambda: baseline.Baseline(folder / "tests"))
    monkeypatch.setattr(look, "VIEWER", folder / "index.html")
    monkeypatch.setattr(look, "ROOT", folder)

    def run(shown: Any, *words: str) -> int:
        taken = baseline.stored(shown, quick=True)
        monkeypatch.setattr(look, "picture", lambda here, shot: taken)
        monkeypatch.setattr(look, "studio", Studio)
        monkeypatch.setattr(sys, "argv", ["look.py", *words])
        return int(look.main())

    return run


class Studio:
    """One without a server; the browser has a version."""

    def __init__(self, folder: Path) -> None:
        self.browser = self
        self.version = "1.0"

    def __enter__(self) -> "Studio":
        return self

    def __exit__(self, *fault: object) -> None:
        return None


def test_a_difference_fails_until_it_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = looked(monkeypatch, tmp_path)
    assert run(card(), "shelf-phone-*") == 1  # none was accepted yet
    assert run(card(), "--accept", "shelf-phone-*") == 0
    assert run(card(), "shelf-phone-*") == 0
    assert not (tmp_path / "index.html").exists()
    assert run(card(down=1), "shelf-phone-*") == 1
    assert (tmp_path / "index.html").exists()
    assert run(card(down=1), "shelf-phone-day", "--accept") == 0
    assert run(card(down=1), "shelf-phone-day") == 0
    assert run(card(down=1), "shelf-phone-lantern") == 1
    with pytest.raises(SystemExit, match="no picture of shelves"):
        run(card(), "shelves")


def test_another_browser_version_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = looked(monkeypatch, tmp_path)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "browsers.json").write_text('{"shelf-phone-day": "0.9"}')
    run(card(), "shelf-phone-day")
    assert "The browser here is 1.0; pictures were accepted from 0.9." in capsys.readouterr().out


def test_every_sight_has_its_pictures_and_they_are_small() -> None:
    """At each size, in each light; the games are on the shelf's list."""
    if not (ROOT / ".git").exists():
        pytest.skip("the pictures are only in a clone")
    accepted = baseline.Baseline()
    wanted = {shot.name for shot in look.shots()}
    assert accepted.names() == wanted, "make look ARGS=--accept"
    assert set(accepted.browsers()) == wanted
    assert {f"board-{slug}" for slug in slugs()} <= {shot.sight.name for shot in look.shots()}
    assert len(wanted) == len(look.shots())
    assert accepted.bytes() <= baseline.LIMIT
