"""Every game at every size: nothing overlaps, nothing is cut, and the board keeps its size."""

from collections import defaultdict
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.bench import called, lay, moments, resize, sit
from browser.boxes import SIZES, board, faults
from browser.people import LONG, Someone
from filon.games import load, slugs

pytestmark = pytest.mark.long


def measured(page: Page, slug: str, players: int, langs: tuple[str, ...]) -> list[str]:
    """What is wrong at these seats in these languages, at all sizes."""
    wrong: list[str] = []
    # The end has a sheet of its own beside the board: its measures are not those of a turn.
    found = [one for one in moments(slug, players, games=3 if LONG else 1) if not over(one)]
    places: dict[tuple[int, int], set[str]] = defaultdict(set)
    chosen = found if LONG else short(found)
    for at, moment in enumerate(chosen):
        for lang in langs if LONG else (langs[at % len(langs)],):
            lay(page, slug, moment, lang)
            for size in SIZES:
                resize(page, *size)
                places[size].add(board(page))
                told = f"{size[0]}x{size[1]}, {lang}, {called(moment)}"
                wrong += [f"{told}: {fault}" for fault in faults(page)]
    wrong += [f"{size}: the board moves: {at}" for size, at in places.items() if len(at) > 1]
    return wrong


def over(moment: dict[str, Any]) -> bool:
    """The game has ended."""
    return bool(moment["moments"][0]["waiting"]["kind"] == "over")


def short(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A few of them: two where this seat chooses, one where it waits."""
    mine = [one for one in found if called(one).endswith("chooses")]
    rest = [one for one in found if not called(one).endswith("chooses")]
    return [*mine[-1:], *mine[len(mine) // 2 : len(mine) // 2 + 1], *rest[-2:-1]]


@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("slug", slugs())
def test_a_game_fits_every_screen(someone: Someone, slug: str, most: bool) -> None:
    """With the fewest seats and with the most, in both languages."""
    ada = someone()
    sit(ada.page, ada.site.url, slug)
    seats = load(slug).seats
    langs = ("en", "fr") if most else ("fr", "en")
    wrong = measured(ada.page, slug, seats[-1] if most else seats[0], langs)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_shelf_and_rules_fit_every_screen(someone: Someone, lang: str) -> None:
    """What has no board may scroll down, never sideways; and no word is cut."""
    ada = someone(lang)
    for path in ("/", f"/rules/{slugs()[0]}"):
        ada.go(path)
        ada.page.wait_for_selector("h1")
        for size in SIZES:
            resize(ada.page, *size)
            wrong = faults(ada.page)
            assert not wrong, f"{path} {size} {wrong}"


def test_the_waiting_room_fits_every_screen(someone: Someone) -> None:
    """With as many seats as there may be."""
    ada = someone("fr")
    slug = slugs()[-1]
    open_seats = [{"kind": "open"}] * (load(slug).seats[-1] - 1)
    ada.go(f"/t/{ada.table(slug, [{'kind': 'mine', 'name': 'Ada'}, *open_seats])}")
    ada.page.wait_for_selector("footer .btn")
    for size in SIZES:
        resize(ada.page, *size)
        wrong = faults(ada.page)
        assert not wrong, f"{size} {wrong}"
