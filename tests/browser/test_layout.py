"""Every game at every size: nothing overlaps, nothing is cut, and the board keeps its size."""

from collections import defaultdict
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.bench import called, lay, moments, resize, sit
from browser.boxes import SIZES, SOME, board, faults
from browser.people import LONG, Someone
from filon.games import load, slugs


def measured(page: Page, slug: str, players: int, langs: tuple[str, ...]) -> list[str]:
    """The faults with these seats at all sizes; in the long form in every phase and language."""
    wrong: list[str] = []
    places: dict[tuple[int, int], set[str]] = defaultdict(set)
    # The end has a sheet of its own beside the board: its measures are not those of a turn.
    found = [one for one in moments(slug, players, games=3 if LONG else 1) if not over(one)]
    for at, moment in enumerate(found if LONG else short(found)):
        for lang in langs if LONG else langs[:1]:
            lay(page, slug, moment, lang)
            for size in SOME if at else SIZES:
                resize(page, *size)
                places[size].add(board(page))
                told = f"{size[0]}x{size[1]}, {lang}, {called(moment)}"
                if LONG or at == 0:
                    wrong += [f"{told}: {fault}" for fault in faults(page)]
    wrong += [f"{size}: the board moves: {at}" for size, at in places.items() if len(at) > 1]
    return wrong


def over(moment: dict[str, Any]) -> bool:
    """The game has ended."""
    return bool(moment["moments"][0]["waiting"]["kind"] == "over")


def short(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Two of them: one where this seat chooses, and one where it waits, for the board's place.

    The second is looked at in the corners of the sizes only.
    """
    mine = [one for one in found if called(one).endswith("chooses")]
    rest = [one for one in found if called(one).endswith("waits")]
    return [*mine[-1:], *rest[-1:]]


MOST = [pytest.param(False, id="fewest", marks=pytest.mark.long), pytest.param(True, id="most")]


@pytest.mark.parametrize("most", MOST)
@pytest.mark.parametrize("slug", slugs())
def test_a_game_fits_every_screen(someone: Someone, slug: str, most: bool) -> None:
    """With the most seats and with the fewest, in both languages."""
    ada = someone()
    sit(ada.page, ada.site.url, slug)
    seats = load(slug).seats
    langs = ("fr", "en") if slugs().index(slug) % 2 else ("en", "fr")
    wrong = measured(ada.page, slug, seats[-1] if most else seats[0], langs)
    assert not wrong, "\n".join(wrong)


def test_what_is_wrong_is_seen(someone: Someone) -> None:
    """A bar over the board, a word too long for its button: the measure tells both."""
    ada, slug = someone("fr"), slugs()[0]
    sit(ada.page, ada.site.url, slug)
    lay(ada.page, slug, short(moments(slug, load(slug).seats[0]))[0], "fr")
    assert not faults(ada.page)
    ada.page.evaluate("document.querySelector('[data-box=actions]').style.marginTop = '-4rem'")
    assert "board and actions overlap" in faults(ada.page)
    ada.page.evaluate("document.querySelector('[data-box=actions]').style.marginTop = ''")
    assert not faults(ada.page)
    ada.page.evaluate(
        "Object.assign(document.querySelector('.actions .act h2').style,"
        " {width: '2rem', overflow: 'hidden', whiteSpace: 'nowrap'})"
    )
    assert any(fault.startswith("cut") for fault in faults(ada.page))


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.long)])
def test_shelf_and_rules_fit_every_screen(someone: Someone, lang: str) -> None:
    """Pages without a board may scroll down, never sideways, and no word is cut."""
    ada = someone(lang)
    for path, there in (("/", "h1"), (f"/rules/{slugs()[0]}", "h1")):
        ada.go(path)
        ada.page.wait_for_selector(there, state="attached")
        for size in SOME:
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
    for size in SOME:
        resize(ada.page, *size)
        wrong = faults(ada.page)
        assert not wrong, f"{size} {wrong}"
