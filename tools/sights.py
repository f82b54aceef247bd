"""The kinds of pictures, and how to reach each: for `make shots` and `make look`."""

import base64
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from filon.games import load, slugs
from filon.match import script

if TYPE_CHECKING:
    from browser.people import Person
    from filon.core.record import Record

WALKED = 20  # touches in which every lesson has asked for a deed on the board
Moment = dict[str, Any]


@dataclass(frozen=True)
class Sight:
    """A kind of picture, by name; `show` brings a person's page there, in a language."""

    name: str
    show: Callable[["Person", str], None]
    whole: bool = False  # with all that one scrolls to


# ---- how a sight is reached ----------------------------------------------------------------------


def board(person: "Person", slug: str, moment: Moment, lang: str) -> None:
    """A moment of a game on the bench."""
    from browser.bench import lay, sit

    if f"/parts/{slug}?" not in person.page.url:
        sit(person.page, person.site.url, slug)
    lay(person.page, slug, moment, lang)


def end(person: "Person", slug: str, moment: Moment, lang: str) -> None:
    """A moment at the end of a game, with its sheet."""
    from browser.people import RESULT

    page = person.page
    board(person, slug, moment, lang)
    page.wait_for_selector(f"dialog[open], {RESULT}")
    if not page.locator("dialog[open]").count():  # a board that counts by itself first
        page.locator(RESULT).click()
        page.wait_for_selector("dialog[open]")


def shelf(person: "Person") -> None:
    """The shelf with its games and the challenge of the day."""
    person.go("/").wait_for_selector("h1", state="attached")
    person.page.wait_for_selector(".bill, article.strip", state="attached")


def rules(person: "Person", slug: str) -> None:
    """The rules of a game."""
    person.go(f"/rules/{slug}").wait_for_selector("h2")


def setup(person: "Person", slug: str) -> None:
    """The set-up sheet of a game."""
    person.page.goto("about:blank")
    person.go(f"/#new-{slug}").wait_for_selector("dialog[open]")


def room(person: "Person", slug: str) -> None:
    """The waiting room of a table with the most seats; the others are open."""
    open_seats = [{"kind": "open"}] * (load(slug).seats[-1] - 1)
    table = person.table(slug, [{"kind": "mine", "name": "Ada"}, *open_seats])
    person.go(f"/t/{table}").wait_for_selector("footer .btn")
    person.page.wait_for_selector(".invite")


def lesson(person: "Person", slug: str) -> None:
    """The first text of a lesson."""
    table = person.post("guided", game=slug, name="")["id"]
    person.go(f"/t/{table}").wait_for_selector(".guide h2")


def first_deed(person: "Person", touch: bool = False) -> None:
    """The first step on the board for which the lesson asks."""
    from browser import lessons

    for _ in range(WALKED):
        if lessons.ready(person.page) == "do" and person.page.locator(lessons.MARKED).count():
            return
        lessons.go_on(person.page, touch)


def regular(person: "Person", slug: str) -> None:
    """The shelf of a person with a past game and a running one."""
    from browser.people import until

    ada, bot = {"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "random"}
    dice, past = random.Random(1), person.table(slug, [ada, bot])
    until(person.page, lambda: person.choose(past, dice) == "over", "the end")
    running = person.table(slug, [ada, bot])

    def mine() -> bool:
        can = person.get(f"tables/{running}/view?seat=0")["can"]
        return bool(can["act"] or can["throw"])

    until(person.page, mine, "a choice")
    shelf(person)
    person.page.wait_for_selector("#past-title", state="attached")
    person.page.wait_for_selector(f"a[href*='{running}']", state="attached")


def replay(person: "Person", record: "Record", at: int) -> None:
    """The replay of a given record at a step."""
    person.go(f"/r#g={packed(record.text())}&n={at}")
    person.page.wait_for_selector(f"[role=slider][aria-valuenow='{at}']")


def review(person: "Person", record: "Record") -> None:
    """The review of a given record, from few samples and the same in every run."""
    job = {"job": "look", "state": "done", "progress": 100, "before": 0}
    job["review"] = quick_review(record.text())
    person.context.route("**/api/review?*", lambda route: route.fulfill(json=job))
    person.go(f"/r/review#g={packed(record.text())}")
    person.page.wait_for_selector("[data-review=done] .curve svg")


# ---- of what is shown ----------------------------------------------------------------------------


def packed(text: str) -> str:
    """A record as the fragment of a link; web/src/review/record-link.ts unpacks it."""
    small = zlib.compress(text.encode(), wbits=-15)
    return base64.urlsafe_b64encode(small).decode().rstrip("=")


@cache
def recorded(slug: str) -> "Record":
    """A game for two from the engine, with names."""
    from browser.bench import recorder
    from support import reviewed

    record = reviewed.played(slug, 2, 11)
    names = recorder().NAMES
    record.notes.update({f"seat {seat}": names[seat] for seat in range(record.setup.players)})
    return record


@cache
def quick_review(text: str) -> dict[str, Any]:
    """The review of a record, as the server sends it."""
    import pytest

    from filon.core.record import game_of, read
    from filon.review.review import review as made
    from support.reviewed import hasten

    with pytest.MonkeyPatch.context() as patch:
        hasten(patch)
        return made(read(text, load(game_of(text)))).plain()


@cache
def moments(slug: str, players: int) -> tuple[list[Moment], list[Moment]]:
    """Moments of every phase of a game on the bench: before its end, and at it."""
    from browser import bench

    going: list[Moment] = []
    over: list[Moment] = []
    for moment in bench.moments(slug, players):
        ended = moment["moments"][0]["waiting"]["kind"] == "over"
        (over if ended else going).append(moment)
    return going, over


@cache
def middle(slug: str) -> Moment:
    """A choice in the middle of a game with the most seats."""
    from browser import bench

    return bench.middle(slug, load(slug).seats[-1])


# ---- those of the baseline -----------------------------------------------------------------------


def sights() -> list[Sight]:
    """All kinds of the accepted pictures. Those that are not about one game use a suitable game."""
    games = slugs()
    taught = next(slug for slug in games if script.offered(slug))
    wide = max(games, key=lambda slug: len(load(slug).options))
    return [
        *(Sight(f"board-{slug}", partial(_board, slug)) for slug in games),
        Sight("end", partial(_end, games[0])),
        Sight("shelf", lambda person, lang: shelf(person), whole=True),
        Sight("games", lambda person, lang: regular(person, games[0]), whole=True),
        Sight("setup", lambda person, lang: setup(person, wide)),
        Sight("room", lambda person, lang: room(person, games[-1]), whole=True),
        Sight("rules", lambda person, lang: rules(person, games[0])),
        Sight("lesson", lambda person, lang: _lesson(taught, person)),
        Sight("replay", lambda person, lang: _replay(games[-1], person)),
        Sight("review", lambda person, lang: review(person, recorded(games[0]))),
    ]


def _board(slug: str, person: "Person", lang: str) -> None:
    board(person, slug, middle(slug), lang)


def _end(slug: str, person: "Person", lang: str) -> None:
    end(person, slug, moments(slug, load(slug).seats[-1])[1][-1], lang)


def _lesson(slug: str, person: "Person") -> None:
    lesson(person, slug)
    first_deed(person, touch=person.page.evaluate("navigator.maxTouchPoints > 0"))
    person.page.mouse.move(0, 0)


def _replay(slug: str, person: "Person") -> None:
    record = recorded(slug)
    replay(person, record, len(record.steps) // 2)
