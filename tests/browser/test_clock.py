"""Time between people: a clock runs out, the computer plays, the person returns; pause; end."""

import re

import pytest
from playwright.sync_api import expect

from browser.people import Person, Someone, until
from filon.match import clocks
from filon.tables.time_source import Clock

SLOW = clocks.Terms(turn=30_000, bank=180_000, warning=600_000)


def seated(someone: Someone, clock: str, game: str = "nuggets") -> tuple[str, dict[int, Person]]:
    """A table of two people at two browsers, in play."""
    ada, ben = someone(name="Ada"), someone("fr", name="Ben")
    table = ada.table(game, [{"kind": "mine", "name": "Ada"}, {"kind": "open"}], clock=clock)
    ben.sits(ada.get(f"tables/{table}/invitation")["seats"][1]["link"])
    until(
        ada.page,
        lambda: not any(seat["kind"] == "open" for seat in ada.get(f"tables/{table}")["seats"]),
        "Ben",
    )
    ada.go(f"/t/{table}")
    ada.page.get_by_role("button", name="Start").click()
    for person in (ada, ben):
        person.page.locator("[data-box=board]").wait_for()
    return table, {0: ada, 1: ben}


def asked(table: str, people: dict[int, Person]) -> int:
    found: list[int] = []

    def someone_is() -> bool:
        found[:] = [
            seat
            for seat, who in people.items()
            if who.get(f"tables/{table}/view?seat={seat}")["can"]["act"]
        ]
        return bool(found)

    until(people[0].page, someone_is, "a turn")
    return found[0]


def test_a_clock_runs_out_the_computer_plays_and_the_person_returns(
    someone: Someone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Set the server's clock forward, instead of waiting."""
    ahead = [0.0]
    now, steady = Clock.now, Clock.steady
    monkeypatch.setattr(Clock, "now", lambda self: now(self) + round(1000 * ahead[0]))
    monkeypatch.setattr(Clock, "steady", lambda self: steady(self) + ahead[0])
    monkeypatch.setitem(clocks.TERMS, "brisk", SLOW)
    table, people = seated(someone, "brisk")
    seat = asked(table, people)
    slow, other = people[seat].page, people[1 - seat].page
    timer = slow.get_by_role("timer").first
    expect(timer).to_be_visible()
    expect(slow).to_have_title(re.compile(r"\d+:\d\d "))
    ahead[0] += 215  # turn and reserve are over
    people[seat].post(f"tables/{table}/orders", type="pause", on=True)
    people[1 - seat].post(f"tables/{table}/orders", type="pause", on=True)
    for page in (slow, other):
        expect(
            page.get_by_text(re.compile("The game is paused|La partie est en pause")).first
        ).to_be_visible()
    other.get_by_role("button", name=re.compile("Go on playing|Reprendre la partie")).click()
    expect(other.get_by_text(re.compile("time is up|est écoulé")).first).to_be_visible()
    warned = re.compile("about to play for you|va jouer pour vous")
    expect(slow.get_by_role("status").filter(has_text=warned)).to_be_visible()
    ahead[0] += 600  # so is the warning
    people[0].post(f"tables/{table}/orders", type="options", spectators=False)  # it looks again
    back = slow.get_by_role("button", name=re.compile("Take my seat back|Reprendre ma place"))
    expect(back).to_be_visible()
    expect(other.get_by_text(re.compile("stands in|prend le relais")).first).to_be_visible()
    back.click()
    expect(back).to_have_count(0)
    told = people[0].get(f"tables/{table}")
    assert not told["seats"][seat]["stand_in"]


def test_of_two_who_resigns_ends_the_game(someone: Someone) -> None:
    table, people = seated(someone, "relaxed")
    asked(table, people)
    ada, ben = people[0].page, people[1].page
    ada.get_by_role("button", name="Table", exact=True).click()
    ada.get_by_role("button", name="Resign", exact=True).click()
    ada.locator("dialog[open]").get_by_role("button", name="Resign", exact=True).last.click()
    expect(ada.get_by_text("You resigned").first).to_be_visible()
    expect(ben.get_by_text("Ada a abandonné").first).to_be_visible()
    assert people[0].get(f"tables/{table}")["time"]["ended"] == "resigned"


NOTING = """
window.told = [];
window.Notification = class {
  static permission = "granted";
  static requestPermission() { return Promise.resolve("granted"); }
  constructor(title, more) { window.told.push([title, more.body]); }
  close() {}
};
"""


def test_a_notice_says_that_it_is_your_turn_and_the_shelf_who_is_awaited(someone: Someone) -> None:
    """The page counts as hidden here; what a browser would show is noted."""
    ada, ben = someone(name="Ada"), someone("fr", name="Ben")
    for person in (ada, ben):
        person.context.add_init_script(NOTING)
        person.context.add_init_script(
            "const kept = JSON.parse(localStorage.getItem('filon.prefs') ?? '{}');"
            " localStorage.setItem('filon.prefs', JSON.stringify({...kept, notices: true}))"
        )
    seats = [{"kind": "mine", "name": "Ada"}, {"kind": "open"}]
    table = ada.table("nuggets", seats, clock="days")
    ben.sits(ada.get(f"tables/{table}/invitation")["seats"][1]["link"])
    ben.page.get_by_text("Ada").first.wait_for()
    until(ada.page, lambda: ada.get(f"tables/{table}")["seats"][1]["kind"] == "person", "Ben")
    ada.go(f"/t/{table}")
    ada.page.get_by_role("button", name="Start").click()
    people = {0: ada, 1: ben}
    for person in people.values():
        person.page.locator("[data-box=board]").wait_for()
    seat = asked(table, people)
    page = people[seat].page
    until(page, lambda: bool(page.evaluate("window.told.length")), "the notice")
    title, body = page.evaluate("window.told[0]")
    assert title == "Filon"
    assert re.search("Your turn|À vous", body)
    assert people[1 - seat].page.evaluate("window.told.length") == 0
    waiting = people[1 - seat].go("/")
    card = waiting.locator(".cur .g").first
    expect(card).to_contain_text(people[seat].get(f"tables/{table}")["seats"][seat]["name"])
    expect(card.locator(".st")).to_contain_text(re.compile("3 d|3 j"))
