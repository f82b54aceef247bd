"""axe finds nothing serious: every kind of moment on every board, and every page around them."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from browser import claim_it
from browser.axe import serious
from browser.bench import called, lay, moments, sit
from browser.people import LONG, Person, Someone
from filon.games import load, slugs

ADA, OPEN = {"kind": "mine", "name": "Ada"}, {"kind": "open"}
BOT = {"kind": "bot", "level": "greedy"}
LOOKS = [("day", False), ("lantern", True), ("day", True), ("lantern", False)]
# On the bench in every run; the others, from wide to narrow and back, in the long form.
SHORT = {slug: LOOKS[at % 2] for at, slug in enumerate(slugs())}


def looks(slug: str) -> list[object]:
    """Theme and screen: one of each game in every run."""
    return [
        pytest.param(slug, *one, marks=[] if one == SHORT[slug] else [pytest.mark.long])
        for one in LOOKS
    ]


@pytest.mark.parametrize(
    ("slug", "theme", "phone"), [case for slug in slugs() for case in looks(slug)]
)
def test_axe_finds_nothing_serious_on_a_board(
    someone: Someone, slug: str, theme: str, phone: bool
) -> None:
    """Whatever a seat is asked."""
    lang = "fr" if phone else "en"
    ada = someone(lang, theme=theme, phone=phone)
    sit(ada.page, ada.site.url, slug)
    wrong = {}
    for name, moment in kinds(slug).items():
        lay(ada.page, slug, moment, lang)
        wrong[name] = serious(ada.page)
    assert {name: lines for name, lines in wrong.items() if lines} == {}


def kinds(slug: str) -> dict[str, dict[str, Any]]:
    """A choice and a throw; in the long form every kind of choice, throw and wait."""
    found = {}
    for moment in moments(slug, load(slug).seats[-1]):
        phase, does = called(moment).split(", ")[1:]
        if (
            phase == "over"
        ):  # its sheet has buttons only at a table: the games' own tests look at it
            continue
        if LONG:
            found[f"{phase}, {does}"] = moment
        elif does != "waits":
            found[does] = moment
    return found


def shelf(ada: Person) -> None:
    ada.go().locator("article").locator("visible=true").first.wait_for()


def set_up(ada: Person) -> None:
    page = ada.go()
    page.get_by_role("button", name="Jouer à Claim It!").locator("visible=true").click()
    page.locator("summary").click()


def waiting_room(ada: Person) -> None:
    ada.go(f"/t/{ada.table('claim_it', [ADA, OPEN])}").locator("#invite-link").wait_for()


def choice(ada: Person) -> None:
    page = ada.go(f"/t/{ada.table('claim_it', [ADA, BOT])}")
    claim_it.placing(page)
    page.locator(claim_it.LIT).first.click()


def menu(ada: Person) -> None:
    ada.page.get_by_role("button", name="Table").click()  # of the same table


def rules(ada: Person) -> None:
    ada.go("/rules/claim_it").locator(".rules h2").first.wait_for()


def parts(ada: Person) -> None:
    ada.go("/parts").locator(".cards").first.wait_for()


PLACES = (set_up, choice, menu, shelf, waiting_room, rules, parts)


@pytest.mark.parametrize(
    ("theme", "phone", "places"),
    [
        pytest.param("day", False, PLACES[:3], id="day-wide"),
        pytest.param("lantern", True, PLACES[3:], id="lantern-phone"),
        *(
            pytest.param(*look, PLACES, id=f"all-{look[0]}-{look[1]}", marks=pytest.mark.long)
            for look in LOOKS
        ),
    ],
)
def test_axe_finds_nothing_serious_around_a_board(
    someone: Someone, theme: str, phone: bool, places: Sequence[Callable[[Person], None]]
) -> None:
    """Set-up, table with a choice, menu, shelf, waiting room, rules, parts."""
    ada = someone("fr", theme=theme, phone=phone)
    wrong = {}
    for place in places:
        place(ada)
        wrong[place.__name__] = serious(ada.page)
    assert {name: lines for name, lines in wrong.items() if lines} == {}
